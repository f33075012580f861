"""A result as a picture for a chat: a green table, who is ahead, every total, the best hand, the day.

Nothing on it leads to the table.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.core.card_text import read_canonical_melds
from scorepad.core.cards import Laid
from scorepad.core.log.table import Table, fold
from scorepad.core.phrasing import show_number
from scorepad.core.sentence import Catalogue, people_in, say, say_number, with_capital
from scorepad.sheet import content
from scorepad.sheet.fonts import east_asian_font, needs_east_asian, printable_text, text_font
from scorepad.sheet.wording import catalogue_of, in_words
from scorepad.store.opening import open_store
from scorepad.tables.phrases import match_told, side_names
from scorepad.tables.standing import best_hand, match_of, rules_of

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT = 1080, 1350
MARGIN, ROUND = 64, 28
TABLE, PAPER, INK, QUIET, GOLD = "#1f5a43", "#fbf8ef", "#1d211e", "#cfe3d7", "#f2cf63"
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
HIGHEST_ROW, ROWS_TOP, HAND_HEIGHT = 220, 310, 230
CARD_WIDTH, CARD_HEIGHT, CARD_STEP, MOST_CARDS = 76, 108, 52, 15


def picture_job(question: Mapping[str, Any], database: str | Path) -> dict[str, str | bytes]:
    """A job: the `png` of a `table` in the store at `database`, and its `title`;
    in the words of a `language`."""
    with closing(open_store(database)) as store:
        table = fold(store.after(question["table"], 0), question["table"])
    return {"png": draw_picture(table, catalogue_of(question["language"])), "title": table.name}


def draw_picture(table: Table, catalogue: Catalogue) -> bytes:
    """A PNG of the scores as they stand."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (WIDTH, HEIGHT), TABLE)
    _Drawing(ImageDraw.Draw(picture), table, catalogue).draw()
    png = io.BytesIO()
    picture.save(png, "PNG", optimize=True)
    return png.getvalue()


class _Drawing:
    """The picture while it is drawn."""

    def __init__(self, pen: ImageDraw, table: Table, catalogue: Catalogue) -> None:
        self.pen, self.table, self.catalogue = pen, table, catalogue
        self.match, self.sheet = match_of(table), content.filled_sheet(table, catalogue=catalogue)
        lowest_wins = rules_of(table).scoring.lowest_wins
        self.ranks = self.match.ranks(range(len(table.partnerships)), lowest_wins=lowest_wins)
        self.ranked = sorted(self.ranks, key=self.ranks.__getitem__)

    def draw(self) -> None:
        self.write(MARGIN, 96, self.sheet.title, 52, bold=True, fill=PAPER, room=WIDTH - 2 * MARGIN)
        about = " · ".join(filter(None, (self.sheet.game, self.sheet.date)))
        self.write(MARGIN, 156, about, 32, fill=QUIET, room=WIDTH - 2 * MARGIN)
        self.write(MARGIN, 250, self.headline, 64, bold=True, fill=GOLD, room=WIDTH - 2 * MARGIN)
        best = best_hand(self.table)
        bottom = HEIGHT - MARGIN - (HAND_HEIGHT if best else 0)
        row = min(HIGHEST_ROW, (bottom - ROWS_TOP) / len(self.ranked))
        is_won = not self.match.finished or bool(self.match.finished.winners)
        for place, side in enumerate(self.ranked):
            self.draw_side(side, ROWS_TOP + place * row, row, leads=is_won and self.ranks[side] == 1)
        if best:
            deal, hand = best
            whose = say(
                "Best hand: {name}, deal {number}", name=self.table.names[hand.player], number=deal.number
            )
            self.draw_hand(in_words(whose, self.catalogue), hand.score, hand.melds or ())
        self.write(WIDTH - MARGIN, HEIGHT - 34, "scorepad", 26, fill=QUIET, anchor="rs")

    @property
    def headline(self) -> str:
        """Who won, or who is ahead."""
        if self.match.finished:
            return in_words(match_told(self.table, self.match.finished), self.catalogue).rstrip(".")
        names, total = side_names(self.table), self.match.totals[self.ranked[0]]
        name = names[self.ranked[0]]
        # English says both alike; other languages have a verb for one person and for several.
        told = say_number(
            "{name} ahead with {points}",
            "{name} ahead with {points}",
            people_in(name),
            name=name,
            points=show_number(total),
        )
        return in_words(told, self.catalogue)

    def draw_side(self, side: int, top: float, height: float, *, leads: bool) -> None:
        """A row: the colour and the initial, the names, the total."""
        middle, radius = top + height / 2, min(64.0, height * 0.3)
        ink = INK if leads else PAPER
        if leads:
            box = (MARGIN, top + 3, WIDTH - MARGIN, top + height - 3)
            self.pen.rounded_rectangle(box, ROUND, fill=GOLD)
        x, name = MARGIN + 28 + radius, side_names(self.table)[side]
        self.pen.ellipse(
            (x - radius, middle - radius, x + radius, middle + radius), SIDES[side % len(SIDES)], PAPER, 3
        )
        initial = in_words(with_capital(name[:1]), self.catalogue)
        self.write(x, middle, initial, radius * 0.95, bold=True, fill=PAPER, anchor="mm")
        size = min(72.0, height * 0.34)
        self.write(x + radius + 28, middle, name, size, fill=ink, anchor="lm", room=WIDTH - 2 * MARGIN - 420)
        total = show_number(self.match.totals[side])
        self.write(WIDTH - MARGIN - 32, middle, str(total), size * 1.25, bold=True, fill=ink, anchor="rm")

    def draw_hand(self, whose: str, score: int, melds: tuple[tuple[str, ...], ...]) -> None:
        """The best hand, as cards on paper."""
        top = HEIGHT - MARGIN - HAND_HEIGHT + 12
        self.pen.rounded_rectangle((MARGIN, top, WIDTH - MARGIN, HEIGHT - MARGIN - 12), ROUND, fill=PAPER)
        self.write(MARGIN + 28, top + 46, whose, 30, fill="#575d55", room=WIDTH - 2 * MARGIN - 56)
        points = str(show_number(score))
        self.write(WIDTH - MARGIN - 28, top + 128, points, 60, bold=True, fill=INK, anchor="rm")
        x, cards = MARGIN + 28.0, 0
        for meld in read_canonical_melds(melds):
            for laid in meld[: MOST_CARDS - cards]:
                self.draw_card(laid, x, top + 72)
                x, cards = x + CARD_STEP, cards + 1
            x += CARD_WIDTH - CARD_STEP + 14

    def draw_card(self, laid: Laid, x: float, y: float) -> None:
        face = laid.kind
        box = (x, y, x + CARD_WIDTH, y + CARD_HEIGHT)
        self.pen.rounded_rectangle(box, 10, "white", "#b9b4a2", 2)
        text = face.rank.replace("T", "10") if face.suit in SUITS else face.rank
        ink = SUITS.get(face.suit, "#6a3d9a")
        self.write(x + 8, y + 34, text, 30, bold=True, fill=ink, room=CARD_STEP - 10)
        # The fonts have no signs of suits.
        _draw_suit(self.pen, face.suit, x + 24, y + 66, 13, ink)

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        fill: str,
        bold: bool = False,
        anchor: str = "ls",
        room: float = WIDTH,
    ) -> None:
        """One line of text, smaller or cut where it has no room."""
        text, font = printable_text(text), _font(text, size, bold)
        if font.getlength(text) > room:
            font = _font(text, max(size * 0.6, size * room / font.getlength(text)), bold)
        while font.getlength(text) > room and len(text) > 2:
            text = text[:-2] + "…"
        self.pen.text((x, y), text, fill=fill, font=font, anchor=anchor)


def _font(text: str, size: float, bold: bool) -> FreeTypeFont:
    from PIL import ImageFont

    east_asian = east_asian_font() if needs_east_asian([text]) else None
    return ImageFont.truetype(str(east_asian or text_font(bold)), round(size))


def _draw_suit(pen: ImageDraw, suit: str, x: float, y: float, half: float, ink: str) -> None:
    """A suit about its middle, as far as it is a French one; a dot for any other."""

    def disc(middle_x: float, middle_y: float, radius: float) -> None:
        pen.ellipse((middle_x - radius, middle_y - radius, middle_x + radius, middle_y + radius), ink)

    if suit == "D":
        pen.polygon([(x, y - half), (x + half * 0.8, y), (x, y + half), (x - half * 0.8, y)], ink)
    elif suit in ("H", "S"):
        turn = 1 if suit == "H" else -1
        for side in (-1, 1):
            disc(x + side * half * 0.47, y - turn * half * 0.35, half * 0.52)
        pen.polygon(
            [
                (x - half * 0.96, y - turn * half * 0.15),
                (x + half * 0.96, y - turn * half * 0.15),
                (x, y + turn * half),
            ],
            ink,
        )
    elif suit == "C":
        for dx, dy in ((0, -0.5), (-0.5, 0.2), (0.5, 0.2)):
            disc(x + dx * half, y + dy * half, half * 0.48)
    else:
        disc(x, y, half * 0.7)
    if suit in ("S", "C"):
        pen.polygon([(x, y), (x + half * 0.4, y + half), (x - half * 0.4, y + half)], ink)
