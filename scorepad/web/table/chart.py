"""The chart of running totals: one line a side, drawn by the server as plain SVG.

Sizes are in units of the drawing, which the page scales to its width.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from scorepad.web.faces import points

if TYPE_CHECKING:
    from scorepad.core.log.table_deals import Deal
    from scorepad.web.table.scoreboard import Scoreboard, ScoreSide

WIDTH, HEIGHT = 360, 200
LEFT, TOP, BOTTOM = 40, 12, 24
LABEL_GAP, LETTER = 22, 7.8
LABEL_STEP = 15
GRID_LINES = 4
MOST_POINTS, MOST_TICKS = 60, 20  # deals of a longer table that have a point, and of those that have a number
LONGEST_LABEL = 9


@dataclass(frozen=True, slots=True)
class TotalsLine:
    """One side's totals after each deal, and where its label stands."""

    index: int
    label: str
    points: tuple[tuple[float, float], ...]
    label_y: float

    @property
    def path(self) -> str:
        return " ".join(f"{x:g},{y:g}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class AxisTick:
    """A mark on an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The drawing: lines, marks across and up, and what it says in words."""

    lines: tuple[TotalsLine, ...]
    across: tuple[AxisTick, ...]
    up: tuple[AxisTick, ...]
    words: str
    right: int
    left: int = LEFT
    width: int = WIDTH
    height: int = HEIGHT


def totals_chart(board: Scoreboard) -> Chart | None:
    """The totals of every side after each deal with a score; None before the second of them."""
    newest = board.table.deal
    scored = newest.number - (not newest.entries and not newest.ended)
    if scored < 2:
        return None
    deals = [board.table.deals[number - 1] for number in _numbers_drawn(scored)]
    start = board.table.deals[0]
    totals = [
        [_total_before(start, side), *(_side_total(deal, side) for deal in deals)] for side in board.sides
    ]
    low, high, step = _axis_scale([value for line in totals for value in line])
    spans = [_span_there(board, side, [0, *(deal.number for deal in deals)]) for side in board.sides]
    right = round(WIDTH - LABEL_GAP - LETTER * max(len(_side_label(side)) for side in board.sides))
    height = max(HEIGHT, TOP + BOTTOM + LABEL_STEP * (len(totals) - 1))
    xs = [LEFT + (right - LEFT) * number / scored for number in (0, *(deal.number for deal in deals))]
    labelled = set(_numbers_drawn(scored, MOST_TICKS))

    def y(value: float) -> float:
        return round(TOP + (height - TOP - BOTTOM) * (high - value) / (high - low), 1)

    label_heights = _heights_apart([y(line[-1]) for line in totals], TOP, height - BOTTOM)
    return Chart(
        lines=tuple(
            TotalsLine(
                side.index,
                _side_label(side),
                tuple((round(x, 1), y(v)) for x, v in zip(xs[span], line[span], strict=True)),
                at,
            )
            for side, line, span, at in zip(board.sides, totals, spans, label_heights, strict=True)
        ),
        across=tuple(
            AxisTick(round(x, 1), str(deal.number))
            for x, deal in zip(xs[1:], deals, strict=True)
            if deal.number in labelled
        ),
        up=tuple(AxisTick(y(value), points(value)) for value in range(low, high + 1, step)),
        words=_totals_words(board, deals[-1].number),
        right=right,
        height=height,
    )


def _numbers_drawn(scored: int, most: int = MOST_POINTS) -> list[int]:
    """The numbers of so many deals, spread evenly up to the last; of all where there are no more."""
    count = min(scored, most)
    return [round(scored * place / count) for place in range(1, count + 1)]


def _side_total(deal: Deal, side: ScoreSide) -> int:
    return sum(deal.running(seat.index) for seat in side.seats)


def _total_before(deal: Deal, side: ScoreSide) -> int:
    return sum(deal.before[seat.index] for seat in side.seats)


def _span_there(board: Scoreboard, side: ScoreSide, numbers: list[int]) -> slice:
    """The points of a side's line, of deals of these numbers: from where it joined until it left."""
    first = min(board.table.first_deal_of(seat.index) for seat in side.seats)
    last = board.deal.number
    if not side.rank:
        members = {seat.index for seat in side.seats}
        last = max((deal.number for deal in board.table.deals if members & set(deal.seats)), default=0)
    before = [place for place, number in enumerate(numbers) if number < first]
    after = [place for place, number in enumerate(numbers) if number >= last]
    return slice(before[-1], (after[0] if after else len(numbers) - 1) + 1)


def _axis_scale(values: list[int]) -> tuple[int, int, int]:
    """Round numbers below and above all values, and the step between grid lines."""
    lowest, highest = min(values), max(max(values), min(values) + 1)
    rough_step = max(1, (highest - lowest) / GRID_LINES)
    power_of_ten = 10 ** (len(str(int(rough_step))) - 1)
    step = next(power_of_ten * factor for factor in (1, 2, 5, 10) if power_of_ten * factor >= rough_step)
    return (lowest // step) * step, -(-highest // step) * step, step


def _side_label(side: ScoreSide) -> str:
    name = side.letter or side.seats[0].name
    return name if len(name) <= LONGEST_LABEL else name[: LONGEST_LABEL - 1] + "…"


def _heights_apart(heights: list[float], top: float, bottom: float) -> list[float]:
    """Heights for labels, in the given order, none closer than a line of text, all in the drawing."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed_heights = [heights[place] for place in order]
    for _ in range(40):
        for above, below in pairwise(range(len(placed_heights))):
            lacking_height = LABEL_STEP - (placed_heights[below] - placed_heights[above])
            if lacking_height > 0:
                placed_heights[above] -= lacking_height / 2
                placed_heights[below] += lacking_height / 2
    for place in range(len(placed_heights)):
        least_height = placed_heights[place - 1] + LABEL_STEP if place else top
        most_height = bottom - LABEL_STEP * (len(placed_heights) - 1 - place)
        placed_heights[place] = min(max(placed_heights[place], least_height), most_height)
    moved_heights = dict(zip(order, placed_heights, strict=True))
    return [round(moved_heights[place], 1) for place in range(len(heights))]


def _totals_words(board: Scoreboard, deal: int) -> str:
    totals = [f"{side.names} {points(side.total)}" for side in board.sides]
    return f"Totals after deal {deal}: {', '.join(totals)}."
