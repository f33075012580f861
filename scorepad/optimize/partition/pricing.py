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
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from scorepad.optimize.answer import check_deadline
from scorepad.optimize.partition.problem import VOID, PartitionColumn, PartitionProblem, PlacedKind, column_of

if TYPE_CHECKING:
    from scorepad.optimize.partition.master import RowPrices

WalkShape = tuple[int, int, int, int]  # naturals, wilds, two side by side, last is a natural
WalkCosts = dict[WalkShape, np.ndarray]


@dataclass(frozen=True)
class TrackArrays:
    """The places of a problem as vectors, with one more at the end where tracks that are no circles stop.

    kind_at       by place: the kind whose natural place it is, else VOID
    copies_at     by place: how many of that kind the hand has
    next_place    by place: the next place
    lap_length    by place: the places of its track
    wild_allowed  by wild kind and place: whether it may stand there besides its own place
    """

    kind_at: np.ndarray
    copies_at: np.ndarray
    next_place: np.ndarray
    lap_length: np.ndarray
    wild_allowed: np.ndarray


def track_arrays(problem: PartitionProblem) -> TrackArrays:
    """The places of the problem."""
    void_place = len(problem.place_cards)
    wild_allowed = [[kind in kinds for kinds in problem.wilds_for] + [False] for kind in problem.wild_kinds]
    return TrackArrays(
        kind_at=np.array([*problem.kind_at, VOID]),
        copies_at=np.array(
            [0 if kind == VOID else problem.kind_counts[kind] for kind in problem.kind_at] + [0]
        ),
        next_place=np.array([*problem.next_place, void_place]),
        lap_length=np.array([length for _, length in problem.track_spans for _ in range(length)] + [1]),
        wild_allowed=np.array(wild_allowed, dtype=bool).reshape(len(wild_allowed), void_place + 1),
    )


@dataclass(frozen=True)
class PricedWalks:
    """The cheapest walks from every starting place, by their shape.

    reached_places  by steps taken: the place reached from each start
    walk_costs      by shape of walk: the cost from each start
    big_m           the cost of what cannot be done
    natural_price   by place: what a natural costs
    wild_price      by place: what the cheapest wild costs
    price_by_wild   by wild kind and place: what it costs there
    laps_relaxed    whether a wild used lets a natural be taken again
    costs_of_naturals  by steps, and wilds that let a natural be taken again: `natural_costs` once known
    """

    problem: PartitionProblem
    tracks: TrackArrays
    prices: RowPrices
    start_places: np.ndarray
    reached_places: list[np.ndarray]
    walk_costs: WalkCosts
    big_m: int
    natural_price: np.ndarray
    wild_price: np.ndarray
    price_by_wild: np.ndarray
    laps_relaxed: bool
    costs_of_naturals: dict[tuple[int, int], np.ndarray] = field(default_factory=dict)

    def natural_costs(self, steps: int, wilds: int) -> np.ndarray:
        """What a natural costs at the place that each start reaches by `steps`, after `wilds` wilds."""
        laps_relaxed = wilds if self.laps_relaxed else 0
        if (steps, laps_relaxed) not in self.costs_of_naturals:
            reached_place = self.place_after(steps)
            laps_done = steps // self.tracks.lap_length[self.start_places] - laps_relaxed
            self.costs_of_naturals[steps, laps_relaxed] = np.where(
                self.tracks.copies_at[reached_place] > laps_done,
                self.natural_price[reached_place],
                self.big_m,
            )
        return self.costs_of_naturals[steps, laps_relaxed]

    def wild_costs(self, steps: int) -> np.ndarray:
        """What a wild costs at the place that each start reaches by `steps`."""
        costs: np.ndarray = self.wild_price[self.place_after(steps)]
        return costs

    def place_after(self, steps: int) -> np.ndarray:
        """The place that each start reaches by `steps`."""
        while len(self.reached_places) <= steps:
            self.reached_places.append(self.tracks.next_place[self.reached_places[-1]])
        return self.reached_places[steps]

    def finished_walks(self) -> Iterator[tuple[WalkShape, np.ndarray]]:
        """Each shape of walk that may end, with the reduced objective from each start."""
        needs_pair = self.problem.rules.wilds.adjacent_naturals
        for walk, costs in self.walk_costs.items():
            naturals, wilds, has_pair, natural_last = walk
            if natural_last and (has_pair or not wilds or not needs_pair):
                yield walk, self.problem.meld_objectives[naturals] * self.prices.scale - costs


def priced_walks(
    problem: PartitionProblem, tracks: TrackArrays, prices: RowPrices, deadline: float
) -> PricedWalks:
    """All walks, by naturals and wilds, until none is left that can go on. Raises TimedOut."""
    kind_at = tracks.kind_at
    start_places = np.flatnonzero(kind_at[:-1] != VOID)
    big_m = _big_m(problem, prices)
    # VOID picks the last kind's price, which `where` throws away.
    natural_price = np.where(kind_at != VOID, prices.natural_prices(problem)[kind_at], big_m)
    price_by_wild = _each_wild(problem, tracks, prices, big_m)
    wild_price = price_by_wild.min(axis=0, initial=big_m)
    laps_relaxed = _relaxed_laps(problem)
    walks = PricedWalks(
        problem,
        tracks,
        prices,
        start_places,
        [start_places],
        {},
        big_m,
        natural_price,
        wild_price,
        price_by_wild,
        laps_relaxed,
    )
    _extend_walks(walks, deadline)
    return walks


def _each_wild(problem: PartitionProblem, tracks: TrackArrays, prices: RowPrices, big_m: int) -> np.ndarray:
    """What each kind of wild costs at each place: too much where it may not stand."""
    kind_prices = prices.wild_prices(problem)[:, None]
    wild_costs: np.ndarray = np.where(tracks.wild_allowed, kind_prices, big_m)
    return wild_costs.astype(prices.number_type)


def _relaxed_laps(problem: PartitionProblem) -> bool:
    """Whether naturals and wilds of a place may not always be exchanged between laps."""
    shortest_lap = min(length for _, length in problem.track_spans)
    # A wild moved to another lap lies beside other cards: two naturals may no longer touch there.
    may_part_pair = problem.rules.wilds.adjacent_naturals and problem.wild_count >= shortest_lap // 2
    return problem.wild_count > 0 and (problem.rules.wilds.wilds_apart or may_part_pair)


def _big_m(problem: PartitionProblem, prices: RowPrices) -> int:
    """More than any walk can cost, or any meld's objective."""
    largest_cost = problem.largest_objective * prices.scale + 3 * (problem.hand_size + 1) * max(
        map(abs, prices.by_row)
    )
    # However much the other cards of a walk gain, one step of big M keeps its cost above half of that.
    return 4 * largest_cost + 1


def _extend_walks(walks: PricedWalks, deadline: float) -> None:
    problem, walk_costs = walks.problem, walks.walk_costs
    # Labels of fewer cards come first, so each is final when it is extended: no queue of labels is needed.
    walk_costs[1, 0, 0, 1] = walks.natural_price[walks.start_places]
    for naturals in range(1, problem.hand_size + 1):
        check_deadline(deadline)
        count_before = len(walk_costs)
        for wilds in range(problem.wild_count + 1):
            steps = naturals + wilds - 1
            if naturals > 1:
                _arrive_at(walks, (naturals, wilds), 1, walks.natural_costs(steps, wilds))
            if wilds:
                _arrive_at(walks, (naturals, wilds), 0, walks.wild_costs(steps))
        # A walk of n naturals grows from one of n - 1, so a round without any ends the search.
        if naturals > 1 and len(walk_costs) == count_before:
            return


def _shorter_walks(walks: PricedWalks, walk: WalkShape) -> list[WalkShape]:
    """The shapes of walk from which one card more leads to this one."""
    naturals, wilds, has_pair, natural = walk
    if natural:
        # A natural after a natural makes a pair, so such a walk always has one.
        shorter_walks = [(naturals - 1, wilds, has_pair, 0)]
        shorter_walks += [(naturals - 1, wilds, side, 1) for side in (0, 1) if has_pair]
    else:
        shorter_walks = [(naturals, wilds - 1, has_pair, 1)]
        shorter_walks += [] if walks.problem.rules.wilds.wilds_apart else [(naturals, wilds - 1, has_pair, 0)]
    return [shorter for shorter in shorter_walks if shorter in walks.walk_costs]


def _arrive_at(walks: PricedWalks, cards: tuple[int, int], natural: int, step_cost: np.ndarray) -> None:
    for has_pair in (0, 1):
        _keep_cheapest(walks, (*cards, has_pair, natural), step_cost)


def _keep_cheapest(walks: PricedWalks, walk: WalkShape, step_cost: np.ndarray) -> None:
    """The cheapest way to a shape of walk, if there is any way from any start."""
    shorter_costs = [walks.walk_costs[way] for way in _shorter_walks(walks, walk)]
    if not shorter_costs:
        return
    cheapest = reduce(np.minimum, shorter_costs)
    cost = np.minimum(cheapest + step_cost, walks.big_m)  # big M stays big M, or sums would overflow
    # At half of big M and more the walk has taken a step that cannot be.
    if cost.min() < walks.big_m // 2:
        walks.walk_costs[walk] = cost


def improving_columns(walks: PricedWalks) -> tuple[int, list[PartitionColumn]]:
    """The highest reduced objective of any meld, and from each start the best meld above zero."""
    top_reduced = np.full(len(walks.start_places), -walks.big_m, dtype=walks.natural_price.dtype)
    best_ends: list[WalkShape | None] = [None] * len(walks.start_places)
    for walk, reduced_objectives in walks.finished_walks():
        # Only where a walk ends is kept; how it got there is found backwards.
        for start in np.flatnonzero(reduced_objectives > top_reduced).tolist():
            best_ends[start] = walk
        top_reduced = np.maximum(top_reduced, reduced_objectives)
    # One column for each start brings many at once, and the program is solved less often.
    columns = [
        column_of(walks.problem, _way_back(walks, start, end_walk))
        for start, end_walk in enumerate(best_ends)
        if end_walk is not None and top_reduced[start] > 0
    ]
    return int(top_reduced.max()), columns


def _way_back(walks: PricedWalks, start: int, walk: WalkShape) -> list[PlacedKind]:
    """The places of a walk from its start to its end, each with the kind of card laid there."""
    placed_kinds = []
    while True:
        naturals, wilds, _, natural = walk
        place = int(walks.reached_places[naturals + wilds - 1][start])
        placed_kinds.append(
            (place, walks.problem.kind_at[place] if natural else _cheapest_wild(walks, place))
        )
        if naturals == 1 and wilds == 0:
            return placed_kinds[::-1]
        # The walk came from its cheapest predecessor, so the way back needs no record.
        walk = min(_shorter_walks(walks, walk), key=lambda shorter: walks.walk_costs[shorter][start])


def _cheapest_wild(walks: PricedWalks, place: int) -> int:
    """The kind of the cheapest wild at a place."""
    return walks.problem.wild_kinds[int(np.argmin(walks.price_by_wild[:, place]))]
