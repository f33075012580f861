"""The cards being typed: taps add and take, every change can be undone, and no text is ever lost.

text   what stands in the field, in any notation, readable or not
past   earlier texts, the newest last; travels with the page as one field
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from scorepad.core.card_text import show_card, write_cards
from scorepad.core.cards import WILD, Card, Meld
from scorepad.core.errors import ScorepadError
from scorepad.core.notation import NotationError, read_cards, read_melds
from scorepad.core.phrasing import count_word
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, say
from scorepad.web.hand.pad_words import IN_HAND, NO_JOKERS, ON_RACK, PlaceWords
from scorepad.web.hand.page_letters import in_english_letters

UNDO_DEPTH = 8
PAST_SEPARATOR = "|"


@dataclass(frozen=True)
class TypedCards:
    """Cards as typed under `rules`, read once; `said` is what the last tap is answered with when it did
    nothing."""

    rules: Rules = field(repr=False)
    text: str = ""
    past: tuple[str, ...] = ()
    said: str = ""

    @cached_property
    def _reading(self) -> tuple[tuple[Meld, ...], NotationError | None]:
        if not self.text.strip():
            return (), None
        try:
            return read_melds(in_english_letters(self.text, self.rules.pack), self.rules.pack), None
        except NotationError as error:
            return (), error

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The cards between `/` signs, each wild with what it stands for; none while it does not read."""
        return self._reading[0]

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order in which they were typed; none while the text does not read."""
        return tuple(laid.card for meld in self.melds for laid in meld)

    @property
    def error(self) -> NotationError | None:
        """What does not read in the text, every fault of it."""
        return self._reading[1]

    @property
    def place(self) -> PlaceWords:
        """Where these cards are: in the hand, tiles on the rack."""
        return ON_RACK if self.rules.pack.joker else IN_HAND

    @property
    def can_undo(self) -> bool:
        return bool(self.past or self.cards)

    def cap(self, card: Card) -> int:
        """How many of that card the game holds (P1)."""
        return self.rules.jokers if card.is_wild else self.rules.packs

    def tapped(self, taps: Mapping[str, str]) -> Self:
        """The cards after the one tap: `add=7H`, `remove=7H`, `clear` or `undo`."""
        if "add" in taps:
            return self.add(taps["add"])
        if "remove" in taps:
            return self.remove(taps["remove"])
        if "clear" in taps:
            return self.clear()
        return self.undo() if "undo" in taps else self

    def add(self, piece: str) -> Self:
        """One more card, unless the packs hold no more of it."""
        card = self.card_of(piece)
        if card is None:
            return replace(self, said=say("{piece} is no card of this pack.", piece=repr(piece[:12])))
        if Counter(self.cards)[card] >= self.cap(card):
            return replace(self, said=self._none_left(card))
        return self._changed(f"{self.text.rstrip()} {card}".strip())

    def remove(self, piece: str) -> Self:
        """One card less, the one typed last when there are several of it."""
        card, cards = self.card_of(piece), list(self.cards)
        if card not in cards:
            return self
        del cards[len(cards) - 1 - cards[::-1].index(card)]
        return self._changed(write_cards(cards))

    def clear(self) -> Self:
        return self._changed("") if self.text.strip() else self

    def undo(self) -> Self:
        """The text before the last change; where no past is known, without the last card."""
        if self.past:
            return replace(self, text=self.past[-1], past=self.past[:-1], said="")
        return replace(self, text=write_cards(self.cards[:-1]), said="") if self.cards else self

    def card_of(self, piece: str) -> Card | None:
        """The card that a key names; None where it names none, or several."""
        try:
            cards = [laid.card for laid in read_cards(piece, self.rules.pack)]
        except ScorepadError:
            return None
        return cards[0] if len(cards) == 1 else None

    def _changed(self, text: str) -> Self:
        return replace(self, text=text, past=(*self.past, self.text)[-UNDO_DEPTH:], said="")

    def _none_left(self, card: Card) -> Sentence:
        if card == WILD and not self.rules.jokers:
            return NO_JOKERS
        if self.cap(card) == 1:
            return self.place.only(say("wild card") if card == WILD else show_card(card, self.rules.pack))
        card_name = say("wild cards") if card == WILD else show_card(card, self.rules.pack)
        return self.place.all_of(card_name, count_word(self.cap(card)))


def read_past(args: Mapping[str, str]) -> tuple[str, ...]:
    """The earlier texts that a page was sent with."""
    past = args.get("past", "")
    return tuple(past.split(PAST_SEPARATOR))[-UNDO_DEPTH:] if past else ()


def write_past(past: Iterable[str]) -> str:
    return PAST_SEPARATOR.join(past)
