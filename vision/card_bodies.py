"""Cards of which two opposite corners are seen: where their other corners are and what lies within them.

A third index that stands just where such a card has a corner is that corner, whatever glare made of it. Words
in the middle of such a card, as on an ace of spades, are no joker's.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.labels import JOKER
from vision.naming import NamedIndex
from vision.seen_cards import OPPOSITE_COSINE, SeenCard, join_marks, up_cosine

Vector = NDArray[np.float64]

MOST_MISS = 0.17  # parts of the way from middle to corner by which an index may miss the corner it stands in
MOST_MISS_LAST = 0.3  # the same for the last corner of a card that three others show at a slant
WORDS_REACH = (0.65, 1.15)  # parts of the way to a corner's index, across and along, where words may stand
ALIKE_UP = 0.85  # least cosine between the ways up of an index and of the corner that it stands in


@dataclass(frozen=True)
class CardBody:
    """The middle in pixels; ways from it to the right and the upper edge of where its indices are."""

    middle: Vector
    to_right: Vector
    to_top: Vector

    def place_of(self, mark: NamedIndex) -> Vector:
        """Where a mark is: 0, 0 in the middle, 1, 1 in the upper right corner's index."""
        away = np.array([mark.spot.x, mark.spot.y]) - self.middle
        return np.asarray(np.linalg.solve(np.stack([self.to_right, self.to_top], 1), away))


def card_body(card: SeenCard) -> CardBody | None:
    """The body of a card, from two of its indices in opposite corners; None if there are no such two."""
    for a, b in combinations(card.marks, 2):
        if up_cosine(a, b) > OPPOSITE_COSINE:
            continue
        up = np.array(a.spot.up) - np.array(b.spot.up)
        up = up / np.hypot(*up)
        right = np.array([-up[1], up[0]])
        half_way = np.array([a.spot.x - b.spot.x, a.spot.y - b.spot.y]) / 2
        across, along = half_way @ right, half_way @ up
        if abs(across) > 0.3 * a.spot.height and along > 0.5 * a.spot.height:
            middle = np.array([a.spot.x + b.spot.x, a.spot.y + b.spot.y]) / 2
            return CardBody(middle, right * abs(across), up * along)
    return None


def _is_last_corner(mark: NamedIndex, card: SeenCard, body: CardBody) -> bool:
    """Whether the index stands in the last corner of a card, which three others show also at a slant, and
    says something else: one that says the same may be a true duplicate's."""
    corner_signs = np.array([np.sign(body.place_of(own_mark)) for own_mark in card.marks])
    if mark.label == (card.rank, card.suit) or len(np.unique(corner_signs, axis=0)) < 3:
        return False
    places = np.array([(mark.spot.x, mark.spot.y) for mark in card.marks])
    ways = np.linalg.lstsq(np.column_stack([np.ones(len(places)), corner_signs]), places, rcond=None)[0]
    return _in_free_corner(mark, card, CardBody(*ways), MOST_MISS_LAST)


def settle_cards(cards: list[SeenCard]) -> list[SeenCard]:
    """The cards without single indices that are a corner of another card, or words within one."""
    card_bodies = [card_body(card) for card in cards]
    settled_cards = list(cards)
    for card in cards:
        if len(card.marks) > 1:
            continue
        for other_card, other_body in zip(cards, card_bodies, strict=True):
            if other_body is None or other_card is card:
                continue
            is_word = card.rank == JOKER and (np.abs(other_body.place_of(card.marks[0])) < WORDS_REACH).all()
            corner_of = (card.marks[0], other_card, other_body)
            if not is_word and not _in_free_corner(*corner_of) and not _is_last_corner(*corner_of):
                continue
            if not is_word:  # the other card may have got a corner before, and is known by its first mark
                marks = [settled_card.marks[0] for settled_card in settled_cards]
                number = next(n for n, mark in enumerate(marks) if mark is other_card.marks[0])
                settled_cards[number] = join_marks((*settled_cards[number].marks, *card.marks))
            settled_cards = [settled_card for settled_card in settled_cards if settled_card is not card]
            break
    return settled_cards


def _in_free_corner(mark: NamedIndex, card: SeenCard, body: CardBody, most_miss: float = MOST_MISS) -> bool:
    """Whether the index stands, its own way up, in a corner of the card where no index of it was found."""
    mark_place = body.place_of(mark)
    corner_signs = np.sign(mark_place)
    is_taken = any((np.sign(body.place_of(own_mark)) == corner_signs).all() for own_mark in card.marks)
    body_size = np.hypot(*body.to_right), np.hypot(*body.to_top)
    mark_cosine = float(np.array(mark.spot.up) @ body.to_top / body_size[1]) * corner_signs[1]
    distance = float(np.hypot(*((mark_place - corner_signs) * body_size)))
    return bool(not is_taken and mark_cosine > ALIKE_UP and distance < most_miss * np.hypot(*body_size))
