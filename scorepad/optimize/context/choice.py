"""The choice among all columns: for the highest worth, by HiGHS.

Worth is points, and what melded cards save, × `weight` − 1 for each meld, so that of equally good
arrangements the one with the fewest melds is best.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import highspy
import numpy as np

from scorepad.core.bonuses import most_quartets
from scorepad.core.cards import Card
from scorepad.optimize.context.bounded import least_lost
from scorepad.optimize.context.candidate_melds import Column, Row, least
from scorepad.optimize.context.components import Limits, Undecided, chosen, parts
from scorepad.optimize.context.hand_problem import Held
from scorepad.optimize.leftover import points_alone


@dataclass(frozen=True, slots=True)
class Chosen:
    """Columns with how often each is taken, and the most worth that any choice can have."""

    columns: tuple[Column, ...]
    ceiling: int


@dataclass(frozen=True, slots=True)
class _Bonus:
    """Points that melds earn together: quartets of a rank, or wilds left for themselves (H17, H24)."""

    uses: tuple[tuple[Row, int], ...]
    points: int
    most: int


def choose(held: Held, columns: Sequence[Column], seconds: float) -> Chosen:
    """The best choice of columns; proven where its worth is the ceiling."""
    limits = _limits(held)
    bonuses = [*_quartets(held), *_wilds_alone(held)]
    worths = [(one.points + one.saved) * held.weight - 1 for one in columns]
    try:
        if bonuses:
            raise Undecided
        taken = [
            columns[number]
            for numbers, rows in parts(columns, limits)
            for number in _of_part(held, columns, worths, limits, numbers, rows)
        ]
        return Chosen(tuple(taken), worth_of(held, taken))
    except Undecided:
        return _by_solver(held, _model(held, columns, bonuses, worths, limits), columns, seconds)


def _of_part(
    held: Held,
    columns: Sequence[Column],
    worths: Sequence[int],
    limits: Limits,
    numbers: list[int],
    rows: list[Row],
) -> tuple[int, ...]:
    """The best choice in one part: by trying all, or by prices. Raises Undecided."""
    try:
        return chosen(columns, worths, limits, numbers, rows)
    except Undecided:
        own = [columns[number] for number in numbers]
        model = _model(
            held, own, [], [worths[number] for number in numbers], {row: limits[row] for row in rows}
        )
        model.integrality_ = []
        solver = _solver(1.0)
        solver.passModel(model)
        solver.run()
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            raise
        prices = solver.getSolution().row_dual
        return least_lost(columns, worths, limits, prices, numbers, rows)


def _by_solver(held: Held, model: highspy.HighsLp, columns: Sequence[Column], seconds: float) -> Chosen:
    solver = _solver(seconds)
    solver.passModel(model)
    solver.run()
    info = solver.getInfo()
    if info.primal_solution_status != highspy.kSolutionStatusFeasible:
        return Chosen(least(held), loosest(held))
    times = [round(value) for value in solver.getSolution().col_value[: len(columns)]]
    taken = [one for one, count in zip(columns, times, strict=True) for _ in range(count)]
    worth = worth_of(held, taken)
    if solver.getModelStatus() == highspy.HighsModelStatus.kOptimal:
        return Chosen(tuple(taken), worth)
    ceiling = loosest(held) if np.isinf(info.mip_dual_bound) else int(info.mip_dual_bound + 1)
    return Chosen(tuple(taken), max(worth, ceiling))


def loosest(held: Held) -> int:
    """The most worth if any naturals could be melded together, and any quartet be had."""
    count = sum(block.naturals for block in held.blocks)
    count += sum(len(sort.cards) for sort in held.sorts if sort.kind)
    value, most = held.rules.schedule.value, [0]
    for naturals in range(1, count + 1):
        most.append(max(most[naturals - size] + value(size) for size in range(1, naturals + 1)))
    quartets = held.rules.quartet_bonus * sum(one.most for one in held.quartets)
    return (max(most) + quartets + alone(held, held.wilds) + held.lying_alone + held.cost) * held.weight


def worth_of(held: Held, chosen: Sequence[Column]) -> int:
    """The worth of the melds with all that they earn together."""
    own = sum((one.points + one.saved) * held.weight - 1 for one in chosen)
    return own + earned(held, chosen) * held.weight


def earned(held: Held, chosen: Sequence[Column]) -> int:
    """Points of quartets, and of wilds left for themselves."""
    naturals = held.laid_there.copy()
    wilds = held.wilds
    for one in chosen:
        for place, sort in one.laid:
            if isinstance(place, Card):
                naturals[place] += held.sorts[sort].kind == place
                wilds -= bool(held.sorts[sort].reach)
    rules = held.rules
    quartets = 0
    if rules.quartet_bonus:
        suits = rules.pack.common_suits
        quartets = sum(
            most_quartets([naturals[Card(rank, suit)] for suit in suits]) for rank in rules.pack.ranks
        )
    return quartets * rules.quartet_bonus + alone(held, wilds) + held.lying_alone


def alone(held: Held, wilds: int) -> int:
    """Points of wilds left over (H17)."""
    return points_alone(held.rules, wilds) if held.rules.must_meld_all else 0


def _limits(held: Held) -> dict[Row, tuple[int, int]]:
    """By row, the least and the most that is used."""
    limits: dict[Row, tuple[int, int]] = {}
    for number, sort in enumerate(held.sorts):
        most = len(sort.cards)
        limits["sort", number] = (most if held.rules.must_meld_all and not sort.reach else 0, most)
    limits |= {("block", block.number): (1, 1) for block in held.blocks}
    limits |= {("spares", number): (0, 1) for number in range(len(held.spares))}
    if held.rules.tokens == "different":
        limits |= {("leap", leap): (0, 1) for leap in held.rules.leaps}
    limits |= {("natural", kind): (-held.size, held.laid_there[kind]) for kind in held.counted}
    if _wilds_alone(held):
        limits["wilds", 0] = (0, held.wilds)
    return limits


def _quartets(held: Held) -> Iterator[_Bonus]:
    """Quartets of each rank, in every way to make one; cards that are wild too must be naturals (H24)."""
    for quartets in held.quartets:
        for kinds in quartets.ways:
            uses: tuple[tuple[Row, int], ...] = tuple((("natural", kind), 1) for kind in kinds)
            yield _Bonus(uses, held.rules.quartet_bonus, quartets.most)


def _wilds_alone(held: Held) -> list[_Bonus]:
    most = 1 if held.rules.wilds_apart else held.wilds
    return [
        _Bonus(((("wilds", 0), count),), alone(held, count), held.wilds if count == most == 1 else 1)
        for count in range(1, most + 1)
        if alone(held, count)
    ]


def _model(
    held: Held,
    columns: Sequence[Column],
    bonuses: Sequence[_Bonus],
    worths: Sequence[int],
    limits: Limits,
) -> highspy.HighsLp:
    number = {row: place for place, row in enumerate(limits)}
    starts, rows, amounts = [0], [], []
    of_columns = [_with_wilds(held, one) if ("wilds", 0) in limits else one.uses for one in columns]
    for uses in [*of_columns, *(one.uses for one in bonuses)]:
        rows += [number[row] for row, _ in uses]
        amounts += [float(amount) for _, amount in uses]
        starts.append(len(rows))
    model = highspy.HighsLp()
    model.sense_ = highspy.ObjSense.kMaximize
    model.num_col_, model.num_row_ = len(columns) + len(bonuses), len(limits)
    model.col_cost_ = np.array([*worths, *(one.points * held.weight for one in bonuses)], dtype=float)
    model.col_lower_ = np.zeros(model.num_col_)
    model.col_upper_ = np.array([highspy.kHighsInf] * len(columns) + [float(one.most) for one in bonuses])
    model.row_lower_ = np.array([float(low) for low, _ in limits.values()])
    model.row_upper_ = np.array([float(high) for _, high in limits.values()])
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = np.array(starts, dtype=np.int32)
    model.a_matrix_.index_ = np.array(rows, dtype=np.int32)
    model.a_matrix_.value_ = np.array(amounts)
    model.integrality_ = [highspy.HighsVarType.kInteger] * model.num_col_
    return model


def _with_wilds(held: Held, one: Column) -> list[tuple[Row, int]]:
    """What a column uses, with the row of all that may be wild, of which the rest may lie alone."""
    wilds = sum(1 for place, sort in one.laid if isinstance(place, Card) and held.sorts[sort].reach)
    return [*one.uses, (("wilds", 0), wilds)] if wilds else list(one.uses)


def _solver(seconds: float) -> highspy.Highs:
    solver = highspy.Highs()  # type: ignore[no-untyped-call]  # its constructor has no annotations
    for option, value in (
        ("output_flag", False),
        ("threads", 1),
        ("presolve", "off"),
        ("mip_rel_gap", 0.0),
        ("mip_abs_gap", 0.5),
        ("time_limit", max(seconds, 0.01)),
    ):
        solver.setOptionValue(option, value)
    return solver
