"""The order in which a person reads cards laid out: groups that touch, rows from left to right."""

import numpy as np
from numpy.typing import NDArray

from vision.cards import Card
from vision.lines import in_line, in_rows

Vector = NDArray[np.float64]


def _directions(card: Card) -> tuple[Vector, float]:
    """The card's way up, and its index's height in pixels, by its surest mark."""
    mark = max(card.marks, key=lambda m: m.spot.sure)
    return np.array(mark.spot.up), mark.spot.height


def _touch(a: Card, b: Card) -> bool:
    """Whether two cards lie on or against each other and about the same way, so that they are one group."""
    (up_a, high_a), (up_b, high_b) = _directions(a), _directions(b)
    if abs(up_a @ up_b) < np.cos(np.radians(35)):
        return False
    between = np.array(b.centre) - np.array(a.centre)
    up = up_a + up_b * np.sign(up_a @ up_b)
    up = up / np.hypot(*up)
    across, along = abs(between @ np.array([-up[1], up[0]])), abs(between @ up)
    wide, tall = _extent(a, b)
    return bool(
        across < wide * 1.03 and along < tall * 0.6 and min(high_a, high_b) > 0.5 * max(high_a, high_b)
    )


def _extent(a: Card, b: Card) -> tuple[float, float]:
    """A card's width and height in pixels, from where its marks say its middle is."""
    wide, tall = [], []
    for mark in (*a.marks, *b.marks):
        up, way = np.array(mark.spot.up), np.array(mark.spot.way)
        wide.append((2 * abs(way @ np.array([-up[1], up[0]])) + 0.75) * mark.spot.height)
        tall.append((2 * abs(way @ up) + 1.3) * mark.spot.height)
    return float(np.median(wide)), float(np.median(tall))


def grouped(cards: list[Card]) -> list[list[Card]]:
    """Groups of cards that touch, in rows from the top, each row from the left."""
    owner = list(range(len(cards)))
    for i, a in enumerate(cards):
        for j in range(i):
            if owner[i] != owner[j] and _touch(a, cards[j]):
                old = owner[i]
                owner = [owner[j] if o == old else o for o in owner]
    groups = [
        in_line([c for c, own in zip(cards, owner, strict=True) if own == o]) for o in dict.fromkeys(owner)
    ]
    return in_rows(groups, _high)


def _high(cards: list[Card]) -> float:
    """Half a card's height: cards of one row are laid no farther off it."""
    return 0.5 * _extent(cards[0], cards[0])[1]
