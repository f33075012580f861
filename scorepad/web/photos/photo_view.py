"""What was read on a photo, as its page shows it: the cards in rows as they lie, each with its box."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from scorepad.core.audit import audit_cards
from scorepad.core.card_text import read_canonical, show_card
from scorepad.core.cards import Meld
from scorepad.core.check import check_meld
from scorepad.core.notation import NotationError
from scorepad.core.packs import PACKS
from scorepad.core.phrasing import ordinal_words
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, say, say_number
from scorepad.photos.desk import PhotoState
from scorepad.photos.reading import Box
from scorepad.web.hand.pad_words import CARD, piece_words
from scorepad.web.hand.page_letters import page_card
from scorepad.web.hand.typed_cards import TypedMelds
from scorepad.web.languages import page_words, plural_words
from scorepad.web.photos.own_photos import ReadCard, ReadPhoto
from scorepad.web.photos.target import PadTarget

Used = Literal["card", "tile", "set", "meld"]
"""What a pad takes from a photo: single cards or tiles, or its rows as sets or melds."""

USE: Mapping[Used, Callable[[int], Sentence]] = {
    "card": lambda number: say_number("Use this card", "Use these {number} cards", number),
    "tile": lambda number: say_number("Use this tile", "Use these {number} tiles", number),
    "set": lambda number: say_number("Use this set", "Use these {number} sets", number),
    "meld": lambda number: say_number("Use this meld", "Use these {number} melds", number),
}


def use_words(used: Used, number: int, hand_next: str = "") -> Sentence:
    """What the main button says: of so many, and what is photographed next, `rack`, `hand` or nothing."""
    use = USE[used](number)
    if hand_next == "rack":
        return say("{use}, then the rack", use=use)
    return say("{use}, then the hand", use=use) if hand_next else use


def script_words(rules: Rules, used: Used, hand_next: str) -> dict[str, object]:
    """The words of the page's script, in the page's language."""
    if rules.pack.joker:
        here, missing = say("Which tile lies here?"), say("Which tile is missing?")
    else:
        here, missing = say("Which card lies here?"), say("Which card is missing?")
    sentences = {
        "here": here,
        "missing": missing,
        "sure": say("Is this the {card}?", card=CARD),
        "one_or_two": say("Is this one {card}, or are there two?", card=CARD),
        "please_look": say("{card}, please look", card=CARD),
        "it_is_one": say("Just one"),
        "yes": say("Yes"),
        "done": say("Done"),
    }
    words = {name: page_words(sentence) for name, sentence in sentences.items()}
    use = plural_words(lambda number: use_words(used, number, hand_next))
    return {**words, "count": plural_words(piece_words(rules).count), "use": use}


AROUND = 2.2
"""How many times the box a crop around it is wide and high."""
LEAST = 40
"""The smallest box drawn, in parts of the picture's long side."""
LABELS = 28
"""So many letters' heights are as long as the picture's long side."""


@dataclass(frozen=True)
class PhotoView:
    """A photo that was read, and the pad that its cards go to.

    typed   the rows as they were sent, where they were
    adds    whether the cards go beside those in the pad, or in their place
    letters which suits the letters in the rows stand for, where the page asked
    """

    photo: str
    target: PadTarget
    picture: ReadPhoto
    typed: tuple[str, ...] | None = None
    adds: bool = True
    letters: str = ""

    @property
    def doubtful(self) -> list[ReadCard]:
        return [card for row in self.picture.rows for card in row if card.doubtful]

    @property
    def texts(self) -> tuple[str, ...]:
        """The rows as the page writes cards."""
        if self.typed is not None:
            return self.typed
        return tuple(" ".join(map(self._written, row)) for row in self.picture.rows)

    def _written(self, card: ReadCard) -> str:
        """A card as a field of the page has it; one that the pack lacks, by the pack of the photo."""
        if card.laid:
            return page_card(card.laid.card, self.target.rules.pack)
        return page_card(read_canonical(card.text).card, PACKS[self.target.pack])

    @cached_property
    def rows_typed(self) -> TypedMelds:
        """The rows as they read on this page."""
        return TypedMelds(self.target.rules, " / ".join(self.texts), letters=self.letters)

    @cached_property
    def _melds_read(self) -> tuple[tuple[Meld, ...], NotationError | None]:
        # What was read are cards already: to write them as text and read that again could only lose.
        if self.typed is None and all(card.laid for row in self.picture.rows for card in row):
            return tuple(tuple(card.laid for card in row if card.laid) for row in self.picture.rows), None
        return self.rows_typed.melds, self.rows_typed.error

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The rows as cards; none while one does not read."""
        return self._melds_read[0]

    @property
    def error(self) -> NotationError | None:
        return self._melds_read[1]

    @property
    def number(self) -> int:
        return sum(map(len, self.melds))

    @property
    def lays(self) -> bool:
        """Whether the rows can be meant as melds: there are several, or the only one is a meld."""
        if not self.target.lays or len(self.melds) > 1:
            return self.target.lays
        return any(check_meld(self.target.rules, meld).legal for meld in self.melds)

    @property
    def warnings(self) -> list[str]:
        """Cards of which there are more than the packs hold, those in the pad counted if they stay (P1)."""
        rules = self.target.rules
        cards = [laid.card for meld in self.melds for laid in meld]
        if self.adds:
            cards += self.target.typed.cards
        return [finding.sentence for finding in audit_cards(rules, cards)]

    @property
    def used(self) -> Used:
        """What the pad takes: single cards or tiles, or the rows."""
        rules = self.target.rules
        if self.target.sets:
            return "set" if rules.board.shared else "meld"
        return "tile" if rules.pack.joker else "card"

    @property
    def use(self) -> Sentence:
        """What the main button says."""
        number = len(self.melds) if self.target.sets else self.number
        return use_words(self.used, number, self.target.hand_next)

    @property
    def script_words(self) -> dict[str, object]:
        return script_words(self.target.rules, self.used, self.target.hand_next)

    def for_script(self) -> dict[str, Any]:
        """What the page's script works with."""
        rows = [
            [
                {"card": card.text, "box": card.box, "doubtful": card.doubtful, "second": card.second_box}
                for card in row
            ]
            for row in self.picture.rows
        ]
        size = {"width": self.picture.width, "height": self.picture.height}
        signs = {suit.letter: suit.symbol for suit in self.target.rules.pack.suits}
        strange = {
            card.text: self._written(card) for row in self.picture.rows for card in row if not card.laid
        }
        return {"rows": rows, **size, "sets": self.target.sets, "signs": signs, "strange": strange}

    def label(self, card: ReadCard) -> str:
        """What the card was read as, as people read it."""
        return show_card(card.laid.card, self.target.rules.pack) if card.laid else self._written(card)

    @property
    def label_size(self) -> int:
        """How high the letters over a frame are, in pixels of the picture shown."""
        return max(self.picture.width, self.picture.height) // LABELS

    def drawn(self, box: Box) -> Box:
        """The box as it is drawn over the picture: never so small that it is not seen."""
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


def progress_words(state: PhotoState) -> str:
    """How far a photo is, in words."""
    if state.name == "waiting" and state.place > 1:
        return say("{place} in line", place=ordinal_words(state.place))
    words = {"waiting": say("Next in line"), "reading": say("Reading …")}
    return words.get(state.name, state.message)
