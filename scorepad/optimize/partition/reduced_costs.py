"""Reduced-cost fixing: the melds that a better arrangement could use, and the best choice among those.

A meld whose reduced objective falls short of zero by more than the gap between the bound and the best known
is in no better arrangement (Dantzig, Fulkerson and Johnson, Operations Research 2, 1954).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from scorepad.optimize.branch_and_bound import PricedRows, SearchTree
from scorepad.optimize.partition.problem import (
    VOID,
    Choice,
    PartitionColumn,
    PartitionProblem,
    PlacedKind,
    column_of,
)

if TYPE_CHECKING:
    from scorepad.optimize.partition.master import RowPrices
    from scorepad.optimize.partition.pricing import PricedWalks, WalkCosts, WalkShape

_FIRST_WALK: WalkShape = (1, 0, 0, 1)
_MOST_NODES = 250  # of the tree; a larger one is left to the solver


class TooManyColumns(Exception):
    """More melds than can be listed in the time that is left."""


class NearbyColumns:
    """The columns near the bound that prices leave: walks grown card by card, as long as some ending is near.

    What walks can still add is worked out once, for every gap.
    """

    def __init__(self, walks: PricedWalks, timed_out: Callable[[], bool]) -> None:
        self.walks, self.timed_out = walks, timed_out
        best_endings = _best_endings(walks)
        self.best_endings = {walk: endings.tolist() for walk, endings in best_endings.items()}
        # By start, the most that any meld is worth beyond its cards: starts too far below are skipped.
        self.best_whole = best_endings[_FIRST_WALK] - _step_costs(walks, _FIRST_WALK)
        self.longer_walks = {walk: _longer_walks(walks, walk) for walk in walks.walk_costs}
        self.natural_costs = {walk: _step_costs(walks, walk).tolist() for walk in walks.walk_costs if walk[3]}
        self.wild_costs = list(zip(walks.problem.wild_kinds, walks.price_by_wild.tolist(), strict=True))
        self.places_at = [walks.place_after(steps).tolist() for steps in range(_most_cards(walks))]
        self.place_kinds = (*walks.problem.kind_at, VOID)
        self.end_objective = {
            walk: walks.problem.meld_objectives[walk[0]] * walks.prices.scale
            for walk, _ in walks.finished_walks()
        }

    def within(self, gap: int) -> list[PartitionColumn]:
        """All of reduced objective −`gap` or more, each use of cards once. Raises TooManyColumns."""
        columns: dict[object, PartitionColumn] = {}
        for start in np.flatnonzero(self.best_whole >= -gap).tolist():
            for placed_kinds in self._grown(start, gap):
                column = column_of(self.walks.problem, placed_kinds)
                columns.setdefault(column.column_key, column)
        return list(columns.values())

    def _grown(self, start: int, gap: int) -> Iterator[list[PlacedKind]]:
        """The walks from one start that end with a reduced objective of −gap or more."""
        ((first_card, first_cost),) = self._last_cards(_FIRST_WALK, start)
        growing_walks = [(_FIRST_WALK, first_cost, [first_card])]
        while growing_walks:
            if self.timed_out():
                raise TooManyColumns
            walk, cost_so_far, placed_kinds = growing_walks.pop()
            if self.end_objective.get(walk, -self.walks.big_m) - cost_so_far >= -gap:
                yield placed_kinds
            for step in self.longer_walks[walk]:
                # The best ending is exact, so that every walk kept ends in a column that is listed.
                most_cost = self.best_endings[step][start] + gap
                for placed_kind, step_cost in self._last_cards(step, start):
                    if cost_so_far + step_cost <= most_cost:
                        growing_walks.append((step, cost_so_far + step_cost, [*placed_kinds, placed_kind]))

    def _last_cards(self, step: WalkShape, start: int) -> list[tuple[PlacedKind, int]]:
        """The cards that may be laid last on a shape of walk, with their costs."""
        place = self.places_at[step[0] + step[1] - 1][start]
        if step[3]:
            return [((place, self.place_kinds[place]), self.natural_costs[step][start])]
        return [((place, kind), costs[place]) for kind, costs in self.wild_costs]


def _most_cards(walks: PricedWalks) -> int:
    return max((naturals + wilds for naturals, wilds, _, _ in walks.walk_costs), default=0)


def _best_endings(walks: PricedWalks) -> WalkCosts:
    """For each shape of walk and start, the most objective less costs that its ending can still add."""
    best_endings: WalkCosts = {}
    may_end = {walk for walk, _ in walks.finished_walks()}
    no_ending = np.full(len(walks.start_places), -walks.big_m, dtype=walks.natural_price.dtype)
    # Longest first, so that every ending of a walk is known before the walk itself.
    for walk in sorted(walks.walk_costs, key=lambda walk: -(walk[0] + walk[1])):
        objective = (
            walks.problem.meld_objectives[walk[0]] * walks.prices.scale if walk in may_end else -walks.big_m
        )
        best_ending = np.maximum(no_ending, objective)
        for step in _longer_walks(walks, walk):
            best_ending = np.maximum(best_ending, best_endings[step] - _step_costs(walks, step))
        best_endings[walk] = best_ending
    return best_endings


def _longer_walks(walks: PricedWalks, walk: WalkShape) -> list[WalkShape]:
    """The shapes that follow on a walk by one card more."""
    naturals, wilds, has_pair, natural = walk
    longer_walks = [(naturals + 1, wilds, 1 if natural else has_pair, 1)]
    if natural or not walks.problem.rules.wilds.wilds_apart:
        longer_walks.append((naturals, wilds + 1, has_pair, 0))
    return [step for step in longer_walks if step in walks.walk_costs]


def _step_costs(walks: PricedWalks, step: WalkShape) -> np.ndarray:
    """What the last card of a shape of walk costs from each start."""
    naturals, wilds, _, natural = step
    steps = naturals + wilds - 1
    return walks.natural_costs(steps, wilds) if natural else walks.wild_costs(steps)


def can_branch(problem: PartitionProblem) -> bool:
    """Whether rows are those of the cards alone, and every meld uses a card that must be melded."""
    # The tree branches on cards that must be melded. A meld of cards that may all stay out would escape it.
    may_lie_alone = any(problem.kinds[kind] in problem.melding.naturals for kind in problem.wild_kinds)
    return not problem.has_links and not may_lie_alone


def best_within(
    problem: PartitionProblem,
    columns: Sequence[PartitionColumn],
    prices: RowPrices,
    gap: int,
    timed_out: Callable[[], bool],
) -> Choice | None:
    """The choice that loses least and no more than `gap`, in units of the prices; None if there is none.

    `columns` are all that any such choice could take. Raises TreeTooLarge.
    """
    use_counts = [0] * len(problem.kinds)
    priced_columns = []
    for number, column in enumerate(columns):
        cost = sum([prices.by_row[row] * amount for row, amount in column.row_uses])
        # What a column loses: the price of its cards less its own worth, below zero by rounding alone.
        priced_columns.append((cost - column.objective * prices.scale, number, column.row_uses))
        for row, _ in column.row_uses:
            use_counts[row] += 1
    must_be_melded = [kind for kind, wild in enumerate(problem.may_be_wild) if not wild]
    priced_rows = PricedRows(
        problem.card_limits, prices.by_row, sorted(must_be_melded, key=use_counts.__getitem__)
    )
    chosen_numbers = SearchTree(priced_rows, priced_columns, _MOST_NODES, timed_out).find_choice(gap)
    return None if chosen_numbers is None else [(columns[number], 1) for number in chosen_numbers]
