"""The best melds of a hand without wilds by the linear relaxation over all of them, proven by its prices.

What is said of `column_generation` holds, but that all melds are known and none has to be found. The
relaxation's answer is nearly always whole.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from scorepad.optimize.answer import Method
from scorepad.optimize.branch_and_bound import TreeTooLarge
from scorepad.optimize.milp import MilpModel, RelaxedSolution, SparseMatrix, solve_relaxation
from scorepad.optimize.partition.master import RowPrices
from scorepad.optimize.partition.natural_melds import NaturalMelds
from scorepad.optimize.partition.problem import Choice, PartitionProblem
from scorepad.optimize.partition.reduced_costs import best_within

NEARLY_WHOLE = 1e-6
_SCALE = 2**20  # of prices, which are whole numbers: units of the objective
LARGEST_SUM = 2**57  # fits in 64 bits


def choose_by_prices(melds: NaturalMelds, deadline: float) -> tuple[Choice, Method] | None:
    """The best choice of melds and what proves it, None where that is not soon known."""
    problem = melds.problem
    if problem.largest_objective * _SCALE * 4 * (problem.hand_size + 2) > LARGEST_SUM:
        return None
    arrays = _meld_arrays(melds)
    solution = solve_relaxation(_relaxation(problem, arrays), deadline - time.perf_counter())
    if solution is None:
        return None
    priced = _priced_melds(problem, arrays, solution)
    numbers = _whole_choice(problem, priced, solution)
    if numbers is not None:
        return melds.choice_of(numbers), "prices"
    try:
        choice = _choose_near_bound(melds, priced, deadline)
    except TreeTooLarge:
        return None
    return (choice, "branch and bound") if choice else None


@dataclass(frozen=True, slots=True)
class _MeldArrays:
    """The melds: of each its objective, and its kinds from `starts[i]` to `starts[i + 1]`."""

    objectives: np.ndarray
    starts: np.ndarray
    kinds: np.ndarray
    sizes: np.ndarray
    go_round: bool

    @property
    def unit(self) -> float:
        """What objectives are divided by for the solver, which is right to so many digits."""
        return float(np.abs(self.objectives).max())

    def matrix(self) -> SparseMatrix:
        """How much each meld uses of which kinds."""
        if self.go_round:
            used = np.zeros((self.kinds.max() + 1, len(self.sizes)))
            np.add.at(used, (self.kinds, np.repeat(np.arange(len(self.sizes)), self.sizes)), 1)
            return SparseMatrix.of_dense(used)
        starts, kinds = self.starts.astype(np.int32), self.kinds.astype(np.int32)
        return SparseMatrix(starts, kinds, np.ones(len(kinds)))


def _meld_arrays(melds: NaturalMelds) -> _MeldArrays:
    firsts, sizes = np.array(melds.stretches).T
    starts = np.concatenate(([0], np.cumsum(sizes)))
    lane_steps = np.arange(starts[-1]) - np.repeat(starts[:-1] - firsts, sizes)
    objectives = np.array(melds.problem.meld_objectives)[sizes]
    return _MeldArrays(objectives, starts, np.array(melds.lane_kinds)[lane_steps], sizes, melds.go_round)


def _relaxation(problem: PartitionProblem, arrays: _MeldArrays) -> MilpModel:
    """Every card in exactly one meld, or in parts of several."""
    card_counts = np.array(problem.kind_counts, dtype=float)
    # What no choice can reach bounds no price, and spares the dual simplex method its first phase.
    most_times = np.minimum.reduceat(card_counts[arrays.kinds], arrays.starts[:-1]) + 1
    return MilpModel(
        arrays.objectives / arrays.unit,
        (np.zeros(len(most_times)), most_times),
        (card_counts, card_counts),
        arrays.matrix(),
    )


@dataclass(frozen=True, slots=True)
class _PricedMelds:
    """Prices of the kinds, by meld its reduced objective, in units of 1/_SCALE of the objective.

    No choice has an objective of more than `bound`.
    """

    objectives: np.ndarray
    prices: np.ndarray
    reduced_objectives: np.ndarray
    bound: int


def _priced_melds(problem: PartitionProblem, arrays: _MeldArrays, solution: RelaxedSolution) -> _PricedMelds:
    """The melds by the dual prices of the relaxation, as whole numbers."""
    prices = np.rint(solution.row_prices * (arrays.unit * _SCALE)).astype(np.int64)
    meld_prices = np.add.reduceat(prices[arrays.kinds], arrays.starts[:-1])
    reduced_objectives = arrays.objectives * _SCALE - meld_prices
    excess = max(0, int(reduced_objectives.max())) * problem.hand_size
    bound = (int(prices @ np.array(problem.kind_counts)) + excess) // _SCALE
    return _PricedMelds(arrays.objectives, prices, reduced_objectives, bound)


def _whole_choice(
    problem: PartitionProblem, priced: _PricedMelds, solution: RelaxedSolution
) -> list[int] | None:
    """The melds that the relaxation takes, by number, if it takes them whole and meets the bound."""
    times = np.rint(solution.column_values).astype(np.int64)
    if np.abs(solution.column_values - times).max() > NEARLY_WHOLE:
        return None
    points = problem.points_within(int(priced.objectives @ times))
    if points < problem.points_within(priced.bound):
        return None
    numbers: list[int] = np.repeat(np.arange(len(times)), times).tolist()
    return numbers


def _choose_near_bound(melds: NaturalMelds, priced: _PricedMelds, deadline: float) -> Choice | None:
    """The best choice of melds: no better one is within the bound, or within less and less than that.

    Raises TreeTooLarge.
    """
    problem = melds.problem
    row_prices = RowPrices(tuple(priced.prices.tolist()), _SCALE, np.int64)
    points, step_points = problem.points_within(priced.bound), 1
    while points >= 0 and time.perf_counter() < deadline:
        # Melds lower the objective by 1 each, at most as many as there are cards.
        least_objective = problem.point_weight * points - problem.hand_size
        gap = (priced.bound + 1 - least_objective) * _SCALE
        numbers: list[int] = np.flatnonzero(priced.reduced_objectives >= -gap).tolist()
        columns = [melds.column(number) for number in numbers]
        choice = best_within(problem, columns, row_prices, gap, lambda: time.perf_counter() > deadline)
        if choice:
            return choice
        points -= step_points
        step_points *= 2  # a narrow gap first, of few columns
    return None
