"""Every meld whose reduced worth is within a slack of zero: all that a better arrangement could use."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from scorepad.optimize.partition.columns import column
from scorepad.optimize.partition.pricing import Costs, Walk, Walks
from scorepad.optimize.partition.problem import VOID, Column, Laid


class TooMany(Exception):
    """More melds than can be listed in the time that is left."""


def columns_within(found: Walks, slack: int, late: Callable[[], bool]) -> list[Column]:
    """All columns of reduced worth −`slack` or more, each use of cards once. Raises TooMany when late."""
    tree = _Tree(found, slack, late)
    columns: dict[object, Column] = {}
    for start in range(len(found.starts)):
        for laid in tree.grown(start):
            one = column(found.problem, laid)
            columns.setdefault(one.key, one)
    return list(columns.values())


class _Tree:
    """Walks grown card by card, as long as some ending keeps them within the slack."""

    def __init__(self, found: Walks, slack: int, late: Callable[[], bool]) -> None:
        self.found, self.slack, self.late = found, slack, late
        self.ends = {walk: ends.tolist() for walk, ends in _ends(found).items()}
        self.steps = {walk: _steps(found, walk) for walk in found.costs}
        self.naturals = {walk: _step_costs(found, walk).tolist() for walk in found.costs if walk[3]}
        self.wilds = list(zip(found.problem.wild_kinds, found.each_wild.tolist(), strict=True))
        scale = found.prices.scale
        self.kinds = (*found.problem.kind_at, VOID)
        self.worth = {walk: found.problem.worths[walk[0]] * scale for walk, _ in found.finished()}

    def grown(self, start: int) -> Iterator[list[Laid]]:
        """The walks from one start that end with a reduced worth of −slack or more."""
        first: Walk = (1, 0, 0, 1)
        laid = [self._natural(first, start)]
        growing = [(first, self.naturals[first][start], laid)]
        while growing:
            if self.late():
                raise TooMany
            walk, cost, laid = growing.pop()
            if self.worth.get(walk, -self.found.dear) - cost >= -self.slack:
                yield laid
            for step in self.steps[walk]:
                most = self.ends[step][start] + self.slack
                for one, further in self._cards(step, start):
                    if cost + further <= most:
                        growing.append((step, cost + further, [*laid, one]))

    def _cards(self, step: Walk, start: int) -> Iterator[tuple[Laid, int]]:
        """The cards that may be laid last on a shape of walk, with their costs."""
        if step[3]:
            yield self._natural(step, start), self.naturals[step][start]
            return
        place = self._place(step, start)
        for kind, costs in self.wilds:
            yield (place, kind), costs[place]

    def _natural(self, step: Walk, start: int) -> Laid:
        place = self._place(step, start)
        return place, self.kinds[place]

    def _place(self, step: Walk, start: int) -> int:
        return int(self.found.place(step[0] + step[1] - 1)[start])


def _ends(found: Walks) -> Costs:
    """For each shape of walk and start, the most worth less costs that its ending can still add."""
    ends: Costs = {}
    may_end = {walk for walk, _ in found.finished()}
    nothing = np.full(len(found.starts), -found.dear, dtype=found.price.dtype)
    for walk in sorted(found.costs, key=lambda walk: -(walk[0] + walk[1])):
        worth = found.problem.worths[walk[0]] * found.prices.scale if walk in may_end else -found.dear
        best = np.maximum(nothing, worth)
        for step in _steps(found, walk):
            best = np.maximum(best, ends[step] - _step_costs(found, step))
        ends[walk] = best
    return ends


def _steps(found: Walks, walk: Walk) -> list[Walk]:
    """The shapes that follow on a walk by one card more."""
    naturals, wilds, together, natural = walk
    steps = [(naturals + 1, wilds, 1 if natural else together, 1)]
    if natural or not found.problem.rules.wilds.wilds_apart:
        steps.append((naturals, wilds + 1, together, 0))
    return [step for step in steps if step in found.costs]


def _step_costs(found: Walks, step: Walk) -> np.ndarray:
    """What the last card of a shape of walk costs from each start."""
    naturals, wilds, _, natural = step
    steps = naturals + wilds - 1
    return found.natural_costs(steps, wilds) if natural else found.wild_costs(steps)
