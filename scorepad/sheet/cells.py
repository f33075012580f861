"""Draws the columns of a sheet's table: a player's name, and the cell of each deal.

Lengths are millimetres, text sizes points. Numbers end where the name ends; an asterisk hangs beyond.
"""

from __future__ import annotations

from scorepad.sheet.canvas import Pen, line_pieces
from scorepad.sheet.score_sheet import Cell, Layout, SheetColumn

_CELL_PADDING = 1.4  # between a column's line and its text
_ASTERISK_ROOM = 1.0  # more at the end, for the mark of a correction
_SMALL_SIZE = 6.5
_SCORE_SIZE = 10.5
_RING_RADIUS = 1.25  # radius of the dealer's mark
_UPPER_LINE, _MIDDLE_LINE, _LOWER_LINE = 0.48, 0.64, 0.86  # baselines of a cell, in parts of its height
_TOP_LINE, _BOTTOM_LINE = 0.28, 0.91
_NARROW_COLUMN, _TALL_ROW = 17.0, 8.4  # a cell narrower and taller than this has three lines
_WHOLE_WORDS = ((1, 10.0), (1, 8.5), (2, 8.0), (2, 7.0), (3, 6.0), (3, 5.5))  # most lines, size
_CUT_WORDS = ((2, 7.0), (3, 6.0), (3, 5.0))
_LINE_STEP = 0.4  # millimetres from line to line for each point of size


def text_edges(lay: Layout, left: float) -> tuple[float, float]:
    """Where text starts and ends in the column that begins at `left`."""
    return left + _CELL_PADDING, left + lay.column_width - _CELL_PADDING - _ASTERISK_ROOM


def score_baseline(lay: Layout) -> float:
    """The distance of a score's baseline from the upper edge of its row."""
    return lay.row_height * (_MIDDLE_LINE if _three_lines(lay) else _UPPER_LINE)


def draw_name(pen: Pen, lay: Layout, column: SheetColumn, left: float, bottom: float) -> None:
    """Draw a name as large as fits on one line, else on two or three; it is cut off only if that is not
    enough."""
    start, end = text_edges(lay, left)
    if column.together:
        font_size = pen.fitting_size(column.name, end - start, 8, 5)
        pen.write_text(end, bottom - 2, column.name, font_size, "R")
        return
    font_size, lines = _name_lines(pen, column.name, end - start)
    for below, line in zip(reversed(range(len(lines))), lines, strict=True):
        pen.write_text(end, bottom - 2 - below * font_size * _LINE_STEP, line, font_size, "R", bold=True)


def draw_cell(pen: Pen, lay: Layout, cell: Cell, left: float, top: float, dealer_mark: str) -> None:
    """Draw one cell with its upper left corner at `left`, `top`."""
    draw = _three_line_cell if _three_lines(lay) else _two_line_cell
    draw(pen, lay, cell, *text_edges(lay, left), top, dealer_mark)


def _three_lines(lay: Layout) -> bool:
    return lay.column_width < _NARROW_COLUMN and lay.row_height >= _TALL_ROW


def _two_line_cell(
    pen: Pen, lay: Layout, cell: Cell, left: float, right: float, top: float, dealer_mark: str
) -> None:
    """Draw the score with its marks above, and its arithmetic and the running total below."""
    scale = min(1.25, lay.row_height / 9, lay.column_width / 18)
    small_size = _SMALL_SIZE * max(0.85, scale)
    marks_end = _draw_marks(pen, cell, left, top + lay.row_height * _UPPER_LINE, small_size, dealer_mark)
    _draw_score(
        pen, cell, marks_end, right, top + lay.row_height * _UPPER_LINE, _SCORE_SIZE * max(0.8, scale)
    )
    small_size = pen.fitting_size(f"{cell.product}  {cell.running}", right - left, small_size, 4)
    pen.write_text(left, top + lay.row_height * _LOWER_LINE, cell.product, small_size)
    pen.write_text(right, top + lay.row_height * _LOWER_LINE, cell.running, small_size, "R")


def _three_line_cell(
    pen: Pen, lay: Layout, cell: Cell, left: float, right: float, top: float, dealer_mark: str
) -> None:
    """Draw a cell in a narrow column: marks and arithmetic, the score, the running total."""
    upper = top + lay.row_height * _TOP_LINE
    marks_end = _draw_marks(pen, cell, left, upper, _SMALL_SIZE * 0.9, dealer_mark)
    font_size = pen.fitting_size(cell.product, right - marks_end, _SMALL_SIZE * 0.9, 4)
    pen.write_text(right, upper, cell.product, font_size, "R")
    _draw_score(pen, cell, left, right, top + lay.row_height * _MIDDLE_LINE, _SCORE_SIZE)
    font_size = pen.fitting_size(cell.running, right - left, _SMALL_SIZE, 4)
    pen.write_text(right, top + lay.row_height * _BOTTOM_LINE, cell.running, font_size, "R")


def _draw_marks(
    pen: Pen, cell: Cell, left: float, baseline: float, font_size: float, dealer_mark: str
) -> float:
    """Draw the dealer's ring and the order of going out. Returns their right end."""
    if cell.dealer:
        pen.draw_ring(left + _RING_RADIUS, baseline - 0.85, _RING_RADIUS)
        pen.write_text(left + _RING_RADIUS, baseline - 0.05, dealer_mark, 5, "C")
        left += 2 * _RING_RADIUS + 0.6
    pen.write_text(left, baseline, cell.place, font_size)
    return left + (pen.text_width(cell.place, font_size) + 0.8 if cell.place else 0)


def _draw_score(pen: Pen, cell: Cell, left: float, right: float, baseline: float, font_size: float) -> None:
    font_size = pen.fitting_size(cell.score, right - left, font_size, 5)
    pen.write_text(right, baseline, cell.score, font_size, "R")
    if cell.remarks:
        room = _ASTERISK_ROOM + _CELL_PADDING - 0.2
        pen.write_text(
            right + 0.2, baseline, cell.remarks, pen.fitting_size(cell.remarks, room, font_size, 4)
        )


def _name_lines(pen: Pen, name: str, room: float) -> tuple[float, list[str]]:
    """The font size and lines of a name: words stay whole if possible; a name too long for three lines ends
    in "…"."""
    for size_steps, whole_words in ((_WHOLE_WORDS, True), (_CUT_WORDS, False)):
        for max_lines, font_size in size_steps:
            lines = pen.break_lines(name, room, font_size, bold=True)
            if len(lines) <= max_lines and not (whole_words and _cuts_words(pen, name, room, font_size)):
                return font_size, lines
    return font_size, [*lines[:2], lines[2][:-1] + "…"]


def _cuts_words(pen: Pen, name: str, room: float, font_size: float) -> bool:
    """Whether some word alone is too long for a line."""
    return any(pen.text_width(word.rstrip(), font_size, bold=True) > room for word in line_pieces(name))
