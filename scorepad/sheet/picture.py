"""The scores as a picture for a chat: a green table with podium and totals, the chart, the best hand, the
day.

It is drawn as a PDF page, as sheets are, so that letters of several fonts and directions come out right.
Nothing on it leads to the table.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, Literal

from scorepad.core.card_text import read_canonical_melds
from scorepad.core.cards import Laid
from scorepad.core.log.table import Table, fold
from scorepad.core.phrasing import show_number
from scorepad.core.points import Points
from scorepad.core.sentence import Catalogue, people_in, say, say_number, with_capital
from scorepad.sheet import content
from scorepad.sheet.fonts import text_of_known_letters
from scorepad.sheet.line_chart import Chart
from scorepad.sheet.totals_chart import chart_of_totals
from scorepad.sheet.wording import catalogue_of, in_words
from scorepad.store.opening import open_store
from scorepad.tables.phrases import match_told
from scorepad.tables.standing import best_hand, match_of, rules_of

if TYPE_CHECKING:
    from fpdf import FPDF

WIDTH, HEIGHT = 1080, 1350
MARGIN, ROUND, GAP = 64, 28, 28
TABLE, STEP, RULE = "#1f5a43", "#2b6d53", "#4b8a71"
PAPER, INK, QUIET, GOLD = "#fbf8ef", "#1d211e", "#cfe3d7", "#f2cf63"
# The colours that sides have on light pages (static/table.css).
SIDES = (
    "#b3261e",
    "#1565c0",
    "#2e7d32",
    "#7b3fa0",
    "#a85b00",
    "#00757a",
    "#ad1457",
    "#5b5b5b",
    "#6d4c41",
    "#33691e",
    "#283593",
    "#8e6c00",
)
SUITS = {"C": "#2e7d32", "D": "#1565c0", "H": "#c62828", "S": "#1a1a1a"}
CONTENT_TOP, CONTENT_BOTTOM = 292, HEIGHT - MARGIN - 12
HAND_HEIGHT, ROW_HEIGHT, MOST_CHART = 196, 64, 400
LEAST_PODIUM, MOST_PODIUM = 330, 640
HIGHEST_STEP, LARGEST_FACE, LARGEST_TOTAL = 260.0, 90.0, 76.0
STEP_HEIGHTS = {1: 1.0, 2: 0.76, 3: 0.6}  # of the first step, by rank
CHART_SCALE = 2  # of the drawing's units on the picture
CARD_WIDTH, CARD_HEIGHT, CARD_STEP, MOST_CARDS = 76, 108, 52, 15
NARROWEST = 0.7  # of its size, as far as a line is made smaller before it is cut
BASELINE_DROP = 0.3  # of its size: so far below the middle of its cell fpdf2 sets a line
HALF_CAPITAL = 0.35  # of its size
ISOLATE, END_ISOLATE = "\u2068", "\u2069"
Align = Literal["left", "middle", "right"]


def picture_job(question: Mapping[str, Any], database: str | Path) -> dict[str, str | bytes]:
    """A job: the `png` of a `table` in the store at `database`, in the words of a `language`, and the table's
    `title`."""
    with closing(open_store(database)) as store:
        table = fold(store.after(question["table"], 0), question["table"])
    return {"png": draw_picture(table, catalogue_of(question["language"])), "title": table.name}


def draw_picture(table: Table, catalogue: Catalogue) -> bytes:
    """A PNG of the present scores."""
    return png_of(draw_page(table, catalogue))


def png_of(page: bytes) -> bytes:
    """A PNG of the one page of a PDF."""
    from pypdfium2 import PdfDocument

    with closing(PdfDocument(page)) as document:
        picture = document[0].render().to_pil().convert("RGB")
    png = io.BytesIO()
    picture.save(png, "PNG", optimize=True)
    return png.getvalue()


def draw_page(table: Table, catalogue: Catalogue) -> bytes:
    """The picture as a PDF of one page."""
    return Drawing(table, catalogue).draw()


class Drawing:
    """The picture being drawn, as the one page of a PDF."""

    def __init__(self, table: Table, catalogue: Catalogue) -> None:
        self.pdf = _page()
        self.table, self.catalogue = table, catalogue
        self.match, self.sheet = match_of(table), content.filled_sheet(table, catalogue=catalogue)
        lowest_wins = rules_of(table).scoring.lowest_wins
        self.ranks = self.match.ranks(range(len(table.partnerships)), lowest_wins=lowest_wins)
        self.ranked = sorted(self.ranks, key=self.ranks.__getitem__)
        self.names = [" & ".join(self.name_of(seat) for seat in group) for group in table.partnerships]
        self.best = best_hand(table)
        self.add_fonts()

    def add_fonts(self) -> None:
        from scorepad.sheet.canvas import add_fonts

        best = [self.best_told] if self.best else []
        add_fonts(self.pdf, [*self.sheet.written_texts(), self.headline, *self.names, *best, "…"])

    def name_of(self, seat: int) -> str:
        """A player's name without letters that no font has; kept together in lines of another direction."""
        number = say("Player {number}", number=seat + 1)
        name = text_of_known_letters(self.table.players[seat].name) or in_words(number, self.catalogue)
        turns = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
        return ISOLATE + name + END_ISOLATE if turns else name

    def draw(self) -> bytes:
        """Draw the page and return it as PDF."""
        from scorepad.sheet.canvas import finished

        self.write(MARGIN, 96, text_of_known_letters(self.sheet.title), 52, bold=True, fill=PAPER)
        about = " · ".join(filter(None, (self.sheet.game, self.sheet.date)))
        self.write(MARGIN, 156, text_of_known_letters(about), 32, fill=QUIET)
        self.write(MARGIN, 246, self.headline, 64, bold=True, fill=GOLD)
        bottom = CONTENT_BOTTOM
        if self.best:
            bottom -= HAND_HEIGHT
            self.draw_hand(bottom)
            bottom -= GAP
        self.draw_sides(CONTENT_TOP, bottom)
        self.write(WIDTH - MARGIN, HEIGHT - 30, "scorepad", 26, fill=QUIET, align="right")
        return finished(self.pdf)

    @property
    def headline(self) -> str:
        """A sentence on who won, or who is ahead."""
        if self.match.finished:
            told = in_words(match_told(self.table, self.match.finished), self.catalogue).rstrip(".")
            for seat, name in enumerate(self.table.names):
                if (shown := self.name_of(seat)) != name:
                    told = told.replace(name, shown)
            return text_of_known_letters(told)
        total = self.match.totals[self.ranked[0]]
        name = self.names[self.ranked[0]]
        # English says both alike; other languages have a verb for one person and for several.
        told = say_number(
            "{name} ahead with {points}",
            "{name} ahead with {points}",
            people_in(name),
            name=name,
            points=show_number(total),
        )
        return in_words(told, self.catalogue)

    def draw_sides(self, top: float, bottom: float) -> None:
        """Draw the podium, the other sides in two columns, and the chart if there is room."""
        has_podium = not self.match.finished or bool(self.match.finished.winners)
        first = self.ranked[: 3 if has_podium else 0]
        others = self.ranked[len(first) :]
        lines = -(-len(others) // 2)
        rows = lines * ROW_HEIGHT + (GAP if others else 0)
        chart_room = bottom - top - (LEAST_PODIUM if first else 0) - rows - GAP
        chart = self.chart_of(min(MOST_CHART, chart_room))
        if chart:
            bottom -= chart.height * CHART_SCALE + 2 * GAP
            self.draw_chart(chart, bottom + GAP)
        podium = min(MOST_PODIUM, bottom - top - rows) if first else 0
        top += max(0.0, (bottom - top - rows - podium) / 2)
        if first:
            self.draw_podium(first, top, top + podium)
            top += podium + GAP
        columns = min(len(others), 2)
        for place, side in enumerate(others):
            self.draw_row(side, place // lines, columns, top + place % lines * ROW_HEIGHT)

    def draw_podium(self, first: Sequence[int], top: float, bottom: float) -> None:
        """Draw the podium: a step for each side, the first in the middle, with the face and names above it
        and the total on it."""
        width = (WIDTH - 2 * MARGIN - 2 * GAP) / 3
        left = (WIDTH - len(first) * (width + GAP) + GAP) / 2
        highest = min(HIGHEST_STEP, (bottom - top) * 0.45)
        radius = min(LARGEST_FACE, (bottom - top - highest - 84) / 2)
        for place, side in enumerate([first[1], first[0], *first[2:]] if len(first) > 2 else first):
            x, rank = left + place * (width + GAP), self.ranks[side]
            step = bottom - highest * STEP_HEIGHTS.get(rank, STEP_HEIGHTS[3])
            self.box(x, step, width, bottom - step, GOLD if rank == 1 else STEP)
            ink = INK if rank == 1 else PAPER
            middle = x + width / 2
            total = self.number_words(self.match.totals[side])
            self.write(
                middle,
                (step + bottom) / 2,
                total,
                min(LARGEST_TOTAL, (bottom - step) * 0.6),
                bold=True,
                fill=ink,
                align="middle",
                at="middle",
                room=width - 32,
            )
            self.write(middle, step - 22, self.names[side], 44, fill=PAPER, align="middle", room=width)
            self.draw_face(side, middle, step - 78 - radius, radius)

    def draw_row(self, side: int, column: int, columns: int, top: float) -> None:
        """Draw a side that is on no step: rank, face, names, total."""
        width = (WIDTH - 2 * MARGIN - GAP * (columns - 1)) / columns
        x, middle = MARGIN + column * (width + GAP), top + ROW_HEIGHT / 2
        self.write(x, middle, f"{self.ranks[side]}.", 34, fill=QUIET, at="middle", room=48)
        self.draw_face(side, x + 76, middle, 25)
        total = self.number_words(self.match.totals[side])
        right = x + width
        taken = self.write(right, middle, total, 42, bold=True, fill=PAPER, align="right", at="middle")
        self.write(x + 116, middle, self.names[side], 36, fill=PAPER, at="middle", room=width - 132 - taken)

    def draw_face(self, side: int, x: float, y: float, radius: float) -> None:
        """Draw a disc in the side's colour, with its letter or the player's initial."""
        self.use_colours(SIDES[side % len(SIDES)], PAPER, 3)
        self.pdf.circle(x, y, radius, style="DF")
        letter = ascii_uppercase[side] if self.table.has_partners else _initial(self.names[side])
        initial = in_words(with_capital(letter), self.catalogue)
        self.write(
            x,
            y,
            initial,
            radius * 0.95,
            bold=True,
            fill="#ffffff",
            align="middle",
            at="middle",
            room=2 * radius,
        )

    def number_words(self, number: Points) -> str:
        """A number in the picture's language."""
        return in_words(show_number(number), self.catalogue)

    def chart_of(self, room: float) -> Chart | None:
        """The chart of running totals if it fits; else None."""
        size = (WIDTH - 2 * MARGIN) // CHART_SCALE, int(room / CHART_SCALE)
        chart = chart_of_totals(self.table, self.match, self.number_words, size)
        return chart if chart and chart.height * CHART_SCALE <= room else None

    def draw_chart(self, chart: Chart, top: float) -> None:
        """Draw the chart on a paper ground."""
        self.box(MARGIN, top - GAP / 2, WIDTH - 2 * MARGIN, chart.height * CHART_SCALE + GAP, PAPER)

        def at(x: float, y: float) -> tuple[float, float]:
            return MARGIN + x * CHART_SCALE, top + y * CHART_SCALE

        for tick in chart.up:
            self.line([at(chart.left, tick.at), at(chart.right, tick.at)], "#d8d3c2", 2)
            x, y = at(chart.left - 6, tick.at)
            self.write(x, y, tick.name, 24, fill="#575d55", align="right", at="middle")
        for tick in (tick for tick in chart.across if tick.labelled):
            x, y = at(tick.at, chart.height - 4)
            self.write(x, y, tick.name, 24, fill="#575d55", align="middle")
        for line in chart.lines:
            colour = SIDES[line.index % len(SIDES)]
            points = [at(x, y) for x, y in line.points]
            self.line(points, colour, 5)
            self.use_colours(colour)
            self.pdf.circle(*points[-1], 8, style="F")
            end_x, end_y = at(chart.right + 15, line.label_y)
            self.line([points[-1], (end_x - 6, end_y)], colour, 1.5)
            label = text_of_known_letters(line.label) or _initial(self.names[line.index])
            self.write(
                end_x, end_y, label, 26, bold=True, fill=colour, at="middle", room=WIDTH - MARGIN - end_x - 8
            )

    @property
    def best_told(self) -> str:
        assert self.best
        deal, hand = self.best
        whose = say("Best hand: {name}, deal {number}", name=self.name_of(hand.player), number=deal.number)
        return in_words(whose, self.catalogue)

    def draw_hand(self, top: float) -> None:
        """Draw the best hand as cards on a paper ground."""
        assert self.best
        _, hand = self.best
        self.box(MARGIN, top, WIDTH - 2 * MARGIN, HAND_HEIGHT, PAPER)
        self.write(MARGIN + 28, top + 44, self.best_told, 30, fill="#575d55", room=WIDTH - 2 * MARGIN - 56)
        points = self.number_words(hand.score)
        self.write(
            WIDTH - MARGIN - 28, top + 122, points, 60, bold=True, fill=INK, align="right", at="middle"
        )
        x, cards = MARGIN + 28.0, 0
        for meld in read_canonical_melds(hand.melds or ()):
            for laid in meld[: MOST_CARDS - cards]:
                self.draw_card(laid, x, top + 66)
                x, cards = x + CARD_STEP, cards + 1
            x += CARD_WIDTH - CARD_STEP + 14

    def draw_card(self, laid: Laid, x: float, y: float, size: float = 1.0) -> None:
        """Draw a card, scaled by `size` from its usual size."""
        face = laid.kind
        self.box(x, y, CARD_WIDTH * size, CARD_HEIGHT * size, "#ffffff", edge="#b9b4a2", corner=10 * size)
        text = face.rank.replace("T", "10") if face.suit in SUITS else face.rank
        ink = SUITS.get(face.suit, "#6a3d9a")
        room = (CARD_STEP - 10) * size
        self.write(x + 8 * size, y + 34 * size, text, 30 * size, bold=True, fill=ink, room=room)
        _draw_suit(self.pdf, face.suit, x + 24 * size, y + 66 * size, 13 * size, ink)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        *,
        edge: str = "",
        corner: float = ROUND,
    ) -> None:
        self.use_colours(fill, edge or fill, 2)
        style, radius = "DF" if edge else "F", min(corner, height / 2)
        self.pdf.rect(x, y, width, height, style, round_corners=True, corner_radius=radius)

    def line(self, points: Sequence[tuple[float, float]], colour: str, width: float) -> None:
        self.use_colours(colour, colour, width)
        self.pdf.polyline(points)

    def use_colours(self, fill: str, edge: str = "", line_width: float = 1) -> None:
        self.pdf.set_fill_color(fill)
        self.pdf.set_draw_color(edge or fill)
        self.pdf.set_line_width(line_width)

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        fill: str,
        bold: bool = False,
        align: Align = "left",
        at: Literal["baseline", "middle"] = "baseline",
        room: float = WIDTH - 2 * MARGIN,
    ) -> float:
        """Write one line of text at its baseline or around its middle, smaller or cut if it does not fit.
        Returns its width."""
        width = self.use_font(text, size, bold)
        if width > room:
            size = max(size * NARROWEST, size * room / width)
            width = self.use_font(text, size, bold)
        while width > room and len(text) > 2:
            text = text.rstrip("…" + END_ISOLATE)[:-1].rstrip() + "…"
            width = self.use_font(text, size, bold)
        left = x - {"left": 0.0, "middle": width / 2, "right": width}[align]
        baseline = y + (HALF_CAPITAL * size if at == "middle" else 0)
        self.pdf.set_text_color(fill)
        self.pdf.set_xy(left, baseline - BASELINE_DROP * size)
        self.pdf.cell(width, 0, text)
        return width

    def use_font(self, text: str, size: float, bold: bool) -> float:
        """Select the font, and return the width of the line in it."""
        from scorepad.sheet.canvas import TEXT_FAMILY

        self.pdf.set_font(TEXT_FAMILY, "B" if bold else "", size)
        return self.pdf.get_string_width(text)


def _page() -> FPDF:
    from fpdf import FPDF

    pdf = FPDF(unit="pt", format=(WIDTH, HEIGHT))
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    pdf.c_margin = 0
    pdf.add_page()
    pdf.set_fill_color(TABLE)
    pdf.rect(0, 0, WIDTH, HEIGHT, "F")
    return pdf


def _initial(name: str) -> str:
    """The first letter of a name, with its combining marks."""
    letters = name.strip(ISOLATE + END_ISOLATE)
    marks = (place for place, letter in enumerate(letters[1:], 1) if unicodedata.category(letter)[0] != "M")
    return letters[: next(marks, len(letters))]


def _draw_suit(pdf: FPDF, suit: str, x: float, y: float, half: float, ink: str) -> None:
    """Draw a French suit around its centre; a dot for any other."""
    pdf.set_fill_color(ink)

    def disc(middle_x: float, middle_y: float, radius: float) -> None:
        pdf.circle(middle_x, middle_y, radius, style="F")

    def shape(*corners: tuple[float, float]) -> None:
        pdf.polygon(corners, style="F")

    if suit == "D":
        shape((x, y - half), (x + half * 0.8, y), (x, y + half), (x - half * 0.8, y))
    elif suit in ("H", "S"):
        turn = 1 if suit == "H" else -1
        for side in (-1, 1):
            disc(x + side * half * 0.47, y - turn * half * 0.35, half * 0.52)
        edge = half * 0.96
        shape((x - edge, y - turn * half * 0.15), (x + edge, y - turn * half * 0.15), (x, y + turn * half))
    elif suit == "C":
        for dx, dy in ((0, -0.5), (-0.5, 0.2), (0.5, 0.2)):
            disc(x + dx * half, y + dy * half, half * 0.48)
    else:
        disc(x, y, half * 0.7)
    if suit in ("S", "C"):
        shape((x, y), (x + half * 0.4, y + half), (x - half * 0.4, y + half))
