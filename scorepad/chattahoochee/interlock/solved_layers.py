"""Solve the layered formula: by cores, then, under several leaps, by an integer program."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from math import floor, inf, isfinite
from typing import TYPE_CHECKING

from scorepad.chattahoochee.interlock.interlock_problem import InterlockProblem, Run
from scorepad.chattahoochee.interlock.layered_formula import LayeredFormula, encode_layers
from scorepad.chattahoochee.interlock.legal_runs import legal_runs
from scorepad.chattahoochee.interlock.lone_cards import LoneCardEncoder, lone_cards_count
from scorepad.chattahoochee.interlock.maxsat import Formula, MaxSatResult, Model
from scorepad.chattahoochee.interlock.objective import trivial_bound
from scorepad.chattahoochee.interlock.stretches import StretchEncoder
from scorepad.chattahoochee.interlock.switch_tree import find_heaviest_model
from scorepad.core.cards import Card
from scorepad.optimize.answer import Method, TimedOut
from scorepad.optimize.solvers import has_solver

if TYPE_CHECKING:
    from scorepad.optimize.milp import LinearRow

_CORES_SECONDS = 0.15  # for cores under several leaps, before HiGHS goes on …
_PROGRAM_SECONDS = 0.5  # … where it has so much time at least
_MOST_PROGRAM_CLAUSES = 30_000


@dataclass(frozen=True, slots=True)
class LayersSolution:
    """The solution of the layered formula: the runs of its best model, its bound, and the method."""

    runs: list[Run]
    bound: int
    method: Method = "cores"


def runs_of_model(layers: LayeredFormula, model: Model) -> list[Run]:
    """Return the runs of at least two cards in a model; the other cards lie alone."""
    return legal_runs(
        layers.problem,
        [
            (
                {place for place, lit in layer.natural_at.items() if model[lit - 1] > 0},
                {place for place, lit in layer.wild_at.items() if model[lit - 1] > 0},
            )
            for layer in layers.own_layers
        ],
    )


def solve_layers(
    problem: InterlockProblem,
    deadline: float,
    strict: bool = False,
    encoder_class: type[StretchEncoder] | None = None,
) -> LayersSolution:
    """Solve the layered formula until the deadline, in its sharper form if a single card has a value."""
    began = time.perf_counter()
    try:
        if encoder_class is None:
            encoder_class = LoneCardEncoder if lone_cards_count(problem) else StretchEncoder
        layers = encode_layers(problem, deadline, strict, encoder_class)
    except TimedOut:
        return LayersSolution([], trivial_bound(problem))
    program_follows = _program_pays(layers.formula) and deadline > began + _CORES_SECONDS + _PROGRAM_SECONDS
    cores_until = began + _CORES_SECONDS if program_follows else deadline
    result = find_heaviest_model(layers.formula, cores_until)
    method: Method = "cores"
    if program_follows and not result.proven:
        by_program = solve_layered_program(layers, deadline)
        if by_program.bound < result.bound:
            result, method = by_program, "HiGHS"
    return LayersSolution(runs_of(layers, result.model), result.bound, method)


def runs_of(layers: LayeredFormula, model: Model | None) -> list[Run]:
    return runs_of_model(layers, model) if model else []


def _program_pays(formula: Formula) -> bool:
    """Return whether an integer program is worth trying if cores take long: only under several leaps."""
    small_enough = not formula.has_switches and len(formula.clauses) < _MOST_PROGRAM_CLAUSES
    return formula.several_leaps and small_enough and has_solver("HiGHS")


_TOLERANCE = 1e-6


def solve_layered_program(layers: LayeredFormula, deadline: float) -> MaxSatResult:
    """Solve a formula without wilds by HiGHS. Returns the heaviest model found in the time, and a bound.

    Under several leaps each card has several times as many places, and cores become too large to find. Cuts
    bring the relaxation of this program down to the optimum, mostly before any branching.
    """
    from scorepad.optimize.milp import solve_rows

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
        # No model weighs more than all that is wanted.
        return MaxSatResult(None, sum(formula.weights.values()), False)
    bound = floor(solution.bound + _TOLERANCE) if isfinite(solution.bound) else sum(formula.weights.values())
    if solution.column_values is None:
        return MaxSatResult(None, bound, False)
    true_or_not = zip(variables, solution.column_values, strict=True)
    model = [variable if value else -variable for variable, value in true_or_not]
    return MaxSatResult(model, bound, solution.optimal)


def _clause_rows(formula: Formula) -> Iterator[LinearRow]:
    """List the rows of the clauses: at least one literal of each is true."""
    for clause in formula.clauses:
        # HiGHS refuses a whole program for one row that has a variable twice.
        literals = set(clause)
        negated_count = sum(lit < 0 for lit in literals)
        yield 1.0 - negated_count, inf, [(abs(lit) - 1, 1.0 if lit > 0 else -1.0) for lit in literals]


def _card_rows(layers: LayeredFormula) -> Iterator[LinearRow]:
    """List the rows that each card lies no more often than the hand has it. One row is tighter than the
    clauses."""
    problem = layers.problem
    lits_of_card: dict[Card, list[int]] = {}
    for layer in layers.own_layers:
        for place, lit in layer.natural_at.items():
            lits_of_card.setdefault(problem.places.cards[place], []).append(lit)
    for card, lits in lits_of_card.items():
        yield 0.0, float(problem.natural_counts[card]), [(lit - 1, 1.0) for lit in lits]
