"""The best hand of an evening as a picture for a chat: its melds as rows of cards, and its score.

Nothing on it leads to the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from scorepad.core.card_text import read_canonical_melds
from scorepad.core.cards import Meld
from scorepad.core.log.endings import FinalHand
from scorepad.core.log.entries import Entry
from scorepad.core.log.table import Table, fold
from scorepad.core.sentence import Catalogue, say
from scorepad.sheet.fonts import text_of_known_letters
from scorepad.sheet.picture import (
    CARD_HEIGHT,
    CARD_STEP,
    CARD_WIDTH,
    GOLD,
    HEIGHT,
    INK,
    MARGIN,
    PAPER,
    QUIET,
    WIDTH,
    Drawing,
    png_of,
)
from scorepad.sheet.wording import catalogue_of, in_words
from scorepad.store.engine import NotFound
from scorepad.store.opening import open_store
from scorepad.tables.phrases import score_words
from scorepad.tables.standing import best_hand

TOP, BOTTOM = 310.0, HEIGHT - 210.0
ROW_GAP, LARGEST = 20, 2.0  # between two rows of cards; how many times as large as usual they are at most
BESIDE = 230  # the room for the points of a meld and the edges


def hand_picture_job(question: Mapping[str, Any], database: str | Path) -> dict[str, str | bytes]:
    """A job: the `png` of the best hand of a `table` in the store at `database`, in the words of a
    `language`, and the table's `title`. Raises NotFound if the table has no hand with melds."""
    with closing(open_store(database)) as store:
        table = fold(store.after(question["table"], 0), question["table"])
    return {"png": draw_hand_picture(table, catalogue_of(question["language"])), "title": table.name}


def draw_hand_picture(table: Table, catalogue: Catalogue) -> bytes:
    """A PNG of the hand that scored most. Raises NotFound if none has melds."""
    best = best_hand(table)
    if best is None:
        raise NotFound(say("No hand was entered with its cards yet. Enter the cards of one."), at="table")
    deal, hand = best
    return png_of(_HandDrawing(table, catalogue).draw_best(deal.number, hand))


class _HandDrawing(Drawing):
    """The picture of a hand while it is being drawn."""

    room = WIDTH - 2 * MARGIN

    def draw_best(self, deal: int, hand: Entry | FinalHand) -> bytes:
        """Draw the page and return it as PDF."""
        from scorepad.sheet.canvas import finished

        whose = say("{name}, deal {number}", name=self.name_of(hand.player), number=deal)
        self.write(MARGIN, 96, in_words(say("Best hand"), self.catalogue), 40, fill=QUIET, room=self.room)
        self.write(MARGIN, 180, in_words(whose, self.catalogue), 64, bold=True, fill=GOLD, room=self.room)
        about = " · ".join(filter(None, (self.sheet.title, self.sheet.game, self.sheet.date)))
        self.write(MARGIN, 244, text_of_known_letters(about), 32, fill=QUIET, room=self.room)
        self.box(MARGIN, TOP, self.room, BOTTOM - TOP, PAPER)
        self.draw_melds(read_canonical_melds(hand.melds), _points_of(hand))
        made = in_words(score_words(hand), self.catalogue) if isinstance(hand, Entry) else ""
        self.write(MARGIN, HEIGHT - 96, made, 48, fill=PAPER, room=self.room / 2)
        score, right = self.number_words(hand.score), WIDTH - MARGIN
        self.write(right, HEIGHT - 84, score, 110, bold=True, fill=GOLD, align="right", room=self.room / 2)
        self.write(right, HEIGHT - 28, "scorepad", 26, fill=QUIET, align="right")
        return finished(self.pdf)

    def draw_melds(self, melds: tuple[Meld, ...], points: tuple[int, ...]) -> None:
        """Draw each meld as a row, centred on the paper, with its points at the end."""
        longest = max(map(len, melds), default=1)
        size = min(
            LARGEST,
            (self.room - BESIDE) / (CARD_STEP * (longest - 1) + CARD_WIDTH),
            (BOTTOM - TOP - ROW_GAP) / len(melds) / (CARD_HEIGHT + ROW_GAP),
        )
        row = (CARD_HEIGHT + ROW_GAP) * size
        top = (TOP + BOTTOM - row * len(melds) + ROW_GAP * size) / 2
        for place, meld in enumerate(melds):
            y = top + place * row
            for number, laid in enumerate(meld):
                self.draw_card(laid, MARGIN + 36 + number * CARD_STEP * size, y, size)
            if points:
                worth, right = self.number_words(points[place]), WIDTH - MARGIN - 36
                middle = y + CARD_HEIGHT * size / 2
                self.write(right, middle, worth, 56, bold=True, fill=INK, align="right", at="middle")


def _points_of(hand: Entry | FinalHand) -> tuple[int, ...]:
    """The points of each meld, if the record has them; else empty."""
    return hand.meld_points if isinstance(hand, Entry) else ()
