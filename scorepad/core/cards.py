"""Cards, cards as laid, and the orders in which they make runs.

Nothing is compared and hashed as often as cards: as named tuples they are in a fifth of the time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


class Card(NamedTuple):
    """A kind of card: its rank and its suit letter, `Card("Q", "H")`. A wild card has no suit (N4).

    >>> print(Card("Q", "H"), WILD)
    QH w
    """

    rank: str
    suit: str

    @property
    def is_wild(self) -> bool:
        return self.suit == ""

    def __repr__(self) -> str:
        return f"Card({self.rank!r}, {self.suit!r})"

    def __str__(self) -> str:
        return self.rank + self.suit


WILD = Card("w", "")


class Laid(NamedTuple):
    """A card as it lies in a meld; a wild may say what it stands for (N4), a wild rank too (H18).

    >>> print(Laid(WILD, Card("7", "H")))
    w=7H
    """

    card: Card
    stands_for: Card | None = None

    @property
    def kind(self) -> Card:
        """The kind that the card stands for, or the card itself."""
        return self.stands_for or self.card

    def __repr__(self) -> str:
        return (
            f"Laid({self.card!r})" if self.stands_for is None else f"Laid({self.card!r}, {self.stands_for!r})"
        )

    def __str__(self) -> str:
        return str(self.card) if self.stands_for is None else f"{self.card}={self.stands_for}"


Meld = tuple[Laid, ...]


def cards_of(melds: Iterable[Meld]) -> tuple[Card, ...]:
    """All cards of the melds, as they lie, one meld after another."""
    return tuple(laid.card for meld in melds for laid in meld)


@dataclass(frozen=True, slots=True)
class Track:
    """A line of kinds of cards that melds follow; a circular track continues from its end at its start.

    `leap` is the distance in ranks from card to card (H22). `suits` are the letters of the suits that its
    melds may have: one, two that alternate, or all that a run may mix.
    """

    cards: tuple[Card, ...]
    circular: bool
    leap: int
    suits: tuple[str, ...]

    def stretch(self, start: int, length: int) -> tuple[Card, ...]:
        """The `length` cards from place `start` on; empty if they go beyond the end of a track that is not
        circular."""
        if not self.circular and (start < 0 or start + length > len(self.cards)):
            return ()
        first_place = start % len(self.cards)
        if first_place + length <= len(self.cards):
            return self.cards[first_place : first_place + length]
        return tuple(self.cards[(start + step) % len(self.cards)] for step in range(length))
