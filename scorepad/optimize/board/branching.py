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

from scorepad.optimize.milp import LinearProgram, SolverStatus, solve_whole

if TYPE_CHECKING:
    from scorepad.optimize.board.model import BoardModel

_PRICE_SCALE = 1 << 12
_NEARLY_WHOLE = 1e-6
_FEW_PROGRAMS = 12  # solved before the solver's own search, which takes as long as twenty, is worth its start

ColumnBounds = tuple[np.ndarray, np.ndarray]


@dataclass
class BoardSearch:
    """Depth first from the linear program; what cannot be worth a unit more than the best is cut off.

    `best_taken` says how often each choice is taken in the best play known: at first the table as it is, None
    where that is no play. `bound` is an objective that no play exceeds.
    """

    model: BoardModel
    deadline: float
    best_taken: np.ndarray | None = field(default=None, init=False)
    bound: int = field(default=0, init=False)
    open_nodes: list[tuple[int, ColumnBounds]] = field(default_factory=list, init=False)

    def find_best(self) -> bool:
        """Whether the best play was found in the time, or that there is none."""
        self._relaxation = LinearProgram(self.model.program())
        most_taken = self.model.most_taken
        self.best_taken = self.model.as_it_lies
        first_bound = int(np.maximum(self.model.objectives, 0) @ most_taken)
        self.open_nodes.append((first_bound, (np.zeros(len(most_taken), dtype=np.int64), most_taken)))
        for _ in range(_FEW_PROGRAMS):
            if self.open_nodes and time.perf_counter() < self.deadline:
                self._solve_next()
        if self.open_nodes and time.perf_counter() < self.deadline:
            self._search_by_solver()
        self.open_nodes = [
            (bound, column_bounds) for bound, column_bounds in self.open_nodes if not self._cut_off(bound)
        ]
        self.bound = max([self.best_objective, *(bound for bound, _ in self.open_nodes)])
        return not self.open_nodes

    @property
    def best_objective(self) -> int:
        """The objective of the best play known."""
        return -1 if self.best_taken is None else int(self.model.objectives @ self.best_taken)

    def _cut_off(self, bound: int) -> bool:
        unit, table_objective = self.model.board.lesser_unit, self.model.board.table_objective
        return (
            self.best_taken is not None
            and (bound - table_objective) // unit <= (self.best_objective - table_objective) // unit
        )

    def _solve_next(self) -> None:
        parent_bound, column_bounds = self.open_nodes.pop()
        if self._cut_off(parent_bound):
            return
        self._relaxation.bound_columns(*column_bounds)
        status = self._relaxation.solve(self.deadline - time.perf_counter())
        if status is not SolverStatus.OPTIMAL:
            if status is SolverStatus.CUT_OFF:
                self.open_nodes.append((parent_bound, column_bounds))
                self.deadline = 0.0
            return
        bound = min(parent_bound, self._priced_bound(column_bounds))
        if self._cut_off(bound):
            return
        column_values = self._relaxation.column_values
        whole_values = np.rint(column_values).astype(np.int64)
        if np.abs(column_values - whole_values).max(initial=0.0) > _NEARLY_WHOLE:
            self._branch_on(bound, column_bounds, column_values)
        elif self.best_taken is None or int(self.model.objectives @ whole_values) > self.best_objective:
            self.best_taken = whole_values

    def _search_by_solver(self) -> None:
        """Choose with the solver's own search, from the best play known."""
        solution = solve_whole(
            self.model.program(whole=True),
            self.deadline - time.perf_counter(),
            start_values=self.best_taken,
            absolute_gap=0.5 / self.model.board.greater_unit,
        )
        if solution.column_values is not None:
            self.best_taken = solution.column_values
        if solution.status is not SolverStatus.CUT_OFF:
            self.open_nodes = []

    def _priced_bound(self, column_bounds: ColumnBounds) -> int:
        """An objective that no choice within these bounds exceeds, by the prices of the last solution."""
        price_unit = self.model.board.greater_unit * _PRICE_SCALE
        prices = np.rint(np.array(self._relaxation.row_prices) * price_unit).astype(np.int64)
        reduced_costs = self.model.objectives * _PRICE_SCALE - prices @ self.model.matrix
        lower, upper = column_bounds
        row_cost = np.where(
            prices > 0, prices * self.model.upper_limits, prices * self.model.lower_limits
        ).sum()
        return (
            int(row_cost + np.where(reduced_costs > 0, reduced_costs * upper, reduced_costs * lower).sum())
            // _PRICE_SCALE
        )

    def _branch_on(self, bound: int, column_bounds: ColumnBounds, column_values: np.ndarray) -> None:
        lower, upper = column_bounds
        own_columns = len(column_values) - self.model.anchors.column_count
        fraction = np.abs(column_values - np.rint(column_values))
        if fraction[:own_columns].max() > _NEARLY_WHOLE:
            fraction = fraction[:own_columns]  # with these whole, the naturals kept are whole by themselves
        column = int(np.argmax(fraction))
        rounded_down, rounded_up = upper.copy(), lower.copy()
        rounded_down[column], rounded_up[column] = (
            np.floor(column_values[column]),
            np.ceil(column_values[column]),
        )
        self.open_nodes.append((bound, (lower, rounded_down)))
        self.open_nodes.append((bound, (rounded_up, upper)))
