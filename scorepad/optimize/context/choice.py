"""The choice among all columns: for the highest worth, by HiGHS.

Worth is points, and what melded cards save, × `weight` − 1 for each meld, so that of equally good
arrangements the one with the fewest melds is best.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from scorepad.core.bonuses import most_quartets
from scorepad.core.cards import Card
from scorepad.optimize.context.bounded import least_lost
from scorepad.optimize.context.candidate_melds import Column, Row, least
from scorepad.optimize.context.components import Limits, Undecided, chosen, parts
from scorepad.optimize.context.hand_problem import Held
from scorepad.optimize.leftover import points_alone
from scorepad.optimize.milp import INFINITY, LinearProgram, Program, SparseMatrix, Status, solve_whole


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
        return _by_solver(held, _program(held, columns, bonuses, worths, limits), columns, seconds)


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
        own_worths = [worths[number] for number in numbers]
        program = _program(held, own, [], own_worths, {row: limits[row] for row in rows}, whole=False)
        relaxation = LinearProgram(program)
        if relaxation.solve(1.0) is not Status.OPTIMAL:
            raise
        prices = relaxation.row_prices
        return least_lost(columns, worths, limits, prices, numbers, rows)


def _by_solver(held: Held, program: Program, columns: Sequence[Column], seconds: float) -> Chosen:
    solution = solve_whole(program, seconds)
    if solution.values is None:
        return Chosen(least(held), loosest(held))
    taken = [one for one, count in zip(columns, solution.values.tolist(), strict=False) for _ in range(count)]
    worth = worth_of(held, taken)
    if solution.status is Status.OPTIMAL:
        return Chosen(tuple(taken), worth)
    ceiling = int(solution.bound + 1) if isfinite(solution.bound) else loosest(held)
    return Chosen(tuple(taken), max(worth, ceiling))


def loosest(held: Held) -> int:
    """The most worth if any naturals could be melded together, and any quartet be had."""
    count = sum(block.naturals for block in held.blocks)
    count += sum(len(sort.cards) for sort in held.sorts if sort.kind)
    value, most = held.rules.values.schedule.value, [0]
    for naturals in range(1, count + 1):
        most.append(max(most[naturals - size] + value(size) for size in range(1, naturals + 1)))
    quartets = held.rules.bonuses.quartet_bonus * sum(one.most for one in held.quartets)
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
    if rules.bonuses.quartet_bonus:
        suits = rules.pack.common_suits
        quartets = sum(
            most_quartets([naturals[Card(rank, suit)] for suit in suits]) for rank in rules.pack.ranks
        )
    return quartets * rules.bonuses.quartet_bonus + alone(held, wilds) + held.lying_alone


def alone(held: Held, wilds: int) -> int:
    """Points of wilds left over (H17)."""
    return points_alone(held.rules, wilds) if held.rules.deal.must_meld_all else 0


def _limits(held: Held) -> dict[Row, tuple[int, int]]:
    """By row, the least and the most that is used."""
    limits: dict[Row, tuple[int, int]] = {}
    for number, sort in enumerate(held.sorts):
        most = len(sort.cards)
        limits["sort", number] = (most if held.rules.deal.must_meld_all and not sort.reach else 0, most)
    limits |= {("block", block.number): (1, 1) for block in held.blocks}
    limits |= {("spares", number): (0, 1) for number in range(len(held.spares))}
    if held.rules.shapes.leap_tokens == "different":
        limits |= {("leap", leap): (0, 1) for leap in held.rules.shapes.leaps}
    limits |= {("natural", kind): (-held.size, held.laid_there[kind]) for kind in held.counted}
    if _wilds_alone(held):
        limits["wilds", 0] = (0, held.wilds)
    return limits


def _quartets(held: Held) -> Iterator[_Bonus]:
    """Quartets of each rank, in every way to make one; cards that are wild too must be naturals (H24)."""
    for quartets in held.quartets:
        for kinds in quartets.ways:
            uses: tuple[tuple[Row, int], ...] = tuple((("natural", kind), 1) for kind in kinds)
            yield _Bonus(uses, held.rules.bonuses.quartet_bonus, quartets.most)


def _wilds_alone(held: Held) -> list[_Bonus]:
    most = 1 if held.rules.wilds.wilds_apart else held.wilds
    return [
        _Bonus(((("wilds", 0), count),), alone(held, count), held.wilds if count == most == 1 else 1)
        for count in range(1, most + 1)
        if alone(held, count)
    ]


def _program(
    held: Held,
    columns: Sequence[Column],
    bonuses: Sequence[_Bonus],
    worths: Sequence[int],
    limits: Limits,
    *,
    whole: bool = True,
) -> Program:
    number = {row: place for place, row in enumerate(limits)}
    of_columns = [_with_wilds(held, one) if ("wilds", 0) in limits else one.uses for one in columns]
    uses = [*of_columns, *(one.uses for one in bonuses)]
    size = len(uses)
    return Program(
        np.array([*worths, *(one.points * held.weight for one in bonuses)], dtype=float),
        (np.zeros(size), np.array([INFINITY] * len(columns) + [float(one.most) for one in bonuses])),
        (
            np.array([float(low) for low, _ in limits.values()]),
            np.array([float(high) for _, high in limits.values()]),
        ),
        SparseMatrix.of_lines([[(number[row], float(amount)) for row, amount in line] for line in uses]),
        [True] * size if whole else None,
    )


def _with_wilds(held: Held, one: Column) -> list[tuple[Row, int]]:
    """What a column uses, with the row of all that may be wild, of which the rest may lie alone."""
    wilds = sum(1 for place, sort in one.laid if isinstance(place, Card) and held.sorts[sort].reach)
    return [*one.uses, (("wilds", 0), wilds)] if wilds else list(one.uses)
