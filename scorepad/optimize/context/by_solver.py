"""The choice among columns as a program in whole numbers, and its linear relaxation, by HiGHS."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scorepad.optimize.branch_and_bound import TreeTooLarge
from scorepad.optimize.milp import (
    INFINITY,
    LinearProgram,
    Program,
    SparseMatrix,
    Status,
    WholeSolution,
    solve_whole,
)

_SECONDS = 1.0  # for a relaxation, which takes milliseconds

Limits = Sequence[tuple[int, int]]  # by row, the least and the most that is used
Uses = Sequence[tuple[int, int]]  # rows, and how much of each


def solve_choice(
    limits: Limits,
    objectives: Sequence[int],
    uses: Sequence[Uses],
    most: Sequence[int | None],
    seconds: float,
) -> WholeSolution:
    """How often each column is taken, at the most so often, None for no limit but that of its rows."""
    upper = [INFINITY if times is None else float(times) for times in most]
    return solve_whole(_program(limits, objectives, uses, upper, whole=True), seconds)


def row_prices(limits: Limits, objectives: Sequence[int], uses: Sequence[Uses]) -> list[float]:
    """The dual value of each row of the linear relaxation. Raises TreeTooLarge."""
    relaxation = LinearProgram(_program(limits, objectives, uses, [INFINITY] * len(uses), whole=False))
    if relaxation.solve(_SECONDS) is not Status.OPTIMAL:
        raise TreeTooLarge
    return relaxation.row_prices


def _program(
    limits: Limits,
    objectives: Sequence[int],
    uses: Sequence[Uses],
    upper: Sequence[float],
    *,
    whole: bool,
) -> Program:
    return Program(
        np.array(objectives, dtype=float),
        (np.zeros(len(uses)), np.array(upper)),
        (
            np.array([float(least) for least, _ in limits]),
            np.array([float(most) for _, most in limits]),
        ),
        SparseMatrix.of_lines(uses),
        [True] * len(uses) if whole else None,
    )
