"""The best arrangement of a hand, proven by prices.

The melds of a hand are columns of a set partition. Its linear relaxation gives every card a price; where
no meld is worth more than its cards cost, no arrangement is worth more than the whole hand costs. That
bound is computed anew in whole numbers over all melds (`pricing`). When the relaxation's answer is whole
it is the best one. When it is not, the best whole choice among the columns at hand is taken, and if it
stays below the bound, all columns that a better arrangement could use are listed and chosen from again.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.optimize.partition.branch_and_bound import Undecided, can_cover, cover
from scorepad.optimize.partition.columns import Choice, bonuses, worth_of
from scorepad.optimize.partition.master import Master
from scorepad.optimize.partition.pricing import Prices, Walks, best_columns, walks
from scorepad.optimize.partition.problem import Column, Problem
from scorepad.optimize.partition.reduced_costs import TooMany, columns_within

_FINEST = 20
_LARGEST = 2**58


@dataclass
class Search:
    """The best choice so far and what is known about better ones, both in worth.

    `ceiling` is the lowest bound known; `priced` is the bound of the last prices, which may be higher.
    """

    problem: Problem
    until: float
    choice: Choice = ()
    worth: int = 0
    ceiling: int = 0
    priced: int = 0

    @property
    def points(self) -> int:
        return self.problem.points_within(self.worth)

    @property
    def bound(self) -> int:
        return self.problem.points_within(self.ceiling)

    def late(self) -> bool:
        return time.perf_counter() > self.until

    def left(self) -> float:
        return self.until - time.perf_counter()

    def run(self, columns: Sequence[Column], choice: Choice) -> None:
        """Find the best choice, or the best that the time allows; `choice` is the first one, of `columns`."""
        self._take(choice)
        self.ceiling = max(self.worth, _loosest(self.problem))
        if self.worth == self.ceiling:
            return
        master = Master(self.problem)
        master.add([*columns, *bonuses(self.problem)])
        found = self._price(master)
        if found and self.bound > self.points:
            self._choose_whole(master, found)

    def _take(self, choice: Choice) -> None:
        """Keep a choice that is better than the best so far."""
        worth = worth_of(self.problem, choice)
        if not self.choice or worth > self.worth:
            self.choice, self.worth = [(one, times) for one, times in choice if one.laid], worth

    def _price(self, master: Master) -> Walks | None:
        """Solve the relaxation over all melds: add columns while any is worth more than its cards cost."""
        found = None
        while not self.late() and master.solve(self.left()):
            whole = master.whole()
            if whole:
                self._take(whole)
            found = walks(self.problem, master.prices(_scale(self.problem)))
            top, better = best_columns(found)
            self.priced = _ceiling(self.problem, found.prices, top)
            self.ceiling = min(self.ceiling, self.priced)
            if self.worth == self.ceiling or not master.add(better):
                break
        return found

    def _choose_whole(self, master: Master, found: Walks) -> None:
        """The relaxation's answer is not whole: look near the bound, then further off."""
        try:
            if can_cover(self.problem):
                self._descend(found)
                return
        except (Undecided, TooMany):
            pass
        self._choose(master, master.likely())
        if self.bound == self.points or self.late():
            return
        try:
            columns = columns_within(found, self._slack(found, self.points + 1), self.late)
        except TooMany:
            return
        if self._choose(master, columns + bonuses(self.problem)):
            self.ceiling = self.worth

    def _slack(self, found: Walks, points: int) -> int:
        """How far below its cards' price a meld can be worth in an arrangement of that many points."""
        target = self.problem.weight * points - self.problem.size
        return (self.priced + 1 - target) * found.prices.scale

    def _descend(self, found: Walks) -> None:
        """Prove for ever fewer points that none is worth more. Raises Undecided, TooMany."""
        step = 0
        while self.bound > self.points:
            points = max(self.points + 1, self.bound - step)
            slack = self._slack(found, points)
            columns = columns_within(found, slack, self.late)
            choice = cover(self.problem, columns, found.prices, slack, self.late)
            if choice:
                self._take(choice)
                self.ceiling = self.worth
                return
            self.ceiling = min(self.ceiling, self.problem.weight * (points - 1))
            step = 2 * step + 1

    def _choose(self, master: Master, columns: Sequence[Column]) -> bool:
        """Improve the best choice by these columns; whether none of them can improve it further."""
        choice, sure = master.choose(columns, self.choice, self.left())
        self._take(choice)
        return sure


def _scale(problem: Problem) -> int:
    """Prices in units fine enough for the bound, coarse enough for 64 bits where that can be."""
    room = _LARGEST // ((problem.size + 2) * problem.largest)
    return int(2 ** min(_FINEST, max(8, room.bit_length() - 1)))


def _ceiling(problem: Problem, prices: Prices, top: int) -> int:
    """The most worth of any arrangement: the price of the hand, and what melds and bonuses may exceed it."""
    hand = sum(price * count for price, count in zip(prices.rows, problem.counts, strict=False))
    if problem.ties.wilds is not None:
        hand += prices.rows[problem.ties.wilds] * problem.wilds
    over = max(0, top) * problem.size
    for one in bonuses(problem):
        reduced = one.worth * prices.scale - sum(prices.rows[row] * amount for row, amount in one.uses)
        over += max(0, reduced) * (one.most or 0)
    return (hand + over) // prices.scale


def _loosest(problem: Problem) -> int:
    """The most worth of that many naturals if any of them could be melded together."""
    most = [0]
    for count in range(1, problem.naturals + 1):
        most.append(max(most[count - size] + problem.worths[size] for size in range(1, count + 1)))
    quartets = sum(quartet.most for quartet in problem.ties.quartets.values())
    bonus = problem.alone(problem.wilds) + problem.rules.bonuses.quartet_bonus * quartets
    return max(most) + bonus * problem.weight
