"""A pool match: a side with too many points is out and may come back. The last one in wins, or those left
share the pool.

Shares are whole numbers. What rounding down leaves over goes, one by one, to those who lost most by it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scorepad.core.matches import MatchAim, MatchBonus, MatchStanding, PlainMatch, PlayedDeal
from scorepad.core.points import Points
from scorepad.core.rule_parts import Brief, check_choices
from scorepad.core.sentence import Sentence, say

SplitBy = Literal["points", "drops", "equal"]
NO_SPLIT = say(
    "The pool can’t be split now. Play on until one is out, two are in, and the pool covers their drops."
)
MANY = 99  # times to come back, or to drop: as often as one likes


@dataclass(frozen=True, slots=True, repr=False)
class PoolSplit(Brief):
    """The way in which those left share a pool, to which each player paid the `entry`, and again on coming
    back (I6).

    by  `points`: by the points that each has left up to the limit, plus a `drop` for each drop left, if drops
        are counted; `drops`: each drop left beyond the fewest earns an entry, and the rest is shared equally;
        `equal`: equally
    """

    by: SplitBy = "drops"
    entry: int = 100
    drop: int = 20

    def __post_init__(self) -> None:
        check_choices(self, by=SplitBy)

    def shares(self, to_limit: Mapping[int, int], unused: Mapping[int, int], entries: int) -> dict[int, int]:
        """Each side's share; empty if drops are worth more than the pool.

        `to_limit` are the points of each side below the limit, `unused` its drops left, if drops are counted.
        `entries` is the number of entries paid, including those for coming back.
        """
        ahead, weights = dict.fromkeys(to_limit, 0), dict.fromkeys(to_limit, 1)
        if self.by == "points":
            weights = {side: points + self.drop * unused.get(side, 0) for side, points in to_limit.items()}
        elif self.by == "drops" and self.drop:
            # Drops count as left only while they would keep the player below the limit.
            drops = {
                side: min(unused.get(side, MANY), (points - 1) // self.drop)
                for side, points in to_limit.items()
            }
            ahead = {side: self.entry * (number - min(drops.values())) for side, number in drops.items()}
        rest = entries * self.entry - sum(ahead.values())
        return {} if rest < 0 else {side: ahead[side] + part for side, part in _parts(rest, weights).items()}


def _parts(whole: int, weights: Mapping[int, int]) -> dict[int, int]:
    """Divide a whole number by weights into whole numbers."""
    total = sum(weights.values())
    parts = {side: whole * weight // total for side, weight in weights.items()}
    # What rounding down leaves goes to those who lost most by it, one point each.
    by_rest = sorted(weights, key=lambda side: -(whole * weights[side] % total))
    for side in by_rest[: whole - sum(parts.values())]:
        parts[side] += 1
    return parts


def no_more_drops(name: str) -> Sentence:
    return say("{name} can’t drop again in this pool. Enter the cards left.", name=name)


@dataclass(frozen=True, slots=True, repr=False)
class PoolMatch(PlainMatch):
    """A match in which a side that reaches `out_at` is out; the last one in wins (I6, S8, N5).

    returns        how often a player may come back; `return_adds`: the points added to the highest total of
                   those in
    returns_until  nobody may come back if one of those in has more points; 0: no such limit
    most_drops     how often a player may drop out of a deal; 0: any number of times
    split          how those still in may share the pool, once another is out
    """

    out_at: int = 101
    returns: int = MANY
    return_adds: int = 1
    returns_until: int = 0
    most_drops: int = 0
    split: PoolSplit | None = None

    def can_play_on(self, aim: MatchAim) -> bool:  # noqa: ARG002
        """Always False, since all but the winner are out."""
        return False

    def before_deal(self, standing: MatchStanding, deal: PlayedDeal, number: int) -> None:
        """Bring back the sides that were out and play again."""
        standing.shares = {}
        highest = self._highest(standing)
        # Coming back is told with the deal before, as it happens between the two.
        for side in sorted(standing.out & deal.scores.keys()):
            points = highest + self.return_adds - standing.totals[side]
            reason = say("back in with {total}", total=highest + self.return_adds)
            standing.give(MatchBonus(side, points, reason, number - 1, counts=True))
            standing.out.discard(side)
            standing.returned[side] = standing.returned.get(side, 0) + 1

    def after_deal(self, standing: MatchStanding, deal: PlayedDeal, number: int) -> None:  # noqa: ARG002
        standing.drops.update(deal.left_by_choice)
        standing.out |= {side for side in deal.scores if standing.totals[side] >= self.out_at}
        left = self._still_in(standing, deal)
        # A pool is split once somebody is out, among two at least (indian-rummy I6).
        standing.shares = self._shares(standing, left) if standing.out and len(left) > 1 else {}

    def ends(self, aim: MatchAim, standing: MatchStanding, deal: PlayedDeal, number: int) -> bool:
        is_split = deal.split and bool(standing.shares)
        return (
            is_split or deal.won is not None or len(self._still_in(standing, deal)) < 2 or number == aim.deals
        )

    def while_it_goes_on(self, standing: MatchStanding) -> None:
        """Set which sides may come back, and which may not drop again."""
        if self.most_drops:
            standing.no_drop = frozenset(
                side for side, times in standing.drops.items() if times >= self.most_drops
            )
        if not self.returns_until or self._highest(standing) <= self.returns_until:
            standing.may_return = frozenset(
                side for side in standing.out if standing.returned.get(side, 0) < self.returns
            )

    def _decide(self, aim: MatchAim, standing: MatchStanding, deals: Sequence[PlayedDeal]) -> None:
        PlainMatch._decide(self, aim, standing, deals)
        last = deals[standing.over - 1]
        if not last.split or last.won is not None:
            standing.shares = {}
        if standing.shares:
            standing.winners = tuple(standing.shares)

    def _still_in(self, standing: MatchStanding, deal: PlayedDeal) -> set[int]:
        return set(range(len(standing.totals))).difference(standing.out, deal.away)

    def _shares(self, standing: MatchStanding, left: Collection[int]) -> dict[int, int]:
        """The shares of those `left`; empty if the pool isn't split, or is too small."""
        if self.split is None:
            return {}
        to_limit = {side: self.out_at - int(standing.totals[side]) for side in sorted(left)}
        counted = left if self.most_drops else ()
        unused = {side: max(0, self.most_drops - standing.drops[side]) for side in counted}
        entries = len(standing.totals) + sum(standing.returned.values())
        return self.split.shares(to_limit, unused, entries)

    def _highest(self, standing: MatchStanding) -> Points:
        """The highest total among the sides still in."""
        totals = (total for side, total in enumerate(standing.totals) if side not in standing.out)
        return max(totals, default=0)
