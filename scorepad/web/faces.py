"""Cards and numbers as people see them on a page: the faces of cards, true minus signs, empty cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.pack_list import PACKS
from scorepad.core.packs import MAJORS, Pack

_NAMES = (
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
)
RANK_NAMES = dict(zip("A23456789TJQK", _NAMES, strict=True)) | {"C": "cavalier"}
SUITS = {suit.letter: suit for pack in reversed(PACKS.values()) for suit in pack.suits}
PRINTED = {"T": "10"}
EMPTY = "·"
MINUS = "−"


@dataclass(frozen=True, slots=True)
class Face:
    """A card as drawn: `rank` as printed, `suit` the letter (`w` for a wild), `name` for those who listen.

    `instead` is the face that a wild stands for, when it says so.
    """

    rank: str
    suit: str
    name: str
    instead: Face | None = None


def face(given: Card | Laid | str) -> Face:
    """The face of a card given as a value or in canonical writing: `QH`, `w`, `w=7H`, `5C=7H`."""
    if isinstance(given, str):
        given = _read(given)
    if isinstance(given, Card):
        return _natural(given)
    own = _natural(given.card)
    if given.stands_for in (None, given.card):
        return own
    instead = _natural(given.stands_for)
    return Face(own.rank, own.suit, f"{own.name} as {instead.name}", instead)


def _read(text: str) -> Laid:
    own, _, other = text.partition("=")
    return Laid(_card(own), _card(other) if other else None)


def _card(text: str) -> Card:
    return WILD if text == WILD.rank else Card(text[:-1], text[-1])


def _natural(card: Card) -> Face:
    if card.is_wild:
        return Face(WILD.rank, WILD.rank, "wild card")
    if card.suit == MAJORS.letter:
        return Face(card.rank, card.suit, f"major {card.rank}")
    name = f"{RANK_NAMES.get(card.rank, card.rank)} of {SUITS[card.suit].name}"
    return Face(PRINTED.get(card.rank, card.rank), card.suit, name)


def laid(meld: Mapping[str, Any]) -> list[str]:
    """The cards of a meld that the referee answered with, each wild saying what it stands for."""
    stands_for = meld.get("stands_for") or meld["cards"]
    return [
        f"{own}={other}" if own != other else own
        for own, other in zip(meld["cards"], stands_for, strict=True)
    ]


def sorted_cards(cards: Iterable[Card], pack: Pack) -> list[Card]:
    """Cards in the order in which the pack lists them, wilds last."""
    return sorted(cards, key=lambda card: pack.order.get(card, len(pack.order)))


def points(value: int | None) -> str:
    """A number as people write it: `−12`, `1 204` with a narrow space, and `·` where there is none."""
    if value is None:
        return EMPTY
    digits = f"{abs(value):,}".replace(",", "\u202f") if abs(value) >= 10_000 else str(abs(value))
    return MINUS + digits if value < 0 else digits
