"""A hand of one leap with wilds and a card more: a meld of the card, and the best of what that leaves.

No part of the hand is worth more than it costs by the prices of all of it, so that few melds of the card come
into question, and most leaps have none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorepad.core.cards import Card
from scorepad.optimize.answer import Answer
from scorepad.optimize.context.best_extension import to_answer
from scorepad.optimize.context.candidate_melds import lane_columns, merge_lanes
from scorepad.optimize.context.extension_objective import ChosenColumns, objective_of
from scorepad.optimize.context.extension_problem import CardClass, ExtensionColumn, ExtensionProblem, Row
from scorepad.optimize.context.lanes import lanes

if TYPE_CHECKING:
    from scorepad.optimize.context.priced_hand import PricedHand


@dataclass(frozen=True, slots=True)
class WayToMeld:
    """A meld of the new card, what it leaves of each row of the hand, and the highest objective with it."""

    column: ExtensionColumn
    amounts_left: Sequence[int]
    objective: int
    objective_bound: int


@dataclass(frozen=True, slots=True)
class RicherHand:
    """The hand of one leap with a card more, which is no wild.

    chosen_columns   the best of the hand without the card, as columns of the hand with it
    class_numbers    by class of the hand, its number with the card
    ways             the melds of the card, those that could come to most first
    """

    problem: ExtensionProblem
    priced: PricedHand
    chosen_columns: tuple[ExtensionColumn, ...]
    class_numbers: Sequence[int]
    ways: Sequence[WayToMeld]

    @property
    def most_points(self) -> int:
        """No arrangement has more."""
        if_left = objective_of(self.problem, self.chosen_columns)
        most = max(if_left, self.ways[0].objective_bound) if self.ways else if_left
        return self.problem.points_within(most) - self.problem.hand_cost

    def best(self, deadline: float) -> Answer:
        """Raises TreeTooLarge."""
        chosen, objective = self.chosen_columns, objective_of(self.problem, self.chosen_columns)
        for way in self.ways:
            if way.objective_bound <= objective:
                break
            others = self.priced.best_of(way.amounts_left, objective + 1 - way.objective, deadline)
            if others is not None:
                chosen = (way.column, *(renumbered(column, self.class_numbers) for column in others))
                objective = objective_of(self.problem, chosen)
        return to_answer(self.problem, ChosenColumns(chosen, objective, "branch and bound"))


def richer_hand(
    hand: ExtensionProblem,
    chosen_columns: Sequence[ExtensionColumn],
    priced: PricedHand,
    problem: ExtensionProblem,
    card: Card,
    deadline: float,
) -> RicherHand:
    """The hand, whose best columns are chosen, with a card that makes it the `problem`.

    Raises ListingCutOff.
    """
    numbers = class_numbers(hand, problem)
    priced_rows = _priced_rows(priced, numbers, problem)
    new_row = "class", class_of(problem, card)
    amounts = list(priced.amounts)
    if new_row in priced_rows:
        amounts[priced_rows[new_row]] += 1
    chosen = tuple([renumbered(column, numbers) for column in chosen_columns])
    most = objective_of(problem, chosen)
    ways = []
    for column in _melds_of(problem, card, new_row, deadline):
        amounts_left = amounts.copy()
        for row, amount in column.row_uses:
            if row in priced_rows:
                amounts_left[priced_rows[row]] -= amount
        objective = objective_of(problem, (column,))
        others_bound = min(most, priced.bound(amounts_left))
        ways.append(WayToMeld(column, amounts_left, objective, objective + others_bound))
    ways.sort(key=lambda way: -way.objective_bound)
    return RicherHand(problem, priced, chosen, numbers, ways)


def _melds_of(problem: ExtensionProblem, card: Card, new_row: Row, deadline: float) -> list[ExtensionColumn]:
    """The melds that use the row of the new card. Raises ListingCutOff."""
    kind = problem.melding.run_kind(card)
    on_its_lanes = [
        column
        for lane in lanes(problem)
        if kind in lane.places
        for column in lane_columns(problem, lane, deadline)
        if any(row == new_row for row, _ in column.row_uses)
    ]
    return merge_lanes(problem, on_its_lanes)


def _priced_rows(
    priced: PricedHand, class_numbers: Sequence[int], problem: ExtensionProblem
) -> Mapping[Row, int]:
    """By row of the hand with the card, the number of that row of the hand, if it is one."""
    rows: dict[Row, int] = {
        ("class", number): priced.rows["class", own_number] for own_number, number in enumerate(class_numbers)
    }
    spare_rows: list[Row] = [("spares", number) for number in range(len(problem.spare_wilds))]
    return rows | {row: priced.rows[row] for row in spare_rows}


def class_of(problem: ExtensionProblem, card: Card) -> int:
    """The number of the class of a card."""
    return next(number for number, card_class in enumerate(problem.card_classes) if card in card_class.cards)


def class_numbers(hand: ExtensionProblem, richer: ExtensionProblem) -> list[int]:
    """By class of a hand, its number with a card more: a new class may come in, a larger one earlier."""
    numbers = {_class_key(own): number for number, own in enumerate(richer.card_classes)}
    return [numbers[_class_key(own)] for own in hand.card_classes]


def _class_key(card_class: CardClass) -> tuple[Card | None, frozenset[Card], int]:
    return card_class.natural_kind, card_class.wild_reach, card_class.hand_cost


def renumbered(column: ExtensionColumn, class_numbers: Sequence[int]) -> ExtensionColumn:
    """The column, which uses nothing but cards of the hand, by other numbers of their classes."""
    laid_pieces = tuple([(kind, class_numbers[number]) for kind, number in column.laid_pieces])
    row_uses: list[tuple[Row, int]] = [
        (("class", class_numbers[number]), amount)
        if name == "class" and isinstance(number, int)
        else ((name, number), amount)
        for (name, number), amount in column.row_uses
    ]
    return ExtensionColumn(tuple(row_uses), column.meld_points, column.saved_points, laid_pieces)
