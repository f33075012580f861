"""Programs as HiGHS takes them."""

from __future__ import annotations

import numpy as np
import pytest

from scorepad.optimize.milp import MilpModel, SolverStatus, SparseMatrix, solve_whole


def program(row):
    """The most of x + y, each at most 1, under x + y <= 1 with these entries."""
    bounds = np.zeros(2), np.ones(2)
    matrix = SparseMatrix.of_lines([row], by_row=True)
    return MilpModel(np.ones(2), bounds, (np.zeros(1), np.ones(1)), matrix, [True, True])


def test_the_best_of_a_program_is_found():
    found = solve_whole(program([(0, 1.0), (1, 1.0)]), 5.0)
    assert (found.status, found.objective) == (SolverStatus.OPTIMAL, 1)


def test_a_program_with_a_variable_twice_in_a_row_is_refused():
    """HiGHS keeps an empty program then, whose best is nothing."""
    with pytest.raises(ValueError, match="HiGHS refuses the program"):
        solve_whole(program([(0, 1.0), (0, 1.0)]), 5.0)
