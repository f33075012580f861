"""The choice among columns that use up rows, by a table over the rows' rest, a tree by prices, or HiGHS.

Each method is for choices that take the one before too long. An integer solver takes longer to start than the
first two need in all, and these import neither numpy nor a solver until prices are needed. Without HiGHS
(`solvers`) the tree and then the table use the whole time. A search lists its melds as columns, and lays
those chosen.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite

from scorepad.optimize import solvers
from scorepad.optimize.answer import Method
from scorepad.optimize.branch_and_bound import PricedColumn, PricedRows, SearchTree, TreeTooLarge
from scorepad.optimize.dynamic_program import RowLimits, RowUses, best_choice

_PRICE_SCALE = 2**16  # prices are whole numbers, in units of 1/_PRICE_SCALE of the objective
MOST_TRIES = 2_000  # of columns, by the table
_TRIES_A_COLUMN = 5  # at the least: among more columns than that the table is too large
MOST_NODES = 1_500  # of the tree
_NODES_ALONE = 100_000  # of the tree, where no solver comes after it
_TREE_SHARE = 0.6  # of the time there, and the table has the rest
_MOST_IN_TREE = 6_000  # columns: more take longer to sort than the tree saves
_SECONDS_A_COLUMN = 4e-5  # for HiGHS to be handed the columns

Column = tuple[int, RowUses]  # the objective of a meld, and what it uses of which rows
Bonus = tuple[int, RowUses, int]  # the same of what melds earn together, and how often that can be had


@dataclass(frozen=True, slots=True)
class Chosen:
    """The numbers of the chosen columns, repeated as often as they are taken; None if time was too short.

    `best`: no choice has a higher objective, by `method`. Otherwise none exceeds `bound`; None if no bound is
    known.
    """

    numbers: Sequence[int] | None
    best: bool
    method: Method
    bound: int | None = None


def choose(limits: RowLimits, columns: Sequence[Column], bonuses: Sequence[Bonus], deadline: float) -> Chosen:
    """The choice of the highest objective, or some choice by the deadline.

    The order of the rows decides how large the table grows: rows that melds use together should lie close.
    """
    if not solvers.has_solver("HiGHS"):
        return _without_solver(limits, columns, bonuses, deadline)
    # What melds earn together depends on several of them: neither table nor tree counts that.
    if not bonuses:
        with suppress(TreeTooLarge):
            numbers, method = _by_table_or_tree(limits, columns, deadline, MOST_NODES)
            return Chosen(numbers, True, method)
    seconds_left = deadline - time.perf_counter()
    # Handing over the program takes time that no limit of HiGHS covers.
    if seconds_left < _SECONDS_A_COLUMN * len(columns):
        return Chosen(None, False, "HiGHS")
    return _by_solver(limits, columns, bonuses, deadline)


def _without_solver(
    limits: RowLimits, columns: Sequence[Column], bonuses: Sequence[Bonus], deadline: float
) -> Chosen:
    """The choice without a solver: by branch and bound and by a table of states, within the time.

    Bonuses that give to a row instead of using it are left out of the choice, and added to the bound in full.
    """
    given = {row for _, uses in columns for row, amount in uses if amount < 0}
    plain_bonuses = [bonus for bonus in bonuses if not any(row in given for row, _ in bonus[1])]
    most_given = sum(
        points * times for points, uses, times in bonuses if any(row in given for row, _ in uses)
    )
    plain_limits = [(0, 0) if row in given else limit for row, limit in enumerate(limits)]
    plain_columns: list[Column] = [
        (objective, [(row, amount) for row, amount in uses if row not in given])
        for objective, uses in columns
    ]
    # How often a bonus can be had is a row of its own.
    for row, (points, uses, times) in enumerate(plain_bonuses, start=len(limits)):
        plain_limits.append((0, times))
        plain_columns.append((points, [*uses, (row, 1)]))
    chosen = _by_tree_then_table(plain_limits, plain_columns, deadline)
    if chosen.numbers is None:
        return chosen
    bound = sum(plain_columns[number][0] for number in chosen.numbers) + most_given if chosen.best else None
    numbers = [number for number in chosen.numbers if number < len(columns)]
    return Chosen(numbers, chosen.best and not most_given, chosen.method, bound)


def _by_tree_then_table(limits: RowLimits, columns: Sequence[Column], deadline: float) -> Chosen:
    """The best choice by the tree, within part of the time; else the best that the table finds."""
    began = time.perf_counter()
    with suppress(TreeTooLarge):
        numbers, method = _by_table_or_tree(
            limits, columns, began + _TREE_SHARE * (deadline - began), _NODES_ALONE
        )
        return Chosen(numbers, True, method)
    outcome = best_choice(limits, columns, deadline=deadline)
    return Chosen(outcome.chosen_columns, outcome.complete, "dynamic program")


def _by_table_or_tree(
    limits: RowLimits, columns: Sequence[Column], deadline: float, most_nodes: int
) -> tuple[Sequence[int], Method]:
    """The numbers of the best columns, and the method of proof. Raises TreeTooLarge, also for lack of
    time."""
    if len(columns) > _MOST_IN_TREE or time.perf_counter() > deadline:
        raise TreeTooLarge
    if len(columns) <= MOST_TRIES // _TRIES_A_COLUMN:
        outcome = best_choice(limits, columns, most_tries=MOST_TRIES)
        if outcome.complete and outcome.chosen_columns is not None:
            return outcome.chosen_columns, "dynamic program"
    return _by_tree(limits, columns, deadline, most_nodes), "branch and bound"


def _by_tree(
    limits: RowLimits, columns: Sequence[Column], deadline: float, most_nodes: int
) -> tuple[int, ...]:
    """The numbers of the best columns by the relaxation’s prices. Raises TreeTooLarge."""
    dual_values = solvers.row_prices(
        limits, [objective for objective, _ in columns], [uses for _, uses in columns], deadline
    )
    prices = [round(price * _PRICE_SCALE) for price in dual_values]
    for row, (least, most) in enumerate(limits):
        if least < most:
            prices[row] = max(0, prices[row])  # what need not be used cannot cost less than nothing
    priced_columns: list[PricedColumn] = []
    for number, (objective, uses) in enumerate(columns):
        cost = sum([prices[row] * amount for row, amount in uses])
        priced_columns.append((cost - objective * _PRICE_SCALE, number, uses))
    # Every row is branched on: a meld may use only cards that could stay in hand as well.
    priced_rows = PricedRows(limits, prices, range(len(prices)))
    tree = SearchTree(priced_rows, priced_columns, most_nodes, lambda: time.perf_counter() > deadline)
    largest_objective = max(objective for objective, _ in columns)
    loss_budget = max(_PRICE_SCALE, largest_objective * _PRICE_SCALE // 64)
    while True:
        # What is lost is not known beforehand: a small tree first, then ever larger ones.
        loss_budget = 2 * loss_budget + 1
        # Nodes are counted over all budgets, so this ends: with a choice, or as a tree too large.
        chosen_numbers = tree.find_choice(loss_budget)
        if chosen_numbers is not None:
            return chosen_numbers


def _by_solver(
    limits: RowLimits, columns: Sequence[Column], bonuses: Sequence[Bonus], deadline: float
) -> Chosen:
    """The best choice by HiGHS, within the time."""
    from scorepad.optimize.by_solver import solve_choice

    objectives = [*(objective for objective, _ in columns), *(objective for objective, _, _ in bonuses)]
    row_uses = [*(uses for _, uses in columns), *(uses for _, uses, _ in bonuses)]
    most_times = [*[None] * len(columns), *(times for _, _, times in bonuses)]
    solution = solve_choice(limits, objectives, row_uses, most_times, deadline)
    # `int` rounds down, so one more keeps the bound from being too low.
    ceiling = int(solution.bound + 1) if isfinite(solution.bound) else None
    if solution.column_values is None:
        return Chosen(None, False, "HiGHS", ceiling)
    times_taken = solution.column_values[: len(columns)].tolist()
    numbers = [number for number, times in enumerate(times_taken) for _ in range(times)]
    return Chosen(numbers, solution.optimal, "HiGHS", ceiling)
