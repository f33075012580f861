"""Packs of cards (RULES.md, section P)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scorepad.core.cards import Card


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit: the letter used in data, the symbol and the name used for people, and its ink."""

    letter: str
    symbol: str
    name: str
    colour: str


@dataclass(frozen=True)
class Pack:
    """One copy of every card: suits in listing order (N2), ranks in circular order (P2)."""

    id: str
    name: str
    suits: tuple[Suit, ...]
    ranks: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(set(self.ranks)) != len(self.ranks):
            raise ValueError(f"pack {self.id}: a rank is named twice in {self.ranks!r}")
        if len({suit.letter for suit in self.suits}) != len(self.suits):
            raise ValueError(f"pack {self.id}: a suit letter is used twice")

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every kind of card, in listing order."""
        return tuple(Card(rank, suit.letter) for suit in self.suits for rank in self.ranks)

    @cached_property
    def order(self) -> dict[Card, int]:
        """Place of each kind in the listing order."""
        return {card: place for place, card in enumerate(self.cards)}

    @cached_property
    def suit(self) -> dict[str, Suit]:
        """Suits by their letter."""
        return {suit.letter: suit for suit in self.suits}


FRENCH = Pack(
    "french",
    "French pack",
    (
        Suit("C", "♣", "clubs", "black"),
        Suit("S", "♠", "spades", "black"),
        Suit("H", "♥", "hearts", "red"),
        Suit("D", "♦", "diamonds", "red"),
    ),
    tuple("A23456789TJQK"),
)

PACKS = {pack.id: pack for pack in (FRENCH,)}
