"""The best arrangement of a hand: most points, then fewest cards left, then most melds (B7, F3).

Dynamic programming over the cards left: the first kind stays in hand, or goes into one of the melds that
begin with it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence

from scorepad.core.cards import Card, Meld
from scorepad.core.rules import Rules
from scorepad.core.values import left_value
from scorepad.optimize.answer import Answer
from scorepad.optimize.deadwood.deadwood_problem import DeadwoodColumn, DeadwoodProblem, best_of_each
from scorepad.optimize.deadwood.playable_melds import playable_columns
from scorepad.optimize.dynamic_program import best_choice
from scorepad.optimize.on_table import read_table_melds

_LISTING_SHARE = 0.6  # of the time, to list melds; to choose among them begins with a table of all


def search_deadwood(
    rules: Rules,
    cards: Sequence[Card],
    *,
    table: Sequence[Meld] = (),
    taken: Card | None = None,
    limit: float = 2.0,
) -> Answer:
    """The best arrangement, beside melds on the table on which cards may be laid off (B2).

    The answer's melds are those of the table, longer where cards were laid off, and then the new ones. A card
    `taken` is in one of them; where nothing was found that melds it, all cards are left (F5).
    Raises BrokenTable.
    """
    began = time.perf_counter()
    problem = DeadwoodProblem(rules, tuple(cards), read_table_melds(rules, table), taken)
    columns, all_listed = best_of_each(playable_columns(problem), began + _LISTING_SHARE * limit)
    column_uses = [(column.gain, column.uses) for column in columns]
    choice = best_choice(problem.row_limits, column_uses, deadline=began + limit)
    chosen_columns = [columns[number] for number in choice.chosen_columns or ()]
    # Cut off before any choice melded the card taken: one meld with it is still an answer (F5).
    if choice.chosen_columns is None and not choice.complete:
        chosen_columns = _best_taking(problem, columns)
    melds, cards_left = _to_melds(problem, chosen_columns)
    points = _points_gained(problem, chosen_columns, cards_left)
    bound = points if all_listed and choice.complete else _trivial_bound(problem)
    return Answer(melds, points, bound, time.perf_counter() - began, cards_left, "dynamic program")


def _best_taking(problem: DeadwoodProblem, columns: Sequence[DeadwoodColumn]) -> list[DeadwoodColumn]:
    """The best single meld of those that take the card which must be melded; nothing where there is none."""
    taken_row = problem.taken_row
    taking = [column for column in columns if any(row == taken_row for row, _ in column.uses)]
    return [max(taking, key=lambda column: column.gain)] if taking else []


def _to_melds(
    problem: DeadwoodProblem, chosen_columns: Sequence[DeadwoodColumn]
) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
    """The melds of the table, then the new ones; and the cards left."""
    table_melds = list(problem.table)
    for column in chosen_columns:
        if column.home_meld is not None:
            table_melds[column.home_meld] = column.laid_meld
    melds = (*table_melds, *(column.laid_meld for column in chosen_columns if column.home_meld is None))
    cards_left = Counter(problem.cards)
    # `melds` has the cards of the table too, which are no cards of the hand.
    cards_left.update(laid.card for meld in problem.table for laid in meld)
    cards_left.subtract(laid.card for meld in melds for laid in meld)
    order = problem.rules.pack.order
    return melds, tuple(sorted(cards_left.elements(), key=lambda card: order.get(card, len(order))))


def _points_gained(
    problem: DeadwoodProblem, chosen_columns: Sequence[DeadwoodColumn], cards_left: Sequence[Card]
) -> int:
    """Points of the melds beyond the table's, less what is left where that counts."""
    hand_value = left_value(problem.rules, problem.cards)
    if problem.rules.scoring.left_counts:
        # Cards and melds are the lesser parts of a gain and come to less than a point: division drops them.
        return sum(column.gain // problem.point_gain for column in chosen_columns) - hand_value
    return hand_value - left_value(problem.rules, cards_left)


def _trivial_bound(problem: DeadwoodProblem) -> int:
    """Points that no arrangement exceeds: every card melded at its highest value."""
    return left_value(problem.rules, problem.cards)
