"""The choice among columns as a program in whole numbers, and its linear relaxation, by HiGHS."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np

from scorepad.core.cards import Card
from scorepad.optimize.branch_and_bound import TreeTooLarge
from scorepad.optimize.context.extension_objective import (
    BonusColumn,
    Candidates,
    ChosenColumns,
    objective_of,
    trivial_bound,
)
from scorepad.optimize.context.extension_problem import (
    FIXED,
    ExtensionColumn,
    ExtensionProblem,
    Row,
    extension_column,
)
from scorepad.optimize.milp import INFINITY, LinearProgram, Program, SparseMatrix, Status, solve_whole

_SECONDS = 1.0  # for a relaxation, which takes milliseconds


def choose_by_solver(
    problem: ExtensionProblem, candidates: Candidates, bonuses: Sequence[BonusColumn], seconds: float
) -> ChosenColumns:
    """The best choice of columns with bonuses, as far as the seconds allow."""
    columns = candidates.columns
    with_wilds = ("wilds", 0) in candidates.limits
    uses = [_with_wilds(problem, column) if with_wilds else column.uses for column in columns]
    uses += [bonus.uses for bonus in bonuses]
    number = {row: place for place, row in enumerate(candidates.limits)}
    lines = [[(number[row], amount) for row, amount in line] for line in uses]
    objectives = [*candidates.objectives, *(bonus.points * problem.weight for bonus in bonuses)]
    limits = list(candidates.limits.values())
    most = [INFINITY] * len(columns) + [float(bonus.most) for bonus in bonuses]
    solution = solve_whole(_program(limits, objectives, lines, most, whole=True), seconds)
    if solution.values is None:
        return ChosenColumns(_least_columns(problem), trivial_bound(problem))
    times = solution.values[: len(columns)].tolist()
    taken = tuple(column for column, count in zip(columns, times, strict=True) for _ in range(count))
    objective = objective_of(problem, taken)
    if solution.status is Status.OPTIMAL:
        return ChosenColumns(taken, objective)
    ceiling = int(solution.bound + 1) if isfinite(solution.bound) else trivial_bound(problem)
    return ChosenColumns(taken, max(objective, ceiling))


def _least_columns(problem: ExtensionProblem) -> tuple[ExtensionColumn, ...]:
    """The fixed melds as they are and, where every card is melded, each natural by itself."""
    leap = problem.rules.shapes.leaps[0]
    fixed_melds = [extension_column(problem, leap, ((fixed, FIXED),)) for fixed in problem.fixed_melds]
    cards = [
        extension_column(problem, leap, ((card_class.kind, number),))
        for number, card_class in enumerate(problem.card_classes if problem.rules.deal.must_meld_all else ())
        for _ in card_class.cards
        if card_class.kind and not card_class.reach
    ]
    return (*fixed_melds, *cards)


def row_prices(
    limits: Sequence[tuple[int, int]], objectives: Sequence[int], uses: Sequence[Sequence[tuple[int, int]]]
) -> list[float]:
    """The dual value of each row of the linear relaxation. Raises TreeTooLarge."""
    relaxation = LinearProgram(_program(limits, objectives, uses, [INFINITY] * len(uses), whole=False))
    if relaxation.solve(_SECONDS) is not Status.OPTIMAL:
        raise TreeTooLarge
    return relaxation.row_prices


def _program(
    limits: Sequence[tuple[int, int]],
    objectives: Sequence[int],
    uses: Sequence[Sequence[tuple[int, int]]],
    most: Sequence[float],
    *,
    whole: bool,
) -> Program:
    return Program(
        np.array(objectives, dtype=float),
        (np.zeros(len(uses)), np.array(most)),
        (
            np.array([float(least) for least, _ in limits]),
            np.array([float(most) for _, most in limits]),
        ),
        SparseMatrix.of_lines(uses),
        [True] * len(uses) if whole else None,
    )


def _with_wilds(problem: ExtensionProblem, column: ExtensionColumn) -> Sequence[tuple[Row, int]]:
    """What a column uses, with the row of all that may be wild, of which the rest may lie alone."""
    classes = [card_class for place, card_class in column.laid if isinstance(place, Card)]
    wilds = sum(1 for card_class in classes if problem.card_classes[card_class].reach)
    return [*column.uses, (("wilds", 0), wilds)] if wilds else column.uses
