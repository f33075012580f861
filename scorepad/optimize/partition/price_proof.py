"""The prices of a hand's cards, whole and sound, for a program that checks the bound anew."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from math import ceil

from scorepad.core.cards import Card
from scorepad.core.rules import Rules
from scorepad.optimize.deadline import TimedOut
from scorepad.optimize.partition.columns import bonus_columns, first_columns
from scorepad.optimize.partition.master import MasterProblem, RowPrices
from scorepad.optimize.partition.pricing import improving_columns, priced_walks, track_arrays
from scorepad.optimize.partition.problem import PartitionProblem, partition_problem
from scorepad.proofs.certificates import PriceProof

_SCALE = 2**20  # units of the objective, so that rounding costs less than a meld more


def price_proof(rules: Rules, cards: Sequence[Card], deadline: float) -> PriceProof | None:
    """The dual prices of the relaxation over all melds; None where the time does not allow it."""
    problem = partition_problem(rules, cards)
    if not problem.track_spans:  # no card lies as itself, so that there is no meld to price
        return _sound(problem, RowPrices((0,) * problem.linking_rows.row_count, _SCALE, int), 0)
    columns, _ = first_columns(problem, deadline)
    master, tracks = MasterProblem(problem, [*columns, *bonus_columns(problem)]), track_arrays(problem)
    with suppress(TimedOut):
        while master.solve_relaxation(deadline - time.perf_counter()):
            prices = master.row_prices(_SCALE)
            top, better = improving_columns(priced_walks(problem, tracks, prices, deadline))
            if not master.add_columns(better):
                return _sound(problem, prices, top)
    return None


def _sound(problem: PartitionProblem, prices: RowPrices, top: int) -> PriceProof:
    """Prices that no meld exceeds: what rounding leaves one above them is added to those of all cards."""
    over = max(0, top)
    wild_row = problem.linking_rows.wild_row
    wild_price = prices.by_row[wild_row] if wild_row is not None else 0
    lacking = (
        problem.leftover_points(wilds) * problem.point_weight * prices.scale / wilds - wild_price
        for wilds in range(1, problem.wild_count + 1)
    )
    wild_over = max(over, ceil(max(lacking, default=0)))
    priced = (
        (kind, price + (wild_price + wild_over if wild else over))
        for kind, price, wild in zip(problem.kinds, prices.by_row, problem.may_be_wild, strict=False)
    )
    return PriceProof(tuple(priced), problem.point_weight * prices.scale, prices.scale)
