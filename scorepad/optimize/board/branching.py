"""The best whole choice: by branching on the linear program, or by the solver's own search if that is long.

This tree branches on a column that is taken in part, and solves a linear program at each node. The tree of
`optimize.branch_and_bound` would not do: a joker that stands for a kind gives back some of its row, so that
what is left of the rows does not tell which columns still fit.

In branching every bound is recomputed from the solver's prices in whole numbers, so that rounding inside the
solver cannot cut off a better play.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from scorepad.optimize.milp import LinearProgram, Status, solve_whole

if TYPE_CHECKING:
    from scorepad.optimize.board.model import BoardModel

_SCALE = 1 << 12
_NEARLY_WHOLE = 1e-6
_FEW = 12  # programs solved before the solver's own search, which takes as long as twenty, is worth its start

Bounds = tuple[np.ndarray, np.ndarray]


@dataclass
class BoardSearch:
    """Depth first from the linear program; what cannot be worth a unit more than the best is cut off.

    `taken` says how often each choice is taken in the best play known: at first the table as it is, None
    where that is no play. `bound` is an objective that no play exceeds.
    """

    model: BoardModel
    deadline: float
    taken: np.ndarray | None = field(default=None, init=False)
    bound: int = field(default=0, init=False)
    open: list[tuple[int, Bounds]] = field(default_factory=list, init=False)

    def run(self) -> bool:
        """Whether the best play was found in the time, or that there is none."""
        self._relaxation = LinearProgram(self.model.program())
        caps = self.model.caps
        self.taken = self.model.as_it_lies
        ceiling = int(np.maximum(self.model.objectives, 0) @ caps)
        self.open.append((ceiling, (np.zeros(len(caps), dtype=np.int64), caps)))
        for _ in range(_FEW):
            if self.open and time.perf_counter() < self.deadline:
                self._next()
        if self.open and time.perf_counter() < self.deadline:
            self._search()
        self.open = [(bound, where) for bound, where in self.open if not self._cut(bound)]
        self.bound = max([self.best, *(bound for bound, _ in self.open)])
        return not self.open

    @property
    def best(self) -> int:
        """The objective of the best play known."""
        return -1 if self.taken is None else int(self.model.objectives @ self.taken)

    def _cut(self, bound: int) -> bool:
        unit, ground = self.model.board.unit, self.model.board.ground
        return self.taken is not None and (bound - ground) // unit <= (self.best - ground) // unit

    def _next(self) -> None:
        above, where = self.open.pop()
        if self._cut(above):
            return
        self._relaxation.bound_columns(*where)
        status = self._relaxation.solve(self.deadline - time.perf_counter())
        if status is not Status.OPTIMAL:
            if status is Status.CUT_OFF:
                self.open.append((above, where))
                self.deadline = 0.0
            return
        bound = min(above, self._bound(where))
        if self._cut(bound):
            return
        values = self._relaxation.values
        whole = np.rint(values).astype(np.int64)
        if np.abs(values - whole).max(initial=0.0) > _NEARLY_WHOLE:
            self._branch(bound, where, values)
        elif self.taken is None or int(self.model.objectives @ whole) > self.best:
            self.taken = whole

    def _search(self) -> None:
        """Choose with the solver's own search, from the best play known."""
        solution = solve_whole(
            self.model.program(whole=True),
            self.deadline - time.perf_counter(),
            start=self.taken,
            gap=0.5 / self.model.board.first,
        )
        if solution.values is not None:
            self.taken = solution.values
        if solution.status is not Status.CUT_OFF:
            self.open = []

    def _bound(self, where: Bounds) -> int:
        """An objective that no choice within these bounds exceeds, by the prices of the last solution."""
        unit = self.model.board.first * _SCALE
        prices = np.rint(np.array(self._relaxation.row_prices) * unit).astype(np.int64)
        over = self.model.objectives * _SCALE - prices @ self.model.matrix
        low, high = where
        cards = np.where(prices > 0, prices * self.model.most, prices * self.model.least).sum()
        return int(cards + np.where(over > 0, over * high, over * low).sum()) // _SCALE

    def _branch(self, bound: int, where: Bounds, values: np.ndarray) -> None:
        low, high = where
        own = len(values) - self.model.anchors.columns
        apart = np.abs(values - np.rint(values))
        if apart[:own].max() > _NEARLY_WHOLE:
            apart = apart[:own]  # with these whole, the naturals kept are whole by themselves
        column = int(np.argmax(apart))
        below, above = high.copy(), low.copy()
        below[column], above[column] = np.floor(values[column]), np.ceil(values[column])
        self.open.append((bound, (low, below)))
        self.open.append((bound, (above, high)))
