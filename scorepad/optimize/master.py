"""The choice among columns: every card in exactly one meld, for the highest worth, by HiGHS.

One row a kind of card (its copies are used up exactly), one for the wilds (no more than there are).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import highspy
import numpy as np

from scorepad.optimize.pricing import Prices
from scorepad.optimize.problem import Column, Problem

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
        counts = np.array([*self.problem.counts, self.problem.wilds], dtype=float)
        least = counts.copy()
        least[-1] = 0.0
        for low, high in zip(least, counts, strict=True):
            self._solver.addRow(low, high, 0, np.array([], dtype=np.int32), np.array([], dtype=float))
        self._solver.changeObjectiveSense(highspy.ObjSense.kMaximize)

    def add(self, columns: Sequence[Column]) -> bool:
        """Take in the columns that are new; whether any was."""
        new = [one for one in columns if self._is_new(one)]
        if new:
            starts, rows, uses = _matrix(new, len(self.problem.kinds))
            worths = np.array([one.worth / self._largest for one in new])
            self._solver.addCols(
                len(new), worths, np.zeros(len(new)), np.full(len(new), highspy.kHighsInf), len(rows),
                starts, rows, uses,
            )  # fmt: skip
            self.columns += new
        return bool(new)

    def _is_new(self, one: Column) -> bool:
        key = (one.uses, one.wilds)
        if key in self._known:
            return False
        self._known.add(key)
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
        return Prices(np.array(whole[:-1], dtype=self._number(whole, scale)), max(0, whole[-1]), scale)

    def _number(self, prices: Sequence[int], scale: int) -> type:
        """64 bits where every sum of prices fits, else numbers without end."""
        cards = self.problem.naturals + self.problem.wilds + 2
        most = cards * (max(map(abs, prices)) + self.problem.largest * scale)
        return np.int64 if most < _FITS else object

    def whole(self) -> list[tuple[Column, int]] | None:
        """The last solution if it takes every column a whole number of times."""
        taken = np.array(self._solver.getSolution().col_value)
        times = np.rint(taken)
        if np.abs(taken - times).max(initial=0.0) > _NEARLY_WHOLE:
            return None
        return [(self.columns[int(place)], int(times[place])) for place in np.flatnonzero(times)]

    def likely(self) -> list[Column]:
        """The columns that the prices leave nearest to worth their cards: where good choices are."""
        below = -np.array(self._solver.getSolution().col_dual)
        nearest = np.argsort(np.abs(below), kind="stable")[: _LIKELY * (len(self.problem.kinds) + 1)]
        return [self.columns[place] for place in sorted(nearest)]

    def choose(self, columns: Sequence[Column], seconds: float) -> tuple[list[tuple[Column, int]], bool]:
        """The best whole choice among `columns`, and whether it is known to be the best of them."""
        solver = _solver()
        solver.setOptionValue("time_limit", max(seconds, 0.001))
        solver.setOptionValue("presolve", "on")
        solver.passModel(self._whole_model(columns))
        solver.run()
        status = solver.getModelStatus()
        if solver.getInfo().primal_solution_status != highspy.kSolutionStatusFeasible:
            return [], status == highspy.HighsModelStatus.kInfeasible
        times = np.rint(np.array(solver.getSolution().col_value))
        chosen = [(columns[int(place)], int(times[place])) for place in np.flatnonzero(times)]
        return chosen, status == highspy.HighsModelStatus.kOptimal

    def _whole_model(self, columns: Sequence[Column]) -> highspy.HighsLp:
        counts = [*self.problem.counts, self.problem.wilds]
        model = highspy.HighsLp()
        model.sense_ = highspy.ObjSense.kMaximize
        model.num_col_, model.num_row_ = len(columns), len(counts)
        model.col_cost_ = np.array([float(one.worth) for one in columns])
        model.col_lower_ = np.zeros(len(columns))
        model.col_upper_ = np.full(len(columns), float(max(counts)))
        model.row_lower_ = np.array([*self.problem.counts, 0], dtype=float)
        model.row_upper_ = np.array(counts, dtype=float)
        starts, rows, uses = _matrix(columns, len(counts) - 1)
        model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        model.a_matrix_.start_ = np.append(starts, len(rows))
        model.a_matrix_.index_, model.a_matrix_.value_ = rows, uses
        model.integrality_ = [highspy.HighsVarType.kInteger] * len(columns)
        return model


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


def _matrix(columns: Sequence[Column], wild_row: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Starts, row numbers and values of the columns' matrix, column by column."""
    starts: list[int] = []
    rows: list[int] = []
    uses: list[int] = []
    for one in columns:
        starts.append(len(rows))
        for kind, copies in one.uses:
            rows.append(kind)
            uses.append(copies)
        if one.wilds:
            rows.append(wild_row)
            uses.append(one.wilds)
    return np.array(starts, dtype=np.int32), np.array(rows, dtype=np.int32), np.array(uses, dtype=float)
