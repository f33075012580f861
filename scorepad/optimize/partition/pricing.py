"""Pricing by label setting: the melds of highest reduced objective under prices of the cards, over all melds.

A meld is a walk along a track that starts and ends with a natural: a shortest path with resources, solved by
labels (Irnich and Desaulniers, Shortest path problems with resource constraints, 2005). The labels of n
naturals and w wilds are extended together, one vector over the starting places for each of four conditions:
whether two naturals were side by side yet, and whether the last card is a natural. A wild costs as much as
the cheapest card that may stand at the place. Prices and objectives are whole numbers, so what is found is
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
from typing import TYPE_CHECKING

import numpy as np

from scorepad.optimize.partition.problem import VOID, PartitionColumn, PartitionProblem, PlacedKind, column_of

if TYPE_CHECKING:
    from scorepad.optimize.partition.master import Prices

WalkShape = tuple[int, int, int, int]  # naturals, wilds, two side by side, last is a natural
Costs = dict[WalkShape, np.ndarray]


@dataclass(frozen=True)
class TrackArrays:
    """The places of a problem as vectors, with one more at the end where tracks that are no circles stop.

    kind         by place: the kind whose natural place it is, else VOID
    copies       by place: how many of that kind the hand has
    after        by place: the next place
    lap          by place: the places of its track
    wild_allowed by wild kind and place: whether it may stand there besides its own place
    """

    kind: np.ndarray
    copies: np.ndarray
    after: np.ndarray
    lap: np.ndarray
    wild_allowed: np.ndarray


def track_arrays(problem: PartitionProblem) -> TrackArrays:
    """The places of the problem."""
    void = len(problem.cards)
    allowed = [[kind in kinds for kinds in problem.wilds_for] + [False] for kind in problem.wild_kinds]
    return TrackArrays(
        kind=np.array([*problem.kind_at, VOID]),
        copies=np.array([0 if kind == VOID else problem.counts[kind] for kind in problem.kind_at] + [0]),
        after=np.array([*problem.next_place, void]),
        lap=np.array([length for _, length in problem.circles for _ in range(length)] + [1]),
        wild_allowed=np.array(allowed, dtype=bool).reshape(len(allowed), void + 1),
    )


@dataclass(frozen=True)
class Walks:
    """The cheapest walks from every starting place, by their shape.

    places        by steps taken: the place reached from each start
    costs         by shape of walk: the cost from each start
    big_m         the cost of what cannot be done
    price         by place: what a natural costs
    wild          by place: what the cheapest wild costs
    each_wild     by wild kind and place: what it costs there
    relaxed_laps  whether a wild used lets a natural be taken again
    """

    problem: PartitionProblem
    tracks: TrackArrays
    prices: Prices
    starts: np.ndarray
    places: list[np.ndarray]
    costs: Costs
    big_m: int
    price: np.ndarray
    wild: np.ndarray
    each_wild: np.ndarray
    relaxed_laps: bool

    def natural_costs(self, steps: int, wilds: int) -> np.ndarray:
        """What a natural costs at the place that each start reaches by `steps`, after `wilds` wilds."""
        here = self.place(steps)
        laps = steps // self.tracks.lap[self.starts] - (wilds if self.relaxed_laps else 0)
        return np.where(self.tracks.copies[here] > laps, self.price[here], self.big_m)

    def wild_costs(self, steps: int) -> np.ndarray:
        """What a wild costs at the place that each start reaches by `steps`."""
        costs: np.ndarray = self.wild[self.place(steps)]
        return costs

    def place(self, steps: int) -> np.ndarray:
        """The place that each start reaches by `steps`."""
        while len(self.places) <= steps:
            self.places.append(self.tracks.after[self.places[-1]])
        return self.places[steps]

    def finished(self) -> Iterator[tuple[WalkShape, np.ndarray]]:
        """Each shape of walk that may end, with the reduced objective from each start."""
        needs = self.problem.rules.wilds.adjacent_naturals
        for walk, costs in self.costs.items():
            naturals, wilds, together, natural_last = walk
            if natural_last and (together or not wilds or not needs):
                yield walk, self.problem.objectives[naturals] * self.prices.scale - costs


def priced_walks(problem: PartitionProblem, tracks: TrackArrays, prices: Prices) -> Walks:
    """All walks, by naturals and wilds, until none is left that can go on."""
    kind = tracks.kind
    starts = np.flatnonzero(kind[:-1] != VOID)
    big_m = _big_m(problem, prices)
    price = np.where(kind != VOID, prices.natural(problem)[kind], big_m)
    each_wild = _each_wild(problem, tracks, prices, big_m)
    wild = each_wild.min(axis=0, initial=big_m)
    relaxed = _relaxed_laps(problem)
    walks = Walks(problem, tracks, prices, starts, [starts], {}, big_m, price, wild, each_wild, relaxed)
    _extend(walks)
    return walks


def _each_wild(problem: PartitionProblem, tracks: TrackArrays, prices: Prices, big_m: int) -> np.ndarray:
    """What each kind of wild costs at each place: too much where it may not stand."""
    costs = prices.wild(problem)[:, None]
    each: np.ndarray = np.where(tracks.wild_allowed, costs, big_m)
    return each.astype(prices.number)


def _relaxed_laps(problem: PartitionProblem) -> bool:
    """Whether naturals and wilds of a place may not always be exchanged between laps."""
    shortest = min(length for _, length in problem.circles)
    parting = problem.rules.wilds.adjacent_naturals and problem.wilds >= shortest // 2
    return problem.wilds > 0 and (problem.rules.wilds.wilds_apart or parting)


def _big_m(problem: PartitionProblem, prices: Prices) -> int:
    """More than any walk can cost, or any meld's objective."""
    most = problem.largest * prices.scale + 3 * (problem.size + 1) * max(map(abs, prices.rows))
    return 4 * most + 1


def _extend(walks: Walks) -> None:
    problem, costs = walks.problem, walks.costs
    costs[1, 0, 0, 1] = walks.price[walks.starts]
    for naturals in range(1, problem.size + 1):
        before = len(costs)
        for wilds in range(problem.wilds + 1):
            steps = naturals + wilds - 1
            if naturals > 1:
                _arrive(walks, (naturals, wilds), 1, walks.natural_costs(steps, wilds))
            if wilds:
                _arrive(walks, (naturals, wilds), 0, walks.wild_costs(steps))
        if naturals > 1 and len(costs) == before:
            return


def _ways(walks: Walks, walk: WalkShape) -> list[WalkShape]:
    """The shapes of walk from which one card more leads to this one."""
    naturals, wilds, together, natural = walk
    if natural:
        ways = [(naturals - 1, wilds, together, 0)]
        ways += [(naturals - 1, wilds, side, 1) for side in (0, 1) if together]
    else:
        ways = [(naturals, wilds - 1, together, 1)]
        ways += [] if walks.problem.rules.wilds.wilds_apart else [(naturals, wilds - 1, together, 0)]
    return [way for way in ways if way in walks.costs]


def _arrive(walks: Walks, cards: tuple[int, int], natural: int, price: np.ndarray) -> None:
    for together in (0, 1):
        _keep(walks, (*cards, together, natural), price)


def _keep(walks: Walks, walk: WalkShape, price: np.ndarray) -> None:
    """The cheapest way to a shape of walk, if there is any way from any start."""
    ways = [walks.costs[way] for way in _ways(walks, walk)]
    if not ways:
        return
    cheapest = ways[0] if len(ways) == 1 else np.minimum.reduce(ways)
    cost = np.minimum(cheapest + price, walks.big_m)
    if (cost < walks.big_m // 2).any():
        walks.costs[walk] = cost


def improving_columns(walks: Walks) -> tuple[int, list[PartitionColumn]]:
    """The highest reduced objective of any meld, and from each start the best meld above zero."""
    top = np.full(len(walks.starts), -walks.big_m, dtype=walks.price.dtype)
    ends: list[WalkShape | None] = [None] * len(walks.starts)
    for walk, reduced in walks.finished():
        for start in np.flatnonzero(reduced > top):
            ends[start] = walk
        top = np.maximum(top, reduced)
    columns = [
        column_of(walks.problem, _way_back(walks, start, end))
        for start, end in enumerate(ends)
        if end is not None and top[start] > 0
    ]
    return int(top.max()), columns


def _way_back(walks: Walks, start: int, walk: WalkShape) -> list[PlacedKind]:
    """The places of a walk from its start to its end, each with the kind of card laid there."""
    laid = []
    while True:
        naturals, wilds, _, natural = walk
        place = int(walks.places[naturals + wilds - 1][start])
        laid.append((place, walks.problem.kind_at[place] if natural else _cheapest(walks, place)))
        if naturals == 1 and wilds == 0:
            return laid[::-1]
        walk = min(_ways(walks, walk), key=lambda way: walks.costs[way][start])


def _cheapest(walks: Walks, place: int) -> int:
    """The kind of the cheapest wild at a place."""
    return walks.problem.wild_kinds[int(np.argmin(walks.each_wild[:, place]))]
