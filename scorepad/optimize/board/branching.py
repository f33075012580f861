"""The best whole choice: by branching on the linear program, or by the solver's own search if that takes
long.

This tree solves a linear program at each node. It branches on a kind that is laid in part, which settles
much at once, and on a column that is taken in part only where all kinds are laid whole (branching on rows:
Ryan and Foster, An integer programming approach to scheduling, 1981). The tree of `optimize.branch_and_bound`
would not do: a joker that stands for a kind gives back some of its row, so that what is left of the rows does
not tell which columns still fit.

In branching every bound is recomputed from the solver's prices in whole numbers, so that rounding inside the
solver cannot cut off a better play.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from scorepad.optimize.answer import Method, weakest
from scorepad.optimize.milp import LinearProgram, SolverStatus, solve_whole

if TYPE_CHECKING:
    from scorepad.optimize.board.model import BoardModel

_PRICE_SCALE = 1 << 12
_NEARLY_WHOLE = 1e-6
_MOST_PROGRAMS = 48  # solved before the solver's own search, which takes as long as twenty or more

Bounds = tuple[np.ndarray, np.ndarray]  # lower and upper ones


@dataclass(frozen=True, slots=True)
class BoardNode:
    """A subset of all plays: bounds on how often each column is taken, and on the use of each row.

    No play in it has an objective above `bound`.
    """

    bound: int
    columns: Bounds
    rows: Bounds


@dataclass
class BoardSearch:
    """Depth-first search from the linear program; nodes that cannot improve by a unit are cut off.

    `best_taken` says how often each choice is taken in the best play known: at first the table as it is, None
    if that is no play. `bound` is an objective that no play exceeds, by `method`.
    """

    model: BoardModel
    deadline: float
    best_taken: np.ndarray | None = field(default=None, init=False)
    bound: int = field(default=0, init=False)
    open_nodes: list[BoardNode] = field(default_factory=list, init=False)
    method: Method = field(default="prices", init=False)

    def find_best(self) -> bool:
        """Search the best play. True if it, or that there is none, was proven in time."""
        self._relaxation = LinearProgram(self.model.program())
        most_taken = self.model.most_taken
        self.best_taken = self.model.as_it_lies
        first_bound = int(np.maximum(self.model.objectives, 0) @ most_taken)
        columns = np.zeros(len(most_taken), dtype=np.int64), most_taken
        rows = self.model.lower_limits, self.model.upper_limits
        self.open_nodes.append(BoardNode(first_bound, columns, rows))
        for _ in range(_MOST_PROGRAMS):
            if self.open_nodes and time.perf_counter() < self.deadline:
                self._solve_next()
        if self.open_nodes and time.perf_counter() < self.deadline:
            self._search_by_solver()
        self.open_nodes = [node for node in self.open_nodes if not self._cut_off(node.bound)]
        self.bound = max([self.best_objective, *(node.bound for node in self.open_nodes)])
        return not self.open_nodes

    @property
    def taken(self) -> np.ndarray:
        """The best play known. Raises ValueError if there is none."""
        if self.best_taken is None:
            raise ValueError("no play is known")
        return self.best_taken

    @property
    def best_objective(self) -> int:
        """The objective of the best play known."""
        return -1 if self.best_taken is None else int(self.model.objectives @ self.best_taken)

    def _cut_off(self, bound: int) -> bool:
        # Less than a lesser unit is preference for old sets alone: no tile and no point depends on it.
        unit, table_objective = self.model.board.lesser_unit, self.model.board.table_objective
        return (
            self.best_taken is not None
            and (bound - table_objective) // unit <= (self.best_objective - table_objective) // unit
        )

    def _solve_next(self) -> None:
        node = self.open_nodes.pop()
        if self._cut_off(node.bound):
            return
        self._relaxation.bound_columns(*node.columns)
        self._relaxation.bound_rows(*node.rows)
        status = self._relaxation.solve(self.deadline - time.perf_counter())
        if status is not SolverStatus.OPTIMAL:
            # The node goes back, so that its bound still counts, and a deadline in the past ends the search.
            if status is SolverStatus.CUT_OFF:
                self.open_nodes.append(node)
                self.deadline = 0.0
            self.method = "HiGHS"  # that the node has no play is its word
            return
        # A part has no better play than the whole, so the bound of the node above holds too.
        node = replace(node, bound=min(node.bound, self._priced_bound(node)))
        if self._cut_off(node.bound):
            return
        column_values = self._relaxation.column_values
        whole_values = np.rint(column_values).astype(np.int64)
        if np.abs(column_values - whole_values).max(initial=0.0) > _NEARLY_WHOLE:
            self._branch_on(node, column_values)
        elif self.best_taken is None or int(self.model.objectives @ whole_values) > self.best_objective:
            self.best_taken = whole_values

    def _search_by_solver(self) -> None:
        """Search with the solver's own method, starting from the best play known."""
        self.method = "HiGHS"
        solution = solve_whole(
            self.model.program(whole=True),
            self.deadline - time.perf_counter(),
            start_values=self.best_taken,
            # Objectives of the program are divided by the greater unit, so two differ by 1 / unit at least.
            absolute_gap=0.5 / self.model.board.greater_unit,
        )
        if solution.column_values is not None:
            self.best_taken = solution.column_values
        if solution.status is not SolverStatus.CUT_OFF:
            self.open_nodes = []

    def _priced_bound(self, node: BoardNode) -> int:
        """An objective that no play of the node exceeds, by the prices of the last solution."""
        # The program divides objectives by the greater unit, so its prices are multiplied by it.
        price_unit = self.model.board.greater_unit * _PRICE_SCALE
        prices = np.rint(np.array(self._relaxation.row_prices) * price_unit).astype(np.int64)
        # Any prices give a bound (weak duality), rounded ones too: none can be too low.
        reduced_costs = self.model.objectives * _PRICE_SCALE - prices @ self.model.matrix
        return (_most_of(prices, node.rows) + _most_of(reduced_costs, node.columns)) // _PRICE_SCALE

    def _branch_on(self, node: BoardNode, column_values: np.ndarray) -> None:
        """Add nodes with less and, to be searched first, with more: of a kind laid in part, else of a column
        taken in part."""
        self.method = weakest((self.method, "branch and bound"))
        tile_rows = len(self.model.board.board_melds.kinds) + 1
        tiles_laid = self.model.matrix[:tile_rows] @ column_values
        if _fractions(tiles_laid).max() > _NEARLY_WHOLE:
            fewer, more = _parted(node.rows, tiles_laid)
            self.open_nodes += [replace(node, rows=fewer), replace(node, rows=more)]  # the last comes next
            return
        own_columns = len(column_values) - self.model.anchors.column_count
        if _fractions(column_values[:own_columns]).max() > _NEARLY_WHOLE:
            column_values = column_values[
                :own_columns
            ]  # with these whole, naturals kept are whole by themselves
        fewer, more = _parted(node.columns, column_values)
        self.open_nodes += [replace(node, columns=fewer), replace(node, columns=more)]


def _most_of(prices: np.ndarray, bounds: Bounds) -> int:
    """The highest value of amounts within the bounds at these prices."""
    lower, upper = bounds
    return int(np.where(prices > 0, prices * upper, prices * lower).sum())


def _fractions(values: np.ndarray) -> np.ndarray:
    """The distance of each value from an integer."""
    distances: np.ndarray = np.abs(values - np.rint(values))
    return distances


def _parted(bounds: Bounds, values: np.ndarray) -> tuple[Bounds, Bounds]:
    """The bounds split below and above the value that is furthest from an integer."""
    lower, upper = bounds
    number = int(np.argmax(_fractions(values)))
    # Nodes share the arrays that they do not change.
    rounded_down, rounded_up = upper.copy(), lower.copy()
    rounded_down[number], rounded_up[number] = np.floor(values[number]), np.ceil(values[number])
    return (lower, rounded_down), (rounded_up, upper)
