"""The choice among all columns of a hand beside fixed melds, for the highest objective.

Dynamic programming chooses, and branch and bound where that grows large. A solver for whole numbers spends
more time getting ready than these take: it chooses where melds earn something together, or a tree grows
large.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from heapq import nlargest
from math import isfinite

from scorepad.core.cards import Card
from scorepad.optimize.answer import Method
from scorepad.optimize.branch_and_bound import PricedColumn, PricedRows, SearchTree, TreeTooLarge
from scorepad.optimize.context.extension_objective import (
    BonusColumn,
    Candidates,
    ChosenColumns,
    bonus_columns,
    column_objectives,
    objective_of,
    row_limits,
    trivial_bound,
)
from scorepad.optimize.context.extension_problem import (
    FIXED,
    ExtensionColumn,
    ExtensionProblem,
    Row,
    extension_column,
)
from scorepad.optimize.dynamic_program import RowLimits, RowUses, best_choice

_PRICE_SCALE = 2**16  # prices are whole numbers, in units of 1/_PRICE_SCALE of the objective
MOST_TRIES = 800  # of columns, by dynamic programming
MOST_NODES = 1_500  # of the tree
_SECONDS_A_COLUMN = 2e-5  # for HiGHS to be handed the columns
_MOST_TRIED = 2_000  # columns, for want of time


def choose_columns(
    problem: ExtensionProblem, columns: Sequence[ExtensionColumn], deadline: float
) -> ChosenColumns:
    """The best choice of columns, or by the deadline some choice; proven where its objective is the bound."""
    objectives = column_objectives(problem, columns)
    candidates = Candidates(columns, objectives, row_limits(problem))
    bonuses = bonus_columns(problem)
    if not bonuses:
        try:
            # Nothing is earned by melds together, so rows and single objectives say all.
            numbers, method = _best_numbers(candidates, deadline)
            taken_columns = [columns[number] for number in numbers]
            return ChosenColumns(tuple(taken_columns), objective_of(problem, taken_columns), method)
        except TreeTooLarge:
            pass
    seconds_left = deadline - time.perf_counter()
    # Handing over the program takes time that no limit of HiGHS covers.
    if seconds_left < _SECONDS_A_COLUMN * len(columns):
        return ChosenColumns(_first_choice(problem, candidates), trivial_bound(problem))
    return _choose_whole(problem, candidates, bonuses, deadline)


def first_choice(problem: ExtensionProblem, columns: Sequence[ExtensionColumn]) -> Sequence[ExtensionColumn]:
    """A choice of columns that needs no search."""
    candidates = Candidates(columns, column_objectives(problem, columns), row_limits(problem))
    return _first_choice(problem, candidates)


def _best_numbers(candidates: Candidates, deadline: float) -> tuple[Sequence[int], Method]:
    """The numbers of the best columns, each as often as it is taken, where they earn nothing together, and
    what shows that they are the best.

    Raises TreeTooLarge, past the deadline too.
    """
    if time.perf_counter() > deadline:
        raise TreeTooLarge
    used_rows = {row for column in candidates.columns for row, _ in column.row_uses}
    limits = {row: limit for row, limit in candidates.row_limits.items() if row in used_rows}
    row_numbers = {row: number for number, row in enumerate(limits)}
    row_uses = [
        [(row_numbers[row], amount) for row, amount in column.row_uses] for column in candidates.columns
    ]
    row_limits = list(limits.values())
    options = list(zip(candidates.objectives, row_uses, strict=True))
    outcome = best_choice(row_limits, options, most_tries=MOST_TRIES)
    if outcome.complete and outcome.chosen_columns is not None:
        return outcome.chosen_columns, "dynamic program"
    return _search_by_prices(row_limits, candidates.objectives, row_uses, deadline), "branch and bound"


def _search_by_prices(
    row_limits: RowLimits, objectives: Sequence[int], row_uses: Sequence[RowUses], deadline: float
) -> tuple[int, ...]:
    """The best columns' numbers by branch and bound, by prices of the relaxation. Raises TreeTooLarge."""
    from scorepad.optimize.context.by_solver import row_prices

    dual_values = row_prices(row_limits, objectives, row_uses, deadline)
    prices = [round(price * _PRICE_SCALE) for price in dual_values]
    for row, (least, most) in enumerate(row_limits):
        if least < most:
            prices[row] = max(0, prices[row])  # what need not be used cannot cost less than nothing
    priced_columns: list[PricedColumn] = []
    for number, (objective, uses) in enumerate(zip(objectives, row_uses, strict=True)):
        cost = sum(prices[row] * amount for row, amount in uses)
        priced_columns.append((cost - objective * _PRICE_SCALE, number, uses))
    # Every row is branched on: a meld may use only cards that could stay in hand as well.
    priced_rows = PricedRows(row_limits, prices, range(len(prices)))
    tree = SearchTree(priced_rows, priced_columns, MOST_NODES, lambda: time.perf_counter() > deadline)
    loss_budget = max(_PRICE_SCALE, max(objectives) * _PRICE_SCALE // 8)
    while True:
        # What is lost is not known beforehand: a small tree first, then ever larger ones.
        loss_budget = 2 * loss_budget + 1
        # Nodes are counted over all budgets, so this ends: with a choice, or as a tree too large.
        chosen_numbers = tree.find_choice(loss_budget)
        if chosen_numbers is not None:
            return chosen_numbers


def _choose_whole(
    problem: ExtensionProblem, candidates: Candidates, bonuses: Sequence[BonusColumn], deadline: float
) -> ChosenColumns:
    """The best choice of columns with bonuses, as far as the time allows."""
    from scorepad.optimize.context.by_solver import solve_choice

    columns = candidates.columns
    counts_wilds = ("wilds", 0) in candidates.row_limits
    row_uses = [_with_wilds(problem, column) if counts_wilds else column.row_uses for column in columns]
    row_uses += [bonus.row_uses for bonus in bonuses]
    row_numbers = {row: place for place, row in enumerate(candidates.row_limits)}
    numbered_uses = [[(row_numbers[row], amount) for row, amount in line] for line in row_uses]
    objectives = [*candidates.objectives, *(bonus.bonus_points * problem.point_weight for bonus in bonuses)]
    row_limits = list(candidates.row_limits.values())
    most_times = [*[None] * len(columns), *(bonus.most_times for bonus in bonuses)]
    solution = solve_choice(row_limits, objectives, numbered_uses, most_times, deadline)
    if solution.column_values is None:
        return ChosenColumns(_first_choice(problem, candidates), trivial_bound(problem))
    times_taken = solution.column_values[: len(columns)].tolist()
    taken_columns = tuple(
        column for column, count in zip(columns, times_taken, strict=True) for _ in range(count)
    )
    objective = objective_of(problem, taken_columns)
    if solution.optimal:
        return ChosenColumns(taken_columns, objective)
    # `int` rounds down, so one more keeps the bound from being too low.
    ceiling = int(solution.bound + 1) if isfinite(solution.bound) else trivial_bound(problem)
    return ChosenColumns(taken_columns, max(objective, ceiling))


def least_columns(problem: ExtensionProblem) -> tuple[ExtensionColumn, ...]:
    """The fixed melds as they are and, where every card is melded, each natural by itself."""
    leap = problem.rules.shapes.leaps[0]
    fixed_melds = [
        extension_column(problem, fixed.leap or leap, ((fixed, FIXED),)) for fixed in problem.fixed_melds
    ]
    cards = [
        extension_column(problem, leap, ((card_class.natural_kind, number),))
        for number, card_class in enumerate(
            problem.card_classes if problem.rules.scoring.must_meld_all else ()
        )
        for _ in card_class.cards
        # What may be wild can be left over, so it needs no column of its own.
        if card_class.natural_kind and not card_class.wild_reach
    ]
    return (*fixed_melds, *cards)


def _first_choice(problem: ExtensionProblem, candidates: Candidates) -> tuple[ExtensionColumn, ...]:
    """A choice for want of time: the best column that still fits, again and again, then what must be laid.

    Longer fixed melds come first, lest a new meld take their leap.
    """
    amounts_left = {row: most_used for row, (_, most_used) in candidates.row_limits.items()}
    best_first = nlargest(
        _MOST_TRIED,
        zip(candidates.objectives, range(len(candidates.columns)), candidates.columns, strict=True),
    )
    longer_melds: list[ExtensionColumn] = []
    new_melds: list[ExtensionColumn] = []
    for _, _, column in best_first:
        grows = any(row[0] == "fixed meld" for row, _ in column.row_uses)
        (longer_melds if grows else new_melds).append(column)
    chosen_columns: list[ExtensionColumn] = []
    # Fixed melds must lie: those that grow first, then the others as they are, then whatever fits beside.
    for column in (*longer_melds, *least_columns(replace(problem, card_classes=())), *new_melds):
        _take_fitting(column, amounts_left, chosen_columns)
    for column in least_columns(problem):
        _take_fitting(column, amounts_left, chosen_columns)
    return tuple(chosen_columns)


def _take_fitting(
    column: ExtensionColumn, amounts_left: dict[Row, int], chosen_columns: list[ExtensionColumn]
) -> None:
    """Take a column as long as there is enough left of each row; naturals laid for quartets do not matter."""
    uses = [(row, amount) for row, amount in column.row_uses if row[0] != "natural"]
    while all(amounts_left[row] >= amount for row, amount in uses):
        for row, amount in uses:
            amounts_left[row] -= amount
        chosen_columns.append(column)


def _with_wilds(problem: ExtensionProblem, column: ExtensionColumn) -> Sequence[tuple[Row, int]]:
    """What a column uses, with the row of all that may be wild, of which the rest may lie alone."""
    classes = [card_class for place, card_class in column.laid_pieces if isinstance(place, Card)]
    wilds = sum(1 for card_class in classes if problem.card_classes[card_class].wild_reach)
    return [*column.row_uses, (("wilds", 0), wilds)] if wilds else column.row_uses
