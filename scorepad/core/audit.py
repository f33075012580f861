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
    """More copies of a card than are in play: how many are shown, and the limit, jokers or packs."""

    pack: Pack
    card: Card
    copies_shown: int
    limit: int

    @property
    def _shown_copies(self) -> str:
        many = count_word(self.copies_shown).capitalize()
        if not self.card.is_wild:
            return f"{many} {show_card(self.card, self.pack)}"
        name = "joker" if self.pack.joker else "wild card"
        return f"{many} {name}{'s' if self.copies_shown > 1 else ''}"

    @property
    def _limit_words(self) -> str:
        if self.card.is_wild:
            return f"the game is played with {count_word(self.limit) if self.limit else 'none'}"
        if self.pack.joker:
            return f"there are {count_word(self.limit)} of each tile"
        hold = "pack holds" if self.limit == 1 else "packs hold"
        return f"{count_word(self.limit)} {hold} {count_word(self.limit)}"

    @property
    def as_finding(self) -> Finding:
        """The fault of one hand by itself."""
        code = "too-many-wilds" if self.card.is_wild else "too-many-copies"
        return Finding(code, (self.card,), "P1", f"{self._shown_copies}, but {self._limit_words}.")

    def finding_with(self, holders: Sequence[str]) -> Finding:
        """The fault of a hand among others on the table: of those players, by name, who show the card too."""
        hands = f"{' and '.join(holders)}'s hand{'s' if len(holders) > 1 else ''}"
        sentence = f"{self._shown_copies} on the table with {hands}, but {self._limit_words}."
        return Finding("too-many-on-table", (self.card,), "P1", sentence)


def find_surplus(pack: Pack, packs: int, jokers: int, cards: Iterable[Card]) -> tuple[Surplus, ...]:
    """Every card of which `cards` hold more copies than so many packs and jokers, in the pack's order."""
    card_counts = Counter(cards)
    card_limits = ((card, jokers if card.is_wild else packs) for card in card_counts)
    surpluses = (
        Surplus(pack, card, card_counts[card], limit)
        for card, limit in card_limits
        if card_counts[card] > limit
    )
    return tuple(sorted(surpluses, key=lambda excess: pack.order.get(excess.card, len(pack.order))))


def audit_cards(pack: Pack, packs: int, jokers: int, cards: Iterable[Card]) -> tuple[Finding, ...]:
    """The findings of `find_surplus`."""
    return tuple(excess.as_finding for excess in find_surplus(pack, packs, jokers, cards))
