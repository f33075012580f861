"""The layered formula as a program in whole numbers, for HiGHS.

Where melds may follow several leaps each card has as many times more places, and cores soon grow too large to
find. Cuts bring the relaxation of this program down to the best, mostly before any branching.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import floor, isfinite

from scorepad.core.cards import Card
from scorepad.optimize.deadline import TimedOut
from scorepad.optimize.interlock.layered_formula import LayeredFormula
from scorepad.optimize.interlock.maxsat import Formula, MaxSatResult
from scorepad.optimize.milp import INFINITY, LinearRow, solve_rows

_TOLERANCE = 1e-6


def solve_layered_program(layers: LayeredFormula, deadline: float) -> MaxSatResult:
    """The heaviest model of a formula without wilds that HiGHS finds in the time, and its bound."""
    formula = layers.formula
    variables = range(1, formula.top_variable + 1)
    try:
        solution = solve_rows(
            chain(_card_rows(layers), _clause_rows(formula)),
            [float(formula.weights.get(variable, 0)) for variable in variables],
            [True] * len(variables),
            [1.0] * len(variables),
            deadline,
        )
    except TimedOut:
        return MaxSatResult(None, sum(formula.weights.values()), False)
    bound = floor(solution.bound + _TOLERANCE) if isfinite(solution.bound) else sum(formula.weights.values())
    if solution.column_values is None:
        return MaxSatResult(None, bound, False)
    true_or_not = zip(variables, solution.column_values, strict=True)
    model = [variable if value else -variable for variable, value in true_or_not]
    return MaxSatResult(model, bound, solution.optimal)


def _clause_rows(formula: Formula) -> Iterator[LinearRow]:
    """Of each clause one literal at least is true."""
    for clause in formula.clauses:
        literals = set(clause)
        negated_count = sum(lit < 0 for lit in literals)
        yield 1.0 - negated_count, INFINITY, [(abs(lit) - 1, 1.0 if lit > 0 else -1.0) for lit in literals]


def _card_rows(layers: LayeredFormula) -> Iterator[LinearRow]:
    """No card lies more often than the hand has it: one row, tighter than the clauses that say so too."""
    problem = layers.problem
    lits_of_card: dict[Card, list[int]] = {}
    for layer in layers.own_layers:
        for place, lit in layer.natural_at.items():
            lits_of_card.setdefault(problem.places.cards[place], []).append(lit)
    for card, lits in lits_of_card.items():
        yield 0.0, float(problem.natural_counts[card]), [(lit - 1, 1.0) for lit in lits]
