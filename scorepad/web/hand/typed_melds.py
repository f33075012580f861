"""Melds being typed: those on the table, and the player's own while they are laid.

The melds are text with `/` between them; the last one is the one that the next card goes to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from scorepad.core.card_text import write_melds
from scorepad.core.cards import Card, Laid, Meld
from scorepad.web.fields import whole_number
from scorepad.web.hand.pad_words import ON_TABLE, PlaceWords
from scorepad.web.hand.typed_cards import TypedCards

NEXT_MELD = " /"


class TypedMelds(TypedCards):
    """Melds on the table, typed on a pad of their own."""

    @property
    def place(self) -> PlaceWords:
        return ON_TABLE

    @property
    def opens(self) -> bool:
        """Whether the next card begins a meld."""
        return not self.melds or self.text.rstrip().endswith("/")

    def tapped(self, taps: Mapping[str, str]) -> Self:
        """The melds after the one tap: those of the pad, `next_set` or `edit_set=0`."""
        if "next_set" in taps:
            return self.next_meld()
        return self.last_of(taps["edit_set"]) if "edit_set" in taps else super().tapped(taps)

    def remove(self, piece: str) -> Self:
        """One card less: the one typed last when there are several of it."""
        card = self.card_of(piece)
        meld_places = [
            meld_place for meld_place, meld in enumerate(self.melds) if card in [laid.card for laid in meld]
        ]
        return self.without(meld_places[-1], card) if meld_places and card else self

    def without(self, meld_place: int, card: Card) -> Self:
        """The melds without a card of the meld at `place`, the last one of its kind there."""
        meld = self.melds[meld_place]
        card_place = max(card_place for card_place, laid in enumerate(meld) if laid.card == card)
        cards_left = (*meld[:card_place], *meld[card_place + 1 :])
        return self.with_melds((*self.melds[:meld_place], cards_left, *self.melds[meld_place + 1 :]))

    def next_meld(self) -> Self:
        """Begin the next meld."""
        return self if self.opens else replace(self, text=write_melds(self.melds) + NEXT_MELD, said="")

    def last_of(self, meld_number: str) -> Self:
        """Make the meld of that number, from 0, the last one, which cards go to."""
        meld_place = whole_number(meld_number)
        if meld_place is None or meld_place >= len(self.melds):
            return self
        return self.with_melds(
            (*self.melds[:meld_place], *self.melds[meld_place + 1 :], self.melds[meld_place])
        )

    def with_melds(self, melds: tuple[Meld, ...]) -> Self:
        """These melds in place of those; a meld without cards goes."""
        return self._changed(write_melds(meld for meld in melds if meld))


@dataclass(frozen=True)
class OwnMelds(TypedMelds):
    """A player's own melds, laid tap by tap from the cards of the hand."""

    hand: tuple[Card, ...] = ()

    @property
    def remaining(self) -> list[Card]:
        """Cards of the hand that are not laid yet."""
        return list((Counter(self.hand) - Counter(self.cards)).elements())

    @property
    def strange(self) -> list[Card]:
        """Cards laid that the hand does not hold."""
        return list((Counter(self.cards) - Counter(self.hand)).elements()) if self.hand else []

    def tapped(self, taps: Mapping[str, str]) -> Self:
        """The melds after the one tap: `put=7H`, `take=1.7H`, `on=1`, `next` or `melds_clear`."""
        if "melds_clear" in taps:
            return self.clear()
        if self.error:
            return self
        if "put" in taps:
            return self.put(self.card_of(taps["put"]))
        if "take" in taps:
            meld_number, _, piece = taps["take"].partition(".")
            return self.take(whole_number(meld_number), self.card_of(piece))
        if "on" in taps:
            return self.last_of(taps["on"])
        return self.next_meld() if "next" in taps else self

    def put(self, card: Card | None) -> Self:
        """Lay a card of the hand on the last meld."""
        if card is None or card not in self.remaining:
            return self
        begun_melds = (*self.melds, ()) if self.opens else self.melds
        return self.with_melds((*begun_melds[:-1], (*begun_melds[-1], Laid(card))))

    def take(self, meld_place: int | None, card: Card | None) -> Self:
        """Take a card back from the meld at `place`."""
        if meld_place is None or card is None or meld_place >= len(self.melds):
            return self
        return (
            self.without(meld_place, card) if card in [laid.card for laid in self.melds[meld_place]] else self
        )
