"""Indices of a fan that are not surely named are named by what is seen beside them too, and asked about."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.card_rows import card_row
from tests.vision.marks import HIGH, index
from vision import reader
from vision.crops import index_and_beside
from vision.fan_naming import named_in_fans
from vision.labels import RANKS, SUITS
from vision.naming import NamedIndex, crop_place
from vision.reader import DOUBTFUL
from vision.seen_cards import gather_cards, join_marks

STEP = 0.5 * HIGH
PICTURE = np.full((300, 500, 3), 128, np.uint8)
FAN = [index(name, 100 + STEP * place, 100, 0.1 * place) for place, name in enumerate(("KS", "5S", "QS"))]


class _Answers:
    """A namer of fans that says the same of each crop, as surely as can be."""

    def __init__(self, name: str) -> None:
        self.logits = np.zeros(len(RANKS) + len(SUITS), np.float32)
        self.logits[RANKS.index(name[0])] = self.logits[len(RANKS) + SUITS.index(name[1])] = 30
        self.crop_count = 0

    def run(self, crops: np.ndarray) -> np.ndarray:
        self.crop_count += len(crops)
        return np.repeat(self.logits[None], len(crops), axis=0)


CHECKOUT = Path(__file__).parents[2]


def _unsure(name: str, x: float) -> NamedIndex:
    mark = index(name, x, 100, 0.3)
    suits = np.full_like(mark.suit_chances, 0.05)
    suits[:2] = 0.4
    return replace(mark, suit_chances=suits)


def test_an_unsure_index_in_a_fan_gets_the_name_of_the_namer_of_fans_and_is_asked_about() -> None:
    namer = _Answers("9D")
    *sure, renamed = named_in_fans(PICTURE, [*FAN, _unsure("9C", 100 + 3 * STEP)], namer)
    assert (RANKS[renamed.label[0]], SUITS[renamed.label[1]]) == ("9", "D")
    assert join_marks((renamed,)).confidence < DOUBTFUL
    assert sure == FAN
    assert namer.crop_count == 3  # three looks at the one that was not sure


@pytest.mark.parametrize("mark", [_unsure("9C", 400), index("9C", 100 + 3 * STEP, 100, 0.3)])
def test_an_index_outside_of_a_fan_and_a_surely_named_one_are_not_looked_at(mark: NamedIndex) -> None:
    namer = _Answers("9D")
    assert not named_in_fans(PICTURE, [*FAN, mark], namer)[-1].in_fan
    assert namer.crop_count == 0


def test_two_unlike_indices_of_a_fan_are_never_corners_of_one_card() -> None:
    unsure = _unsure("9C", 100 + 3 * STEP)
    beside = index("9D", unsure.spot.x + 2.6 * HIGH, 100, 0.3, (-1.3, 2.0))
    assert len(gather_cards([unsure, beside])) == 1
    assert len(gather_cards([replace(unsure, in_fan=True), beside])) == 2


@pytest.mark.parametrize(("is_mirrored", "beside"), [(False, 200), (True, 50)])
def test_what_is_beside_an_index_is_taken_from_the_side_of_its_card_s_middle(
    is_mirrored: bool, beside: int
) -> None:
    picture = np.full((200, 400, 3), 100, np.uint8)
    picture[:, 220:], picture[:, :180] = 200, 50
    crop = index_and_beside(picture, crop_place(index("KS", 200, 100).spot), is_mirrored)
    assert crop.shape == (64, 96, 3)
    assert (crop[:, -8:] == beside).all()


def test_a_tight_row_is_read_where_half_of_each_index_is_covered() -> None:
    """Without the namer of fans six of the ten are right."""
    names = ["2S", "3H", "4C", "6D", "7S", "9H", "TC", "JD", "QS", "KH"]
    reading = reader.read_cards(card_row(names, 22, 3))
    right = [card for card in reading.cards if card.name in names]
    assert len(right) >= 7
    assert all(card.doubtful for card in reading.cards if card.name not in names)


def test_no_card_is_invented_beside_those_of_a_drawn_hand_that_was_saved_again() -> None:
    """What is a little like a jack there is 0.28 sure in the place of a fan's card."""
    picture = cv2.imread(str(CHECKOUT / "bench" / "hand.jpg"))
    _, saved = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])
    names = ["8D", "AC", "3C", "KS", "6H", "KH", "4D", "7D", "2C", "7D"]
    read = reader.read_cards(reader.decode_picture(saved.tobytes()), pack_count=2)
    assert Counter(card.name for card in read.cards) == Counter(names)
