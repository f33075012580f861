"""The best arrangement of a hand by column generation, proven by prices.

The melds of a hand are columns of a set partition. Its linear relaxation gives every card a price; where
no meld is worth more than its cards cost, no arrangement is worth more than the whole hand costs (Dantzig and
Wolfe, Decomposition principle for linear programs, Operations Research 8, 1960). That bound is computed anew
in whole numbers over all melds (`pricing`). When the relaxation's answer is whole it is the best one. When it
is not, all columns that a better arrangement could use are listed and chosen from (`reduced_costs`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.optimize.branch_and_bound import TreeTooLarge
from scorepad.optimize.partition.columns import bonus_columns, objective_of
from scorepad.optimize.partition.master import Master, Prices
from scorepad.optimize.partition.pricing import Walks, improving_columns, priced_walks, track_arrays
from scorepad.optimize.partition.problem import Choice, PartitionColumn, PartitionProblem
from scorepad.optimize.partition.reduced_costs import (
    TooManyColumns,
    best_within,
    can_branch,
    columns_within,
)

_FINEST = 20
_LARGEST = 2**58


@dataclass
class ColumnGeneration:
    """The best choice so far and what is known about better ones, both as objectives.

    `ceiling` is the lowest bound known; `priced` is the bound of the last prices, which may be higher.
    """

    problem: PartitionProblem
    deadline: float
    choice: Choice = ()
    objective: int = 0
    ceiling: int = 0
    priced: int = 0

    @property
    def points(self) -> int:
        return self.problem.points_within(self.objective)

    @property
    def bound(self) -> int:
        return self.problem.points_within(self.ceiling)

    def timed_out(self) -> bool:
        return time.perf_counter() > self.deadline

    def left(self) -> float:
        return self.deadline - time.perf_counter()

    def run(self, columns: Sequence[PartitionColumn], choice: Choice) -> None:
        """Find the best choice, or the best that the time allows; `choice` is the first one, of `columns`."""
        self._take(choice)
        self.ceiling = max(self.objective, _trivial_bound(self.problem))
        if self.objective == self.ceiling:
            return
        master = Master(self.problem)
        master.add([*columns, *bonus_columns(self.problem)])
        walks = self._price(master)
        if walks and self.bound > self.points:
            self._choose_whole(master, walks)

    def _take(self, choice: Choice) -> None:
        """Keep a choice that is better than the best so far."""
        objective = objective_of(self.problem, choice)
        if not self.choice or objective > self.objective:
            self.choice, self.objective = (
                [(column, times) for column, times in choice if column.laid],
                objective,
            )

    def _price(self, master: Master) -> Walks | None:
        """Solve the relaxation over all melds: add columns while any is worth more than its cards cost."""
        walks, tracks = None, track_arrays(self.problem)
        while not self.timed_out() and master.solve(self.left()):
            whole = master.whole()
            if whole:
                self._take(whole)
            walks = priced_walks(self.problem, tracks, master.prices(_scale(self.problem)))
            top, better = improving_columns(walks)
            self.priced = _ceiling(self.problem, walks.prices, top)
            self.ceiling = min(self.ceiling, self.priced)
            if self.objective == self.ceiling or not master.add(better):
                break
        return walks

    def _choose_whole(self, master: Master, walks: Walks) -> None:
        """The relaxation's answer is not whole: look near the bound, then further off."""
        try:
            if can_branch(self.problem):
                self._descend(walks)
                return
        except (TreeTooLarge, TooManyColumns):
            pass
        self._choose(master, master.likely())
        if self.bound == self.points or self.timed_out():
            return
        try:
            columns = columns_within(walks, self._gap(walks, self.points + 1), self.timed_out)
        except TooManyColumns:
            return
        if self._choose(master, columns + bonus_columns(self.problem)):
            self.ceiling = self.objective

    def _gap(self, walks: Walks, points: int) -> int:
        """How far below its cards' price a meld can be worth in an arrangement of that many points."""
        target = self.problem.weight * points - self.problem.size
        return (self.priced + 1 - target) * walks.prices.scale

    def _descend(self, walks: Walks) -> None:
        """Prove for ever fewer points that none is worth more. Raises TreeTooLarge, TooManyColumns."""
        step = 0
        while self.bound > self.points:
            points = max(self.points + 1, self.bound - step)
            gap = self._gap(walks, points)
            columns = columns_within(walks, gap, self.timed_out)
            choice = best_within(self.problem, columns, walks.prices, gap, self.timed_out)
            if choice:
                self._take(choice)
                self.ceiling = self.objective
                return
            self.ceiling = min(self.ceiling, self.problem.weight * (points - 1))
            step = 2 * step + 1

    def _choose(self, master: Master, columns: Sequence[PartitionColumn]) -> bool:
        """Improve the best choice by these columns; whether none of them can improve it further."""
        choice, sure = master.choose(columns, self.choice, self.left())
        self._take(choice)
        return sure


def _scale(problem: PartitionProblem) -> int:
    """Prices in units fine enough for the bound, coarse enough for 64 bits where that can be."""
    room = _LARGEST // ((problem.size + 2) * problem.largest)
    return int(2 ** min(_FINEST, max(8, room.bit_length() - 1)))


def _ceiling(problem: PartitionProblem, prices: Prices, top: int) -> int:
    """The highest objective there can be: the price of the hand, and what melds and bonuses may exceed it."""
    hand = sum(price * count for price, count in zip(prices.rows, problem.counts, strict=False))
    if problem.linking.wild_row is not None:
        hand += prices.rows[problem.linking.wild_row] * problem.wilds
    over = max(0, top) * problem.size
    for column in bonus_columns(problem):
        reduced = column.objective * prices.scale - sum(
            prices.rows[row] * amount for row, amount in column.uses
        )
        over += max(0, reduced) * (column.most or 0)
    return (hand + over) // prices.scale


def _trivial_bound(problem: PartitionProblem) -> int:
    """The highest objective of that many naturals if any of them could be melded together."""
    most = [0]
    for count in range(1, problem.naturals + 1):
        most.append(max(most[count - size] + problem.objectives[size] for size in range(1, count + 1)))
    quartets = sum(quartet.most for quartet in problem.linking.quartets.values())
    bonus = problem.leftover_points(problem.wilds) + problem.rules.bonuses.quartet_bonus * quartets
    return max(most) + bonus * problem.weight
