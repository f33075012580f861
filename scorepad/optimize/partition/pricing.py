"""The melds of highest reduced worth under given prices of the cards, over all melds at once.

A meld is a walk along a track that starts and ends with a natural. All walks of n naturals and w wilds
are extended together, one vector over the starting places for each of four conditions: whether two
naturals were side by side yet, and whether the last card is a natural. A wild costs as much as the
cheapest card that may stand at the place. Prices and worths are whole numbers, so what is found is
exact. Wilds at the ends of a meld add nothing and are left out (H14, H17).

A meld that goes round a circle more than once takes the naturals of a place in its first laps and wilds
after: exchanging the two changes neither its cards nor its value. Where the exchange could part two
naturals side by side (as many wilds as half a lap) or bring two wilds together (H15), a walk may take a
natural again for every wild that it has used. And a walk may use a kind of wild more often than the hand
has it. That allows too much, never too little: such a column fits into no arrangement, so bounds stay
valid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from scorepad.optimize.partition.columns import column
from scorepad.optimize.partition.problem import VOID, Column, Laid, Problem

Walk = tuple[int, int, int, int]  # naturals, wilds, two side by side, last is a natural
Costs = dict[Walk, np.ndarray]


@dataclass(frozen=True)
class Prices:
    """A price for each row, in units of 1/scale of worth; no tie's or wild's is negative."""

    rows: tuple[int, ...]
    scale: int
    number: type

    def natural(self, problem: Problem) -> np.ndarray:
        """What each kind costs as a natural."""
        ties = problem.ties
        counted = self.rows[ties.wilds] if ties.wilds is not None else 0
        return np.array(
            [
                self.rows[kind]
                + (counted if problem.wild[kind] else 0)
                - (self.rows[ties.links[kind]] if kind in ties.links else 0)
                for kind in range(len(problem.kinds))
            ],
            dtype=self.number,
        )

    def wild(self, problem: Problem) -> np.ndarray:
        """What each kind that may be wild costs as a wild, in the order of the rows of `reached`."""
        ties = problem.ties
        counted = self.rows[ties.wilds] if ties.wilds is not None else 0
        return np.array([self.rows[kind] + counted for kind in problem.wild_kinds], dtype=self.number)


@dataclass(frozen=True)
class Walks:
    """The cheapest walks from every starting place, by their shape."""

    problem: Problem
    prices: Prices
    starts: np.ndarray
    places: list[np.ndarray]  # by steps taken: the place reached from each start
    costs: Costs
    dear: int  # the cost of what cannot be done
    price: np.ndarray  # by place: of a natural
    wild: np.ndarray  # by place: of the cheapest wild
    each_wild: np.ndarray  # by wild kind and place
    loose: bool  # whether a wild used lets a natural be taken again

    def natural_costs(self, steps: int, wilds: int) -> np.ndarray:
        """What a natural costs at the place that each start reaches by `steps`, after `wilds` wilds."""
        here = self.place(steps)
        laps = steps // self.problem.arrays.lap[self.starts] - (wilds if self.loose else 0)
        return np.where(self.problem.arrays.copies[here] > laps, self.price[here], self.dear)

    def wild_costs(self, steps: int) -> np.ndarray:
        """What a wild costs at the place that each start reaches by `steps`."""
        costs: np.ndarray = self.wild[self.place(steps)]
        return costs

    def place(self, steps: int) -> np.ndarray:
        """The place that each start reaches by `steps`."""
        while len(self.places) <= steps:
            self.places.append(self.problem.arrays.after[self.places[-1]])
        return self.places[steps]

    def finished(self) -> Iterator[tuple[Walk, np.ndarray]]:
        """Each shape of walk that may end, with the reduced worth from each start."""
        needs = self.problem.rules.wilds.adjacent_naturals
        for walk, costs in self.costs.items():
            naturals, wilds, together, natural_last = walk
            if natural_last and (together or not wilds or not needs):
                yield walk, self.problem.worths[naturals] * self.prices.scale - costs


def walks(problem: Problem, prices: Prices) -> Walks:
    """All walks, by naturals and wilds, until none is left that can go on."""
    kind = problem.arrays.kind
    starts = np.flatnonzero(kind[:-1] != VOID)
    dear = _dear(problem, prices)
    price = np.where(kind != VOID, prices.natural(problem)[kind], dear)
    each_wild = _each_wild(problem, prices, dear)
    wild = each_wild.min(axis=0, initial=dear)
    found = Walks(problem, prices, starts, [starts], {}, dear, price, wild, each_wild, _loose(problem))
    _extend(found)
    return found


def _each_wild(problem: Problem, prices: Prices, dear: int) -> np.ndarray:
    """What each kind of wild costs at each place: too much where it may not stand."""
    costs = prices.wild(problem)[:, None]
    each: np.ndarray = np.where(problem.arrays.reached, costs, dear)
    return each.astype(prices.number)


def _loose(problem: Problem) -> bool:
    """Whether naturals and wilds of a place may not always be exchanged between laps."""
    shortest = min(length for _, length in problem.circles)
    parting = problem.rules.wilds.adjacent_naturals and problem.wilds >= shortest // 2
    return problem.wilds > 0 and (problem.rules.wilds.wilds_apart or parting)


def _dear(problem: Problem, prices: Prices) -> int:
    """More than any walk can cost or be worth."""
    most = problem.largest * prices.scale + 3 * (problem.size + 1) * max(map(abs, prices.rows))
    return 4 * most + 1


def _extend(found: Walks) -> None:
    problem, costs = found.problem, found.costs
    costs[1, 0, 0, 1] = found.price[found.starts]
    for naturals in range(1, problem.size + 1):
        before = len(costs)
        for wilds in range(problem.wilds + 1):
            steps = naturals + wilds - 1
            if naturals > 1:
                _arrive(found, (naturals, wilds), 1, found.natural_costs(steps, wilds))
            if wilds:
                _arrive(found, (naturals, wilds), 0, found.wild_costs(steps))
        if naturals > 1 and len(costs) == before:
            return


def _ways(found: Walks, walk: Walk) -> list[Walk]:
    """The shapes of walk from which one card more leads to this one."""
    naturals, wilds, together, natural = walk
    if natural:
        ways = [(naturals - 1, wilds, together, 0)]
        ways += [(naturals - 1, wilds, side, 1) for side in (0, 1) if together]
    else:
        ways = [(naturals, wilds - 1, together, 1)]
        ways += [] if found.problem.rules.wilds.wilds_apart else [(naturals, wilds - 1, together, 0)]
    return [way for way in ways if way in found.costs]


def _arrive(found: Walks, cards: tuple[int, int], natural: int, price: np.ndarray) -> None:
    for together in (0, 1):
        _keep(found, (*cards, together, natural), price)


def _keep(found: Walks, walk: Walk, price: np.ndarray) -> None:
    """The cheapest way to a shape of walk, if there is any way from any start."""
    ways = [found.costs[way] for way in _ways(found, walk)]
    if not ways:
        return
    cheapest = ways[0] if len(ways) == 1 else np.minimum.reduce(ways)
    cost = np.minimum(cheapest + price, found.dear)
    if (cost < found.dear // 2).any():
        found.costs[walk] = cost


def best_columns(found: Walks) -> tuple[int, list[Column]]:
    """The highest reduced worth of any meld, and from each start the best meld above zero."""
    top = np.full(len(found.starts), -found.dear, dtype=found.price.dtype)
    ends: list[Walk | None] = [None] * len(found.starts)
    for walk, reduced in found.finished():
        for start in np.flatnonzero(reduced > top):
            ends[start] = walk
        top = np.maximum(top, reduced)
    columns = [
        column(found.problem, _way_back(found, start, end))
        for start, end in enumerate(ends)
        if end is not None and top[start] > 0
    ]
    return int(top.max()), columns


def _way_back(found: Walks, start: int, walk: Walk) -> list[Laid]:
    """The places of a walk from its start to its end, each with the kind of card laid there."""
    laid = []
    while True:
        naturals, wilds, _, natural = walk
        place = int(found.places[naturals + wilds - 1][start])
        laid.append((place, found.problem.kind_at[place] if natural else _cheapest(found, place)))
        if naturals == 1 and wilds == 0:
            return laid[::-1]
        walk = min(_ways(found, walk), key=lambda way: found.costs[way][start])


def _cheapest(found: Walks, place: int) -> int:
    """The kind of the cheapest wild at a place."""
    return found.problem.wild_kinds[int(np.argmin(found.each_wild[:, place]))]
