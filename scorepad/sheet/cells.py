"""What stands in a column of a sheet's table: a player's name, and the cell of each deal.

Lengths are millimetres, text sizes points. Numbers end where the name ends; an asterisk hangs beyond.
"""

from __future__ import annotations

from scorepad.sheet.canvas import Pen, words
from scorepad.sheet.content import Cell, Column
from scorepad.sheet.layout import Layout

_PAD = 1.4  # between a column's line and its text
_ASTERISK = 1.0  # more at the end, for the mark of a correction
_SMALL = 6.5
_SCORE = 10.5
_RING = 1.25  # radius of the dealer's mark
_UPPER, _MIDDLE, _LOWER = 0.48, 0.64, 0.86  # baselines of a cell, in parts of its height
_TOP, _BOTTOM = 0.28, 0.91
_NARROW, _TALL = 17.0, 8.4  # a cell narrower and taller than this has three lines
_WHOLE_WORDS = ((1, 10.0), (1, 8.5), (2, 8.0), (2, 7.0), (3, 6.0), (3, 5.5))  # most lines, size
_CUT_WORDS = ((2, 7.0), (3, 6.0), (3, 5.0))
_LEADING = 0.4  # millimetres from line to line for each point of size


def inside(lay: Layout, left: float) -> tuple[float, float]:
    """Where text starts and ends in the column that begins at `left`."""
    return left + _PAD, left + lay.column - _PAD - _ASTERISK


def baseline(lay: Layout) -> float:
    """How far below the upper edge of its row a score stands."""
    return lay.row * (_MIDDLE if _three_lines(lay) else _UPPER)


def draw_name(pen: Pen, lay: Layout, column: Column, left: float, bottom: float) -> None:
    """As large as it goes on one line, else on two or three; cut off only when that is not enough."""
    start, end = inside(lay, left)
    if column.together:
        size = pen.fitting(column.name, end - start, 8, 5)
        pen.text(end, bottom - 2, column.name, size, "R")
        return
    size, lines = _name_lines(pen, column.name, end - start)
    for below, line in zip(reversed(range(len(lines))), lines, strict=True):
        pen.text(end, bottom - 2 - below * size * _LEADING, line, size, "R", bold=True)


def draw_cell(pen: Pen, lay: Layout, cell: Cell, left: float, top: float) -> None:
    """One cell whose upper left corner is at `left`, `top`."""
    draw = _three_line_cell if _three_lines(lay) else _two_line_cell
    draw(pen, lay, cell, *inside(lay, left), top)


def _three_lines(lay: Layout) -> bool:
    return lay.column < _NARROW and lay.row >= _TALL


def _two_line_cell(pen: Pen, lay: Layout, cell: Cell, left: float, right: float, top: float) -> None:
    """The score with its marks above, how it was made and the running total below."""
    scale = min(1.25, lay.row / 9, lay.column / 18)
    small = _SMALL * max(0.85, scale)
    marks = _marks(pen, cell, left, top + lay.row * _UPPER, small)
    _score(pen, cell, marks, right, top + lay.row * _UPPER, _SCORE * max(0.8, scale))
    small = pen.fitting(f"{cell.product}  {cell.running}", right - left, small, 4)
    pen.text(left, top + lay.row * _LOWER, cell.product, small)
    pen.text(right, top + lay.row * _LOWER, cell.running, small, "R")


def _three_line_cell(pen: Pen, lay: Layout, cell: Cell, left: float, right: float, top: float) -> None:
    """The same for a narrow column: marks and how it was made, the score, the running total."""
    upper = top + lay.row * _TOP
    marks = _marks(pen, cell, left, upper, _SMALL * 0.9)
    size = pen.fitting(cell.product, right - marks, _SMALL * 0.9, 4)
    pen.text(right, upper, cell.product, size, "R")
    _score(pen, cell, left, right, top + lay.row * _MIDDLE, _SCORE)
    size = pen.fitting(cell.running, right - left, _SMALL, 4)
    pen.text(right, top + lay.row * _BOTTOM, cell.running, size, "R")


def _marks(pen: Pen, cell: Cell, left: float, baseline: float, size: float) -> float:
    """The dealer's ring and the order of going out; answers where they end."""
    if cell.dealer:
        pen.ring(left + _RING, baseline - 0.85, _RING)
        pen.text(left + _RING, baseline - 0.05, "D", 5, "C")
        left += 2 * _RING + 0.6
    pen.text(left, baseline, cell.place, size)
    return left + (pen.width(cell.place, size) + 0.8 if cell.place else 0)


def _score(pen: Pen, cell: Cell, left: float, right: float, baseline: float, size: float) -> None:
    size = pen.fitting(cell.score, right - left, size, 5)
    pen.text(right, baseline, cell.score, size, "R")
    if cell.remarks:
        room = _ASTERISK + _PAD - 0.2
        pen.text(right + 0.2, baseline, cell.remarks, pen.fitting(cell.remarks, room, size, 4))


def _name_lines(pen: Pen, name: str, room: float) -> tuple[float, list[str]]:
    """Words stay whole if they can; a name too long for three lines ends in "…"."""
    for sizes, whole in ((_WHOLE_WORDS, True), (_CUT_WORDS, False)):
        for most, size in sizes:
            lines = pen.lines(name, room, size, bold=True)
            if len(lines) <= most and not (whole and _cuts(pen, name, room, size)):
                return size, lines
    return size, [*lines[:2], lines[2][:-1] + "…"]


def _cuts(pen: Pen, name: str, room: float, size: float) -> bool:
    """Whether some word alone is too long for a line."""
    return any(pen.width(word.rstrip(), size, bold=True) > room for word in words(name))
