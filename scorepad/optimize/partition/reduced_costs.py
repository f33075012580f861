"""Reduced-cost fixing: the melds that a better arrangement could use, and the best choice among those.

A meld whose reduced objective falls short of zero by more than the gap between the bound and the best known
is in no better arrangement (Dantzig, Fulkerson and Johnson, Operations Research 2, 1954).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from scorepad.optimize.branch_and_bound import PricedRows, Tree
from scorepad.optimize.partition.problem import (
    VOID,
    Choice,
    PartitionColumn,
    PartitionProblem,
    PlacedKind,
    column_of,
)

if TYPE_CHECKING:
    from scorepad.optimize.partition.master import Prices
    from scorepad.optimize.partition.pricing import Costs, Walks, WalkShape

_MOST_NODES = 250  # of the tree; a larger one is left to the solver


class TooManyColumns(Exception):
    """More melds than can be listed in the time that is left."""


def columns_within(walks: Walks, gap: int, timed_out: Callable[[], bool]) -> list[PartitionColumn]:
    """All columns of reduced objective −`gap` or more, each use of cards once. Raises TooManyColumns."""
    tree = _Tree(walks, gap, timed_out)
    columns: dict[object, PartitionColumn] = {}
    for start in range(len(walks.starts)):
        for laid in tree.grown(start):
            column = column_of(walks.problem, laid)
            columns.setdefault(column.key, column)
    return list(columns.values())


class _Tree:
    """Walks grown card by card, as long as some ending keeps them within the gap."""

    def __init__(self, walks: Walks, gap: int, timed_out: Callable[[], bool]) -> None:
        self.walks, self.gap, self.timed_out = walks, gap, timed_out
        self.ends = {walk: ends.tolist() for walk, ends in _ends(walks).items()}
        self.steps = {walk: _steps(walks, walk) for walk in walks.costs}
        self.naturals = {walk: _step_costs(walks, walk).tolist() for walk in walks.costs if walk[3]}
        self.wilds = list(zip(walks.problem.wild_kinds, walks.each_wild.tolist(), strict=True))
        scale = walks.prices.scale
        self.kinds = (*walks.problem.kind_at, VOID)
        self.objective = {walk: walks.problem.objectives[walk[0]] * scale for walk, _ in walks.finished()}

    def grown(self, start: int) -> Iterator[list[PlacedKind]]:
        """The walks from one start that end with a reduced objective of −gap or more."""
        first: WalkShape = (1, 0, 0, 1)
        laid = [self._natural(first, start)]
        growing = [(first, self.naturals[first][start], laid)]
        while growing:
            if self.timed_out():
                raise TooManyColumns
            walk, cost, laid = growing.pop()
            if self.objective.get(walk, -self.walks.big_m) - cost >= -self.gap:
                yield laid
            for step in self.steps[walk]:
                most = self.ends[step][start] + self.gap
                for column, further in self._cards(step, start):
                    if cost + further <= most:
                        growing.append((step, cost + further, [*laid, column]))

    def _cards(self, step: WalkShape, start: int) -> Iterator[tuple[PlacedKind, int]]:
        """The cards that may be laid last on a shape of walk, with their costs."""
        if step[3]:
            yield self._natural(step, start), self.naturals[step][start]
            return
        place = self._place(step, start)
        for kind, costs in self.wilds:
            yield (place, kind), costs[place]

    def _natural(self, step: WalkShape, start: int) -> PlacedKind:
        place = self._place(step, start)
        return place, self.kinds[place]

    def _place(self, step: WalkShape, start: int) -> int:
        return int(self.walks.place(step[0] + step[1] - 1)[start])


def _ends(walks: Walks) -> Costs:
    """For each shape of walk and start, the most objective less costs that its ending can still add."""
    ends: Costs = {}
    may_end = {walk for walk, _ in walks.finished()}
    nothing = np.full(len(walks.starts), -walks.big_m, dtype=walks.price.dtype)
    for walk in sorted(walks.costs, key=lambda walk: -(walk[0] + walk[1])):
        objective = (
            walks.problem.objectives[walk[0]] * walks.prices.scale if walk in may_end else -walks.big_m
        )
        best = np.maximum(nothing, objective)
        for step in _steps(walks, walk):
            best = np.maximum(best, ends[step] - _step_costs(walks, step))
        ends[walk] = best
    return ends


def _steps(walks: Walks, walk: WalkShape) -> list[WalkShape]:
    """The shapes that follow on a walk by one card more."""
    naturals, wilds, together, natural = walk
    steps = [(naturals + 1, wilds, 1 if natural else together, 1)]
    if natural or not walks.problem.rules.wilds.wilds_apart:
        steps.append((naturals, wilds + 1, together, 0))
    return [step for step in steps if step in walks.costs]


def _step_costs(walks: Walks, step: WalkShape) -> np.ndarray:
    """What the last card of a shape of walk costs from each start."""
    naturals, wilds, _, natural = step
    steps = naturals + wilds - 1
    return walks.natural_costs(steps, wilds) if natural else walks.wild_costs(steps)


def can_branch(problem: PartitionProblem) -> bool:
    """Whether rows are those of the cards alone, and every meld uses a card that must be melded."""
    lone = any(problem.kinds[kind] in problem.melding.naturals for kind in problem.wild_kinds)
    return not problem.linked and not lone


def best_within(
    problem: PartitionProblem,
    columns: Sequence[PartitionColumn],
    prices: Prices,
    gap: int,
    timed_out: Callable[[], bool],
) -> Choice | None:
    """The choice that loses least and no more than `gap`, in units of the prices; None if there is none.

    `columns` are all that any such choice could take. Raises TreeTooLarge.
    """
    uses = [0] * len(problem.kinds)
    priced = []
    for number, column in enumerate(columns):
        cost = sum([prices.rows[row] * amount for row, amount in column.uses])
        priced.append((cost - column.objective * prices.scale, number, column.uses))
        for row, _ in column.uses:
            uses[row] += 1
    must = [kind for kind, wild in enumerate(problem.wild) if not wild]
    rows = PricedRows(problem.card_limits, prices.rows, sorted(must, key=uses.__getitem__))
    chosen = Tree(rows, priced, _MOST_NODES, timed_out).search(gap)
    return None if chosen is None else [(columns[number], 1) for number in chosen]
