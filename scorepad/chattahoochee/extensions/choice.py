"""Choose the columns of the highest total objective."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from heapq import nlargest

from scorepad.chattahoochee.extensions.extension_objective import (
    Candidates,
    ChosenColumns,
    bonus_columns,
    column_objectives,
    objective_of,
    row_limits,
    trivial_bound,
)
from scorepad.chattahoochee.extensions.extension_problem import (
    FIXED,
    ExtensionColumn,
    ExtensionProblem,
    Row,
)
from scorepad.chattahoochee.extensions.growing_column import extension_column
from scorepad.core.cards import Card
from scorepad.optimize.choosing import Chosen, choose
from scorepad.optimize.columns import Column, Link, RowUses

_MOST_TRIED = 2_000  # columns, for want of time


def choose_columns(
    problem: ExtensionProblem, columns: Sequence[ExtensionColumn], deadline: float
) -> ChosenColumns:
    """Return the best choice of columns found by the deadline; it is proven if its objective equals the
    bound."""
    candidates = Candidates(columns, column_objectives(problem, columns), row_limits(problem))
    chosen = _choose(problem, candidates, deadline)
    if chosen.columns is None:
        taken_columns: Sequence[ExtensionColumn] = _first_choice(problem, candidates)
    else:
        taken_columns = [column.lays for column in chosen.columns]
    objective = objective_of(problem, taken_columns)
    if chosen.best:
        return ChosenColumns(tuple(taken_columns), objective, chosen.method)
    most_known = trivial_bound(problem)
    if chosen.bound is None or chosen.bound > most_known:
        return ChosenColumns(tuple(taken_columns), max(objective, most_known), "trivial bound")
    return ChosenColumns(tuple(taken_columns), max(objective, chosen.bound), chosen.method)


def _choose(problem: ExtensionProblem, candidates: Candidates, deadline: float) -> Chosen[ExtensionColumn]:
    row_numbers = {row: number for number, row in enumerate(candidates.row_limits)}
    counts_wilds = ("wilds", 0) in row_numbers

    def numbered(uses: Sequence[tuple[Row, int]]) -> RowUses:
        return [(row_numbers[row], amount) for row, amount in uses]

    all_uses = [
        numbered(_with_wilds(problem, column) if counts_wilds else column.row_uses)
        for column in candidates.columns
    ]
    links = [
        Link(bonus.bonus_points * problem.point_weight, numbered(bonus.row_uses), bonus.most_times)
        for bonus in bonus_columns(problem)
    ]
    options = list(map(Column, candidates.objectives, all_uses, candidates.columns))
    return choose(list(candidates.row_limits.values()), options, links, deadline)


def first_choice(problem: ExtensionProblem, columns: Sequence[ExtensionColumn]) -> Sequence[ExtensionColumn]:
    """Return a choice of columns made without a search."""
    candidates = Candidates(columns, column_objectives(problem, columns), row_limits(problem))
    return _first_choice(problem, candidates)


def least_columns(problem: ExtensionProblem) -> tuple[ExtensionColumn, ...]:
    """Return the fixed melds unchanged and, if every card must be melded, each natural by itself."""
    leap = problem.rules.shapes.leaps.each[0]
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
    """Choose greedily: the best column that fits, again and again, then those that must be laid.

    Longer fixed melds come first, so that no new meld takes their leap.
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
    """Take a column as often as the rows allow; rows of quartets are ignored."""
    uses = [(row, amount) for row, amount in column.row_uses if row[0] != "natural"]
    while all(amounts_left[row] >= amount for row, amount in uses):
        for row, amount in uses:
            amounts_left[row] -= amount
        chosen_columns.append(column)


def _with_wilds(problem: ExtensionProblem, column: ExtensionColumn) -> Sequence[tuple[Row, int]]:
    """Return what a column uses, with the row of all cards that may be wild."""
    classes = [card_class for place, card_class in column.laid_pieces if isinstance(place, Card)]
    wilds = sum(1 for card_class in classes if problem.card_classes[card_class].wild_reach)
    return [*column.row_uses, (("wilds", 0), wilds)] if wilds else column.row_uses
