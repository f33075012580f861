"""The choice among columns as an integer program, and its linear relaxation, by HiGHS."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from scorepad.optimize.branch_and_bound import TreeTooLarge
from scorepad.optimize.columns import RowLimits, RowUses
from scorepad.optimize.milp import (
    INFINITY,
    LinearProgram,
    MilpModel,
    SolverStatus,
    SparseMatrix,
    WholeSolution,
    solve_whole,
)


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
