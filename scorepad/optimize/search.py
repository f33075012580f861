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
from dataclasses import dataclass, field

from scorepad.core.cards import Card
from scorepad.core.rules import Rules
from scorepad.optimize.answer import Answer
from scorepad.optimize.candidates import first_columns, greedy, wilds_alone
from scorepad.optimize.laying import laid_out, quartet_points
from scorepad.optimize.master import Master
from scorepad.optimize.nearby import TooMany, columns_within
from scorepad.optimize.pricing import Prices, Walks, best_columns, walks
from scorepad.optimize.problem import Column, Problem, problem

Choice = list[tuple[Column, int]]

_FINEST = 20
_LARGEST = 2**58


def best(rules: Rules, cards: Sequence[Card], *, limit: float = 2.0) -> Answer:
    """The arrangement of the highest score, every card of the hand in exactly one meld (H2).

    `limit` is in seconds; a search that it cuts off answers with the best found and a bound.
    """
    began = time.perf_counter()
    search = _Search(problem(rules, cards), began + limit)
    search.run()
    melds = laid_out(search.problem, search.choice)
    bonus = quartet_points(search.problem)
    points = search.points + bonus
    bound = max(points, search.bound + bonus)
    return Answer(melds, points, bound, bound == points, time.perf_counter() - began)


@dataclass
class _Search:
    """The best choice so far and what is known about better ones, both in worth."""

    problem: Problem
    until: float
    choice: Choice = field(default_factory=list)
    worth: int = 0
    ceiling: int = 0

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

    def run(self) -> None:
        """Find the best choice, or the best that the time allows."""
        columns = first_columns(self.problem)
        self._take(greedy(self.problem, columns))
        self.ceiling = max(self.worth, _loosest(self.problem))
        if self.worth == self.ceiling:
            return
        master = Master(self.problem)
        master.add(columns)
        found = self._price(master)
        if found and self.bound > self.points:
            self._choose_whole(master, found)

    def _take(self, choice: Choice) -> None:
        """Keep a choice of melds of naturals that is better than the best so far; wilds left lie alone."""
        melds = [(one, times) for one, times in choice if one.uses]
        left = self.problem.wilds - sum(one.wilds * times for one, times in melds)
        worth = (
            sum(one.worth * times for one, times in melds) + self.problem.alone(left) * self.problem.weight
        )
        if not self.choice or worth > self.worth:
            self.choice, self.worth = melds, worth

    def _price(self, master: Master) -> Walks | None:
        """Solve the relaxation over all melds: add columns while any is worth more than its cards cost."""
        found = None
        while not self.late() and master.solve(self.left()):
            whole = master.whole()
            if whole:
                self._take(whole)
            found = walks(self.problem, master.prices(_scale(self.problem)))
            top, better = best_columns(found)
            self.ceiling = min(self.ceiling, _ceiling(self.problem, found.prices, top))
            if self.worth == self.ceiling or not master.add(better):
                break
        return found

    def _choose_whole(self, master: Master, found: Walks) -> None:
        """The relaxation's answer is not whole: choose among likely columns, then among all that matter."""
        choice, _ = master.choose(master.likely(), self.left())
        if choice:
            self._take(choice)
        target = self.problem.weight * (self.points + 1) - self.problem.naturals
        slack = (self.ceiling + 1) * found.prices.scale - target * found.prices.scale
        if self.bound == self.points or self.late():
            return
        try:
            columns = columns_within(found, slack, self.late) + wilds_alone(self.problem)
        except TooMany:
            return
        choice, sure = master.choose(columns, self.left())
        if choice:
            self._take(choice)
        if sure:
            self.ceiling = self.worth


def _scale(problem: Problem) -> int:
    """Prices in units fine enough for the bound, coarse enough for 64 bits where that can be."""
    cards = problem.naturals + problem.wilds + 2
    room = _LARGEST // (cards * problem.largest)
    return int(2 ** min(_FINEST, max(8, room.bit_length() - 1)))


def _ceiling(problem: Problem, prices: Prices, top: int) -> int:
    """The most worth of any arrangement: the price of the whole hand, and `top` more for each meld."""
    hand = sum(int(price) * count for price, count in zip(prices.kinds, problem.counts, strict=True))
    alone = [one.worth * prices.scale - one.wilds * prices.wild for one in wilds_alone(problem)]
    over = max(0, top, *alone)
    melds = problem.naturals + problem.wilds
    return (hand + prices.wild * problem.wilds + melds * over) // prices.scale


def _loosest(problem: Problem) -> int:
    """The most worth of that many naturals if any of them could be melded together."""
    most = [0]
    for count in range(1, problem.naturals + 1):
        most.append(max(most[count - size] + problem.worths[size] for size in range(1, count + 1)))
    return most[-1] + problem.alone(problem.wilds) * problem.weight
