"""A chart of totals that grow: one line a side, with its label at its end. Where everything stands; pages and
PDFs draw it.

Sizes are in units of the drawing, which is scaled to its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

WIDTH, HEIGHT = 360, 200
LEFT, TOP, BOTTOM = 40, 12, 24
LABEL_GAP, LETTER = 22, 7.8
LABEL_STEP = 15
GRID_LINES = 3
MOST_LABELS = 5
LONGEST_LABEL = 9


@dataclass(frozen=True, slots=True)
class TotalsLine:
    """One side's totals, and where its label stands."""

    index: int
    label: str
    points: tuple[tuple[float, float], ...]
    label_y: float

    @property
    def path(self) -> str:
        return " ".join(f"{x:g},{y:g}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class AxisTick:
    """A mark on an axis; one of many is not labelled."""

    at: float
    name: str
    labelled: bool = True


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


@dataclass(frozen=True, slots=True)
class Totals:
    """What is drawn as one line: the place of its side in the list of all, its name, and its total at each
    place across; `span` are the places at which the side was there."""

    index: int
    name: str
    values: Sequence[int]
    span: slice = field(default_factory=lambda: slice(None))


def line_chart(
    totals: Sequence[Totals],
    places: Sequence[float],
    across: Sequence[tuple[float, str]],
    written: Callable[[int], str],
    words: str,
) -> Chart:
    """The lines of the `totals`, whose values stand at the `places`, from 0 at the left to 1 at the right, as
    the marks `across` do; `written` is how a total is written."""
    low, high, step = _axis_scale([value for line in totals for value in line.values])
    labels = [_label_of(line.name) for line in totals]
    labelled = numbers_spread(len(across), MOST_LABELS)
    right = round(WIDTH - LABEL_GAP - LETTER * max(map(len, labels)))
    # So high that the label of every side has a line.
    height = max(HEIGHT, TOP + BOTTOM + LABEL_STEP * (len(totals) - 1))

    def x(place: float) -> float:
        return round(LEFT + (right - LEFT) * place, 1)

    def y(value: float) -> float:
        return round(TOP + (height - TOP - BOTTOM) * (high - value) / (high - low), 1)

    label_heights = _heights_apart([y(line.values[-1]) for line in totals], TOP, height - BOTTOM)
    return Chart(
        lines=tuple(
            TotalsLine(
                line.index,
                label,
                tuple((x(place), y(value)) for place, value in _points_there(line, places)),
                label_y,
            )
            for line, label, label_y in zip(totals, labels, label_heights, strict=True)
        ),
        across=tuple(
            AxisTick(x(place), name, number in labelled) for number, (place, name) in enumerate(across, 1)
        ),
        up=tuple(AxisTick(y(value), written(value)) for value in range(low, high + 1, step)),
        words=words,
        right=right,
        height=height,
    )


def _points_there(line: Totals, places: Sequence[float]) -> Iterator[tuple[float, int]]:
    return zip(places[line.span], line.values[line.span], strict=True)


def numbers_spread(last: int, most: int) -> list[int]:
    """Up to `most` numbers, spread evenly from 1 to the last; all where there are no more."""
    count = min(last, most)
    return [round(last * place / count) for place in range(1, count + 1)]


def _axis_scale(values: list[int]) -> tuple[int, int, int]:
    """Round numbers below and above all values, and the step between grid lines."""
    # All totals may be equal, and an axis still needs a height.
    lowest, highest = min(values), max(max(values), min(values) + 1)
    rough_step = max(1, (highest - lowest) / GRID_LINES)
    power_of_ten = 10 ** (len(str(int(rough_step))) - 1)
    step = next(power_of_ten * factor for factor in (1, 2, 5, 10) if power_of_ten * factor >= rough_step)
    return (lowest // step) * step, -(-highest // step) * step, step


def _label_of(name: str) -> str:
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
    # This holds whatever the rounds left: a line apart, and all in the drawing.
    for place in range(len(placed_heights)):
        least_height = placed_heights[place - 1] + LABEL_STEP if place else top
        most_height = bottom - LABEL_STEP * (len(placed_heights) - 1 - place)
        placed_heights[place] = min(max(placed_heights[place], least_height), most_height)
    moved_heights = dict(zip(order, placed_heights, strict=True))
    return [round(moved_heights[place], 1) for place in range(len(heights))]
