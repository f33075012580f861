"""A sheet as PDF: black hairlines and figures on white, one page where it fits.

The same Sheet gives the same bytes on the same machine: the date of creation is that of the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import accumulate
from math import ceil
from pathlib import Path
from typing import Any

from msgspec import convert

from scorepad.core.log.table import fold
from scorepad.sheet import cells, content
from scorepad.sheet.canvas import HAIRLINE, RULE, Pen
from scorepad.sheet.content import Row, Sheet
from scorepad.sheet.fonts import NO_LETTER, missing
from scorepad.sheet.layout import (
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
from scorepad.store.engine import Engine

_EMPTY_MADE = datetime(2000, 1, 1, tzinfo=UTC)  # an empty sheet has no log to be dated by
_SMALL = 6.5
_CODE = 18.0


def write_sheet(store: Engine, table_id: str, path: Path, paper: str = "a4", *, address: str = "") -> None:
    """Write the table's sheet as PDF. Raises NotFound, KeyError for an unknown paper, OSError."""
    table = fold(store.after(table_id, 0), table_id)
    path.write_bytes(pdf(content.sheet(table, address=address), paper))


def pdf(sheet: Sheet, paper: str = "a4") -> bytes:
    """The sheet as a PDF on `a4` or `letter`. Raises KeyError for another paper."""
    return _Drawing(sheet, layout(sheet, PAPERS[paper])).bytes()


def draw(question: Mapping[str, Any]) -> dict[str, bytes]:
    """A job: the `pdf` of a `sheet` on its `paper`."""
    return {"pdf": pdf(convert(question["sheet"], Sheet), question["paper"])}


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
            cells.draw_name(self.pen, self.lay, column, left, self.y + NAMES)
        self.y += NAMES
        self._across(self.y, RULE)

    def _row(self, row: Row) -> None:
        self.pen.text(self.left, self.y + cells.baseline(self.lay), str(row.deal), 9)
        for left, cell in zip(self.edges, row.cells, strict=False):
            cells.draw_cell(self.pen, self.lay, cell, left, self.y)
        self.y += self.lay.row

    def _totals(self) -> None:
        y = self.y + TOTALS * 0.66
        self.pen.text(self.left, y, "Total", _SMALL)
        for left, total in zip(self.edges, self.sheet.totals, strict=False):
            start, end = cells.inside(self.lay, left)
            size = self.pen.fitting(total, end - start, 12, 6, bold=True)
            self.pen.text(end, y, total, size, "R", bold=True)
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
