"""Linear and mixed-integer programs to be maximised, the choice among columns as one of them, by HiGHS alone.

The method is the dual simplex and branch and cut of HiGHS (Huangfu and Hall, Parallelizing the dual revised
simplex method, Mathematical Programming Computation 10, 2018). One thread: hands are answered side by side.

In presolve, at its first relaxation and in its heuristics HiGHS looks neither at its limit nor at what its
callbacks say for seconds on end. So large programs in whole numbers are solved where they can be ended.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from itertools import chain

import highspy
import numpy as np

from scorepad.optimize.answer import check_deadline
from scorepad.optimize.branch_and_bound import TreeTooLarge
from scorepad.optimize.columns import RowLimits, RowUses
from scorepad.optimize.ended_in_time import Tell, last_told

INFINITY = highspy.kHighsInf
LinearRow = tuple[float, float, list[tuple[int, float]]]  # least, most, and what variables add
_LEAST_SECONDS = 0.001  # HiGHS takes a limit of 0 for none
_LARGE = 2_000  # entries of a program in whole numbers that is solved where it can be ended
_LEAST_FOR_LARGE = 0.02  # seconds, of which the copy of the process takes some thousandths
_GRACE = 0.1  # seconds to the end of a program that should have stopped by itself
_DEFAULT_GAP = 0.5  # objectives are whole numbers: what is better is better by 1


class SolverStatus(Enum):
    """How a program ended: proven best, proven to have no solution, or out of time."""

    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    CUT_OFF = "cut off"


_STATUS_OF_HIGHS = {
    highspy.HighsModelStatus.kOptimal: SolverStatus.OPTIMAL,
    highspy.HighsModelStatus.kModelEmpty: SolverStatus.OPTIMAL,
    highspy.HighsModelStatus.kInfeasible: SolverStatus.INFEASIBLE,
}


@dataclass(frozen=True, slots=True)
class SparseMatrix:
    """A matrix by columns or by rows: the entries of line i are starts[i] to starts[i + 1].

    starts   int32, one more than there are lines
    indices  int32, the row of each entry; its column if lines are rows
    values   float, the entries
    """

    starts: np.ndarray
    indices: np.ndarray
    values: np.ndarray
    by_row: bool = False

    @classmethod
    def of_lines(cls, lines: Iterable[Sequence[tuple[int, float]]], *, by_row: bool = False) -> SparseMatrix:
        """The matrix from lines of entries, each an index and a value."""
        line_entries = list(lines)
        starts = np.cumsum([0, *map(len, line_entries)], dtype=np.int32)
        numbers = chain.from_iterable(chain.from_iterable(line_entries))
        entries = np.fromiter(numbers, dtype=float, count=2 * starts[-1]).reshape(-1, 2)
        return cls(starts, entries[:, 0].astype(np.int32), entries[:, 1].copy(), by_row)

    @classmethod
    def of_dense(cls, dense: np.ndarray) -> SparseMatrix:
        """The matrix by columns, from a dense one of rows × columns."""
        columns, rows = np.nonzero(dense.T)
        starts = np.searchsorted(columns, np.arange(dense.shape[1] + 1))
        return cls(starts.astype(np.int32), rows.astype(np.int32), dense[rows, columns].astype(float))


@dataclass(frozen=True, slots=True)
class MilpModel:
    """Maximise `objective` · x, with lower and upper bounds of the columns x and of the rows matrix · x.

    `integer_columns` says for each column whether it must be an integer; None for none.
    """

    objective: np.ndarray
    column_bounds: tuple[np.ndarray, np.ndarray]
    row_bounds: tuple[np.ndarray, np.ndarray]
    matrix: SparseMatrix
    integer_columns: Sequence[bool] | None = None

    def pass_to(self, solver: highspy.Highs) -> None:
        """Pass the program to HiGHS as arrays, which is ten times as fast as filling in a `HighsLp`. Raises
        ValueError if it is refused."""
        entry_order = highspy.MatrixFormat.kRowwise if self.matrix.by_row else highspy.MatrixFormat.kColwise
        whole = self.integer_columns
        status = solver.passModel(
            len(self.objective),
            len(self.row_bounds[0]),
            len(self.matrix.indices),
            int(entry_order),
            int(highspy.ObjSense.kMaximize),
            0.0,
            self.objective,
            *self.column_bounds,
            *self.row_bounds,
            self.matrix.starts,
            self.matrix.indices,
            self.matrix.values,
            np.zeros(len(self.objective), np.int32) if whole is None else np.array(whole, np.int32),
        )
        _refuse_faulty(status)


def _refuse_faulty(status: highspy.HighsStatus) -> None:
    # HiGHS keeps the program before a refused one, or an empty one, and would call the best of that proven.
    if status == highspy.HighsStatus.kError:
        raise ValueError("HiGHS refuses the program, as where a variable is in a row twice")


def _quiet_solver(*, presolve: bool) -> highspy.Highs:
    solver = highspy.Highs()  # type: ignore[no-untyped-call]  # its constructor has no annotations
    options = (("output_flag", False), ("threads", 1), ("presolve", "choose" if presolve else "off"))
    for option, value in options:
        solver.setOptionValue(option, value)
    return solver


class LinearProgram:
    """A linear program that is solved again from its last basis after bounds change."""

    def __init__(self, model: MilpModel) -> None:
        self._solver = _quiet_solver(presolve=False)
        model.pass_to(self._solver)

    def bound_columns(self, lower_bounds: np.ndarray, upper_bounds: np.ndarray) -> None:
        """Change the bounds of all columns."""
        column_numbers = np.arange(len(lower_bounds), dtype=np.int32)
        self._solver.changeColsBounds(
            len(lower_bounds), column_numbers, lower_bounds.astype(float), upper_bounds.astype(float)
        )

    def bound_rows(self, lower_bounds: np.ndarray, upper_bounds: np.ndarray) -> None:
        """Change the bounds of all rows."""
        row_numbers = np.arange(len(lower_bounds), dtype=np.int32)
        self._solver.changeRowsBounds(  # type: ignore[attr-defined]  # missing from highspy's stub
            len(lower_bounds), row_numbers, lower_bounds.astype(float), upper_bounds.astype(float)
        )

    def solve(self, seconds: float) -> SolverStatus:
        """Solve it within `seconds`."""
        total_limit = self._solver.getRunTime() + max(seconds, _LEAST_SECONDS)  # HiGHS counts over all runs
        self._solver.setOptionValue("time_limit", total_limit)
        self._solver.run()
        return _STATUS_OF_HIGHS.get(self._solver.getModelStatus(), SolverStatus.CUT_OFF)

    @property
    def column_values(self) -> np.ndarray:
        """The value of each column in the last solution."""
        return np.array(self._solver.getSolution().col_value)

    @property
    def row_prices(self) -> list[float]:
        """The dual value of each row: the gain by one unit more of it."""
        prices: list[float] = self._solver.getSolution().row_dual
        return prices


@contextmanager
def _silence() -> Iterator[None]:
    """Silence the banner that HiGHS prints on descriptor 1 when its first solver is created."""
    try:
        output = os.dup(1)
    except OSError:  # closed: it greets nobody
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(output, 1)
        os.close(output)


with _silence():
    _quiet_solver(presolve=False)


@dataclass(frozen=True, slots=True)
class WholeSolution:
    """The best integer solution known: `column_values` are rounded, None if none was found.

    `objective` is its own; no integer solution exceeds `bound`, which is infinite if unknown.
    """

    status: SolverStatus
    column_values: np.ndarray | None
    objective: float
    bound: float

    @property
    def optimal(self) -> bool:
        """Whether no integer solution is better."""
        return self.status is SolverStatus.OPTIMAL


_NOTHING_KNOWN = WholeSolution(SolverStatus.CUT_OFF, None, 0.0, INFINITY)


def solve_whole(
    model: MilpModel,
    seconds: float,
    *,
    start_values: np.ndarray | None = None,
    absolute_gap: float = _DEFAULT_GAP,
    presolve: bool = False,
) -> WholeSolution:
    """The best integer solution within the time.

    `start_values` is a solution to begin with; without one, the solver can take forty times as long.
    Improvements of less than `absolute_gap` are not searched. `presolve` pays only for large programs. A
    program that has to be ended gives the last solution and bound that it reported.
    """
    solver = _whole_solver(max(seconds, _LEAST_SECONDS), absolute_gap, presolve=presolve)
    if len(model.matrix.indices) < _LARGE:
        return _solved_whole(solver, model, start_values)
    if seconds < _LEAST_FOR_LARGE:
        return _NOTHING_KNOWN

    def tell_what_is_found(tell: Tell[WholeSolution]) -> None:
        # Each better solution is sent at once: the kernel may end the copy before the search returns.
        solver.cbMipImprovingSolution += lambda event: tell(_improved(event.data_out))
        tell(_solved_whole(solver, model, start_values))

    return last_told(tell_what_is_found, seconds + _GRACE) or _NOTHING_KNOWN


def _whole_solver(seconds: float, absolute_gap: float, *, presolve: bool) -> highspy.Highs:
    solver = _quiet_solver(presolve=presolve)
    options = (
        ("mip_rel_gap", 0.0),
        ("mip_abs_gap", absolute_gap),
        # Three milliseconds for solutions to begin with; ours are better.
        ("mip_heuristic_run_feasibility_jump", False),
        ("time_limit", seconds),
    )
    for option, value in options:
        solver.setOptionValue(option, value)
    return solver


def _solved_whole(solver: highspy.Highs, model: MilpModel, start_values: np.ndarray | None) -> WholeSolution:
    model.pass_to(solver)
    if start_values is not None:
        start_solution = highspy.HighsSolution()
        start_solution.col_value = start_values.astype(float).tolist()
        solver.setSolution(start_solution)
    solver.run()
    info = solver.getInfo()
    column_values = None
    if info.primal_solution_status == highspy.kSolutionStatusFeasible:
        column_values = _rounded(solver.getSolution().col_value)
    status = _STATUS_OF_HIGHS.get(solver.getModelStatus(), SolverStatus.CUT_OFF)
    return WholeSolution(status, column_values, info.objective_function_value, info.mip_dual_bound)


def _improved(found: highspy.cb.HighsCallbackOutput) -> WholeSolution:
    """A better solution reported while the solver goes on."""
    values = _rounded(found.mip_solution)
    return WholeSolution(SolverStatus.CUT_OFF, values, found.objective_function_value, found.mip_dual_bound)


def _rounded(values: Sequence[float] | np.ndarray) -> np.ndarray:
    # HiGHS takes a value within a millionth of a whole number for whole.
    return np.array(np.rint(values), dtype=np.int64)


def solve_rows(
    rows: Iterable[LinearRow],
    objectives: Sequence[float],
    must_be_whole: Sequence[bool],
    upper_bounds: Sequence[float],
    deadline: float,
) -> WholeSolution:
    """The best choice of each variable, from 0 to its upper bound, under the rows, within the time.

    Raises TimedOut if that is over before all rows are made.
    """
    rows_made = []
    for row in rows:
        check_deadline(deadline)
        rows_made.append(row)
    program = MilpModel(
        np.array(objectives),
        (np.zeros(len(objectives)), np.array(upper_bounds)),
        (np.array([least for least, _, _ in rows_made]), np.array([most for _, most, _ in rows_made])),
        SparseMatrix.of_lines([uses for _, _, uses in rows_made], by_row=True),
        must_be_whole,
    )
    return solve_whole(program, deadline - time.perf_counter(), presolve=True)


def solve_choice(
    row_limits: RowLimits,
    objectives: Sequence[int],
    row_uses: Sequence[RowUses],
    most_times: Sequence[int | None],
    deadline: float,
) -> WholeSolution:
    """Solve the choice: how often each column is taken, at most `most_times`; None for no limit of its
    own."""
    upper_bounds = [INFINITY if times is None else float(times) for times in most_times]
    program = _choice_program(row_limits, objectives, row_uses, upper_bounds, whole=True)
    return solve_whole(program, deadline - time.perf_counter())


def row_prices(
    row_limits: RowLimits, objectives: Sequence[int], row_uses: Sequence[RowUses], deadline: float
) -> list[float]:
    """The dual value of each row of the linear relaxation. Raises TreeTooLarge."""
    # Without limits of columns the rows' prices account for the whole objective, as the tree needs.
    relaxation = LinearProgram(
        _choice_program(row_limits, objectives, row_uses, [INFINITY] * len(row_uses), whole=False)
    )
    # Without prices there is no tree: what follows is the same as for one that grows too large.
    if relaxation.solve(deadline - time.perf_counter()) is not SolverStatus.OPTIMAL:
        raise TreeTooLarge
    return relaxation.row_prices


def _choice_program(
    row_limits: RowLimits,
    objectives: Sequence[int],
    row_uses: Sequence[RowUses],
    upper_bounds: Sequence[float],
    *,
    whole: bool,
) -> MilpModel:
    return MilpModel(
        np.array(objectives, dtype=float),
        (np.zeros(len(row_uses)), np.array(upper_bounds)),
        (
            np.array([float(least) for least, _ in row_limits]),
            np.array([float(most) for _, most in row_limits]),
        ),
        SparseMatrix.of_lines(row_uses),
        [True] * len(row_uses) if whole else None,
    )
