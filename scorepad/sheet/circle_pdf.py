"""A year of a circle as PDF: tables of figures, charts and the best hand, black on white, upright.

Lengths are millimetres from the upper left corner, text sizes points.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any

from msgspec import convert

from scorepad.machine.folders import resource_folder
from scorepad.sheet.canvas import HEAVY_LINE, Align, Pen
from scorepad.sheet.circle_year import PrintedCard, PrintedTable, YearSheet
from scorepad.sheet.layout import FOOT_HEIGHT, PAGE_MARGIN, PAPERS, Layout
from scorepad.sheet.line_chart import Chart

_CODE_SIDE = 18.0
_TITLE_HEIGHT, _HEADING_HEIGHT, _ROW_HEIGHT = 24.0, 11.0, 5.6
_COLUMN_WIDTH, _WIDE_COLUMN = 22.0, 62.0  # of figures, and of texts
_CHART_WIDTH = 150.0
_DASHES = ((0.0, 0.0), (2.6, 1.4), (0.7, 1.2), (4.5, 0.9))  # of the lines of a chart: millimetres, and gaps
_CARD_WIDTH, _CARD_HEIGHT, _CARD_STEP, _MELD_GAP = 8.0, 11.0, 5.6, 5.0


def draw_year(sheet: YearSheet, paper: str = "a4") -> bytes:
    """The sheet as a PDF on `a4` or `letter`. Raises KeyError for another paper."""
    return _YearDrawing(sheet, paper).to_bytes()


def year_job(question: Mapping[str, Any]) -> dict[str, bytes]:
    """A job: the `pdf` of a `sheet` on its `paper`."""
    return {"pdf": draw_year(convert(question["sheet"], YearSheet), question["paper"])}


class _YearDrawing:
    """One PDF while it is drawn: `y` is how far down the page it has got."""

    def __init__(self, sheet: YearSheet, paper: str) -> None:
        lay = Layout(PAPERS[paper], False, _ROW_HEIGHT, _COLUMN_WIDTH, ())
        self.sheet = sheet
        self.pen = Pen(lay, tuple(sheet.written_texts()), sheet.made)
        self.pen.set_titles(sheet.title, sheet.subtitle)
        self.left, self.right = PAGE_MARGIN, lay.width - PAGE_MARGIN
        self.bottom = lay.height - PAGE_MARGIN - FOOT_HEIGHT
        self.page, self.y = 0, 0.0

    def to_bytes(self) -> bytes:
        self._turn_page()
        self._draw_title()
        self._draw_best()
        for table in self.sheet.tables:
            self._draw_table(table)
        return self.pen.to_bytes()

    def _turn_page(self) -> None:
        self.pen.add_page()
        self.page, self.y = self.page + 1, PAGE_MARGIN
        foot = self.bottom + FOOT_HEIGHT
        self.pen.write_text(self.left, foot, self.sheet.address, 7)
        self.pen.write_text(self.right, foot, str(self.page), 7, "R")

    def _need(self, height: float) -> None:
        """Room of that height on this page or else on the next."""
        if self.y + height > self.bottom:
            self._turn_page()

    def _draw_title(self) -> None:
        pen, room = self.pen, self.right - self.left - _CODE_SIDE - 6
        pen.draw_code(self.sheet.address, self.right - _CODE_SIDE, PAGE_MARGIN, _CODE_SIDE)
        size = pen.fitting_size(self.sheet.title, room, 20, 9, bold=True)
        pen.write_text(self.left, self.y + 7, self.sheet.title, size, bold=True)
        pen.write_text(self.left, self.y + 13.5, self.sheet.subtitle, 10)
        self.y += _TITLE_HEIGHT

    def _draw_heading(self, title: str, words: str = "") -> None:
        self.pen.write_text(self.left, self.y + 6, title, 12, bold=True)
        self.pen.write_text(self.right, self.y + 6, words, 9, "R")
        self.y += _HEADING_HEIGHT - 3

    def _draw_best(self) -> None:
        """The cards of each meld overlapped, as they lie on the table."""
        best = self.sheet.best
        if best is None:
            return
        self._draw_heading(best.title, best.words)
        x, self.y = self.left, self.y + 2
        for meld in best.melds:
            width = _CARD_STEP * (len(meld) - 1) + _CARD_WIDTH
            if x > self.left and x + width > self.right:
                x, self.y = self.left, self.y + _CARD_HEIGHT + 3
            for place, card in enumerate(meld):
                self._draw_card(card, x + place * _CARD_STEP)
            x += width + _MELD_GAP
        self.y += _CARD_HEIGHT + 5

    def _draw_card(self, card: PrintedCard, x: float) -> None:
        self.pen.draw_card(x, self.y, _CARD_WIDTH, _CARD_HEIGHT)
        self.pen.write_text(x + 0.9, self.y + 4, card.rank, 10, bold=True)
        self.pen.draw_svg(_suit_svg(card.drawing), x + 0.9, self.y + 5, 3.6)

    def _draw_table(self, table: PrintedTable) -> None:
        chart_height = _chart_height(table.chart)
        self._need(_HEADING_HEIGHT + _ROW_HEIGHT * min(len(table.rows), 4) + chart_height)
        self._draw_heading(table.title)
        self._draw_row(table, table.heads, 8)
        for row in table.rows:
            if self.y + _ROW_HEIGHT > self.bottom:
                self._turn_page()
                self._draw_row(table, table.heads, 8)
            self.pen.draw_line(self.left, self.y, self.right, self.y)
            self._draw_row(table, row, 10)
        self.pen.draw_line(self.left, self.y, self.right, self.y, HEAVY_LINE)
        self.y += 4
        if table.chart:
            self._need(chart_height)
            self._draw_chart(table.chart)

    def _draw_row(self, table: PrintedTable, row: tuple[str, ...], size: float) -> None:
        baseline = self.y + _ROW_HEIGHT - 1.7
        edges = self._column_ends(table)
        self._fit_text(self.left, baseline, row[0], edges[0] - self.left - 2, size, "L")
        for text, (start, end) in zip(row[1:], pairwise(edges), strict=True):
            if table.of_texts:
                self._fit_text(start, baseline, text, end - start - 2, size, "L")
            else:
                self._fit_text(end, baseline, text, end - start - 2, size, "R")
        self.y += _ROW_HEIGHT

    def _fit_text(self, x: float, baseline: float, text: str, room: float, size: float, align: Align) -> None:
        fitting_size = self.pen.fitting_size(text, room, size, 5)
        self.pen.write_text(x, baseline, text, fitting_size, align)

    def _column_ends(self, table: PrintedTable) -> list[float]:
        """Where the names end and each column after them, from the right."""
        width, count = _WIDE_COLUMN if table.of_texts else _COLUMN_WIDTH, len(table.heads) - 1
        return [self.right - width * (count - place) for place in range(count + 1)]

    def _draw_chart(self, chart: Chart) -> None:
        pen, scale = self.pen, _CHART_WIDTH / chart.width
        left, top = self.left, self.y

        def at(x: float, y: float) -> tuple[float, float]:
            return left + x * scale, top + y * scale

        for tick in chart.up:
            pen.draw_line(*at(chart.left, tick.at), *at(chart.right, tick.at))
            x, y = at(chart.left - 6, tick.at + 3)
            pen.write_text(x, y, tick.label, 7, "R")
        for tick in chart.across:
            x, y = at(tick.at, chart.height - 6)
            pen.write_text(x, y, tick.label, 7, "C")
        for line in chart.lines:
            pen.draw_broken_line([at(*point) for point in line.points], _DASHES[line.index % len(_DASHES)])
            pen.draw_line(*at(*line.points[-1]), *at(chart.right + 12, line.label_y))
            x, y = at(chart.right + 15, line.label_y + 4)
            pen.write_text(x, y, line.label, 8, bold=True)
        self.y += _chart_height(chart)


def _chart_height(chart: Chart | None) -> float:
    return chart.height * _CHART_WIDTH / chart.width + 4 if chart else 0.0


@cache
def _suit_svg(drawing: str) -> bytes:
    """The drawing of a suit, as the pages have it, as a file of its own."""
    text = (resource_folder("static") / "suits.svg").read_text()
    match = re.search(rf'<symbol id="{re.escape(drawing)}" viewBox="([^"]+)">(.*?)</symbol>', text, re.DOTALL)
    assert match is not None, drawing
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{match[1]}">{match[2]}</svg>'.encode()
