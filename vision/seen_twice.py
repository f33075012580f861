"""Cards that were perhaps seen twice: two of one name that lie nearer than two cards can side by side."""

from dataclasses import replace
from itertools import product

import numpy as np

from vision.naming import NamedIndex
from vision.seen_cards import LEAST_CORNER_CHANCE, SeenCard, up_cosine, usual_offset

MOST_SURE_TWICE = 0.85
"""A card that may be two is asked about."""
EDGE = 0.5  # heights of an index from its middle to the card's edge


def fold_twice_seen(cards: list[SeenCard]) -> list[SeenCard]:
    """The cards, those called alike that cannot lie side by side as one, which knows where the other was.

    True duplicates lie a card's width apart, or show the same corner where one covers the other; corners of
    one card that the usual way to its middle fits badly, as at a slant, are nearer and different.
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
    if a.name != b.name or not _may_stand_in_different_corners(marks):
        return False
    mean_height = float(np.mean([mark.spot.height for mark in marks]))
    return float(np.hypot(*np.subtract(a.centre, b.centre))) < card_width * mean_height


def _may_stand_in_different_corners(marks: tuple[NamedIndex, ...]) -> bool:
    corner_choices = product(*(_likely_corners(mark, marks[0]) for mark in marks))
    return any(len(set(corners)) == len(marks) for corners in corner_choices)


def _likely_corners(mark: NamedIndex, first_mark: NamedIndex) -> list[tuple[bool, bool]]:
    """The corners that the mark may stand in: upside down to the first or not, mirrored or not."""
    is_upside_down = up_cosine(mark, first_mark) < 0
    chances = {False: 1 - mark.mirrored_chance, True: mark.mirrored_chance}
    return [
        (is_upside_down, mirrored) for mirrored, chance in chances.items() if chance > LEAST_CORNER_CHANCE
    ]
