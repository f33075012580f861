"""Prices of all that melds use up, whole and sound, for a program that checks a bound anew."""

from __future__ import annotations

import time
from collections.abc import Mapping
from math import ceil

import numpy as np

from scorepad.optimize.milp import INFINITY, LinearProgram, MilpModel, SolverStatus, SparseMatrix
from scorepad.proofs.certificates import Row, RowPriceProof

_SCALE = 2**24  # units of a point, so that rounding costs less than a point over all rows


def row_price_proof(
    limits: Mapping[Row, tuple[int, int]], gains: Mapping[tuple[int, ...], int], deadline: float
) -> RowPriceProof | None:
    """The dual prices of the linear relaxation, rounded up; None where there is not the time.

    `limits` has the least and the most that is used of each row, `gains` by use of rows what a meld gains.
    """
    relaxation = LinearProgram(
        MilpModel(
            np.array(list(gains.values()), dtype=float),
            (np.zeros(len(gains)), np.full(len(gains), INFINITY)),
            (
                np.array([float(least) for least, _ in limits.values()]),
                np.array([float(most) for _, most in limits.values()]),
            ),
            SparseMatrix.of_lines(
                [(row, float(amount)) for row, amount in enumerate(uses) if amount] for uses in gains
            ),
        )
    )
    if relaxation.solve(deadline - time.perf_counter()) is not SolverStatus.OPTIMAL:
        return None
    prices = [ceil(price * _SCALE) + 1 for price in relaxation.row_prices]
    return RowPriceProof(tuple(zip(limits, prices, strict=True)), _SCALE)
