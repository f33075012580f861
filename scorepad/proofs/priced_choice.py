"""Check that no choice of melds gains more than a bound, given the prices of rows.

If no meld gains more than its rows cost, no choice gains more than all rows cost (weak duality of linear
programs). If that alone leaves room above the bound, every choice that could exceed it is tried, row by row.
All sums are whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scorepad.proofs.certificates import NotChecked, ProofFault, Row, RowPriceProof

_MOST_STEPS = 400_000  # melds looked at

RowUses = tuple[int, ...]  # by row, in the order of the limits: how much a meld uses


@dataclass(frozen=True, slots=True)
class PlainChoice:
    """The choice of melds: the least and the most use of each row, and the highest gain for each use of rows.

    `points_of_none`: the points of laying nothing.
    """

    limits: Mapping[Row, tuple[int, int]]
    gains: Mapping[RowUses, int]
    points_of_none: int = 0


class ChoiceLister:
    """Collects melds. `gains`: the highest gain for each use of rows."""

    def __init__(self, limits: Mapping[Row, tuple[int, int]], most_steps: int) -> None:
        self.limits, self.gains = limits, dict[RowUses, int]()
        self._steps_left = most_steps

    def count_step(self) -> None:
        """Count one step. Raises NotChecked after too many."""
        self._steps_left -= 1
        if self._steps_left < 0:
            raise NotChecked("there are too many melds to list")

    def list_meld(self, amounts: Mapping[Row, int], gain: int) -> None:
        """Add a meld. `amounts`: how much it uses by row."""
        uses = tuple(amounts.get(row, 0) for row in self.limits)
        self.gains[uses] = max(gain, self.gains.get(uses, gain))

    def as_choice(self, points_of_none: int) -> PlainChoice:
        return PlainChoice(self.limits, self.gains, points_of_none)


def check_choice(choice: PlainChoice, bound: int, proof: RowPriceProof) -> None:
    """Check that no choice gains more than `bound` points. Raises ProofFault if the proof does not hold,
    NotChecked if the search is too long."""
    _PricedChoices(choice, proof).refute_above(bound)


class _PricedChoices:
    """All choices of melds that could gain more than a bound."""

    def __init__(self, choice: PlainChoice, proof: RowPriceProof) -> None:
        prices = dict(proof.prices)
        if proof.point < 1 or any(row not in prices for row in choice.limits):
            raise ProofFault("prices are missing")
        self.point, self.points_of_none = proof.point, choice.points_of_none
        self.prices = [prices[row] for row in choice.limits]
        self.most_used = tuple(most for _, most in choice.limits.values())
        self.most_unused = [most - least for least, most in choice.limits.values()]
        # By what each falls short of its cost: a list ends at the first meld that falls short too far.
        self.priced_melds = sorted(
            (self._cost(uses) - gain * self.point, uses)
            for uses, gain in choice.gains.items()
            if all(map(int.__le__, uses, self.most_used))
        )
        if self.priced_melds and self.priced_melds[0][0] < 0:
            raise ProofFault("a meld gains more than what it uses costs")
        self.melds_with = [
            [meld for meld in self.priced_melds if meld[1][place]] for place in range(len(self.most_used))
        ]
        self.most_short, self.step_count = 0, 0
        self.least_short: dict[RowUses, int] = {}

    def _cost(self, amounts: RowUses) -> int:
        return sum(price * amount for price, amount in zip(self.prices, amounts, strict=True))

    def refute_above(self, bound: int) -> None:
        """Check that no choice exceeds the bound. Raises ProofFault if one does, NotChecked if the search is
        too long."""
        most_gain = bound - self.points_of_none
        # A choice of one point more than the bound falls short of the whole cost by no more than this.
        self.most_short = self._cost(self.most_used) - (most_gain + 1) * self.point
        self._choose_rest(self.most_used, 0)

    def _most_refunded(self, amounts_left: RowUses) -> int:
        """Return the most that unused rows of negative price could still return."""
        return sum(
            -price * min(amount, unused)
            for price, amount, unused in zip(self.prices, amounts_left, self.most_unused, strict=True)
            # Prices below zero are for rows that must be used, such as tiles of a board.
            if price < 0
        )

    def _choose_rest(self, amounts_left: RowUses, short_so_far: int) -> None:
        """Try every choice for the amounts left; `short_so_far` is what the choice falls short of its cost
        until now."""
        most_shortfall = self.most_short - short_so_far + self._most_refunded(amounts_left)
        # The same rest was reached before with no more lost: nothing better follows.
        if most_shortfall < 0 or self.least_short.get(amounts_left, short_so_far + 1) <= short_so_far:
            return
        self.least_short[amounts_left] = short_so_far
        rows_left = [row for row, amount in enumerate(amounts_left) if amount]
        if not rows_left:
            raise ProofFault("a choice gains more than the bound")
        # The row with the fewest melds first keeps the tree small.
        row, fitting_melds = min(
            ((row, list(self._fitting(row, amounts_left, most_shortfall))) for row in rows_left),
            key=lambda way: len(way[1]),
        )
        for shortfall, uses in fitting_melds:
            self._choose_rest(tuple(map(int.__sub__, amounts_left, uses)), short_so_far + shortfall)
        if amounts_left[row] <= self.most_unused[row]:
            unused_cost = self.prices[row] * amounts_left[row]
            self._choose_rest((*amounts_left[:row], 0, *amounts_left[row + 1 :]), short_so_far + unused_cost)

    def _fitting(self, row: int, amounts_left: RowUses, most_shortfall: int) -> Iterator[tuple[int, RowUses]]:
        """List the melds with a row that the amounts left allow and that fall short by at most
        `most_shortfall`."""
        for shortfall, uses in self.melds_with[row]:
            self.step_count += 1
            if self.step_count > _MOST_STEPS:
                raise NotChecked("there are too many choices near the bound to try")
            if shortfall > most_shortfall:
                return
            if all(map(int.__le__, uses, amounts_left)):
                yield shortfall, uses
