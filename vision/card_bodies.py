"""The corners and the inside of a card, worked out from two of its indices in opposite corners.

A third index that stands exactly in another corner of the card belongs to it, however badly it reads. Words
inside the card, as on an ace of spades, are no joker. Two cards of one name too near to lie side by side may
be one card seen twice.
"""

from dataclasses import dataclass, replace
from itertools import combinations, permutations, product

import numpy as np
from numpy.typing import NDArray

from .labels import JOKER
from .naming import NamedIndex
from .seen_cards import (
    LEAST_CORNER_CHANCE,
    OPPOSITE_COSINE,
    SeenCard,
    are_too_near,
    join_marks,
    up_cosine,
    usual_offset,
)

Vector = NDArray[np.float64]

MOST_MISS = 0.17  # parts of the way from middle to corner by which an index may miss the corner it stands in
MOST_MISS_LAST = 0.3  # the same for the last corner of a card that three others show at a slant
WORDS_REACH = (0.65, 1.15)  # parts of the way to a corner's index, across and along, where words may stand
ALIKE_UP = 0.85  # least cosine between the ways up of an index and of the corner that it stands in
MOST_SURE_TWICE = 0.85
"""A card that may be two is asked about."""
NARROWEST, WIDEST, MOST_ASKEW = 0.6, 0.8, 0.12
"""The way from an index to the one beside it over the way to the one below on a card, and parts of them by
which the three miss a right angle."""
EDGE = 0.5  # heights of an index from its middle to the card's edge


@dataclass(frozen=True)
class CardBody:
    """A card's middle in pixels, and the vectors from it to the right and upper lines on which its indices
    stand."""

    middle: Vector
    to_right: Vector
    to_top: Vector

    def place_of(self, mark: NamedIndex) -> Vector:
        """Return the place of a mark relative to the card: 0, 0 is the middle, 1, 1 the index in the upper
        right corner."""
        away = np.array([mark.spot.x, mark.spot.y]) - self.middle
        return np.asarray(np.linalg.solve(np.stack([self.to_right, self.to_top], 1), away))


def card_body(card: SeenCard) -> CardBody | None:
    """Return the body of a card from two of its indices in opposite corners; None if there are no such
    two."""
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
    """Return whether an index of another name stands in the fourth corner of a card that shows three. An
    index of the same name may belong to a duplicate."""
    corner_signs = np.array([np.sign(body.place_of(own_mark)) for own_mark in card.marks])
    if mark.label == (card.rank, card.suit) or len(np.unique(corner_signs, axis=0)) < 3:
        return False
    places = np.array([(mark.spot.x, mark.spot.y) for mark in card.marks])
    ways = np.linalg.lstsq(np.column_stack([np.ones(len(places)), corner_signs]), places, rcond=None)[0]
    return _in_free_corner(mark, card, CardBody(*ways), MOST_MISS_LAST)


def settle_cards(cards: list[SeenCard]) -> list[SeenCard]:
    """Return the cards without single indices that are a corner of another card, or words inside one."""
    card_bodies = [card_body(card) for card in cards]
    settled_cards = list(cards)
    for card in cards:
        for other_card, other_body in zip(cards, card_bodies, strict=True):
            if other_body is None or other_card is card:
                continue
            # the other card may have got a corner before, or may be gone, and is known by its first mark
            marks = [settled_card.marks[0] for settled_card in settled_cards]
            number = next((n for n, mark in enumerate(marks) if mark is other_card.marks[0]), None)
            is_word = _is_word(card, other_body)
            if number is None or not (is_word or _are_corners(card, settled_cards[number], other_body)):
                continue
            if not is_word:
                settled_cards[number] = join_marks((*settled_cards[number].marks, *card.marks))
            settled_cards = [settled_card for settled_card in settled_cards if settled_card is not card]
            break
    return settled_cards


def _is_word(card: SeenCard, other_body: CardBody) -> bool:
    """Return whether a card is a single index that was read from words inside another card."""
    is_lone_joker = card.rank == JOKER and len(card.marks) == 1
    return is_lone_joker and bool((np.abs(other_body.place_of(card.marks[0])) < WORDS_REACH).all())


def _are_corners(card: SeenCard, other_card: SeenCard, other_body: CardBody) -> bool:
    """Return whether all indices of a card stand in empty corners of another card.

    Two cards lying so exactly on each other would not both be seen.
    """
    if len(card.marks) == 1 and _is_last_corner(card.marks[0], other_card, other_body):
        return True
    corners = {tuple(np.sign(other_body.place_of(mark))) for mark in card.marks}
    return len(corners) == len(card.marks) and all(
        _in_free_corner(mark, other_card, other_body) for mark in card.marks
    )


def _in_free_corner(mark: NamedIndex, card: SeenCard, body: CardBody, most_miss: float = MOST_MISS) -> bool:
    """Return whether an index stands, the right way up, in a corner of the card that has no index yet."""
    mark_place = body.place_of(mark)
    corner_signs = np.sign(mark_place)
    is_taken = any((np.sign(body.place_of(own_mark)) == corner_signs).all() for own_mark in card.marks)
    body_size = np.hypot(*body.to_right), np.hypot(*body.to_top)
    mark_cosine = float(np.array(mark.spot.up) @ body.to_top / body_size[1]) * corner_signs[1]
    distance = float(np.hypot(*((mark_place - corner_signs) * body_size)))
    return bool(not is_taken and mark_cosine > ALIKE_UP and distance < most_miss * np.hypot(*body_size))


def fold_twice_seen(cards: list[SeenCard]) -> list[SeenCard]:
    """Return the cards with any two of one name merged if they cannot lie side by side; the merged card keeps
    the other's spot.

    True duplicates lie a card's width apart, or show the same corner if one covers the other. Corners of one
    card that was not joined, as at a slant, are nearer and different.
    """
    marks = [mark for card in cards for mark in card.marks]
    if not marks:
        return cards
    card_width = 2 * (float(usual_offset(marks)[0]) + EDGE)
    folded_cards: list[SeenCard] = []
    for card in sorted(cards, key=lambda card: (-len(card.marks), -card.confidence)):
        alike_places = (n for n, other in enumerate(folded_cards) if _may_be_one(other, card, card_width))
        place = next(alike_places, None)
        if place is None:
            folded_cards.append(card)
        else:
            first = folded_cards[place]
            confidence = min(first.confidence, MOST_SURE_TWICE)
            second_spot = first.second_spot or card.marks[0].spot
            folded_cards[place] = replace(first, confidence=confidence, second_spot=second_spot)
    return folded_cards


def _may_be_one(a: SeenCard, b: SeenCard, card_width: float) -> bool:
    marks = (*a.marks, *b.marks)
    if a.name != b.name:
        return False
    if _show_three_corners(a, b) or _show_three_corners(b, a):
        return True
    if not _may_stand_in_different_corners(marks):
        return False
    mean_height = float(np.mean([mark.spot.height for mark in marks]))
    return float(np.hypot(*np.subtract(a.centre, b.centre))) < card_width * mean_height


def _show_three_corners(a: SeenCard, b: SeenCard) -> bool:
    """Return whether two indices of a and one of b stand in three corners of one card."""
    return any(
        _are_three_corners(*three)
        for two in combinations(a.marks, 2)
        for mark in b.marks
        for three in permutations((*two, mark))
    )


def _are_three_corners(mark: NamedIndex, beside: NamedIndex, opposite: NamedIndex) -> bool:
    """Return whether two indices stand beside and opposite to another as in the corners of one card, whatever
    they say of their corners."""
    if up_cosine(mark, beside) < ALIKE_UP or up_cosine(mark, opposite) > OPPOSITE_COSINE:
        return False
    up = np.array(mark.spot.up)
    to_own = np.array([(-up[1], up[0]), up])
    across, off_across = np.abs(to_own @ [beside.spot.x - mark.spot.x, beside.spot.y - mark.spot.y])
    off_along, along = np.abs(to_own @ [opposite.spot.x - mark.spot.x, opposite.spot.y - mark.spot.y])
    is_card = NARROWEST * along < across < WIDEST * along
    return bool(is_card and off_across < MOST_ASKEW * across and off_along < MOST_ASKEW * along)


def _may_stand_in_different_corners(marks: tuple[NamedIndex, ...]) -> bool:
    if any(are_too_near(a, b) for a, b in combinations(marks, 2)):
        return False
    corner_choices = product(*(_likely_corners(mark, marks[0]) for mark in marks))
    return any(len(set(corners)) == len(marks) for corners in corner_choices)


def _likely_corners(mark: NamedIndex, first_mark: NamedIndex) -> list[tuple[bool, bool]]:
    """Return the likely corners of a mark: whether it is upside down to the first mark, and whether it is
    mirrored."""
    is_upside_down = up_cosine(mark, first_mark) < 0
    chances = {False: 1 - mark.mirrored_chance, True: mark.mirrored_chance}
    return [
        (is_upside_down, mirrored) for mirrored, chance in chances.items() if chance > LEAST_CORNER_CHANCE
    ]
