"""The match over a table's deals, and its standing (B5, F4, G3)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scorepad.core.log.deal import Deal
from scorepad.core.log.table_state import TableState
from scorepad.core.match_standing import match_standing
from scorepad.core.matches import MatchBonus, MatchStanding, PlayedDeal, Progress, in_rounds, played_deal
from scorepad.core.points import Points
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Match:
    """A finished match: its last deal, the totals by side, the winners and losers.

    `winners` and `losers` are indexes of partnerships; `losers` reached the target where reaching it loses
    (K4, G3). `shares` are the winners' parts of a split pool. `named` are the winners' seats if the people at
    the table named them, None if points decided.
    """

    deal: int
    totals: tuple[Points, ...]
    winners: tuple[int, ...]
    losers: tuple[int, ...] = ()
    shares: Mapping[int, int] = field(default_factory=dict)
    named: tuple[int, ...] | None = None


class KeptDeal(NamedTuple):
    """A side's score of a deal in one of several games, and its total there."""

    score: Points
    total: Points


@dataclass(frozen=True, slots=True)
class KeptGame:
    """One of the games that a table keeps at once: its deals by number and side, and its totals with bonuses.
    `name` is its Roman number."""

    name: str
    over: bool
    deals: Mapping[int, Mapping[int, KeptDeal]]
    totals: Sequence[Points]


@dataclass(frozen=True, slots=True)
class TableMatch:
    """A table's match, with all that counts beside the scores of deals. `standing` is None if no match is
    played. `beside_deals`: something may count beside deals, so that the totals are the match's."""

    table: TableState
    standing: MatchStanding | None = None
    beside_deals: bool = False

    @property
    def totals(self) -> tuple[Points, ...]:
        """The totals by side, including bonuses."""
        if self.standing and self.beside_deals:
            return tuple(self.standing.totals)
        return self.table.partnership_totals

    def ranks(self, sides: Collection[int], *, lowest_wins: bool) -> dict[int, int]:
        """The rank of each of the sides, from 1; sides that are level share one.

        Winners named by the people at the table come first, then those with most progress in games that rank
        by it, then the better total. A place given by hand takes precedence.
        """
        named = self.finished.winners if self.finished and self.finished.named else ()
        sign = 1 if lowest_wins else -1
        ranks = _ranked(
            {side: (side not in named, -self.made(side), sign * self.totals[side]) for side in sides}
        )
        placed = self.table.named_places
        return _ranked({side: (placed.get(side, rank), side not in placed) for side, rank in ranks.items()})

    def progress(self, side: int) -> Progress | None:
        """A side's progress, in games that rank by it before points; else None."""
        return self.standing.progress[side] if self.standing and self.standing.progress else None

    def made(self, side: int) -> int:
        """The amount of a side's progress; 0 in games without it."""
        progress = self.progress(side)
        return progress.made if progress else 0

    def total_of(self, seat: int) -> Points:
        """A player's total; the side's if the player has no partner."""
        side = self.table.players[seat].partnership
        is_alone = len(self.table.partnerships[side]) == 1
        return self.totals[side] if is_alone else self.table.totals[seat]

    def side_running(self, deal: Deal, seats: Sequence[int]) -> Points:
        """The total of a side after a deal, or so far; `seats` are its players."""
        side = self.table.players[seats[0]].partnership
        if self.standing and self.beside_deals:
            return self.standing.running[deal.number - 1][side] if deal.ended else self.totals[side]
        return sum(map(deal.running, seats))

    def running(self, deal: Deal, seat: int) -> Points:
        """A player's total after a deal, or so far."""
        side = self.table.players[seat].partnership
        is_alone = len(self.table.partnerships[side]) == 1
        return self.side_running(deal, [seat]) if is_alone else deal.running(seat)

    @property
    def bonuses(self) -> tuple[MatchBonus, ...]:
        return tuple(self.standing.bonuses) if self.standing else ()

    @property
    def played_on(self) -> bool:
        """Whether a deal was opened after the end of the match."""
        return self.finished is not None and self.finished.deal < self.table.deal.number

    @property
    def has_just_ended(self) -> bool:
        """Whether the match is over and its last deal is the table's last."""
        return self.finished is not None and self.table.deal.ended and not self.played_on

    @property
    def can_play_on(self) -> bool:
        """Whether deals after the end of the match make sense."""
        return self.standing is None or not self.standing.over or self.standing.can_play_on

    @property
    def shares_offered(self) -> Mapping[int, int]:
        """Each side's part of a pool that may be split now; empty if it may not."""
        standing = self.standing
        return standing.shares if standing and self.table.deal.ended and not standing.over else {}

    @property
    def games(self) -> tuple[KeptGame, ...]:
        """The games that the table keeps at once; empty if there is only one."""
        columns = self.standing.columns if self.standing else ()
        return tuple(self._game("I" * place, column) for place, column in enumerate(columns, 1))

    @property
    def kept_deals(self) -> list[int]:
        """The numbers of deals that count in one of these games."""
        return sorted({number for game in self.games for number in game.deals})

    @property
    def bonus_rows(self) -> dict[Sentence, list[Mapping[int, Points]]]:
        """The bonuses with rows on a sheet, by side for each game."""
        columns = self.standing.columns or (self.standing,) if self.standing else ()
        by_game = [_bonuses_in(column) for column in columns]
        names = dict.fromkeys(name for of_game in by_game for name in of_game)
        return {name: [of_game.get(name, {}) for of_game in by_game] for name in names}

    def _game(self, name: str, column: MatchStanding) -> KeptGame:
        totals = dict(zip(column.kept, column.running, strict=True))
        deals = {
            number: {side: KeptDeal(score, totals[number][side]) for side, score in scores.items() if score}
            for number, scores in column.kept.items()
        }
        return KeptGame(name, bool(column.over), deals, column.totals)

    @property
    def finished(self) -> Match | None:
        """The match once it is over, by its rules or by the word of the people at the table; else None."""
        if (named := self.table.named_winners) is not None:
            winners = {self.table.players[seat].partnership for seat in named}
            return Match(self.table.deal.number, self.totals, tuple(sorted(winners)), named=named)
        standing = self.standing
        if standing is None or not standing.over:
            return None
        # Bonuses that count as they are made are in the running totals already.
        at_end: list[Points] = [0] * len(standing.totals)
        for bonus in self.bonuses:
            at_end[bonus.side] += 0 if bonus.counts else bonus.points
        # Deals played on after the end go on in the running totals, so those at the end are taken.
        totals = tuple(map(sum, zip(standing.running[standing.over - 1], at_end, strict=True)))
        return Match(standing.over, totals, standing.winners, standing.losers, standing.shares)


def _ranked(keys: Mapping[int, tuple[Points, ...]]) -> dict[int, int]:
    """The rank of each key, from 1; equal keys share one."""
    return {side: 1 + sum(other < key for other in keys.values()) for side, key in keys.items()}


def _bonuses_in(standing: MatchStanding) -> dict[Sentence, dict[int, Points]]:
    """The bonuses with rows on a sheet, by side."""
    rows: dict[Sentence, dict[int, Points]] = {}
    for bonus in standing.bonuses:
        if bonus.row:
            rows.setdefault(bonus.row, {})[bonus.side] = bonus.points
    return rows


def table_match(
    table: TableState, rules: Rules, rules_of_deal: Callable[[Deal], Rules] | None = None
) -> TableMatch:
    """The table's match after its ended deals.

    A side plays a deal if one of its players does. `rules_of_deal` gives the rules of a deal, by default
    `rules`.
    """
    match = rules.match
    if not (match.target or match.deals or match.start or match.kind):
        return TableMatch(table)
    # A late player's points stand ahead of the first deal too, so all later totals have them.
    start = [sum(table.deals[0].before[seat] for seat in group) for group in table.partnerships]
    played = [
        _played_deal(table, deal, rules_of_deal(deal) if rules_of_deal else rules)
        for deal in table.deals
        if deal.ended
    ]
    if plays_rounds(table, rules):
        played = in_rounds(played)
    deal = table.deal
    begun = () if deal.ended else {table.players[seat].partnership for seat in deal.players}
    standing = match_standing(rules, played, len(start), start, begun)
    return TableMatch(table, standing, beside_deals=match.kind is not None)


def plays_rounds(table: TableState, rules: Rules) -> bool:
    """Whether partners play rounds of two deals that count together."""
    return rules.scoring.partners == "in duels" and table.has_partners


def _played_deal(table: TableState, deal: Deal, rules: Rules) -> PlayedDeal:
    scores, away = {}, set()
    for side, group in enumerate(table.partnerships):
        own_scores = [score for seat in group if (score := deal.scores[seat]) is not None]
        if own_scores:
            scores[side] = sum(own_scores)
        if not set(group) & set(deal.seats):
            away.add(side)
    side_of = [player.partnership for player in table.players]
    ending = deal.ending
    if ending is None:
        return played_deal(rules.scoring, scores, away=away, split=deal.split)
    return played_deal(
        rules.scoring,
        scores,
        winner=None if ending.winner is None else side_of[ending.winner],
        ending=ending.how,
        noted=[(side_of[seat], notes) for seat, notes in ending.notes.items()],
        away=away,
        split=deal.split,
    )
