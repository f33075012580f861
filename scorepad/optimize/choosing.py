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
from math import ceil, inf, isfinite
from typing import Any, Generic, NamedTuple, Protocol

from scorepad.optimize import solvers
from scorepad.optimize.answer import Method, TimedOut, check_deadline, weakest
from scorepad.optimize.branch_and_bound import PricedRows, SearchTree, TreeTooLarge
from scorepad.optimize.columns import Column, L, Link, RowLimits, RowUses
from scorepad.optimize.dynamic_program import best_choice

PRICE_SCALE = 2**16  # prices are whole numbers, in units of 1/PRICE_SCALE of the objective
MOST_TRIES = 2_000  # of columns, by the table
_TRIES_A_COLUMN = 16  # at the least: among more columns than that the table is too large
MOST_NODES = 1_500  # of the tree
_NODES_TO_BETTER = 100  # of the tree, by prices that are not those of its columns
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


class Listing(NamedTuple, Generic[L]):
    """Columns listed, and whether they are all that were asked for."""

    columns: Sequence[Column[L]]
    complete: bool


class Others(Protocol[L]):
    """Lists columns that a search left out."""

    def __call__(self, prices: Sequence[int], most_lost: float) -> Listing[L]:
        """The columns that lose at most so much by the prices of rows, both in units of 1/PRICE_SCALE of the
        objective."""


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
    return _by_solver(limits, columns, links, deadline)


def choose_with_others(
    limits: RowLimits, columns: Sequence[Column[L]], others: Others[L], deadline: float
) -> Chosen[L]:
    """The choice of the highest objective among the columns and others, or some choice by the deadline.

    Others are listed as far as the prices of rows leave them any use: a column that loses more than the
    best choice of `columns` misses of the bound is in no better choice (Dantzig, Fulkerson and Johnson,
    Operations Research 2, 1954). Columns and others only use rows.
    """
    try:
        priced = _PricedColumns.of(limits, columns, deadline)
        found = _best_priced(priced, deadline)
    except TreeTooLarge:
        listing = others([0] * len(limits), inf)
        chosen = choose(limits, [*columns, *listing.columns], (), deadline)
        return chosen if listing.complete else replace(chosen, best=False, bound=None)
    # Each that gains must be known, however little: several together may gain enough.
    listing = others(priced.prices, max(-1, priced.most_lost(found)))
    raised = priced.raised_for(listing.columns)
    if raised is not priced:
        priced = raised
        listing = others(priced.prices, priced.most_lost(found))
    if listing.complete and not listing.columns:
        return replace(found, bound=priced.bound)
    chosen = _better(priced.near(found, listing.columns), found, deadline)
    if not listing.complete:
        return replace(chosen, best=False, bound=None)
    most = priced.bound if chosen.bound is None else min(priced.bound, chosen.bound)
    return replace(chosen, bound=most, method=weakest((chosen.method, found.method)))


def _best_priced(priced: _PricedColumns[L], deadline: float) -> Chosen[L]:
    """The best choice of the columns by the tree; by HiGHS or the table if that grows too large. Raises
    TreeTooLarge if these know no choice."""
    has_solver = solvers.has_solver("HiGHS")
    until = deadline if has_solver else _end_of_tree(deadline)
    with suppress(TreeTooLarge):
        numbers = _by_tree(priced, until, MOST_NODES if has_solver else _NODES_ALONE)
        return _chosen(priced.columns, numbers, True, "branch and bound")
    if has_solver:
        chosen = _by_solver(priced.limits, priced.columns, (), deadline)
    else:
        chosen = choose_by_table(priced.limits, priced.columns, deadline=deadline)
    if chosen.columns is None:
        raise TreeTooLarge
    return chosen


def _better(priced: _PricedColumns[L], found: Chosen[L], deadline: float) -> Chosen[L]:
    """A choice of these columns that is better than what is found, if there is any; otherwise that."""
    tree = priced.tree(_NODES_TO_BETTER, deadline)
    with suppress(TreeTooLarge):
        numbers = tree.find_choice(priced.most_lost(found))
        better = found if numbers is None else _chosen(priced.columns, numbers, True, "branch and bound")
        return replace(better, best=True, bound=None)
    chosen = choose(priced.limits, priced.columns, (), deadline)
    if chosen.columns is None or chosen.objective < found.objective:
        return replace(chosen, columns=found.columns)
    return chosen


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
    with suppress(TreeTooLarge):
        return _by_table_or_tree(limits, columns, _end_of_tree(deadline), _NODES_ALONE)
    return choose_by_table(limits, columns, deadline=deadline)


def _end_of_tree(deadline: float) -> float:
    """The time at which the tree stops where only the table comes after it."""
    now = time.perf_counter()
    return now + _TREE_SHARE * (deadline - now)


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
    numbers = _by_tree(_PricedColumns.of(limits, columns, deadline), deadline, most_nodes)
    return _chosen(columns, numbers, True, "branch and bound")


@dataclass(frozen=True, slots=True)
class _PricedColumns(Generic[L]):
    """Columns, prices of the rows in units of 1/PRICE_SCALE of the objective, and what each column loses: by
    how much it costs more than it is worth."""

    limits: RowLimits
    columns: Sequence[Column[L]]
    prices: Sequence[int]
    losses: Sequence[int]

    @classmethod
    def of(cls, limits: RowLimits, columns: Sequence[Column[L]], deadline: float) -> _PricedColumns[L]:
        """The columns by the prices of their relaxation, so that none gains. Raises TreeTooLarge."""
        if not columns:
            raise TreeTooLarge
        dual_values = solvers.row_prices(
            limits, [column.objective for column in columns], [column.uses for column in columns], deadline
        )
        # Rounded up, so that hardly a column is left that gains.
        prices = [ceil(price * PRICE_SCALE) for price in dual_values]
        for row, (least, most) in enumerate(limits):
            if least < most:
                prices[row] = max(0, prices[row])  # what need not be used cannot cost less than nothing
        return cls.by_prices(limits, columns, prices)

    @classmethod
    def by_prices(
        cls, limits: RowLimits, columns: Sequence[Column[L]], prices: Sequence[int]
    ) -> _PricedColumns[L]:
        """The columns by these prices, raised if any gains."""
        losses = [loss_of(prices, column) for column in columns]
        if min(losses, default=0) < 0:
            return cls(limits, columns, prices, losses).raised_for(columns)
        return cls(limits, columns, prices, losses)

    @property
    def scaled_bound(self) -> int:
        """What no choice exceeds of columns that gain nothing, in units of the prices."""
        return _scaled_bound(self.limits, self.prices)

    @property
    def bound(self) -> int:
        """What no choice exceeds of columns that gain nothing."""
        return self.scaled_bound // PRICE_SCALE

    def most_lost(self, found: Chosen[L]) -> int:
        """The most that a choice loses that is better than what is found."""
        return self.scaled_bound - (found.objective + 1) * PRICE_SCALE

    def near(self, found: Chosen[L], others: Sequence[Column[L]]) -> _PricedColumns[L]:
        """The columns that may be in a better choice, and others."""
        # What is found is made of such columns too, so there is always a choice.
        most_lost = self.most_lost(found) + PRICE_SCALE
        near = [column for column, loss in zip(self.columns, self.losses, strict=True) if loss <= most_lost]
        return self.by_prices(self.limits, [*near, *others], self.prices)

    def raised_for(self, columns: Sequence[Column[Any]]) -> _PricedColumns[L]:
        """By prices by which none of those columns gains: raised for each where that raises the bound least,
        or for all in one row, whichever bound is lower."""
        gaining = [column for column in columns if loss_of(self.prices, column) < 0]
        if not gaining:
            return self
        by_turns = self.prices
        for column in sorted(gaining, key=lambda column: loss_of(self.prices, column)):
            row, _ = min(column.uses, key=lambda use: self.limits[use[0]][1] / use[1])
            by_turns = _raised(by_turns, row, [column])
        common_rows = set.intersection(*({row for row, _ in column.uses} for column in gaining))
        ways = [by_turns, *(_raised(self.prices, row, gaining) for row in common_rows)]
        prices = min(ways, key=lambda prices: _scaled_bound(self.limits, prices))
        return self.by_prices(self.limits, self.columns, prices)

    def tree(self, most_nodes: int, deadline: float) -> SearchTree:
        priced_columns = [
            (loss, number, column.uses)
            for number, (loss, column) in enumerate(zip(self.losses, self.columns, strict=True))
        ]
        # Every row is branched on: a meld may use only cards that could stay in hand as well.
        rows = PricedRows(self.limits, self.prices, range(len(self.prices)))
        return SearchTree(rows, priced_columns, most_nodes, lambda: time.perf_counter() > deadline)


def _scaled_bound(limits: RowLimits, prices: Sequence[int]) -> int:
    return sum([price * most for price, (_, most) in zip(prices, limits, strict=True)])


def price_of(prices: Sequence[int], uses: RowUses) -> int:
    """The price of what is used of the rows."""
    return sum([prices[row] * amount for row, amount in uses])


def loss_of(prices: Sequence[int], column: Column[Any]) -> int:
    """What a column costs by these prices more than it is worth, in units of the prices."""
    return price_of(prices, column.uses) - column.objective * PRICE_SCALE


def _raised(prices: Sequence[int], row: int, columns: Sequence[Column[Any]]) -> list[int]:
    """Prices by which none of these columns that use a row gains, raised in that row alone."""
    most = max(-(loss_of(prices, column) // dict(column.uses)[row]) for column in columns)
    raised = list(prices)
    raised[row] += max(0, most)
    return raised


def _by_tree(priced: _PricedColumns[Any], deadline: float, most_nodes: int) -> tuple[int, ...]:
    """The numbers of the best columns. Raises TreeTooLarge."""
    tree = priced.tree(most_nodes, deadline)
    largest_objective = max(column.objective for column in priced.columns)
    loss_budget = max(PRICE_SCALE, largest_objective * PRICE_SCALE // 64)
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
    # Handing over the program takes time that no limit of HiGHS covers.
    if deadline - time.perf_counter() < _SECONDS_A_COLUMN * len(columns):
        return Chosen(None, False, "HiGHS")
    from scorepad.optimize.milp import solve_choice

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
