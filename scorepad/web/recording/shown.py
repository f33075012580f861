"""The melds that a page showed for some cards, as they come back with its form (A4).

What the page showed is what is sent, and the referee judges it; recording asks the search for nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scorepad.core.cards import Card, Meld
from scorepad.core.errors import ScorepadError
from scorepad.core.notation import read_cards, read_melds, write_cards, write_melds
from scorepad.core.packs import Pack

MELDS, CARDS = "shown", "shown_for"
OTHER_CARDS = "The melds on that page were for other cards. These cards are recorded; their melds follow."


@dataclass(frozen=True)
class Shown:
    """The text of the melds, and of the cards that they were found for; empty where a page showed none."""

    pack: Pack
    melds_text: str = ""
    cards_text: str = ""

    @cached_property
    def melds(self) -> tuple[Meld, ...]:
        """The melds; none where the text does not read."""
        try:
            return read_melds(self.melds_text, self.pack)
        except ScorepadError:
            return ()

    @property
    def empty(self) -> bool:
        """Whether the page showed nothing: the search was busy or cut off, or the cards came after it."""
        return not (self.melds_text.strip() or self.cards_text.strip())

    def fits(self, cards: Sequence[Card]) -> bool:
        """Whether they were shown for these cards, and hold no others."""
        found_for, held = self._cards, Counter(cards)
        return found_for == held and not Counter(self._laid) - held and bool(self.melds or found_for)

    def left(self) -> tuple[Card, ...]:
        """The cards that are in none of the melds."""
        return tuple((self._cards - Counter(self._laid)).elements())

    @property
    def _laid(self) -> list[Card]:
        return [laid.card for meld in self.melds for laid in meld]

    @property
    def _cards(self) -> Counter[Card]:
        try:
            return Counter(laid.card for laid in read_cards(self.cards_text, self.pack))
        except ScorepadError:
            return Counter()

    def fields(self) -> dict[str, str]:
        """What the form carries."""
        return {MELDS: self.melds_text, CARDS: self.cards_text}


def shown_for(pack: Pack, melds: Sequence[Meld], cards: Sequence[Card]) -> Shown:
    """The melds that a page shows for the cards."""
    return Shown(pack, write_melds(melds), write_cards(cards))


def read_shown(pack: Pack, args: Mapping[str, str]) -> Shown:
    """What the page showed, as its form says."""
    return Shown(pack, args.get(MELDS, ""), args.get(CARDS, ""))
