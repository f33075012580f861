"""Counters of the false literals of a core say neither more nor less than how many are false."""

from __future__ import annotations

from itertools import product

import pytest
from pysat.solvers import Minisat22

from scorepad.chattahoochee.interlock.false_counter import FalseCounter


@pytest.mark.parametrize("size", range(2, 9))
def test_a_counter_may_be_true_just_where_no_more_are_false(size):
    """By clauses alone and by a totalizer; asked again it is the same literal, without further clauses."""
    counter, top_variable = FalseCounter(range(1, size + 1)), size
    with Minisat22() as solver:
        for most_false in range(1, size):
            lit, clauses, top_variable = counter.at_most(most_false, top_variable)
            solver.append_formula(clauses)
            assert counter.at_most(most_false, top_variable) == (lit, [], top_variable)
            for signs in product((-1, 1), repeat=size):
                literals = [sign * variable for variable, sign in enumerate(signs, start=1)]
                assert solver.solve(assumptions=[*literals, lit]) == (signs.count(-1) <= most_false)


def test_counters_have_variables_of_their_own():
    counter = FalseCounter([1, 2, 3])
    first, _, top_variable = counter.at_most(1, 10)
    second, _, top_variable = counter.at_most(2, top_variable + 5)
    assert (first, second, top_variable) == (11, 17, 17)
