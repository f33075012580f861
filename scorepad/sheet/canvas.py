"""Draws on the pages of a PDF: text by its baseline, hairlines, the dealer's ring, a QR code.

Lengths are millimetres from the upper left corner, text sizes points. Everything is black on white.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime
from typing import Literal

import segno
from fpdf import FPDF
from fpdf.fonts import TTFFont
from fpdf.prefs import ViewerPreferences

from scorepad.sheet.fonts import fonts_beside, printable_text, text_font
from scorepad.sheet.score_sheet import Layout

Align = Literal["L", "C", "R"]

MM_PER_POINT = 25.4 / 72  # millimetres of a point
HAIRLINE = 0.1
HEAVY_LINE = 0.3
TEXT_FAMILY = "text"
_LAYOUT_TABLES = {"GDEF", "GPOS", "GSUB"}  # of a font; they never come into the document
_BASELINE_DROP = 0.3  # fpdf2 sets a baseline this part of the text's size below the middle of its cell
_FIGURES = frozenset("0123456789 −+×=·")  # they stand side by side as they are
_PLAIN_LETTERS = _FIGURES.union(map(chr, range(32, 127)))
_LARGEST_UNSHAPED = 9.0  # points: smaller plain letters are set without kerning, which takes long
_MEASURED_SIZE = 100.0  # points
_ROW_OVERLAP = 0.04  # of a module: so that no light shows between the rows of a QR code


class Pen:
    """Writes on the pages that `add_page` opens; `texts` are all texts to be written, to choose the fonts."""

    def __init__(self, layout: Layout, texts: tuple[str, ...], made_at: datetime) -> None:
        self._pdf = FPDF(
            orientation="landscape" if layout.landscape else "portrait",
            unit="mm",
            format=(layout.paper.width, layout.paper.height),
        )
        self._pdf.set_creation_date(made_at)
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.c_margin = 0
        self._pdf.alias_nb_pages("")
        self._font = (0.0, False)
        add_fonts(self._pdf, texts)
        self._widths: dict[tuple[str, bool], float] = {}
        self._line_widths: dict[tuple[str, bool, bool], float] = {}

    def set_titles(self, title: str, subject: str, language: str) -> None:
        """The document's title, subject and language."""
        self._pdf.set_title(title)
        self._pdf.set_subject(subject)
        self._pdf.set_lang(language.replace("_", "-"))
        self._pdf.set_creator("scorepad")
        self._pdf.viewer_preferences = ViewerPreferences(display_doc_title=True)

    def add_page(self) -> None:
        """Begin a new page."""
        self._pdf.add_page()
        self._pdf.set_draw_color(0)
        self._pdf.set_fill_color(0)

    def to_bytes(self) -> bytes:
        """The finished PDF."""
        return finished(self._pdf)

    def write_text(
        self,
        x: float,
        baseline: float,
        text: str,
        font_size: float,
        align: Align = "L",
        *,
        bold: bool = False,
    ) -> None:
        """Write one line of text that starts, is centred or ends at `x`."""
        if not text:
            return
        width = self.text_width(text, font_size, bold=bold)
        left_edge = x - {"L": 0.0, "C": width / 2, "R": width}[align]
        self._use_font(font_size, bold=bold)
        if _needs_no_shaping(text, font_size):
            self._pdf.text(left_edge, baseline, text)
        else:
            self._pdf.set_xy(left_edge, baseline - _BASELINE_DROP * font_size * MM_PER_POINT)
            self._pdf.cell(width, 0, printable_text(text))

    def text_width(self, text: str, font_size: float, *, bold: bool = False) -> float:
        """The width of one line in millimetres."""
        key = text, bold, font_size > _LARGEST_UNSHAPED
        if key not in self._line_widths:
            pieces = text if _needs_no_shaping(text, font_size) else (text,)
            self._line_widths[key] = sum(self._unit_width(piece, bold) for piece in pieces)
        return font_size * self._line_widths[key]

    def _unit_width(self, text: str, bold: bool) -> float:
        """The width of a shaped line at a size of one point."""
        width = self._widths.get((text, bold))
        if width is None:
            self._use_font(_MEASURED_SIZE, bold=bold)
            width = float(self._pdf.get_string_width(printable_text(text))) / _MEASURED_SIZE
            self._widths[text, bold] = width
        return width

    def _use_font(self, font_size: float, *, bold: bool) -> None:
        if (font_size, bold) != self._font:
            self._pdf.set_font(TEXT_FAMILY, "B" if bold else "", font_size)
            self._font = font_size, bold

    def fitting_size(
        self, text: str, room: float, font_size: float, least_size: float, *, bold: bool = False
    ) -> float:
        """The largest size from `font_size` down to `least_size` at which one line fits into `room`."""
        width = self.text_width(text, font_size, bold=bold)
        return font_size if width <= room else max(least_size, font_size * room / width)

    def break_lines(self, text: str, room: float, font_size: float, *, bold: bool = False) -> list[str]:
        """The text broken into lines that fit: after words and hyphens, and inside words that are too
        long."""
        lines = [""]
        for word in line_pieces(text):
            if self.text_width((lines[-1] + word).rstrip(), font_size, bold=bold) <= room:
                lines[-1] += word
            else:
                pieces = self._cut_word(word, room, font_size, bold)
                lines = [*lines, *pieces] if lines[-1] else pieces
        return [line.rstrip() for line in lines]

    def _cut_word(self, word: str, room: float, font_size: float, bold: bool) -> list[str]:
        """One word cut into pieces that fit, never between a letter and its accents."""
        pieces = [""]
        for letter in word:
            joins_before = unicodedata.category(letter)[0] == "M" or not pieces[-1]
            if joins_before or self.text_width(pieces[-1] + letter, font_size, bold=bold) <= room:
                pieces[-1] += letter
            else:
                pieces.append(letter)
        return pieces

    def draw_line(self, x: float, y: float, end_x: float, to_y: float, line_width: float = HAIRLINE) -> None:
        """A straight line."""
        self._pdf.set_line_width(line_width)
        self._pdf.line(x, y, end_x, to_y)

    def draw_ring(self, x: float, y: float, radius: float) -> None:
        """Draw a circle around its centre."""
        self._pdf.set_line_width(HAIRLINE * 1.5)
        self._pdf.circle(x, y, radius)

    def draw_code(self, address: str, x: float, y: float, side: float) -> None:
        """Draw a QR code that is also a link to the address."""
        matrix = segno.make(address, error="m", micro=False).matrix
        module_side = side / len(matrix)
        for row, cells in enumerate(matrix):
            for start, end in _dark_runs(cells):
                self._pdf.rect(
                    x + start * module_side,
                    y + row * module_side,
                    (end - start) * module_side,
                    module_side * (1 + _ROW_OVERLAP),
                    style="F",
                )
        self._pdf.link(x, y, side, side, address)


def add_fonts(pdf: FPDF, texts: Iterable[str]) -> None:
    """Add all fonts that the texts need, as the family TEXT_FAMILY. Lines go from left to right, as in all
    languages of the pad; Arabic or Hebrew words in them from right to left."""
    pdf.add_font(TEXT_FAMILY, "", text_font(bold=False))
    pdf.add_font(TEXT_FAMILY, "B", text_font(bold=True))
    others = {f"beside {place}": path for place, path in enumerate(fonts_beside(texts))}
    for family, path in others.items():
        pdf.add_font(family, "", path)
    pdf.set_fallback_fonts(list(others), exact_match=False)
    pdf.set_text_shaping(True, direction="ltr")


def finished(pdf: FPDF) -> bytes:
    """The finished PDF. Layout tables of the fonts are dropped first: all text is shaped by now, and they are
    slow to subset."""
    for font in pdf.fonts.values():
        assert isinstance(font, TTFFont)
        for table_name in _LAYOUT_TABLES.intersection(font.ttfont.keys()):
            del font.ttfont[table_name]
    return bytes(pdf.output())


def _needs_no_shaping(text: str, font_size: float) -> bool:
    return (_PLAIN_LETTERS if font_size <= _LARGEST_UNSHAPED else _FIGURES).issuperset(text)


def line_pieces(text: str) -> list[str]:
    """The pieces after which a line may end, each with the space or hyphen at its end."""
    return re.findall(r"[^ -]*[ -]|[^ -]+", text)


def _dark_runs(cells: bytes | bytearray) -> list[tuple[int, int]]:
    """The start and end of each run of dark modules."""
    run_edges = [
        place
        for place in range(len(cells) + 1)
        if (place > 0 and cells[place - 1]) != (place < len(cells) and cells[place])
    ]
    return list(zip(run_edges[::2], run_edges[1::2], strict=True))
