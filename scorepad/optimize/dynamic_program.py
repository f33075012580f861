"""The best choice of columns that use up rows, by dynamic programming over what is left of each row.

Row by row: the columns that begin with it, again and again, or nothing more of it. What is left of the rows
says all about the rest, so that each state is solved once. A state is one number, with some bits for
each row; the highest of them is a guard that stays clear, so that a lack shows there after one subtraction.

This needs neither numpy nor a solver, and few rows and columns are chosen among before those are even loaded.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

Limits = Sequence[tuple[int, int]]  # by row, the least and the most that is used
Uses = Sequence[tuple[int, int]]  # rows, and how much of each

_IMPOSSIBLE = -(1 << 200)  # less than any choice is worth, whatever is added to it
_BETWEEN_LOOKS = 256  # states between two looks at the clock


class _OutOfTries(Exception):
    """More columns were tried than was allowed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The columns of the best choice known, by number, each as often as it is taken.

    None where rows cannot be used as they must, or too many columns were tried. `complete`: nothing was left
    untried.
    """

    chosen: list[int] | None
    complete: bool


def best_choice(
    limits: Limits, columns: Sequence[tuple[int, Uses]], *, deadline: float = inf, most_tries: float = inf
) -> Outcome:
    """The choice of the highest objective among columns, each an objective and what it uses, none nothing.

    At the `deadline` that `time.perf_counter` shows nothing more is tried, and the best so far is the answer;
    once `most_tries` columns were tried there is none.
    """
    table = _Table(limits, columns, deadline, most_tries)
    try:
        most = table.solve(table.start)
    except _OutOfTries:
        return Outcome(None, False)
    return Outcome(table.trace() if most > _IMPOSSIBLE // 2 else None, not table.timed_out)


class _Table:
    """States with the most that can be had from each, and the column that it begins with, by number."""

    def __init__(
        self, limits: Limits, columns: Sequence[tuple[int, Uses]], deadline: float, most_tries: float
    ) -> None:
        self.deadline, self.tries_left = deadline, most_tries
        self.timed_out = False
        self.bits = bits = max((most for _, most in limits), default=0).bit_length() + 1
        self.ones = (1 << bits) - 1
        self.guard = sum(1 << bits * row + bits - 1 for row in range(len(limits)))
        self.start = sum(most << bits * row for row, (_, most) in enumerate(limits))
        self.dispensable = [most - least for least, most in limits]
        self.taken = [sum([amount << bits * row for row, amount in uses]) for _, uses in columns]
        self.begin: list[list[tuple[int, int, int]]] = [[] for _ in limits]
        for number, (objective, uses) in enumerate(columns):
            self.begin[min([row for row, _ in uses])].append((self.taken[number], objective, number))
        counted = [row for row, (least, _) in enumerate(limits) if least or self.begin[row]]
        self.counted = sum(self.ones << bits * row for row in counted)
        self.known: dict[int, tuple[int, int | None]] = {}

    def solve(self, left: int) -> int:
        """The most that can be had from a state; far below zero where some row cannot be used as it must."""
        here = left & self.counted
        if not here:
            return 0
        row = ((here & -here).bit_length() - 1) // self.bits
        unused = left & self.ones << self.bits * row
        without = unused >> self.bits * row <= self.dispensable[row]
        most = self.most_from(left - unused) if without else _IMPOSSIBLE
        choice = None
        guard, known = self.guard, self.known
        guarded = left | guard
        for taken, objective, number in () if self._stop(row) else self.begin[row]:
            rest = guarded - taken
            if rest & guard == guard:
                rest ^= guard
                value = objective + (known[rest][0] if rest in known else self.solve(rest))
                if value > most:
                    most, choice = value, number
        known[left] = most, choice
        return most

    def most_from(self, left: int) -> int:
        """The same, from memory if it is known."""
        return self.known[left][0] if left in self.known else self.solve(left)

    def _stop(self, row: int) -> bool:
        """Whether there is no more time to try columns. Raises _OutOfTries."""
        self.tries_left -= len(self.begin[row])
        if self.tries_left < 0:
            raise _OutOfTries
        if len(self.known) % _BETWEEN_LOOKS == 0 and time.perf_counter() > self.deadline:
            self.timed_out = True
        return self.timed_out

    def trace(self) -> list[int]:
        """The columns chosen, state by state from the start."""
        left = self.start
        chosen = []
        while left in self.known:
            number = self.known[left][1]
            if number is None:
                here = left & self.counted
                row = ((here & -here).bit_length() - 1) // self.bits
                left &= ~(self.ones << self.bits * row)
            else:
                chosen.append(number)
                left -= self.taken[number]
        return chosen
