"""The prices of rows by the simplex method, for machines without a solver of linear programs.

It is the primal simplex method with an explicit inverse of the basis, and upper bounds on unused amounts
(Dantzig, Linear Programming and Extensions, 1963). Nothing depends on its rounding: any prices give a valid
bound, computed in integers by the caller.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from heapq import nlargest
from math import inf

from scorepad.optimize.branch_and_bound import TreeTooLarge
from scorepad.optimize.columns import RowLimits, RowUses

_TOLERANCE = 1e-7
_LEAST_PIVOT = 1e-9
_NUDGE = 1e-6  # a different amount more of each row, so that no two ties make it run in a circle
_CANDIDATES = 40  # columns priced again after each exchange, before all are
_BETWEEN_LOOKS = 16  # exchanges between two looks at the clock


def row_prices(
    row_limits: RowLimits, objectives: Sequence[int], row_uses: Sequence[RowUses], deadline: float
) -> list[float]:
    """The dual value of each row of the linear relaxation. Columns only use rows. Raises TreeTooLarge if time
    is over, or no choice uses all rows as required."""
    return _Simplex(row_limits, objectives, row_uses, deadline).prices()


class _Simplex:
    """The variables are the columns, then the allowed unused amount of each row, then the forbidden one.

    `basis` has a variable for each row, `amounts` their values, `inverse` the rows of the inverse of the
    basis. Variables in `at_most` are at their upper bounds.
    """

    def __init__(
        self, row_limits: RowLimits, objectives: Sequence[int], row_uses: Sequence[RowUses], deadline: float
    ) -> None:
        count, self.deadline = len(row_limits), deadline
        self.first_unused, self.first_missing = len(row_uses), len(row_uses) + count
        lone_rows = [((row, 1),) for row in range(count)]
        self.uses = [*row_uses, *lone_rows, *lone_rows]
        # What is missing costs more than any choice is worth.
        largest = max(map(abs, objectives), default=0)
        penalty = -1.0 - largest * sum(most for _, most in row_limits)
        self.objectives = [*map(float, objectives), *[0.0] * count, *[penalty] * count]
        spare = [inf if not least else float(most - least) for least, most in row_limits]
        self.upper_bounds = [*[inf] * self.first_unused, *spare, *[inf] * count]
        # A row that may stay unused begins so; else all of it is missing.
        self.basis = [
            (self.first_unused if not least else self.first_missing) + row
            for row, (least, _) in enumerate(row_limits)
        ]
        self.amounts = [
            most + _NUDGE * (1 + row * 37 % 101) / 101 for row, (_, most) in enumerate(row_limits)
        ]
        self.inverse = [[float(row == column) for column in range(count)] for row in range(count)]
        self.row_values = [self.objectives[variable] for variable in self.basis]
        self.at_most: set[int] = set()

    def prices(self) -> list[float]:
        """The prices at the optimum. Raises TreeTooLarge."""
        in_basis = set(self.basis)
        exchanges = 0
        while candidates := self._gaining(range(len(self.uses)), in_basis):
            while candidates:
                exchanges += 1
                if exchanges % _BETWEEN_LOOKS == 0 and time.perf_counter() > self.deadline:
                    raise TreeTooLarge
                gain, entering = candidates[0]
                self._enter(entering, gain, in_basis)
                candidates = self._gaining([variable for _, variable in candidates], in_basis)
        missing = sum(
            amount
            for variable, amount in zip(self.basis, self.amounts, strict=True)
            if variable >= self.first_missing
        )
        if missing > 0.5:
            raise TreeTooLarge
        return self.row_values

    def _gaining(self, variables: Sequence[int], in_basis: set[int]) -> list[tuple[float, int]]:
        """The variables whose change gains most, with the gain per unit."""
        values, objectives, uses, at_most = self.row_values, self.objectives, self.uses, self.at_most
        gaining = []
        for variable in variables:
            gain = objectives[variable]
            for row, amount in uses[variable]:
                gain -= values[row] * amount
            if variable in at_most:
                gains = gain < -_TOLERANCE
            else:
                gains = gain > _TOLERANCE and variable not in in_basis and self.upper_bounds[variable] > 0
            if gains:
                gaining.append((gain, variable))
        return nlargest(_CANDIDATES, gaining, key=lambda pair: abs(pair[0]))

    def _enter(self, entering: int, gain: float, in_basis: set[int]) -> None:
        """Change the variable until it or a basic one is at a bound."""
        uses = self.uses[entering]
        direction = -1.0 if entering in self.at_most else 1.0
        shifts = [sum([line[row] * amount for row, amount in uses]) for line in self.inverse]
        step, leaving_row, leaves_at_most = self.upper_bounds[entering], -1, False
        for row, shift in enumerate(shifts):
            change = direction * shift
            if change > _LEAST_PIVOT:
                reach = self.amounts[row] / change
            elif change < -_LEAST_PIVOT:
                reach = (self.amounts[row] - self.upper_bounds[self.basis[row]]) / change
            else:
                continue
            if reach < step:
                step, leaving_row, leaves_at_most = reach, row, change < 0
        step = max(step, 0.0)
        self.amounts = [
            amount - step * direction * shift for amount, shift in zip(self.amounts, shifts, strict=True)
        ]
        was_at_most = entering in self.at_most
        if leaving_row < 0:
            (self.at_most.discard if was_at_most else self.at_most.add)(entering)
            return
        self.at_most.discard(entering)
        leaving = self.basis[leaving_row]
        if leaves_at_most:
            self.at_most.add(leaving)
        self.basis[leaving_row] = entering
        self.amounts[leaving_row] = self.upper_bounds[entering] - step if was_at_most else step
        in_basis.discard(leaving)
        in_basis.add(entering)
        self._exchange(leaving_row, shifts, gain)

    def _exchange(self, leaving_row: int, shifts: Sequence[float], gain: float) -> None:
        """Update the inverse of the basis and the prices after the exchange."""
        pivot = shifts[leaving_row]
        pivot_line = [value / pivot for value in self.inverse[leaving_row]]
        self.inverse[leaving_row] = pivot_line
        for row, shift in enumerate(shifts):
            if row != leaving_row and shift:
                self.inverse[row] = [
                    value - shift * by for value, by in zip(self.inverse[row], pivot_line, strict=True)
                ]
        self.row_values = [value + gain * by for value, by in zip(self.row_values, pivot_line, strict=True)]
