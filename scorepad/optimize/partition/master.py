"""The restricted master problem: every card in exactly one meld, for the highest objective, by HiGHS.

One row a kind of card: its copies are used up exactly, or at most where it may be wild and lie alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from scorepad.optimize.milp import INFINITY, LinearProgram, Program, SparseMatrix, Status, solve_whole
from scorepad.optimize.partition.problem import Choice, PartitionColumn, PartitionProblem

_NEARLY_WHOLE = 1e-6
_FITS = 2**57
_LIKELY = 3  # columns a row


@dataclass(frozen=True)
class Prices:
    """A price for each row, in units of 1/scale of the objective; no linking row's or wild's is negative.

    `number` is the type that holds every sum of prices: 64 bits, or Python's own whole numbers.
    """

    rows: tuple[int, ...]
    scale: int
    number: type

    def natural(self, problem: PartitionProblem) -> np.ndarray:
        """What each kind costs as a natural."""
        linking = problem.linking
        counted = self.rows[linking.wild_row] if linking.wild_row is not None else 0
        return np.array(
            [
                self.rows[kind]
                + (counted if problem.wild[kind] else 0)
                - (self.rows[linking.natural_rows[kind]] if kind in linking.natural_rows else 0)
                for kind in range(len(problem.kinds))
            ],
            dtype=self.number,
        )

    def wild(self, problem: PartitionProblem) -> np.ndarray:
        """What each kind that may be wild costs as a wild, in the order of `wild_kinds`."""
        linking = problem.linking
        counted = self.rows[linking.wild_row] if linking.wild_row is not None else 0
        return np.array([self.rows[kind] + counted for kind in problem.wild_kinds], dtype=self.number)


@dataclass
class Master:
    """The linear relaxation over the columns known so far, solved again as columns are added."""

    problem: PartitionProblem
    columns: list[PartitionColumn] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._largest = float(self.problem.largest)
        self._known: set[object] = set()
        self._relaxation = LinearProgram(_program(self.problem, ()))

    def add(self, columns: Sequence[PartitionColumn]) -> bool:
        """Take in the columns that are new; whether any was."""
        new = [column for column in columns if self._is_new(column)]
        if new:
            objectives = np.array([column.objective / self._largest for column in new])
            self._relaxation.add_columns(objectives, _most(new), _matrix(new))
            self.columns += new
        return bool(new)

    def _is_new(self, column: PartitionColumn) -> bool:
        if column.key in self._known:
            return False
        self._known.add(column.key)
        return True

    def solve(self, seconds: float) -> bool:
        """Solve the relaxation; whether it was solved in the time."""
        return self._relaxation.solve(seconds) is Status.OPTIMAL

    def prices(self, scale: int) -> Prices:
        """The dual prices of the last solution as whole numbers, in units of 1/`scale` of the objective."""
        unit = self._largest * scale
        whole = [round(dual * unit) for dual in self._relaxation.row_prices]
        exact = [not wild for wild in self.problem.wild]
        for row, price in enumerate(whole):
            if row >= len(exact) or not exact[row]:
                whole[row] = max(0, price)
        return Prices(tuple(whole), scale, self._number(whole, scale))

    def _number(self, prices: Sequence[int], scale: int) -> type:
        """64 bits where every sum of prices fits, else numbers without end."""
        most = (self.problem.size + 2) * (3 * max(map(abs, prices)) + self.problem.largest * scale)
        return np.int64 if most < _FITS else object

    def whole(self) -> Choice | None:
        """The last solution if it takes every column a whole number of times."""
        taken = self._relaxation.values
        times = np.rint(taken)
        if np.abs(taken - times).max(initial=0.0) > _NEARLY_WHOLE:
            return None
        return [(self.columns[int(place)], int(times[place])) for place in np.flatnonzero(times)]

    def likely(self) -> list[PartitionColumn]:
        """The columns that the prices leave nearest to what their cards cost: where good choices are."""
        nearest = np.argsort(np.abs(self._relaxation.reduced_costs), kind="stable")
        return [self.columns[place] for place in sorted(nearest[: _LIKELY * self.problem.linking.count])]

    def choose(
        self, columns: Sequence[PartitionColumn], start: Choice, seconds: float
    ) -> tuple[Choice, bool]:
        """The best whole choice among `columns` and those of `start`, and whether it is known to be that.

        `start` uses every card that must be melded; without a choice to beat the solver can lose its way.
        """
        number = {
            column: place
            for place, column in enumerate(dict.fromkeys([*columns, *(column for column, _ in start)]))
        }
        among = list(number)
        begun = np.zeros(len(among))
        for column, times in start:
            begun[number[column]] = times
        program = _program(self.problem, among)
        solution = solve_whole(program, seconds, start=begun)
        if solution.values is None:
            return list(start), False
        choice = [
            (column, times) for column, times in zip(among, solution.values.tolist(), strict=True) if times
        ]
        return choice, solution.optimal


def _program(problem: PartitionProblem, columns: Sequence[PartitionColumn]) -> Program:
    """The choice among columns in whole numbers."""
    return Program(
        np.array([float(column.objective) for column in columns]),
        (np.zeros(len(columns)), np.minimum(_most(columns), float(problem.size))),
        _limits(problem),
        _matrix(columns),
        [True] * len(columns),
    )


def _limits(problem: PartitionProblem) -> tuple[np.ndarray, np.ndarray]:
    """The least and the most of each row that may be used."""
    linking = problem.linking
    least = [0 if wild else count for count, wild in zip(problem.counts, problem.wild, strict=True)]
    least += [-problem.size] * (linking.count - len(least))
    most = [*problem.counts, *[0] * (linking.count - len(problem.counts))]
    if linking.wild_row is not None:
        most[linking.wild_row] = problem.wilds
    return np.array(least, dtype=float), np.array(most, dtype=float)


def _most(columns: Sequence[PartitionColumn]) -> np.ndarray:
    """How often each column may be taken."""
    return np.array([INFINITY if column.most is None else float(column.most) for column in columns])


def _matrix(columns: Sequence[PartitionColumn]) -> SparseMatrix:
    return SparseMatrix.of_lines([column.uses for column in columns])
