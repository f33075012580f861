"""The choice among columns that use up rows, by a table over the rows' rest, a tree by prices, or HiGHS.

Each method is for choices that take the one before too long. An integer solver takes longer to start than the
first two need in all, and these import neither numpy nor a solver until prices are needed. Without HiGHS
(`solvers`) the tree and then the table use the whole time. A search lists its melds as columns, and lays
those chosen.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf, isfinite
from typing import Any, Generic

from scorepad.optimize import solvers
from scorepad.optimize.answer import Method, TimedOut, check_deadline
from scorepad.optimize.branch_and_bound import PricedColumn, PricedRows, SearchTree, TreeTooLarge
from scorepad.optimize.columns import Column, L, Link, RowLimits, RowUses
from scorepad.optimize.dynamic_program import best_choice

_PRICE_SCALE = 2**16  # prices are whole numbers, in units of 1/_PRICE_SCALE of the objective
MOST_TRIES = 2_000  # of columns, by the table
_TRIES_A_COLUMN = 5  # at the least: among more columns than that the table is too large
MOST_NODES = 1_500  # of the tree
_NODES_ALONE = 100_000  # of the tree, where no solver comes after it
_TREE_SHARE = 0.6  # of the time there, and the table has the rest
_MOST_IN_TREE = 6_000  # columns: more take longer to sort than the tree saves
_SECONDS_A_COLUMN = 4e-5  # for HiGHS to be handed the columns
_LISTING_SHARE = 0.6  # of the time until the deadline
_LEAST_LISTING = 0.05  # seconds
_BETWEEN_LOOKS = 64  # columns listed between two looks at the clock


@dataclass(frozen=True, slots=True)
class Chosen(Generic[L]):
    """The chosen columns, repeated as often as they are taken; None if no choice is known.

    `best`: no choice has a higher objective, or there is none at all, by `method`. Otherwise none exceeds
    `bound`; None if no bound is known.
    """

    columns: Sequence[Column[L]] | None
    best: bool
    method: Method
    bound: int | None = None

    @property
    def objective(self) -> int:
        """The objectives of the chosen columns together."""
        return sum([column.objective for column in self.columns or ()])


def choose_by_table(
    limits: RowLimits, columns: Sequence[Column[L]], *, deadline: float = inf, most_tries: float = inf
) -> Chosen[L]:
    """The choice of the highest objective by the table alone: at the deadline the best so far, and none after
    `most_tries` columns. Objectives may be numbers of any size."""
    outcome = best_choice(limits, columns, deadline=deadline, most_tries=most_tries)
    return _chosen(columns, outcome.chosen_columns, outcome.complete, "dynamic program")


def choose_listed(
    limits: RowLimits,
    listing: Iterable[Column[L]],
    others: Iterable[Column[L]],
    until: float,
    deadline: float,
) -> Chosen[L]:
    """The choice of the highest objective by the table, of columns listed `until` then and the `others`. Cut
    off before any choice is known, a single column may still be one."""
    columns, all_listed = list_columns(listing, until)
    columns += others
    chosen = choose_by_table(limits, columns, deadline=deadline)
    if chosen.columns is None and not chosen.best:
        chosen = replace(chosen, columns=_best_alone(limits, columns))
    return replace(chosen, best=chosen.best and all_listed)


def end_of_listing(deadline: float) -> float:
    """The time at which the listing of columns stops, so that time is left to choose. A short listing
    finishes whatever the deadline."""
    now = time.perf_counter()
    return max(now + _LISTING_SHARE * (deadline - now), min(deadline, now) + _LEAST_LISTING)


def list_columns(listing: Iterable[Column[L]], until: float) -> tuple[list[Column[L]], bool]:
    """The column of the highest objective for each use of rows, and whether all were listed `until` then."""
    best_by_uses: dict[RowUses, Column[L]] = {}
    try:
        for number, column in enumerate(listing, start=1):
            best = best_by_uses.get(column.uses)
            if best is None or column.objective > best.objective:
                best_by_uses[column.uses] = column
            if number % _BETWEEN_LOOKS == 0:
                check_deadline(until)
    except TimedOut:
        return list(best_by_uses.values()), False
    return list(best_by_uses.values()), True


def _best_alone(limits: RowLimits, columns: Sequence[Column[L]]) -> list[Column[L]] | None:
    """The best column that by itself uses each row within its limits; None if there is none."""
    needed = [(row, least) for row, (least, _) in enumerate(limits) if least]
    fitting = [
        column
        for column in columns
        if all(amount <= limits[row][1] for row, amount in column.uses)
        and all(dict(column.uses).get(row, 0) >= least for row, least in needed)
    ]
    return [max(fitting, key=lambda column: column.objective)] if fitting else None


def choose(
    limits: RowLimits, columns: Sequence[Column[L]], links: Sequence[Link], deadline: float
) -> Chosen[L]:
    """The choice of the highest objective, or some choice by the deadline, by whichever method is fastest.

    The order of the rows decides how large the table grows: rows that melds use together should lie close.
    """
    if not solvers.has_solver("HiGHS"):
        return _without_solver(limits, columns, links, deadline)
    # What melds earn together depends on several of them: neither table nor tree counts that.
    if not links:
        with suppress(TreeTooLarge):
            return _by_table_or_tree(limits, columns, deadline, MOST_NODES)
    seconds_left = deadline - time.perf_counter()
    # Handing over the program takes time that no limit of HiGHS covers.
    if seconds_left < _SECONDS_A_COLUMN * len(columns):
        return Chosen(None, False, "HiGHS")
    return _by_solver(limits, columns, links, deadline)


def _chosen(
    columns: Sequence[Column[L]], numbers: Sequence[int] | None, best: bool, method: Method
) -> Chosen[L]:
    """The choice of the columns of these numbers."""
    return Chosen(None if numbers is None else [columns[number] for number in numbers], best, method)


def _without_solver(
    limits: RowLimits, columns: Sequence[Column[L]], links: Sequence[Link], deadline: float
) -> Chosen[L]:
    """The choice without a solver: by branch and bound and by a table of states, within the time.

    Links that give to a row instead of using it are left out of the choice, and added to the bound in full.
    """
    given = {row for column in columns for row, amount in column.uses if amount < 0}
    plain_links = [link for link in links if not any(row in given for row, _ in link.uses)]
    most_given = sum(
        link.objective * link.most_times for link in links if any(row in given for row, _ in link.uses)
    )
    plain_limits = [(0, 0) if row in given else limit for row, limit in enumerate(limits)]
    plain_columns: list[Column[Column[L] | None]] = [
        Column(column.objective, [(row, amount) for row, amount in column.uses if row not in given], column)
        for column in columns
    ]
    # How often a link can be had is a row of its own.
    for row, (objective, uses, times) in enumerate(plain_links, start=len(limits)):
        plain_limits.append((0, times))
        plain_columns.append(Column(objective, [*uses, (row, 1)], None))
    chosen = _by_tree_then_table(plain_limits, plain_columns, deadline)
    if chosen.columns is None:
        return Chosen(None, chosen.best, chosen.method)
    bound = chosen.objective + most_given if chosen.best else None
    taken = [column.lays for column in chosen.columns if column.lays is not None]
    return Chosen(taken, chosen.best and not most_given, chosen.method, bound)


def _by_tree_then_table(limits: RowLimits, columns: Sequence[Column[L]], deadline: float) -> Chosen[L]:
    """The best choice by the tree, within part of the time; else the best that the table finds."""
    began = time.perf_counter()
    with suppress(TreeTooLarge):
        return _by_table_or_tree(limits, columns, began + _TREE_SHARE * (deadline - began), _NODES_ALONE)
    return choose_by_table(limits, columns, deadline=deadline)


def _by_table_or_tree(
    limits: RowLimits, columns: Sequence[Column[L]], deadline: float, most_nodes: int
) -> Chosen[L]:
    """The best choice by the table, if that is small, else by the tree. Raises TreeTooLarge, also for lack of
    time."""
    if len(columns) > _MOST_IN_TREE or time.perf_counter() > deadline:
        raise TreeTooLarge
    if len(columns) <= MOST_TRIES // _TRIES_A_COLUMN:
        chosen = choose_by_table(limits, columns, most_tries=MOST_TRIES)
        if chosen.best and chosen.columns is not None:
            return chosen
    return _chosen(columns, _by_tree(limits, columns, deadline, most_nodes), True, "branch and bound")


def _by_tree(
    limits: RowLimits, columns: Sequence[Column[Any]], deadline: float, most_nodes: int
) -> tuple[int, ...]:
    """The numbers of the best columns by the relaxation’s prices. Raises TreeTooLarge."""
    dual_values = solvers.row_prices(
        limits, [column.objective for column in columns], [column.uses for column in columns], deadline
    )
    prices = [round(price * _PRICE_SCALE) for price in dual_values]
    for row, (least, most) in enumerate(limits):
        if least < most:
            prices[row] = max(0, prices[row])  # what need not be used cannot cost less than nothing
    priced_columns: list[PricedColumn] = []
    for number, (objective, uses, _) in enumerate(columns):
        cost = sum([prices[row] * amount for row, amount in uses])
        priced_columns.append((cost - objective * _PRICE_SCALE, number, uses))
    # Every row is branched on: a meld may use only cards that could stay in hand as well.
    priced_rows = PricedRows(limits, prices, range(len(prices)))
    tree = SearchTree(priced_rows, priced_columns, most_nodes, lambda: time.perf_counter() > deadline)
    largest_objective = max(column.objective for column in columns)
    loss_budget = max(_PRICE_SCALE, largest_objective * _PRICE_SCALE // 64)
    while True:
        # What is lost is not known beforehand: a small tree first, then ever larger ones.
        loss_budget = 2 * loss_budget + 1
        # Nodes are counted over all budgets, so this ends: with a choice, or as a tree too large.
        chosen_numbers = tree.find_choice(loss_budget)
        if chosen_numbers is not None:
            return chosen_numbers


def _by_solver(
    limits: RowLimits, columns: Sequence[Column[L]], links: Sequence[Link], deadline: float
) -> Chosen[L]:
    """The best choice by HiGHS, within the time."""
    from scorepad.optimize.by_solver import solve_choice

    each: list[Column[L] | Link] = [*columns, *links]
    most_times = [*[None] * len(columns), *(link.most_times for link in links)]
    solution = solve_choice(
        limits, [one.objective for one in each], [one.uses for one in each], most_times, deadline
    )
    # `int` rounds down, so one more keeps the bound from being too low.
    ceiling = int(solution.bound + 1) if isfinite(solution.bound) else None
    if solution.column_values is None:
        return Chosen(None, False, "HiGHS", ceiling)
    times_taken = solution.column_values[: len(columns)].tolist()
    taken = [column for column, times in zip(columns, times_taken, strict=True) for _ in range(times)]
    return Chosen(taken, solution.optimal, "HiGHS", ceiling)
