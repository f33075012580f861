"""Cards of which two opposite corners are seen: where their other corners are and what lies within them.

A third index that stands just where such a card has a corner is that corner, whatever glare made of it. Words
in the middle of such a card, as on an ace of spades, are no joker's.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.labels import JOKER
from vision.naming import NamedIndex
from vision.seen_cards import TURNED, SeenCard, join_marks

Vector = NDArray[np.float64]

AT = 0.17  # parts of the way from middle to corner by which an index may miss the corner it stands in
WORDS = (0.65, 1.15)  # parts of the way to a corner's index, across and along, where words may stand
ALIKE = 0.85  # least cosine between the ways up of an index and of the corner that it stands in


@dataclass(frozen=True)
class CardBody:
    """The middle in pixels; ways from it to the right and the upper edge of where its indices are."""

    middle: Vector
    right: Vector
    up: Vector

    def place(self, mark: NamedIndex) -> Vector:
        """Where a mark is: 0, 0 in the middle, 1, 1 in the upper right corner's index."""
        away = np.array([mark.spot.x, mark.spot.y]) - self.middle
        return np.asarray(np.linalg.solve(np.stack([self.right, self.up], 1), away))


def body(card: SeenCard) -> CardBody | None:
    """The body of a card, from two of its indices in opposite corners; None if there are no such two."""
    for k, a in enumerate(card.marks):
        for b in card.marks[k + 1 :]:
            up = np.array(a.spot.up) - np.array(b.spot.up)
            if np.array(a.spot.up) @ np.array(b.spot.up) > TURNED:
                continue
            up = up / np.hypot(*up)
            right = np.array([-up[1], up[0]])
            half = np.array([a.spot.x - b.spot.x, a.spot.y - b.spot.y]) / 2
            across, along = half @ right, half @ up
            if abs(across) > 0.3 * a.spot.height and along > 0.5 * a.spot.height:
                middle = np.array([a.spot.x + b.spot.x, a.spot.y + b.spot.y]) / 2
                return CardBody(middle, right * abs(across), up * along)
    return None


def settle_cards(cards: list[SeenCard]) -> list[SeenCard]:
    """The cards without single indices that are a corner of another card, or words within one."""
    bodies = [body(card) for card in cards]
    kept = list(cards)
    for card in cards:
        if len(card.marks) > 1:
            continue
        for k, other in enumerate(bodies):
            if other is None or cards[k] is card:
                continue
            if card.rank == JOKER and bool((np.abs(other.place(card.marks[0])) < WORDS).all()):
                kept = [c for c in kept if c is not card]
                break
            if _in_free_corner(card.marks[0], cards[k], other):
                at = next(n for n, c in enumerate(kept) if c.marks[0] is cards[k].marks[0])
                kept[at] = join_marks((*kept[at].marks, *card.marks))
                kept = [c for c in kept if c is not card]
                break
    return kept


def _in_free_corner(mark: NamedIndex, card: SeenCard, at: CardBody) -> bool:
    """Whether the index stands, its own way up, in a corner of the card where no index of it was found."""
    place = at.place(mark)
    corner = np.sign(place)
    taken = any((np.sign(at.place(own)) == corner).all() for own in card.marks)
    alike = float(np.array(mark.spot.up) @ at.up / np.hypot(*at.up)) * corner[1]
    near = float(np.hypot(*((place - corner) * [np.hypot(*at.right), np.hypot(*at.up)])))
    return bool(not taken and alike > ALIKE and near < AT * np.hypot(np.hypot(*at.right), np.hypot(*at.up)))
