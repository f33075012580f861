"""The choice among columns: every card in exactly one meld, for the highest worth, by HiGHS.

One row a kind of card: its copies are used up exactly, or at most where it may be wild and lie alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import highspy
import numpy as np

from scorepad.optimize.partition.columns import Choice
from scorepad.optimize.partition.pricing import Prices
from scorepad.optimize.partition.problem import Column, Problem

_NEARLY_WHOLE = 1e-6
_FITS = 2**57
_LIKELY = 3  # columns a row


@dataclass
class Master:
    """The linear relaxation over the columns known so far, solved again as columns are added."""

    problem: Problem
    columns: list[Column] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._largest = float(self.problem.largest)
        self._known: set[object] = set()
        self._solver = _solver()
        for low, high in zip(*_limits(self.problem), strict=True):
            self._solver.addRow(low, high, 0, np.array([], dtype=np.int32), np.array([], dtype=float))
        self._solver.changeObjectiveSense(highspy.ObjSense.kMaximize)

    def add(self, columns: Sequence[Column]) -> bool:
        """Take in the columns that are new; whether any was."""
        new = [one for one in columns if self._is_new(one)]
        if new:
            starts, rows, uses = _matrix(new)
            worths = np.array([one.worth / self._largest for one in new])
            self._solver.addCols(
                len(new), worths, np.zeros(len(new)), _most(new), len(rows), starts, rows, uses
            )
            self.columns += new
        return bool(new)

    def _is_new(self, one: Column) -> bool:
        if one.key in self._known:
            return False
        self._known.add(one.key)
        return True

    def solve(self, seconds: float) -> bool:
        """Solve the relaxation; whether it was solved in the time."""
        self._solver.setOptionValue("time_limit", self._solver.getRunTime() + max(seconds, 0.001))
        self._solver.run()
        return bool(self._solver.getModelStatus() == highspy.HighsModelStatus.kOptimal)

    def prices(self, scale: int) -> Prices:
        """The dual prices of the last solution as whole numbers, in units of 1/`scale` of worth."""
        unit = self._largest * scale
        whole = [round(dual * unit) for dual in self._solver.getSolution().row_dual]
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
        taken = np.array(self._solver.getSolution().col_value)
        times = np.rint(taken)
        if np.abs(taken - times).max(initial=0.0) > _NEARLY_WHOLE:
            return None
        return [(self.columns[int(place)], int(times[place])) for place in np.flatnonzero(times)]

    def likely(self) -> list[Column]:
        """The columns that the prices leave nearest to worth their cards: where good choices are."""
        below = -np.array(self._solver.getSolution().col_dual)
        nearest = np.argsort(np.abs(below), kind="stable")[: _LIKELY * self.problem.ties.count]
        return [self.columns[place] for place in sorted(nearest)]

    def choose(self, columns: Sequence[Column], start: Choice, seconds: float) -> tuple[Choice, bool]:
        """The best whole choice among `columns` and those of `start`, and whether it is known to be that.

        `start` uses every card that must be melded; without a choice to beat the solver can lose its way.
        """
        number = {
            one: place for place, one in enumerate(dict.fromkeys([*columns, *(one for one, _ in start)]))
        }
        among = list(number)
        solver = _solver()
        solver.setOptionValue("time_limit", max(seconds, 0.001))
        solver.passModel(self._whole_model(among))
        begun = np.zeros(len(among))
        for one, times in start:
            begun[number[one]] = times
        solution = highspy.HighsSolution()
        solution.col_value = begun.tolist()
        solver.setSolution(solution)
        solver.run()
        if solver.getInfo().primal_solution_status != highspy.kSolutionStatusFeasible:
            return list(start), False
        times = np.rint(np.array(solver.getSolution().col_value))
        chosen = [(among[int(place)], int(times[place])) for place in np.flatnonzero(times)]
        return chosen, solver.getModelStatus() == highspy.HighsModelStatus.kOptimal

    def _whole_model(self, columns: Sequence[Column]) -> highspy.HighsLp:
        least, most = _limits(self.problem)
        starts, rows, uses = _matrix(columns)
        model = highspy.HighsLp()
        model.sense_ = highspy.ObjSense.kMaximize
        model.num_col_, model.num_row_ = len(columns), len(most)
        model.col_cost_ = np.array([float(one.worth) for one in columns])
        model.col_lower_ = np.zeros(len(columns))
        model.col_upper_ = np.minimum(_most(columns), float(self.problem.size))
        model.row_lower_, model.row_upper_ = least, most
        model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        model.a_matrix_.start_ = np.append(starts, len(rows))
        model.a_matrix_.index_, model.a_matrix_.value_ = rows, uses
        model.integrality_ = [highspy.HighsVarType.kInteger] * len(columns)
        return model


def _limits(problem: Problem) -> tuple[np.ndarray, np.ndarray]:
    """The least and the most of each row that may be used."""
    ties = problem.ties
    least = [0 if wild else count for count, wild in zip(problem.counts, problem.wild, strict=True)]
    least += [-problem.size] * (ties.count - len(least))
    most = [*problem.counts, *[0] * (ties.count - len(problem.counts))]
    if ties.wilds is not None:
        most[ties.wilds] = problem.wilds
    return np.array(least, dtype=float), np.array(most, dtype=float)


def _most(columns: Sequence[Column]) -> np.ndarray:
    """How often each column may be taken."""
    return np.array([highspy.kHighsInf if one.most is None else float(one.most) for one in columns])


def _solver() -> highspy.Highs:
    solver = highspy.Highs()  # type: ignore[no-untyped-call]  # its constructor has no annotations
    for option, value in (
        ("output_flag", False),
        ("threads", 1),
        ("presolve", "off"),
        ("mip_rel_gap", 0.0),
        ("mip_abs_gap", 0.5),
    ):
        solver.setOptionValue(option, value)
    return solver


def _matrix(columns: Sequence[Column]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Starts, row numbers and values of the columns' matrix, column by column."""
    starts = np.cumsum([0] + [len(one.uses) for one in columns[:-1]], dtype=np.int32)
    rows = np.array([row for one in columns for row, _ in one.uses], dtype=np.int32)
    uses = np.array([amount for one in columns for _, amount in one.uses], dtype=float)
    return starts, rows, uses
