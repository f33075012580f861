"""A hand against prices of its cards: the most that any part of it is worth, and what is worth so much.

The prices are those of the relaxation of the whole hand. They bound what is left of the hand once a card that
came has taken some of it for a meld; near that bound a tree is small.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.optimize.branch_and_bound import PricedRows, SearchTree
from scorepad.optimize.context.by_solver import row_prices
from scorepad.optimize.context.extension_objective import column_objectives, row_limits
from scorepad.optimize.context.extension_problem import ExtensionColumn, ExtensionProblem, Row

_PRICE_SCALE = 2**16  # prices are whole numbers, in units of 1/_PRICE_SCALE of the objective
_MOST_NODES = 1_500  # of the tree


@dataclass(frozen=True, slots=True)
class PricedHand:
    """What there is of each row and what it costs; nothing of it need be used.

    rows     the number of each row, by which `amounts` and `prices` are
    columns  all melds of the hand
    """

    rows: dict[Row, int]
    amounts: tuple[int, ...]
    prices: Sequence[int]
    columns: Sequence[ExtensionColumn]
    tree: SearchTree

    def bound(self, amounts: Sequence[int]) -> int:
        """No melds of so much of each row have a higher objective."""
        return (self._cost(amounts) - self.tree.rounding_gain) // _PRICE_SCALE

    def best_of(
        self, amounts: Sequence[int], least_objective: int, deadline: float
    ) -> list[ExtensionColumn] | None:
        """The best melds of so much of each row; None if their objective is less. Raises TreeTooLarge."""
        self.tree.begin_with(amounts, lambda: time.perf_counter() > deadline)
        loss_budget = self._cost(amounts) - least_objective * _PRICE_SCALE
        numbers = self.tree.find_choice(loss_budget)
        return None if numbers is None else [self.columns[number] for number in numbers]

    def _cost(self, amounts: Sequence[int]) -> int:
        return sum([price * amount for price, amount in zip(self.prices, amounts, strict=True)])


def priced_hand(problem: ExtensionProblem, columns: Sequence[ExtensionColumn], deadline: float) -> PricedHand:
    """The hand with all its melds; points weigh as in a hand of one card more.

    Raises TreeTooLarge when the time does not allow it.
    """
    limits = row_limits(problem)
    rows = {row: number for number, row in enumerate(limits)}
    uses = [[(rows[row], amount) for row, amount in column.row_uses] for column in columns]
    point_weight = problem.point_weight + problem.meld_weight
    objectives = column_objectives(columns, point_weight, problem.meld_weight)
    dual_values = row_prices(list(limits.values()), objectives, uses, deadline)
    prices = [max(0, round(price * _PRICE_SCALE)) for price in dual_values]
    priced_columns = [
        (sum([prices[row] * amount for row, amount in line]) - objective * _PRICE_SCALE, number, line)
        for number, (objective, line) in enumerate(zip(objectives, uses, strict=True))
    ]
    priced_rows = PricedRows(list(limits.values()), prices, range(len(prices)))
    tree = SearchTree(priced_rows, priced_columns, _MOST_NODES)
    return PricedHand(rows, tuple([most for _, most in limits.values()]), prices, columns, tree)
