"""Draws on the pages of a PDF: text set by its baseline, hairlines, the dealer's ring, a QR code.

Lengths are millimetres from the upper left corner, text sizes points. Everything is black on white.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime
from typing import Literal

import segno
from fpdf import FPDF
from fpdf.fonts import TTFFont
from fpdf.prefs import ViewerPreferences

from scorepad.sheet.fonts import east_asian_font, needs_east_asian, printable, text_font
from scorepad.sheet.layout import Layout

Align = Literal["L", "C", "R"]

MM = 25.4 / 72  # millimetres of a point
HAIRLINE = 0.1
RULE = 0.3
_FAMILY = "text"
_EAST_ASIAN = "east asian"
_LAYOUT_TABLES = {"GDEF", "GPOS", "GSUB"}  # of a font; they never come into the document
_BASELINE = 0.3  # fpdf2 sets a baseline this part of the text's size below the middle of its cell
_OVERLAP = 0.04  # of a module: so that no light shows between the rows of a QR code


class Pen:
    """Writes on the pages that `page` opens; `texts` are all texts to come, for their fonts."""

    def __init__(self, layout: Layout, texts: tuple[str, ...], made: datetime) -> None:
        self._pdf = FPDF(
            orientation="landscape" if layout.landscape else "portrait",
            unit="mm",
            format=(layout.paper.width, layout.paper.height),
        )
        self._pdf.set_creation_date(made)
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.c_margin = 0
        self._pdf.alias_nb_pages("")
        self._add_fonts(texts)

    def _add_fonts(self, texts: tuple[str, ...]) -> None:
        self._pdf.add_font(_FAMILY, "", text_font(bold=False))
        self._pdf.add_font(_FAMILY, "B", text_font(bold=True))
        more = east_asian_font()
        if more is not None and needs_east_asian(texts):
            self._pdf.add_font(_EAST_ASIAN, "", more)
            self._pdf.set_fallback_fonts([_EAST_ASIAN], exact_match=False)
        self._pdf.set_text_shaping(True, features={"tnum": True})

    def describe(self, title: str, subject: str) -> None:
        """The document's title, subject and language."""
        self._pdf.set_title(title)
        self._pdf.set_subject(subject)
        self._pdf.set_lang("en")
        self._pdf.set_creator("scorepad")
        self._pdf.viewer_preferences = ViewerPreferences(display_doc_title=True)

    def page(self) -> None:
        """Go on to a new page."""
        self._pdf.add_page()
        self._pdf.set_draw_color(0)
        self._pdf.set_fill_color(0)

    def bytes(self) -> bytes:
        """The document."""
        for font in self._pdf.fonts.values():
            assert isinstance(font, TTFFont)
            for tag in _LAYOUT_TABLES.intersection(font.ttfont.keys()):
                del font.ttfont[tag]  # all text is shaped by now, and they take longest to take apart
        return bytes(self._pdf.output())

    def text(
        self, x: float, baseline: float, text: str, size: float, align: Align = "L", *, bold: bool = False
    ) -> None:
        """One line of text that starts, is centred or ends at `x`."""
        if not text:
            return
        width = self.width(text, size, bold=bold)
        left = x - {"L": 0.0, "C": width / 2, "R": width}[align]
        self._pdf.set_xy(left, baseline - _BASELINE * size * MM)
        self._pdf.cell(width, 0, printable(text))

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """The width of one line; its font is the current one afterwards."""
        self._pdf.set_font(_FAMILY, "B" if bold else "", size)
        return float(self._pdf.get_string_width(printable(text)))

    def fitting(self, text: str, room: float, size: float, least: float, *, bold: bool = False) -> float:
        """The largest size from `size` down to `least` at which one line has room."""
        width = self.width(text, size, bold=bold)
        return size if width <= room else max(least, size * room / width)

    def lines(self, text: str, room: float, size: float, *, bold: bool = False) -> list[str]:
        """The text broken into lines that have room: after words and hyphens, inside of words too long."""
        lines = [""]
        for word in words(text):
            if self.width((lines[-1] + word).rstrip(), size, bold=bold) <= room:
                lines[-1] += word
            else:
                pieces = self._pieces(word, room, size, bold)
                lines = [*lines, *pieces] if lines[-1] else pieces
        return [line.rstrip() for line in lines]

    def _pieces(self, word: str, room: float, size: float, bold: bool) -> list[str]:
        """One word cut where the line is full, never between a letter and its accents."""
        pieces = [""]
        for letter in word:
            joins = unicodedata.category(letter)[0] == "M" or not pieces[-1]
            if joins or self.width(pieces[-1] + letter, size, bold=bold) <= room:
                pieces[-1] += letter
            else:
                pieces.append(letter)
        return pieces

    def line(self, x: float, y: float, to_x: float, to_y: float, weight: float = HAIRLINE) -> None:
        """A straight line."""
        self._pdf.set_line_width(weight)
        self._pdf.line(x, y, to_x, to_y)

    def ring(self, x: float, y: float, radius: float) -> None:
        """A circle about its centre."""
        self._pdf.set_line_width(HAIRLINE * 1.5)
        self._pdf.circle(x, y, radius)

    def code(self, address: str, x: float, y: float, side: float) -> None:
        """A QR code, drawn row by row, that is also a link to the address."""
        matrix = segno.make(address, error="m", micro=False).matrix
        module = side / len(matrix)
        for row, cells in enumerate(matrix):
            for start, end in _runs(cells):
                self._pdf.rect(
                    x + start * module,
                    y + row * module,
                    (end - start) * module,
                    module * (1 + _OVERLAP),
                    style="F",
                )
        self._pdf.link(x, y, side, side, address)


def words(text: str) -> list[str]:
    """The pieces after which a line may end, each with the space or hyphen at its end."""
    return re.findall(r"[^ -]*[ -]|[^ -]+", text)


def _runs(cells: bytes | bytearray) -> list[tuple[int, int]]:
    """Where stretches of dark modules start and end."""
    edges = [
        place
        for place in range(len(cells) + 1)
        if (place > 0 and cells[place - 1]) != (place < len(cells) and cells[place])
    ]
    return list(zip(edges[::2], edges[1::2], strict=True))
