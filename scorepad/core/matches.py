"""Matches over several deals: from the scores of deals to totals, bonuses and winners.

A side is a partnership or a single player, and is given by its index. Our readings where the sources are
silent: sides that tie for the win share it; one that has left, or not come yet, is not in it; if bonuses
count at the end, the most points with them win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from scorepad.core.points import Points
from scorepad.core.rule_parts import Brief
from scorepad.core.scoring.ended_deal import PHASE_MADE, PlayerNote, own_word
from scorepad.core.scoring.words import note_of
from scorepad.core.sentence import Sentence

if TYPE_CHECKING:
    from scorepad.core.scoring import Scoring


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """An ended deal: the scores of the sides that played it.

    `away` are the sides not at the table. `scoring` is the way in which the deal was scored. `won` is the
    side that wins the whole match by ending this deal. `made` completed their phase in it, `left_by_choice`
    dropped out of it and weren’t made to. `split`: those still in split the pool after it.
    """

    scores: Mapping[int, Points]
    away: Collection[int] = ()
    scoring: Scoring | None = None
    won: int | None = None
    made: Collection[int] = ()
    left_by_choice: Collection[int] = ()
    split: bool = False


def played_deal(
    scoring: Scoring,
    scores: Mapping[int, Points],
    *,
    winner: int | None = None,
    ending: str = "",
    noted: Iterable[tuple[int, Sequence[PlayerNote]]] = (),
    away: Collection[int] = (),
    split: bool = False,
) -> PlayedDeal:
    """The deal for its match: which side ended it, and how, and what is noted of a player of which side."""
    notes = list(noted)
    # Whoever ends a deal has made the phase, said or not (phase-10 P3).
    made = {side for side, of_player in notes if PHASE_MADE in of_player}
    if winner is not None and "phases" in scoring.counts:
        made.add(winner)
    return PlayedDeal(
        scores,
        away,
        scoring,
        won=winner if winner is not None and scoring.ending_words.of(ending).wins_match else None,
        made=made,
        left_by_choice=[side for side, of_player in notes if drops_by_choice(scoring, of_player)],
        split=split,
    )


def drops_by_choice(scoring: Scoring, notes: Iterable[PlayerNote]) -> bool:
    """Whether a player of whom that is noted left the deal, and wasn’t made to."""
    note = note_of(scoring.notes, own_word(notes))
    return note is not None and note.chosen


class MatchAim(NamedTuple):
    """The end of a match: a total to reach (downwards from a higher `start`), or a number of deals; 0 for
    neither."""

    target: int = 0
    deals: int = 0
    start: int = 0
    lowest_wins: bool = False

    @property
    def counts_down(self) -> bool:
        return self.start > self.target and not self.deals

    def reached(self, total: Points) -> bool:
        # A target of 0 is none, unless it is counted down to.
        return total <= self.target if self.counts_down else 0 < self.target <= total

    def best(self, totals: Collection[Points]) -> Points:
        return min(totals) if self.lowest_wins else max(totals)


class MatchBonus(NamedTuple):
    """Points beside those of deals, their reason, and the deal after which they came. `counts`: they count at
    once. `row` is their heading on a sheet that has a row for them."""

    side: int
    points: Points
    reason: Sentence
    deals: int
    counts: bool = False
    row: Sentence | None = None


class Progress(NamedTuple):
    """The part that a side has made of all that its match asks for, with words for people."""

    made: int
    of: int
    told: Sentence


@dataclass(slots=True)
class MatchStanding:
    """The standing of a match after its deals. Sides are given by their index.

    totals           the totals, including bonuses
    running          the totals after each deal, including bonuses that count at once
    over             the number of deals after which the match was over; 0 if it goes on
    winners, losers  sides of a finished match; losers reached the limit that nobody wants to reach
    out              sides that are out; `may_return`: those of them that may come back now
    phases           the phase that each side is in; empty if the match has no phases
    columns          the standing of each column, for a game that is kept in several at once
    kept             in a column: the scores of the deals that count there, by deal number
    returned         how often each side came back
    drops            how often each side dropped out of a deal; `no_drop`: the sides that may not drop again
    shares           the part of each side if a pool is split now
    progress         how far each side is in what ranks it before points; empty if only points rank
    can_play_on      deals after the end of the match make sense, though they decide nothing
    """

    totals: list[Points]
    running: list[tuple[Points, ...]] = field(default_factory=list)
    bonuses: list[MatchBonus] = field(default_factory=list)
    over: int = 0
    winners: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()
    out: set[int] = field(default_factory=set)
    may_return: frozenset[int] = frozenset()
    returned: dict[int, int] = field(default_factory=dict)
    columns: tuple[MatchStanding, ...] = ()
    kept: dict[int, Mapping[int, Points]] = field(default_factory=dict)
    phases: list[int] = field(default_factory=list)
    drops: Counter[int] = field(default_factory=Counter)
    no_drop: frozenset[int] = frozenset()
    shares: dict[int, int] = field(default_factory=dict)
    progress: tuple[Progress, ...] = ()
    can_play_on: bool = False

    def give(self, bonus: MatchBonus) -> None:
        self.bonuses.append(bonus)
        self.totals[bonus.side] += bonus.points


@dataclass(frozen=True, slots=True, repr=False)
class PlainMatch(Brief):
    """A match to a total or a number of deals, with nothing beside the scores (B5, F4, G3).

    Subclasses override what happens before a deal, after it and at the end.
    """

    @property
    def goes_to(self) -> str:
        """The end of the match besides a target and deals, in words: `phase 10`; empty if there is none."""
        return ""

    def standing(self, aim: MatchAim, start: Sequence[Points], deals: Sequence[PlayedDeal]) -> MatchStanding:
        """The standing after these deals; `start` are the totals of the sides before."""
        standing = MatchStanding([*start])
        for number, deal in enumerate(deals, 1):
            if not standing.over:
                self.before_deal(standing, deal, number)
            # Deals that are played on after the end still count in the totals, but decide nothing.
            for side, score in deal.scores.items():
                standing.totals[side] += score
            if not standing.over:
                self.after_deal(standing, deal, number)
            standing.running.append(tuple(standing.totals))
            if not standing.over and self.ends(aim, standing, deal, number):
                standing.over, standing.can_play_on = number, self.can_play_on(aim)
                self._decide(aim, standing, deals)
        if not standing.over:
            self.while_it_goes_on(standing)
        return standing

    def before_deal(self, standing: MatchStanding, deal: PlayedDeal, number: int) -> None:
        """Update the standing before deal `number`."""

    def after_deal(self, standing: MatchStanding, deal: PlayedDeal, number: int) -> None:
        """Update the standing after deal `number`, beside its scores."""

    def ends(self, aim: MatchAim, standing: MatchStanding, deal: PlayedDeal, number: int) -> bool:
        """Whether the match is over after the deal."""
        return deal.won is not None or number == aim.deals or bool(_reached(aim, standing, deal))

    def can_play_on(self, aim: MatchAim) -> bool:
        """Whether deals after the end make sense: no number of deals was agreed on, and nobody is out."""
        return not aim.deals

    def final_bonuses(
        self, aim: MatchAim, standing: MatchStanding, deals: Sequence[PlayedDeal]
    ) -> list[MatchBonus]:
        """The bonuses at the end of a match."""
        return []

    def while_it_goes_on(self, standing: MatchStanding) -> None:
        """Update the standing of a running match with what sides may do now."""

    def progress(self, standing: MatchStanding) -> tuple[Progress, ...]:
        """The progress of each side in games that rank by it before points; else empty."""
        return ()

    def contenders(self, standing: MatchStanding, deal: PlayedDeal) -> set[int]:
        """The sides among which the best total wins."""
        in_match = set(range(len(standing.totals))).difference(deal.away)
        # Where the last deal put everybody out, all are in it again.
        return in_match - standing.out or in_match

    def _decide(self, aim: MatchAim, standing: MatchStanding, deals: Sequence[PlayedDeal]) -> None:
        deal = deals[standing.over - 1]
        # Reaching the target is bad where low totals win, or where points run down (okey O4), not with both.
        if aim.lowest_wins != aim.counts_down:
            standing.losers = _reached(aim, standing, deal)
        for bonus in self.final_bonuses(aim, standing, deals[: standing.over]):
            standing.give(bonus)
        if deal.won is not None:
            standing.winners = (deal.won,)
            return
        in_match = self.contenders(standing, deal)
        best_total = aim.best([standing.totals[side] for side in in_match])
        standing.winners = tuple(side for side in sorted(in_match) if standing.totals[side] == best_total)


PLAIN = PlainMatch()


def in_rounds(deals: Sequence[PlayedDeal]) -> list[PlayedDeal]:
    """Deals of two sides that play two at once: at the second, the side with more from both scores the
    difference; nobody scores at the first."""
    rounds: list[PlayedDeal] = []
    for place, deal in enumerate(deals):
        scores: dict[int, Points] = dict.fromkeys(deal.scores, 0)
        if place % 2:
            first = deals[place - 1].scores
            both = {side: score + first.get(side, 0) for side, score in deal.scores.items()}
            scores = {side: score - min(both.values()) for side, score in both.items()}
        rounds.append(replace(deal, scores=scores))
    return rounds


def _reached(aim: MatchAim, standing: MatchStanding, deal: PlayedDeal) -> tuple[int, ...]:
    """The sides at the table whose totals end the match."""
    totals = enumerate(standing.totals)
    return tuple(side for side, total in totals if side not in deal.away and aim.reached(total))
