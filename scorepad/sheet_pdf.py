"""A sheet as PDF: black hairlines and figures on white, one page where it fits.

The same Sheet gives the same bytes on the same machine: the date of creation is that of the log.
"""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import accumulate
from math import ceil
from pathlib import Path

from scorepad import sheets
from scorepad.core.table import fold
from scorepad.engine import Engine
from scorepad.sheet_fonts import NO_LETTER, missing
from scorepad.sheet_layout import (
    AGAIN,
    FOOT,
    LABEL,
    LEGEND,
    MARGIN,
    NAMES,
    NOTE_LINE,
    PAPERS,
    SIGNED,
    TITLE,
    TOTALS,
    Layout,
    layout,
)
from scorepad.sheet_pen import HAIRLINE, RULE, Pen, words
from scorepad.sheets import Cell, Column, Row, Sheet

_EMPTY_MADE = datetime(2000, 1, 1, tzinfo=UTC)  # an empty sheet has no log to be dated by
_PAD = 1.4  # between a column's line and its text
_SMALL = 6.5
_CODE = 18.0
_UPPER, _MIDDLE, _LOWER = 0.48, 0.64, 0.86  # baselines of a cell, in parts of its height
_NARROW, _TALL = 17.0, 8.4  # a cell narrower and taller than this has three lines
_WHOLE_WORDS = ((1, 10.0), (1, 8.5), (2, 8.0), (2, 7.0), (3, 6.0), (3, 5.5))  # most lines, size
_CUT_WORDS = ((2, 7.0), (3, 6.0), (3, 5.0))


def write_sheet(store: Engine, table_id: str, path: Path, paper: str = "a4", *, address: str = "") -> None:
    """Write the table's sheet as PDF. Raises NotFound, KeyError for an unknown paper, OSError."""
    table = fold(store.after(table_id, 0), table_id)
    path.write_bytes(pdf(sheets.sheet(table, address=address), paper))


def pdf(sheet: Sheet, paper: str = "a4") -> bytes:
    """The sheet as a PDF on `a4` or `letter`. Raises KeyError for another paper."""
    return _Drawing(sheet, layout(sheet, PAPERS[paper])).bytes()


class _Drawing:
    """One PDF while it is drawn: `y` is how far down the page it has got."""

    def __init__(self, sheet: Sheet, lay: Layout) -> None:
        self.sheet, self.lay = sheet, lay
        texts = tuple(sheet.texts())
        self.pen = Pen(lay, texts, sheet.made or _EMPTY_MADE)
        self.pen.describe(sheet.title or "Score sheet", " · ".join(filter(None, (sheet.game, sheet.date))))
        self.left, self.right = MARGIN, lay.width - MARGIN
        self.edges = [MARGIN + LABEL + lay.column * place for place in range(len(sheet.columns) + 1)]
        notes = [*_letters_note(missing(texts)), *sheet.notes]
        self.notes = [line for note in notes for line in self.pen.lines(note, self.right - self.left, 7)]
        self.bottom = lay.height - MARGIN - FOOT
        self.page, self.y = 0, MARGIN

    def bytes(self) -> bytes:
        for first, end in self.lay.pages:
            self._turn()
            self._table(self.sheet.rows[first:end], last=end == len(self.sheet.rows))
        self._notes()
        return self.pen.bytes()

    def _turn(self) -> None:
        """A new page with its title and its foot."""
        self.pen.page()
        self.page += 1
        self.y = MARGIN
        if self.page == 1:
            self._title()
        else:
            self._title_again()
        self._foot()

    def _title(self) -> None:
        sheet, pen = self.sheet, self.pen
        room = self.right - self.left - (_CODE + 6 if sheet.address else 0)
        if sheet.address:
            pen.code(sheet.address, self.right - _CODE, MARGIN, _CODE)
        if sheet.blank and not sheet.title:
            self._to_write(room)
        else:
            size = pen.fitting(sheet.title, room, 17, 9, bold=True)
            pen.text(self.left, MARGIN + 5.5, sheet.title, size, bold=True)
            pen.text(self.left, MARGIN + 10.6, " · ".join(filter(None, (sheet.game, sheet.date))), 9)
            if sheet.blank:
                self._date_to_write(self.left + room, MARGIN + 10.6)
        lines = pen.lines(sheet.house_rules, room, 7)[:2]
        for place, line in enumerate(lines):
            pen.text(self.left, MARGIN + 14.6 + 3 * place, line, 7)
        self.y = MARGIN + TITLE

    def _to_write(self, room: float) -> None:
        """Lines for what is played and when."""
        y, half = MARGIN + 12, self.left + room * 0.55
        self.pen.text(self.left, y, "Game", 8)
        self.pen.line(self.left + 10, y + 0.6, half - 6, y + 0.6)
        self._date_to_write(self.left + room, y, half)

    def _date_to_write(self, right: float, y: float, left: float | None = None) -> None:
        start = right - 48 if left is None else left
        self.pen.text(start, y, "Date", 8)
        self.pen.line(start + 8.5, y + 0.6, right, y + 0.6)

    def _title_again(self) -> None:
        title = " · ".join(filter(None, (self.sheet.title, self.sheet.date)))
        size = self.pen.fitting(title, self.right - self.left, 10, 7, bold=True)
        self.pen.text(self.left, MARGIN + 3.5, title, size, bold=True)
        self.y = MARGIN + AGAIN

    def _foot(self) -> None:
        y = self.lay.height - MARGIN
        pages = self._pages()
        if pages > 1:
            self.pen.text(self.right, y, f"{self.page} of {pages}", 7, "R")
        room = self.right - self.left - 20
        size = self.pen.fitting(self.sheet.address, room, 7, 4)
        self.pen.text(self.left, y, self.sheet.address, size)

    def _table(self, rows: tuple[Row, ...], *, last: bool) -> None:
        top = self.y
        self._names()
        for place, row in enumerate(rows):
            if place:
                self._across(self.y)
            self._row(row)
        if last:
            self._across(self.y, RULE)
            self._totals()
            self._across(self.y)
            self.pen.text(self.left, self.y + SIGNED - 2, "Signed", _SMALL)
            self.y += SIGNED
        self._across(self.y, RULE)
        self._columns(top, self.y)

    def _across(self, y: float, weight: float = HAIRLINE) -> None:
        self.pen.line(self.left, y, self.edges[-1], y, weight)

    def _columns(self, top: float, bottom: float) -> None:
        """Lines between the columns, heavier and longer between partnerships."""
        groups = self.sheet.groups
        starts = set(accumulate(groups)) if max(groups) > 1 else set()
        for place, x in enumerate(self.edges[:-1]):
            if place in starts:
                self.pen.line(x, top + 2, x, bottom, RULE)
            else:
                self.pen.line(x, top + NAMES, x, bottom)

    def _names(self) -> None:
        for left, column in zip(self.edges, self.sheet.columns, strict=False):
            self._name(column, left + _PAD, left + self.lay.column - _PAD - 1)
        self.y += NAMES
        self._across(self.y, RULE)

    def _name(self, column: Column, left: float, right: float) -> None:
        """As large as it goes on one line, else on two or three; cut off only when that is not enough."""
        if column.together:
            size = self.pen.fitting(column.name, right - left, 8, 5)
            self.pen.text(right, self.y + NAMES - 2, column.name, size, "R")
            return
        size, lines = self._name_lines(column.name, right - left)
        for below, line in zip(reversed(range(len(lines))), lines, strict=True):
            baseline = self.y + NAMES - 2 - below * size * 0.4
            self.pen.text(right, baseline, line, size, "R", bold=True)

    def _name_lines(self, name: str, room: float) -> tuple[float, list[str]]:
        """Words stay whole if they can; a name too long for three lines ends in "…"."""
        for sizes, whole in ((_WHOLE_WORDS, True), (_CUT_WORDS, False)):
            for most, size in sizes:
                lines = self.pen.lines(name, room, size, bold=True)
                if len(lines) <= most and not (whole and self._cuts(name, room, size)):
                    return size, lines
        return size, [*lines[:2], lines[2][:-1] + "…"]

    def _cuts(self, name: str, room: float, size: float) -> bool:
        """Whether some word alone is too long for a line."""
        return any(self.pen.width(word.rstrip(), size, bold=True) > room for word in words(name))

    def _row(self, row: Row) -> None:
        height = self.lay.row
        tall = self.lay.column < _NARROW and height >= _TALL
        self.pen.text(self.left, self.y + height * (_MIDDLE if tall else _UPPER), str(row.deal), 9)
        for left, cell in zip(self.edges, row.cells, strict=False):
            draw = self._tall_cell if tall else self._cell
            draw(cell, left + _PAD, left + self.lay.column - _PAD - 1)
        self.y += height

    def _cell(self, cell: Cell, left: float, right: float) -> None:
        """The score with its marks above, how it was made and the running total below."""
        pen, height = self.pen, self.lay.row
        scale = min(1.25, height / 9, self.lay.column / 18)
        upper, lower = self.y + height * _UPPER, self.y + height * _LOWER
        small = _SMALL * max(0.85, scale)
        marks = self._marks(cell, left, upper, small)
        self._score(cell, marks, right, upper, 10.5 * max(0.8, scale))
        small = pen.fitting(f"{cell.product}  {cell.running}", right - left, small, 4)
        pen.text(left, lower, cell.product, small)
        pen.text(right, lower, cell.running, small, "R")

    def _tall_cell(self, cell: Cell, left: float, right: float) -> None:
        """The same on three lines, for a narrow column: marks and how it was made, score, running total."""
        pen, height = self.pen, self.lay.row
        upper = self.y + height * 0.28
        marks = self._marks(cell, left, upper, _SMALL * 0.9)
        size = pen.fitting(cell.product, right - marks, _SMALL * 0.9, 4)
        pen.text(right, upper, cell.product, size, "R")
        self._score(cell, left, right, self.y + height * _MIDDLE, 10)
        size = pen.fitting(cell.running, right - left, _SMALL, 4)
        pen.text(right, self.y + height * 0.91, cell.running, size, "R")

    def _marks(self, cell: Cell, left: float, baseline: float, size: float) -> float:
        """The dealer's ring and the order of going out; answers where they end."""
        if cell.dealer:
            self.pen.ring(left + 1.25, baseline - 0.85, 1.25)
            self.pen.text(left + 1.25, baseline - 0.05, "D", 5, "C")
            left += 3.1
        self.pen.text(left, baseline, cell.place, size)
        return left + (self.pen.width(cell.place, size) + 0.8 if cell.place else 0)

    def _score(self, cell: Cell, left: float, right: float, baseline: float, size: float) -> None:
        size = self.pen.fitting(cell.score, right - left, size, 5)
        self.pen.text(right, baseline, cell.score, size, "R")
        if cell.corrected:
            self.pen.text(right + 0.2, baseline, "*", size)

    def _totals(self) -> None:
        y = self.y + TOTALS * 0.66
        self.pen.text(self.left, y, "Total", _SMALL)
        for left, total in zip(self.edges, self.sheet.totals, strict=False):
            room = self.lay.column - 2 * _PAD - 1
            size = self.pen.fitting(total, room, 12, 6, bold=True)
            self.pen.text(left + self.lay.column - _PAD - 1, y, total, size, "R", bold=True)
        self.y += TOTALS

    def _notes(self) -> None:
        self.y += LEGEND - 2
        self.pen.text(self.left, self.y, "      ".join(self.sheet.legend), _SMALL)
        for line in self.notes:
            self.y += NOTE_LINE
            if self.y > self.bottom:
                self._turn()
            self.pen.text(self.left, self.y, line, 7)

    def _pages(self) -> int:
        """How many pages there will be: notes that find no room below the table go on to more."""
        first, end = self.lay.pages[-1]
        head = TITLE if len(self.lay.pages) == 1 else AGAIN
        table = head + NAMES + self.lay.row * (end - first) + TOTALS + SIGNED + LEGEND - 2
        here = int((self.bottom - MARGIN - table) / NOTE_LINE)
        elsewhere = 1 + int((self.bottom - MARGIN - AGAIN) / NOTE_LINE)
        return len(self.lay.pages) + ceil(max(0, len(self.notes) - here) / elsewhere)


def _letters_note(letters: str) -> list[str]:
    """A line that says what NO_LETTER stands for, when it stands for anything."""
    if not letters:
        return []
    return [
        f"{NO_LETTER} is a letter that this file has no font for. The print page in the browser shows it."
    ]
