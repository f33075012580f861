"""What was read on photos, as their page shows it: the cards in rows as they lie, each with its box."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorepad.core.audit import audit_cards, copies_in_play
from scorepad.core.card_text import read_canonical, show_card, write_card
from scorepad.core.cards import Laid, Meld
from scorepad.core.check import check_meld
from scorepad.core.notation import NotationError
from scorepad.core.packs import PACKS
from scorepad.core.sentence import Sentence
from scorepad.photos.reading import Box
from scorepad.photos.together import PhotoCard, SeenTwice, Together, put_together
from scorepad.web.hand.typed_cards import TypedMelds, page_card, page_cards
from scorepad.web.photos.own_photos import ReadCard, ReadPhoto
from scorepad.web.photos.photo_words import Used, script_words, use_words
from scorepad.web.photos.target import PadTarget

AROUND = 2.2
"""How many times the box a crop around it is wide and high."""
LEAST = 40
"""The smallest box drawn, in parts of the picture's long side."""
LABELS = 28
"""So many letters' heights are as long as the picture's long side."""


@dataclass(frozen=True)
class ShownPhoto:
    """A photo that was read, with the sizes of what is drawn on it."""

    photo: str
    picture: ReadPhoto

    @property
    def label_size(self) -> int:
        """The height of the letters over a frame, in pixels of the picture shown."""
        return max(self.picture.width, self.picture.height) // LABELS

    def drawn(self, box: Box) -> Box:
        """The box as drawn over the picture, enlarged if it is too small to be seen."""
        least_side = max(self.picture.width, self.picture.height) // LEAST
        x, y, wide, high = box
        grown_sides = max(least_side, wide), max(least_side, high)
        return x - (grown_sides[0] - wide) // 2, y - (grown_sides[1] - high) // 2, *grown_sides

    def crop(self, box: Box) -> Box:
        """A square around the box, within the picture."""
        x, y, wide, high = box
        side = min(round(max(wide, high) * AROUND), self.picture.width, self.picture.height)
        left = min(max(0, x + wide // 2 - side // 2), self.picture.width - side)
        top = min(max(0, y + high // 2 - side // 2), self.picture.height - side)
        return left, top, side, side


@dataclass(frozen=True)
class PhotoView:
    """Photos of one hand or table that were read, and the pad that takes their cards.

    typed    the rows as sent by the form, if any
    adds     whether the cards are added to those in the pad, or replace them
    letters  the suits meant by letters in the rows, if the page asked
    new      whether the last photo's cards are added to the rows sent
    """

    photos: tuple[ShownPhoto, ...]
    target: PadTarget
    typed: tuple[str, ...] | None = None
    adds: bool = True
    letters: str = ""
    new: bool = False

    @property
    def photo(self) -> str:
        """The first photo, whose page it is."""
        return self.photos[0].photo

    @property
    def also(self) -> str:
        """The ids of the other photos, as in addresses and forms."""
        return " ".join(shown.photo for shown in self.photos[1:])

    @property
    def faults(self) -> tuple[str, ...]:
        """The faults of all photos, each once."""
        return tuple(dict.fromkeys(fault for shown in self.photos for fault in shown.picture.faults))

    @property
    def doubtful(self) -> list[tuple[int, ShownPhoto, ReadCard]]:
        """The cards to look at, each with the number of its row and its photo."""
        return [
            (number, self.photos[card.photo], self.read_card(card))
            for number, row in enumerate(self.together.rows, 1)
            for card in row
            if card.doubtful
        ]

    @cached_property
    def together(self) -> Together:
        """The rows of all photos put together, and the cards that two of them may share."""
        return put_together([self._rows_sent, *self._rows_read], self._copies)

    @property
    def _rows_read(self) -> list[list[list[PhotoCard]]]:
        """The rows read on each photo; only on the last one, if that is added to rows in the request."""
        rows = [_numbered_rows(number, shown.picture) for number, shown in enumerate(self.photos)]
        return rows[-1:] if self.new else rows

    @cached_property
    def _melds_sent(self) -> tuple[Meld, ...]:
        """The rows in the request that the last photo is added to; empty if one does not read."""
        if not self.new:
            return ()
        return TypedMelds(self.target.rules, " / ".join(self.typed or ()), letters=self.letters).melds

    @property
    def _rows_sent(self) -> list[list[PhotoCard]]:
        numbers, pack = itertools.count(), self.target.rules.pack
        return [
            [PhotoCard(SENT, next(numbers), write_card(laid, pack)) for laid in meld]
            for meld in self._melds_sent
        ]

    def _card_sent(self, card: PhotoCard) -> Laid:
        return list(itertools.chain.from_iterable(self._melds_sent))[card.number]

    def _copies(self, text: str) -> int:
        """The number of such cards in play; 0 for one that the pack lacks, which is asked about anyway."""
        card = read_canonical(text).card
        is_known = card.is_wild or card in self.target.rules.pack.order
        return copies_in_play(self.target.rules, card) if is_known else 0

    def read_card(self, card: PhotoCard) -> ReadCard:
        """What was read for a card of the rows on its photo."""
        return self.photos[card.photo].picture.cards[card.number]

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The rows as text for the page."""
        if self.typed is not None and not self.new:
            return self.typed
        rows = tuple(" ".join(map(self._written, row)) for row in self.together.rows)
        # Rows that do not read stay as they are, with the new ones after them.
        return rows if self._melds_sent or not self.typed else (*self.typed, *rows)

    def _written(self, card: PhotoCard) -> str:
        """A card as text for a field of the page. One that the pack lacks is written by the photo's pack."""
        if card.photo == SENT:
            return page_cards([self._card_sent(card)], self.target.rules.pack)
        read = self.read_card(card)
        if read.laid:
            return page_card(read.laid.card, self.target.rules.pack)
        return self._strange(read)

    def _strange(self, card: ReadCard) -> str:
        """A card that the pack lacks, as text for a field of the page."""
        return page_card(read_canonical(card.text).card, PACKS[self.target.pack])

    @cached_property
    def rows_typed(self) -> TypedMelds:
        """The rows of the page, as typed melds."""
        return TypedMelds(self.target.rules, " / ".join(self.texts), letters=self.letters)

    @cached_property
    def _melds_read(self) -> tuple[tuple[Meld, ...], NotationError | None]:
        # What was read are cards already: to write them as text and read that again could only lose.
        if self.typed is None:
            rows = [[self.read_card(card).laid for card in row] for row in self.together.rows]
            if all(laid for row in rows for laid in row):
                return tuple(tuple(filter(None, row)) for row in rows), None
        return self.rows_typed.melds, self.rows_typed.error

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The cards of the rows; empty if a row does not read."""
        return self._melds_read[0]

    @property
    def error(self) -> NotationError | None:
        return self._melds_read[1]

    @property
    def number(self) -> int:
        return sum(map(len, self.melds))

    @property
    def lays(self) -> bool:
        """Whether the rows may be melds: there are several, or the only one is a meld."""
        if not self.target.lays or len(self.melds) > 1:
            return self.target.lays
        return any(check_meld(self.target.rules, meld).legal for meld in self.melds)

    @property
    def warnings(self) -> list[str]:
        """Sentences on cards that exceed the packs, counting those already in the pad if they stay (P1)."""
        rules = self.target.rules
        cards = [laid.card for meld in self.melds for laid in meld]
        if self.adds:
            cards += self.target.typed.cards
        return [finding.sentence for finding in audit_cards(rules, cards)]

    @property
    def used(self) -> Used:
        """What the pad takes: single cards or tiles, or rows as melds or sets."""
        rules = self.target.rules
        if self.target.sets:
            return "set" if rules.board.shared else "meld"
        return "tile" if rules.pack.joker else "card"

    @property
    def use(self) -> Sentence:
        """The text of the main button."""
        number = len(self.melds) if self.target.sets else self.number
        return use_words(self.used, number, self.target.hand_next)

    @property
    def script_words(self) -> dict[str, object]:
        return script_words(self.target.rules, self.used, self.target.hand_next)

    def for_script(self) -> dict[str, Any]:
        """The data for the page's script: the rows by photo, each card with its photo and number."""
        photos = [
            {"id": shown.photo, "width": shown.picture.width, "height": shown.picture.height}
            for shown in self.photos
        ]
        rows = [[self._card_for_script(card) for card in row] for rows in self._rows_read for row in rows]
        signs = {suit.letter: suit.symbol for suit in self.target.rules.pack.suits}
        cards = [card for shown in self.photos for card in shown.picture.cards]
        strange = {card.text: self._strange(card) for card in cards if not card.laid}
        twice = [self._question_for_script(question) for question in self.together.seen_twice]
        words = {"sets": self.target.sets, "signs": signs, "strange": strange}
        return {"photos": photos, "rows": rows, "twice": twice, **words}

    def _card_for_script(self, card: PhotoCard) -> dict[str, Any]:
        read = self.read_card(card)
        return {
            "id": self._id(card),
            "photo": self.photos[card.photo].photo,
            "card": read.text,
            "box": read.box,
            "doubtful": read.doubtful,
            "second": read.second_box,
            "guess": write_card(read.guess, self.target.rules.pack) if read.guess else None,
        }

    def _question_for_script(self, question: SeenTwice) -> dict[str, Any]:
        pairs = [[self._id(first), self._id(second)] for first, second in question.pairs]
        return {"pairs": pairs, "certain": question.certain}

    def _id(self, card: PhotoCard) -> str:
        """The id of a card for the script: its photo and number; for a card of the request only its number
        there."""
        return str(card.number) if card.photo == SENT else f"{self.photos[card.photo].photo}.{card.number}"

    def label(self, card: ReadCard) -> str:
        """The name of the card as read, for people."""
        if card.laid:
            return show_card(card.laid.card, self.target.rules.pack)
        return self._strange(card)

    def guess_label(self, card: ReadCard) -> str:
        """The name of what a doubtful card may be instead; empty if nothing is likely."""
        return show_card(card.guess.card, self.target.rules.pack) if card.guess else ""

    def label_of(self, card: PhotoCard) -> str:
        """The name of a card of the rows, for people."""
        if card.photo == SENT:
            return show_card(self._card_sent(card).card, self.target.rules.pack)
        return self.label(self.read_card(card))

    @property
    def pictured_questions(self) -> list[PicturedQuestion]:
        """The questions about cards that two photos may share, with their places."""
        return [PicturedQuestion(self, question) for question in self.together.seen_twice]


@dataclass(frozen=True)
class PicturedQuestion:
    """Cards that two photos may share, for a page without script."""

    view: PhotoView
    question: SeenTwice

    @property
    def cards(self) -> str:
        return " ".join(self.view.label_of(first) for first, _ in self.question.pairs)

    @property
    def places(self) -> list[tuple[ShownPhoto, Box]]:
        """The photos that show them, with the box of the first card on each."""
        cards = [card for card in self.question.pairs[0] if card.photo != SENT]
        return [(self.view.photos[card.photo], self.view.read_card(card).box) for card in cards]


SENT = -1
"""The photo of cards that were sent as text."""


def _numbered_rows(number: int, picture: ReadPhoto) -> list[list[PhotoCard]]:
    """The rows of a photo, with `number` as that of the photo."""
    places = itertools.count()
    return [
        [PhotoCard(number, next(places), card.text, card.doubtful) for card in row] for row in picture.rows
    ]
