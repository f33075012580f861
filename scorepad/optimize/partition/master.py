"""The restricted master problem: every card in exactly one meld, for the highest objective, by HiGHS.

One row a kind of card: its copies are used up exactly, or at most where it may be wild and lie alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scorepad.optimize.milp import LinearProgram, MilpModel, SolverStatus, SparseMatrix, solve_whole
from scorepad.optimize.partition.listed_stretches import Stretches
from scorepad.optimize.partition.problem import Choice, PartitionColumn, PartitionProblem

# HiGHS keeps rows and bounds to 1e-7 by default.
_NEARLY_WHOLE = 1e-6
_FITS_IN_64_BITS = 2**57
_LIKELY = 3  # columns a row


@dataclass(frozen=True)
class RowPrices:
    """A price for each row, in units of 1/scale of the objective; no linking row's or wild's is negative.

    `number_type` is the type that holds every sum of prices: 64 bits, or Python's own whole numbers.
    """

    by_row: tuple[int, ...]
    scale: int
    number_type: type

    def natural_prices(self, problem: PartitionProblem) -> np.ndarray:
        """What each kind costs as a natural."""
        linking_rows = problem.linking_rows
        wild_row_price = self.by_row[linking_rows.wild_row] if linking_rows.wild_row is not None else 0
        return np.array(
            [
                self.by_row[kind]
                + (wild_row_price if problem.may_be_wild[kind] else 0)
                - (self.by_row[linking_rows.natural_rows[kind]] if kind in linking_rows.natural_rows else 0)
                for kind in range(len(problem.kinds))
            ],
            dtype=self.number_type,
        )

    def wild_prices(self, problem: PartitionProblem) -> np.ndarray:
        """What each kind that may be wild costs as a wild, in the order of `wild_kinds`."""
        linking_rows = problem.linking_rows
        wild_row_price = self.by_row[linking_rows.wild_row] if linking_rows.wild_row is not None else 0
        return np.array(
            [self.by_row[kind] + wild_row_price for kind in problem.wild_kinds], dtype=self.number_type
        )


@dataclass
class MasterProblem:
    """The linear relaxation over the columns known so far, solved again as columns are added."""

    problem: PartitionProblem
    first_columns: Sequence[PartitionColumn]

    def __post_init__(self) -> None:
        # A thousand stretches are never made into columns just to see whether one is known.
        stretches = self.first_columns if isinstance(self.first_columns, Stretches) else None
        self._is_listed = stretches.lists if stretches else lambda _: False
        self._known = set() if stretches else {column.column_key for column in self.first_columns}
        self._added_columns: list[PartitionColumn] = []
        # The solver is right to so many digits of the largest objective, which no longer meld may raise.
        objectives, matrix = _objectives_and_matrix(self.first_columns)
        self._largest = float(np.abs(objectives).max(initial=1.0))
        limits = _column_limits(self.problem, self.first_columns)
        self._relaxation = LinearProgram(
            _choice_program(self.problem, objectives / self._largest, limits, matrix)
        )

    def column(self, number: int) -> PartitionColumn:
        """The column of that number, those that were added last."""
        first_count = len(self.first_columns)
        return (
            self.first_columns[number] if number < first_count else self._added_columns[number - first_count]
        )

    def add_columns(self, columns: Sequence[PartitionColumn]) -> bool:
        """Take in the columns that are new; whether any was."""
        new_columns = [column for column in columns if self._is_new(column)]
        if new_columns:
            objectives, matrix = _objectives_and_matrix(new_columns)
            limits = _column_limits(self.problem, new_columns)
            self._relaxation.add_columns(objectives / self._largest, limits, matrix)
            self._added_columns += new_columns
        return bool(new_columns)

    def _is_new(self, column: PartitionColumn) -> bool:
        if column.column_key in self._known or self._is_listed(column):
            return False
        self._known.add(column.column_key)
        return True

    def solve_relaxation(self, seconds: float) -> bool:
        """Solve the relaxation; whether it was solved in the time."""
        return self._relaxation.solve(seconds) is SolverStatus.OPTIMAL

    def row_prices(self, scale: int) -> RowPrices:
        """The dual prices of the last solution as whole numbers, in units of 1/`scale` of the objective."""
        price_unit = self._largest * scale
        whole_prices = [round(dual * price_unit) for dual in self._relaxation.row_prices]
        exact_rows = [not wild for wild in self.problem.may_be_wild]
        # The bound counts all of a row that may stay unused: a price below zero would make it too low.
        for row, price in enumerate(whole_prices):
            if row >= len(exact_rows) or not exact_rows[row]:
                whole_prices[row] = max(0, price)
        return RowPrices(tuple(whole_prices), scale, self._number_type(whole_prices, scale))

    def _number_type(self, prices: Sequence[int], scale: int) -> type:
        """64 bits where every sum of prices fits, else numbers without end."""
        # A card can cost three prices: of its kind, of the row of wilds, of the row of quartets.
        largest_sum = (self.problem.hand_size + 2) * (
            3 * max(map(abs, prices)) + self.problem.largest_objective * scale
        )
        return np.int64 if largest_sum < _FITS_IN_64_BITS else object

    def whole_choice(self) -> Choice | None:
        """The last solution if it takes every column a whole number of times."""
        column_values = self._relaxation.column_values
        whole_times = np.rint(column_values)
        if np.abs(column_values - whole_times).max(initial=0.0) > _NEARLY_WHOLE:
            return None
        return [
            (self.column(number), int(whole_times[number])) for number in np.flatnonzero(whole_times).tolist()
        ]

    def likely_columns(self) -> list[PartitionColumn]:
        """The columns that the prices leave nearest to what their cards cost: where good choices are."""
        nearest_first = np.argsort(np.abs(self._relaxation.reduced_costs), kind="stable")
        return [
            self.column(number)
            for number in sorted(nearest_first[: _LIKELY * self.problem.linking_rows.row_count].tolist())
        ]

    def choose_whole(
        self, columns: Sequence[PartitionColumn], start_choice: Choice, seconds: float
    ) -> tuple[Choice, bool]:
        """The best whole choice among `columns` and those of `start_choice`, and whether it is proven.

        `start_choice` uses every card that must be melded; without a choice to beat the solver can lose its
        way.
        """
        # Columns are told apart by identity: two of the same cards may both be there, and do no harm.
        column_numbers = {
            column: place
            for place, column in enumerate(dict.fromkeys([*columns, *(column for column, _ in start_choice)]))
        }
        candidate_columns = list(column_numbers)
        start_values = np.zeros(len(candidate_columns))
        for column, times in start_choice:
            start_values[column_numbers[column]] = times
        objectives, matrix = _objectives_and_matrix(candidate_columns)
        limits = _column_limits(self.problem, candidate_columns)
        choice_program = _choice_program(self.problem, objectives, limits, matrix, whole=True)
        solution = solve_whole(choice_program, seconds, start_values=start_values)
        # The solver had no time, or the process that it ran in was ended.
        if solution.column_values is None:
            return list(start_choice), False
        choice = [
            (column, times)
            for column, times in zip(candidate_columns, solution.column_values.tolist(), strict=True)
            if times
        ]
        return choice, solution.optimal


def _choice_program(
    problem: PartitionProblem,
    objectives: np.ndarray,
    column_limits: np.ndarray,
    matrix: SparseMatrix,
    *,
    whole: bool = False,
) -> MilpModel:
    """The choice among columns, in whole numbers or not."""
    return MilpModel(
        objectives,
        (np.zeros(len(objectives)), column_limits),
        _row_limits(problem),
        matrix,
        [True] * len(objectives) if whole else None,
    )


def _objectives_and_matrix(columns: Sequence[PartitionColumn]) -> tuple[np.ndarray, SparseMatrix]:
    """What each column is worth, and how much it uses of which rows."""
    if isinstance(columns, Stretches):
        return columns.objectives, columns.matrix
    objectives = np.array([float(column.objective) for column in columns])
    return objectives, SparseMatrix.of_lines([column.row_uses for column in columns])


def _row_limits(problem: PartitionProblem) -> tuple[np.ndarray, np.ndarray]:
    """The least and the most of each row that may be used."""
    linking_rows = problem.linking_rows
    lower_limits = [
        0 if wild else count for count, wild in zip(problem.kind_counts, problem.may_be_wild, strict=True)
    ]
    # Each natural laid lowers its row, each quartet raises it again, never above 0.
    lower_limits += [-problem.hand_size] * (linking_rows.row_count - len(lower_limits))
    upper_limits = [*problem.kind_counts, *[0] * (linking_rows.row_count - len(problem.kind_counts))]
    if linking_rows.wild_row is not None:
        upper_limits[linking_rows.wild_row] = problem.wild_count
    return np.array(lower_limits, dtype=float), np.array(upper_limits, dtype=float)


def _column_limits(problem: PartitionProblem, columns: Sequence[PartitionColumn]) -> np.ndarray:
    """How often each column may be taken: a meld more often than it can be, so that no price is bound by it.

    With limits the dual simplex method has no first phase.
    """
    beyond_reach = problem.hand_size + 1
    if isinstance(columns, Stretches):
        return np.full(len(columns), float(beyond_reach))
    return np.array(
        [float(beyond_reach if column.most_times is None else column.most_times) for column in columns]
    )
