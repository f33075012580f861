"""How a sheet lies on paper: which way round, how large, and which deals on which page.

Lengths are millimetres. The print page and the PDF use the same layout.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import ceil

from scorepad.sheet.content import Sheet

MARGIN = 12.0
LABEL = 11.0  # width of the column of deal numbers
NAMES = 12.0  # height of the names above the columns
TITLE = 22.0  # height of the title with its QR code, on the first page
AGAIN = 9.0  # height of the title on the pages after it
TOTALS = 9.0
SIGNED = 13.0
FOOT = 7.0  # the line at the bottom of every page
LEGEND = 6.0
NOTE_LINE = 3.6
WIDE_LETTER = 1.7  # of a note

LOWEST_ROW = 6.4
EASY_ROW = 8.0  # on several pages rows need not be squeezed
HIGHEST_ROW = 12.0
HIGHEST_PENCIL_ROW = 12.5
WIDEST_COLUMN = 44.0
EASY_COLUMN = 17.0
LOWEST_COLUMN = 12.0  # a narrower one is not read where the other way round is wider


@dataclass(frozen=True, slots=True)
class Paper:
    """A kind of paper, upright; `id` is what people ask for it by."""

    id: str
    name: str
    width: float
    height: float


PAPERS = {
    paper.id: paper for paper in (Paper("a4", "A4", 210.0, 297.0), Paper("letter", "Letter", 215.9, 279.4))
}


@dataclass(frozen=True, slots=True)
class Layout:
    """`pages` holds, for each page, the places in `sheet.rows` of its first row and of the row after its
    last; `row` and `column` are the height of a row and the width of a column."""

    paper: Paper
    landscape: bool
    row: float
    column: float
    pages: tuple[tuple[int, int], ...]

    @property
    def width(self) -> float:
        return self.paper.height if self.landscape else self.paper.width

    @property
    def height(self) -> float:
        return self.paper.width if self.landscape else self.paper.height

    @property
    def ease(self) -> float:
        """How easily it reads, 1 at best."""
        return min(1.0, self.row / EASY_ROW, self.column / EASY_COLUMN)


def layout(sheet: Sheet, paper: Paper) -> Layout:
    """The sheet with columns that can be read, on the fewest pages, then the more readable way round, upright
    when both are alike."""
    ways = [_lay(sheet, paper, landscape) for landscape in (False, True)]
    return min(ways, key=lambda way: (way.column < LOWEST_COLUMN, len(way.pages), -way.ease, way.landscape))


def _lay(sheet: Sheet, paper: Paper, landscape: bool) -> Layout:
    """Notes stay below the signatures where that costs no page; else they go on to pages of their own."""
    width, height = (paper.height, paper.width) if landscape else (paper.width, paper.height)
    room = height - 2 * MARGIN - TITLE - NAMES - FOOT
    last_room = room - TOTALS - SIGNED - LEGEND
    without = _rows(sheet, room, last_room)
    with_notes = _rows(sheet, room, last_room - NOTE_LINE * _note_lines(sheet, width))
    row, counts = with_notes if len(with_notes[1]) == len(without[1]) and with_notes[1][-1] else without
    ends = list(accumulate(counts))
    return Layout(
        paper,
        landscape,
        row=row,
        column=min(WIDEST_COLUMN, (width - 2 * MARGIN - LABEL) / len(sheet.columns)),
        pages=tuple(zip([0, *ends[:-1]], ends, strict=True)),
    )


def _rows(sheet: Sheet, room: float, last_room: float) -> tuple[float, list[int]]:
    """The height of a row, and how many each page has; `room` is that for rows, less on the last page."""
    rows, highest = len(sheet.rows), HIGHEST_PENCIL_ROW if sheet.blank else HIGHEST_ROW
    if last_room / rows >= LOWEST_ROW:
        return min(highest, last_room / rows), [rows]
    counts = _counts(rows, int(room / EASY_ROW), max(0, int(last_room / EASY_ROW)))
    heights = [room / count for count in counts[:-1]]
    return min(highest, *heights, *([last_room / counts[-1]] if counts[-1] else [])), counts


def _counts(rows: int, full: int, last: int) -> list[int]:
    """Rows of each page, about alike: at most `full`, and `last` on the last page."""
    pages = 1 + ceil((rows - last) / full)
    end = min(last, rows // pages)
    each, more = divmod(rows - end, pages - 1)
    return [*[each + 1] * more, *[each] * (pages - 1 - more), end]


def _note_lines(sheet: Sheet, width: float) -> int:
    """Lines that the notes take, by a careful guess, and one to spare."""
    letters = int((width - 2 * MARGIN) / WIDE_LETTER)
    lines = sum(ceil(len(note) / letters) for note in sheet.notes)
    return lines + 1
