"""The pack audit: no hand can hold more copies of a card than the packs do (P1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorepad.core.card_text import show_card
from scorepad.core.cards import Card
from scorepad.core.packs import Pack
from scorepad.core.phrasing import count_word
from scorepad.core.verdicts import Finding


@dataclass(frozen=True, slots=True)
class Surplus:
    """More copies of a card than are in play: how many are `shown`, and the `limit`, jokers or packs."""

    pack: Pack
    card: Card
    shown: int
    limit: int

    @property
    def _many(self) -> str:
        many = count_word(self.shown).capitalize()
        if not self.card.is_wild:
            return f"{many} {show_card(self.card, self.pack)}"
        name = "joker" if self.pack.joker else "wild card"
        return f"{many} {name}{'s' if self.shown > 1 else ''}"

    @property
    def _limit(self) -> str:
        if self.card.is_wild:
            return f"the game is played with {count_word(self.limit) if self.limit else 'none'}"
        if self.pack.joker:
            return f"there are {count_word(self.limit)} of each tile"
        hold = "pack holds" if self.limit == 1 else "packs hold"
        return f"{count_word(self.limit)} {hold} {count_word(self.limit)}"

    @property
    def finding(self) -> Finding:
        """The fault of one hand by itself."""
        code = "too-many-wilds" if self.card.is_wild else "too-many-copies"
        return Finding(code, (self.card,), "P1", f"{self._many}, but {self._limit}.")

    def finding_with(self, holders: Sequence[str]) -> Finding:
        """The fault of a hand among others on the table: of those players, by name, who show the card too."""
        hands = f"{' and '.join(holders)}'s hand{'s' if len(holders) > 1 else ''}"
        sentence = f"{self._many} on the table with {hands}, but {self._limit}."
        return Finding("too-many-on-table", (self.card,), "P1", sentence)


def surplus(pack: Pack, packs: int, jokers: int, cards: Iterable[Card]) -> tuple[Surplus, ...]:
    """Every card of which `cards` hold more copies than so many packs and jokers, in the pack's order."""
    counts = Counter(cards)
    limits = ((card, jokers if card.is_wild else packs) for card in counts)
    over = (Surplus(pack, card, counts[card], limit) for card, limit in limits if counts[card] > limit)
    return tuple(sorted(over, key=lambda excess: pack.order.get(excess.card, len(pack.order))))


def audit(pack: Pack, packs: int, jokers: int, cards: Iterable[Card]) -> tuple[Finding, ...]:
    """The findings of `surplus`."""
    return tuple(excess.finding for excess in surplus(pack, packs, jokers, cards))
