"""Schedules: what a sequence of n natural cards is worth (RULES.md, section S)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scorepad.core.brief import Brief


def _fibonacci(n: int) -> int:
    before, value = 1, 1
    for _ in range(n - 1):
        before, value = value, before + value
    return value if n else 0


_FORMULAS: dict[str, Callable[[int], int]] = {
    "original": lambda n: n * (n + 1) // 2,
    "one-zero": lambda n: n * (n - 1) // 2,
    # The formula gives 1 for no cards at all.
    "two-zeroes": lambda n: (n - 1) * (n - 2) // 2 if n else 0,
    "square": lambda n: n * n,
    "fibonacci": _fibonacci,
}

SCHEDULES = (*_FORMULAS, "table")


@dataclass(frozen=True, slots=True, repr=False)
class Schedule(Brief):
    """A named schedule; `table` lists the values of 1, 2, 3 … cards and grows by its last difference.

    >>> list(map(Schedule("one-zero").value, range(1, 6)))
    [0, 1, 3, 6, 10]
    >>> Schedule("table", (0, 1, 3)).value(5)
    7
    """

    id: str
    table: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.id not in SCHEDULES:
            raise ValueError(f"no schedule is called {self.id!r}: expected one of {', '.join(SCHEDULES)}")
        if (self.id == "table") != bool(self.table):
            raise ValueError("the schedule 'table' and only it comes with a list of values")

    def value(self, n: int) -> int:
        """Points of n naturals in one meld; none are worth 0."""
        if n < 0:
            raise ValueError(f"a meld cannot hold {n} naturals")
        if self.id != "table":
            return _FORMULAS[self.id](n)
        if n <= len(self.table):
            return (0, *self.table)[n]
        # A list of one value grows by that value.
        step = self.table[-1] - (0, *self.table)[-2]
        return self.table[-1] + step * (n - len(self.table))
