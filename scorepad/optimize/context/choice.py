"""The choice among all columns of a hand beside fixed melds, for the highest objective.

Rows that no meld joins make up components, each chosen for by itself: by dynamic programming, and by branch
and bound where that grows large. A solver for whole numbers spends more time getting ready than such a
component takes; it chooses where melds earn something together, or a tree grows large.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite

from scorepad.core.cards import Card
from scorepad.optimize.branch_and_bound import PricedColumn, PricedRows, Tree, TreeTooLarge
from scorepad.optimize.context.extension_objective import (
    BonusColumn,
    Candidates,
    ChosenColumns,
    bonus_columns,
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
from scorepad.optimize.dynamic_program import best_choice

PRICE_SCALE = 2**16  # prices are whole numbers, in units of 1/PRICE_SCALE of the objective
MOST_TRIES = 800  # of columns, by dynamic programming
MOST_NODES = 1_500  # of the tree


def choose(problem: ExtensionProblem, columns: Sequence[ExtensionColumn], seconds: float) -> ChosenColumns:
    """The best choice of columns; proven where its objective is the ceiling."""
    objectives = [(column.points + column.saved) * problem.weight - 1 for column in columns]
    candidates = Candidates(columns, objectives, row_limits(problem))
    bonuses = bonus_columns(problem)
    if not bonuses:
        try:
            taken = [columns[number] for part in components(candidates) for number in part.best()]
            return ChosenColumns(tuple(taken), objective_of(problem, taken))
        except TreeTooLarge:
            pass
    return _choose_whole(problem, candidates, bonuses, seconds)


@dataclass(frozen=True, slots=True)
class Component:
    """Columns that hang together by the rows that they use: their numbers, and those rows."""

    candidates: Candidates
    numbers: list[int]
    rows: list[Row]

    @property
    def limits(self) -> list[tuple[int, int]]:
        """By row of the component."""
        return [self.candidates.limits[row] for row in self.rows]

    def best(self) -> Sequence[int]:
        """The numbers of the best choice, each as often as it is taken. Raises TreeTooLarge."""
        place = {row: number for number, row in enumerate(self.rows)}
        columns = self.candidates.columns
        uses = [[(place[row], amount) for row, amount in columns[number].uses] for number in self.numbers]
        objectives = [self.candidates.objectives[number] for number in self.numbers]
        options = list(zip(objectives, uses, strict=True))
        outcome = best_choice(self.limits, options, most_tries=MOST_TRIES)
        if outcome.complete and outcome.chosen is not None:
            return [self.numbers[option] for option in outcome.chosen]
        return [self.numbers[option] for option in self._by_prices(options)]

    def _by_prices(self, options: Sequence[tuple[int, Sequence[tuple[int, int]]]]) -> tuple[int, ...]:
        """The same by branch and bound, against prices from the linear relaxation. Raises TreeTooLarge."""
        from scorepad.optimize.context.by_solver import row_prices

        objectives = [objective for objective, _ in options]
        uses = [line for _, line in options]
        prices = [round(price * PRICE_SCALE) for price in row_prices(self.limits, objectives, uses)]
        for row, (least, most) in enumerate(self.limits):
            if least < most:
                prices[row] = max(0, prices[row])
        priced: list[PricedColumn] = []
        for number, (objective, line) in enumerate(options):
            cost = sum(prices[row] * amount for row, amount in line)
            priced.append((cost - objective * PRICE_SCALE, number, line))
        tree = Tree(PricedRows(self.limits, prices, range(len(prices))), priced, MOST_NODES)
        budget = max(PRICE_SCALE, max(objectives) * PRICE_SCALE // 8)
        while True:
            # What is lost is not known beforehand: a small tree first, then ever larger ones.
            budget = 2 * budget + 1
            chosen = tree.search(budget)
            if chosen is not None:
                return chosen


def components(candidates: Candidates) -> Iterator[Component]:
    """The components, by union-find over rows; rows without a column are left out."""
    columns, limits = candidates.columns, candidates.limits
    root: dict[Row, Row] = {row: row for row in limits}

    def find(row: Row) -> Row:
        while root[row] != row:
            root[row] = root[root[row]]
            row = root[row]
        return row

    for column in columns:
        first, *others = (row for row, _ in column.uses)
        for row in others:
            root[find(row)] = find(first)
    parts: dict[Row, Component] = {}
    for number, column in enumerate(columns):
        part = parts.setdefault(find(column.uses[0][0]), Component(candidates, [], []))
        part.numbers.append(number)
    for row in limits:
        if find(row) in parts:
            parts[find(row)].rows.append(row)
    yield from parts.values()


def _choose_whole(
    problem: ExtensionProblem, candidates: Candidates, bonuses: Sequence[BonusColumn], seconds: float
) -> ChosenColumns:
    """The best choice of columns with bonuses, as far as the seconds allow."""
    from scorepad.optimize.context.by_solver import solve_choice

    columns = candidates.columns
    with_wilds = ("wilds", 0) in candidates.limits
    uses = [_with_wilds(problem, column) if with_wilds else column.uses for column in columns]
    uses += [bonus.uses for bonus in bonuses]
    number = {row: place for place, row in enumerate(candidates.limits)}
    lines = [[(number[row], amount) for row, amount in line] for line in uses]
    objectives = [*candidates.objectives, *(bonus.points * problem.weight for bonus in bonuses)]
    limits = list(candidates.limits.values())
    most = [*[None] * len(columns), *(bonus.most for bonus in bonuses)]
    solution = solve_choice(limits, objectives, lines, most, seconds)
    if solution.values is None:
        return ChosenColumns(_least_columns(problem), trivial_bound(problem))
    times = solution.values[: len(columns)].tolist()
    taken = tuple(column for column, count in zip(columns, times, strict=True) for _ in range(count))
    objective = objective_of(problem, taken)
    if solution.optimal:
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


def _with_wilds(problem: ExtensionProblem, column: ExtensionColumn) -> Sequence[tuple[Row, int]]:
    """What a column uses, with the row of all that may be wild, of which the rest may lie alone."""
    classes = [card_class for place, card_class in column.laid if isinstance(place, Card)]
    wilds = sum(1 for card_class in classes if problem.card_classes[card_class].reach)
    return [*column.uses, (("wilds", 0), wilds)] if wilds else column.uses
