"""Matches over several deals: the scores of the deals go in, totals, bonuses and the winners come out.

Sides are partnerships, a player without partners being one of one; they go by their place in a list. Readings
where the sources say nothing: sides that tie for the win share it, and one that has left the table, or not
come yet, is not in it; where bonuses count at the end, the most points with them win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from scorepad.core.points import Points
from scorepad.core.rule_parts import Brief
from scorepad.core.sentence import Sentence

if TYPE_CHECKING:
    from scorepad.core.rules import Rules


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal that has ended: its scores by side, of those who played it.

    `away` are the sides that are not at the table, `factor` how many times the deal counts, `won` the side
    that has won the whole match by how it ended this deal, `made` those that made their phase in it,
    `dropped` those that left it early; `split` says that those still in share the pool after it.
    """

    scores: Mapping[int, Points]
    away: Collection[int] = ()
    factor: int = 1
    won: int | None = None
    made: Collection[int] = ()
    dropped: Collection[int] = ()
    split: bool = False


class MatchAim(NamedTuple):
    """What ends a match: a total to reach, down to it from a higher `start`, or a number of deals; 0 where
    neither does."""

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
    """Points beside those of deals, what for, and after how many deals; `counts` says that they count as soon
    as they are made, `row` what a sheet calls them that has a row for them."""

    side: int
    points: Points
    reason: Sentence
    deals: int
    counts: bool = False
    row: Sentence | None = None


class Progress(NamedTuple):
    """How much a side has made of all that there is to make, and how people tell where it stands."""

    made: int
    of: int
    told: Sentence


@dataclass(slots=True)
class MatchStanding:
    """How a match stands after its deals.

    totals    by side, bonuses in them
    running   the totals after each deal, with the bonuses that count as soon as they are made
    over      after how many deals it was over; 0 while it goes on
    winners, losers   of a match that is over; losers are those who reached what nobody wants to reach
    out       sides that are out, and `may_return` those of them that may come back now
    phases    by side the phase that it is in; none where a match has no phases
    columns   of a game that is kept in several at once, each as it stands by itself
    kept      of such a column: the scores by side of the deals that count in it, by their numbers
    returned  by side how often it came back in
    drops     by side how often it dropped out of a deal, and `no_drop` the sides that may not again
    shares    by side what it gets of a pool, if that is split now
    progress  by side how far it is in what ranks it before points do; empty where points alone do
    can_play_on  whether deals after the end of the match make sense, though they decide nothing
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
    """To a total or a number of deals, with nothing beside the scores (B5, F4, G3).

    Other matches override what happens ahead of a deal, after it and at the end.
    """

    @property
    def goes_to(self) -> str:
        """What is played to beside a target and deals, `phase 10`; empty where that is nothing."""
        return ""

    def standing(self, aim: MatchAim, start: Sequence[Points], deals: Sequence[PlayedDeal]) -> MatchStanding:
        """How it stands after these deals, when the sides began with `start`."""
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
        """What happens ahead of deal `number`."""

    def after_deal(self, standing: MatchStanding, deal: PlayedDeal, number: int) -> None:
        """What its scores do beside counting."""

    def ends(self, aim: MatchAim, standing: MatchStanding, deal: PlayedDeal, number: int) -> bool:
        """Whether the match is over after the deal."""
        return deal.won is not None or number == aim.deals or bool(_reached(aim, standing, deal))

    def can_play_on(self, aim: MatchAim) -> bool:
        """Whether deals after the end make sense: a number of deals was not agreed on, and nobody is out."""
        return not aim.deals

    def final_bonuses(
        self, aim: MatchAim, standing: MatchStanding, deals: Sequence[PlayedDeal]
    ) -> list[MatchBonus]:
        """What counts at the end of a match beside its deals."""
        return []

    def while_it_goes_on(self, standing: MatchStanding) -> None:
        """What sides may do now."""

    def progress(self, standing: MatchStanding) -> tuple[Progress, ...]:
        """By side how far it is in what ranks it before points do; empty where points alone do."""
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


def match_standing(
    rules: Rules,
    deals: Sequence[PlayedDeal],
    sides: int,
    start: Sequence[Points] | None = None,
    begun: Collection[int] = (),
) -> MatchStanding:
    """How a match of so many sides stands under these rules after these deals; `begun` are those who play a
    deal that has not ended."""
    match = rules.match
    aim = MatchAim(match.target, match.deals, match.start, rules.scoring.lowest_wins)
    kind = match.kind or PLAIN
    standing = kind.standing(aim, start or [match.start] * sides, deals)
    # A deal that runs already shows who came back in for it.
    if begun and not standing.over:
        kind.before_deal(standing, PlayedDeal(dict.fromkeys(begun, 0)), len(deals) + 1)
        kind.while_it_goes_on(standing)
    standing.progress = kind.progress(standing)
    return standing


def in_rounds(deals: Sequence[PlayedDeal]) -> list[PlayedDeal]:
    """Deals of two sides whose players play two at once: the side that has more from both scores the
    difference as the second ends, and nobody anything before."""
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
    """The sides at the table whose totals are those that end the match."""
    totals = enumerate(standing.totals)
    return tuple(side for side, total in totals if side not in deal.away and aim.reached(total))
