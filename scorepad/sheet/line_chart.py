"""The layout of a chart of totals: a line for each side, with its label at its end. Pages and PDFs draw it.

Sizes are in units of the drawing, which is scaled to its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from unicodedata import east_asian_width

from scorepad.core.points import Points

WIDTH, HEIGHT = 360, 200
LEFT, TOP, BOTTOM = 40, 12, 24
LABEL_GAP, LETTER, WIDE_LETTER = 22, 7.8, 1.8
LABEL_STEP = 15
GRID_LINES = 4
HEADROOM = 0.04  # of the way from the least to the most: the axis ends near the data
MOST_LABELS = 5
LONGEST_LABEL = 9


@dataclass(frozen=True, slots=True)
class TotalsLine:
    """One side's totals as points of the drawing, and the height of its label."""

    index: int
    label: str
    points: tuple[tuple[float, float], ...]
    label_y: float

    @property
    def path(self) -> str:
        return " ".join(f"{x:g},{y:g}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class AxisTick:
    """A mark on an axis; not every one is labelled."""

    at: float
    name: str
    labelled: bool = True


@dataclass(frozen=True, slots=True)
class Chart:
    """The drawing: its lines, the marks of both axes, and a description in words."""

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
    """The data of one line: the side's index, its name, and its total at each place; `span` are the places at
    which the side was at the table."""

    index: int
    name: str
    values: Sequence[Points]
    span: slice = field(default_factory=lambda: slice(None))


def line_chart(
    totals: Sequence[Totals],
    places: Sequence[float],
    across: Sequence[tuple[float, str]],
    written: Callable[[Points], str],
    words: str,
    size: tuple[int, int] = (WIDTH, HEIGHT),
) -> Chart:
    """Lay out the lines of `totals`. Their values are at `places`, from 0 at the left to 1 at the right;
    `across` are marks at such places, and `written` formats a total."""
    ticks, low, high = _axis_scale([value for line in totals for value in line.values])
    labels = [_label_of(line.name) for line in totals]
    labelled = _numbers_labelled([name for _, name in across])
    width = size[0]
    right = round(width - LABEL_GAP - LETTER * max(map(_letters_wide, labels)))
    # So high that the label of every side has a line.
    height = max(size[1], TOP + BOTTOM + LABEL_STEP * (len(totals) - 1))

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
        up=tuple(AxisTick(y(value), written(value)) for value in ticks),
        words=words,
        right=right,
        width=width,
        height=height,
    )


def _points_there(line: Totals, places: Sequence[float]) -> Iterator[tuple[float, Points]]:
    return zip(places[line.span], line.values[line.span], strict=True)


def numbers_spread(last: int, most: int) -> list[int]:
    """At most `most` numbers, spread evenly from 1 to the last; all if there are no more."""
    count = min(last, most)
    return [round(last * place / count) for place in range(1, count + 1)]


def _numbers_labelled(names: Sequence[str]) -> set[int]:
    """The numbers (from 1) of the marks with a label: the last, and a few before it at even steps. None
    repeats another's text."""
    last_of_each = sorted({name: number for number, name in enumerate(names, 1)}.values())
    step = -(-len(last_of_each) // MOST_LABELS)
    return set(last_of_each[::-step])


def _axis_scale(values: list[Points]) -> tuple[range, float, float]:
    """The round numbers with a grid line, and the ends of the axis, close around all values."""
    # All totals may be equal, and an axis still needs a height.
    lowest, highest = min(values), max(max(values), min(values) + 1)
    rough_step = max(1, (highest - lowest) / GRID_LINES)
    power_of_ten = 10 ** (len(str(int(rough_step))) - 1)
    step = next(power_of_ten * factor for factor in (1, 2, 5, 10) if power_of_ten * factor >= rough_step)
    first = int(-(-lowest // step) * step)
    room = HEADROOM * (highest - lowest)
    return range(first, int(highest) + 1, step), lowest - (room if lowest < 0 else 0), highest + room


def _letters_wide(label: str) -> float:
    """The maximal width of a label in letters; East Asian letters and emoji are wider."""
    return sum(WIDE_LETTER if east_asian_width(letter) in "WF" else 1 for letter in label)


def _label_of(name: str) -> str:
    return name if len(name) <= LONGEST_LABEL else name[: LONGEST_LABEL - 1] + "…"


def _heights_apart(heights: list[float], top: float, bottom: float) -> list[float]:
    """Heights for labels in the given order, at least a line of text apart, within the drawing."""
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
