"""A sheet as PDF: black hairlines and figures on white, on one page if it fits.

The same Sheet gives the same bytes on the same machine: its date of creation is the log's.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from itertools import accumulate
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import convert

from scorepad.core.log.table import fold
from scorepad.sheet import cells, content
from scorepad.sheet.canvas import HAIRLINE, HEAVY_LINE, Pen
from scorepad.sheet.fonts import missing_letters
from scorepad.sheet.score_sheet import (
    BONUS_HEIGHT,
    FOOT_HEIGHT,
    GROUPS_HEIGHT,
    LABEL_WIDTH,
    LATER_TITLE_HEIGHT,
    LEGEND_HEIGHT,
    NAMES_HEIGHT,
    NOTE_LINE,
    PAGE_MARGIN,
    PAPERS,
    SIGNED_HEIGHT,
    TITLE_HEIGHT,
    TOTALS_HEIGHT,
    Layout,
    Row,
    Sheet,
    lay_out,
)
from scorepad.sheet.wording import catalogue_of
from scorepad.store.opening import open_store

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store

_EMPTY_MADE = datetime(2000, 1, 1, tzinfo=UTC)  # an empty sheet has no log to be dated by
_SMALL_SIZE = 6.5
_CODE_SIDE = 18.0


def write_sheet(store: Store, table_id: str, path: Path, paper: str) -> None:
    """Write the table's sheet as PDF. Raises NotFound, KeyError for an unknown paper, OSError."""
    table = fold(store.after(table_id, 0), table_id)
    path.write_bytes(draw_sheet(content.filled_sheet(table), paper))


def draw_sheet(sheet: Sheet, paper: str = "a4") -> bytes:
    """The sheet as a PDF on `a4` or `letter`. Raises KeyError for another paper."""
    return _Drawing(sheet, lay_out(sheet, PAPERS[paper])).to_bytes()


def draw_job(question: Mapping[str, Any]) -> dict[str, bytes]:
    """A job: the `pdf` of a `sheet` on its `paper`."""
    return {"pdf": draw_sheet(convert(question["sheet"], Sheet), question["paper"])}


def draw_table_job(question: Mapping[str, Any], database: str | Path) -> dict[str, str | bytes]:
    """A job: the `pdf` of a `table` in the store at `database`, on its `paper`, in the words of a `language`,
    and the table's `title`."""
    sheet = kept_sheet(question, database)
    return {"pdf": draw_sheet(sheet, question["paper"]), "title": sheet.title}


def kept_sheet(question: Mapping[str, Any], database: str | Path) -> Sheet:
    """The sheet of a `table` in the store at `database`, in the words of a `language`."""
    with closing(open_store(database)) as store:
        table = fold(store.after(question["table"], 0), question["table"])
    catalogue = catalogue_of(question["language"])
    return content.filled_sheet(table, address=question.get("address", ""), catalogue=catalogue)


class _Drawing:
    """A PDF being drawn: `y` is the distance from the top of the page reached so far."""

    def __init__(self, sheet: Sheet, lay: Layout) -> None:
        self.sheet, self.lay = sheet, lay
        texts = tuple(sheet.written_texts())
        self.pen = Pen(lay, texts, sheet.made or _EMPTY_MADE)
        self.pen.set_titles(
            sheet.title or sheet.words.score_sheet,
            " · ".join(filter(None, (sheet.game, sheet.date))),
            sheet.language,
        )
        self.left, self.right = PAGE_MARGIN, lay.width - PAGE_MARGIN
        self.edges = [
            PAGE_MARGIN + LABEL_WIDTH + lay.column_width * place for place in range(len(sheet.columns) + 1)
        ]
        notes = [*([sheet.words.no_letter] if missing_letters(texts) else []), *sheet.notes]
        self.notes = [
            line for note in notes for line in self.pen.break_lines(note, self.right - self.left, 7)
        ]
        self.bottom = lay.height - PAGE_MARGIN - FOOT_HEIGHT
        self.page, self.y = 0, PAGE_MARGIN

    def to_bytes(self) -> bytes:
        for first, end in self.lay.pages:
            self._turn_page()
            self._draw_table(self.sheet.rows[first:end], last=end == len(self.sheet.rows))
        self._draw_notes()
        return self.pen.to_bytes()

    def _turn_page(self) -> None:
        """Begin a new page with its title and foot."""
        self.pen.add_page()
        self.page += 1
        self.y = PAGE_MARGIN
        if self.page == 1:
            self._draw_title()
        else:
            self._draw_later_title()
        self._draw_foot()

    def _draw_title(self) -> None:
        sheet, pen = self.sheet, self.pen
        room = self.right - self.left - (_CODE_SIDE + 6 if sheet.address else 0)
        if sheet.address:
            pen.draw_code(sheet.address, self.right - _CODE_SIDE, PAGE_MARGIN, _CODE_SIDE)
        if sheet.blank and not sheet.title:
            self._to_write(room)
        else:
            font_size = pen.fitting_size(sheet.title, room, 17, 9, bold=True)
            pen.write_text(self.left, PAGE_MARGIN + 5.5, sheet.title, font_size, bold=True)
            pen.write_text(
                self.left, PAGE_MARGIN + 10.6, " · ".join(filter(None, (sheet.game, sheet.date))), 9
            )
            if sheet.blank:
                self._date_to_write(self.left + room, PAGE_MARGIN + 10.6)
        # More than two lines would run into the table.
        lines = pen.break_lines(sheet.house_rules, room, 7)[:2]
        for place, line in enumerate(lines):
            pen.write_text(self.left, PAGE_MARGIN + 14.6 + 3 * place, line, 7)
        self.y = PAGE_MARGIN + TITLE_HEIGHT

    def _to_write(self, room: float) -> None:
        """Draw lines on which to write the game and the date."""
        y, half_way = PAGE_MARGIN + 12, self.left + room * 0.55
        self.pen.write_text(self.left, y, self.sheet.words.game, 8)
        line_start = self.left + self._label_width(self.sheet.words.game)
        self.pen.draw_line(line_start, y + 0.6, half_way - 6, y + 0.6)
        self._date_to_write(self.left + room, y, half_way)

    def _date_to_write(self, right: float, y: float, left: float | None = None) -> None:
        start = right - 48 if left is None else left
        self.pen.write_text(start, y, self.sheet.words.date, 8)
        self.pen.draw_line(start + self._label_width(self.sheet.words.date), y + 0.6, right, y + 0.6)

    def _label_width(self, label: str) -> float:
        """The distance from a label's start to its line."""
        return self.pen.text_width(label, 8) + 2

    def _draw_later_title(self) -> None:
        title = " · ".join(filter(None, (self.sheet.title, self.sheet.date)))
        font_size = self.pen.fitting_size(title, self.right - self.left, 10, 7, bold=True)
        self.pen.write_text(self.left, PAGE_MARGIN + 3.5, title, font_size, bold=True)
        self.y = PAGE_MARGIN + LATER_TITLE_HEIGHT

    def _draw_foot(self) -> None:
        y = self.lay.height - PAGE_MARGIN
        pages = self._count_pages()
        if pages > 1:
            page_of = self.sheet.words.page_of.format(page=self.page, pages=pages)
            self.pen.write_text(self.right, y, page_of, 7, "R")
        room = self.right - self.left - 20
        font_size = self.pen.fitting_size(self.sheet.address, room, 7, 4)
        self.pen.write_text(self.left, y, self.sheet.address, font_size)

    def _draw_table(self, rows: tuple[Row, ...], *, last: bool) -> None:
        top = self.y
        self._draw_names()
        for place, row in enumerate(rows):
            if place:
                self._line_across(self.y)
            self._draw_row(row)
        if last:
            self._line_across(self.y, HEAVY_LINE)
            self._draw_bonuses()
            self._draw_totals()
            self._line_across(self.y)
            self._write_label(self.y + SIGNED_HEIGHT - 2, self.sheet.words.signed)
            self.y += SIGNED_HEIGHT
        self._line_across(self.y, HEAVY_LINE)
        self._draw_column_lines(top, self.y)

    def _write_label(self, baseline: float, label: str) -> None:
        """Write the heading of a row, as large as fits the column of deal numbers."""
        font_size = self.pen.fitting_size(label, LABEL_WIDTH - 1, _SMALL_SIZE, 4)
        self.pen.write_text(self.left, baseline, label, font_size)

    def _line_across(self, y: float, line_width: float = HAIRLINE) -> None:
        self.pen.draw_line(self.left, y, self.edges[-1], y, line_width)

    def _draw_column_lines(self, top: float, bottom: float) -> None:
        """Draw lines between the columns, heavier and longer between partnerships."""
        for place, x in enumerate(self.edges[:-1]):
            if place in self.sheet.group_starts:
                self.pen.draw_line(x, top + 2, x, bottom, HEAVY_LINE)
            else:
                self.pen.draw_line(x, top + self.sheet.head_height, x, bottom)

    def _draw_names(self) -> None:
        if self.sheet.group_names:
            starts = [0, *accumulate(self.sheet.group_sizes)]
            for name, first, end in zip(self.sheet.group_names, starts, starts[1:], strict=False):
                middle = (self.edges[first] + self.edges[end]) / 2
                self.pen.write_text(middle, self.y + GROUPS_HEIGHT - 1, name, 10, "C", bold=True)
            self.y += GROUPS_HEIGHT
        for left, column in zip(self.edges, self.sheet.columns, strict=False):
            cells.draw_name(self.pen, self.lay, column, left, self.y + NAMES_HEIGHT)
        self.y += NAMES_HEIGHT
        self._line_across(self.y, HEAVY_LINE)

    def _draw_row(self, row: Row) -> None:
        self.pen.write_text(self.left, self.y + cells.score_baseline(self.lay), str(row.deal), 9)
        for left, cell in zip(self.edges, row.cells, strict=False):
            cells.draw_cell(self.pen, self.lay, cell, left, self.y, self.sheet.words.dealer_mark)
        self.y += self.lay.row_height

    def _draw_bonuses(self) -> None:
        for row in self.sheet.bonuses:
            y = self.y + BONUS_HEIGHT * 0.68
            self._write_label(y, row.name)
            for left, points in zip(self.edges, row.points, strict=False):
                self.pen.write_text(cells.text_edges(self.lay, left)[1], y, points, 9, "R")
            self.y += BONUS_HEIGHT
            self._line_across(self.y)

    def _draw_totals(self) -> None:
        y = self.y + TOTALS_HEIGHT * 0.66
        self._write_label(y, self.sheet.words.total)
        for left, total in zip(self.edges, self.sheet.totals, strict=False):
            start, end = cells.text_edges(self.lay, left)
            font_size = self.pen.fitting_size(total, end - start, 12, 6, bold=True)
            self.pen.write_text(end, y, total, font_size, "R", bold=True)
        self.y += TOTALS_HEIGHT

    def _draw_notes(self) -> None:
        self.y += LEGEND_HEIGHT - 2
        self.pen.write_text(self.left, self.y, "      ".join(self.sheet.legend), _SMALL_SIZE)
        for line in self.notes:
            self.y += NOTE_LINE
            if self.y > self.bottom:
                self._turn_page()
            self.pen.write_text(self.left, self.y, line, 7)

    def _count_pages(self) -> int:
        """The number of pages; notes that don't fit below the table go on to further ones."""
        first, end = self.lay.pages[-1]
        head_height = TITLE_HEIGHT if len(self.lay.pages) == 1 else LATER_TITLE_HEIGHT
        table_height = (
            head_height
            + self.sheet.head_height
            + self.lay.row_height * (end - first)
            + self.sheet.end_height
            + LEGEND_HEIGHT
            - 2
        )
        notes_here = int((self.bottom - PAGE_MARGIN - table_height) / NOTE_LINE)
        notes_per_page = 1 + int((self.bottom - PAGE_MARGIN - LATER_TITLE_HEIGHT) / NOTE_LINE)
        return len(self.lay.pages) + ceil(max(0, len(self.notes) - notes_here) / notes_per_page)
