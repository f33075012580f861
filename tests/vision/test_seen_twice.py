"""One card seen twice is one, and asked about; true duplicates are two."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.marks import HIGH, WAY, corners, index
from vision.card_bodies import fold_twice_seen
from vision.reader import DOUBTFUL
from vision.seen_cards import SeenCard, gather_cards, join_marks


def _cards(*card_marks: list) -> list[SeenCard]:
    return [join_marks(tuple(marks)) for marks in card_marks]


def test_corners_of_one_name_nearer_than_two_cards_can_lie_are_one_card_that_is_asked_about() -> None:
    whole = corners("2D", 300, 300)
    lone = [index("2D", 300 + WAY[0] * HIGH * 1.5, 300 - WAY[1] * HIGH, way=(-WAY[0], WAY[1]))]
    (card,) = fold_twice_seen(_cards(whole, lone))
    assert card.confidence < DOUBTFUL
    assert card.second_spot == lone[0].spot
    assert card.marks == tuple(whole)


@pytest.mark.parametrize("turn", [0.0, 0.7, 2.0])
def test_true_duplicates_side_by_side_stay_two(turn: float) -> None:
    """Their middles are a card's width apart, whatever corners show of them."""
    width = 2 * (WAY[0] + 0.6) * HIGH
    way = width * np.array([np.cos(turn), np.sin(turn)])
    marks = [corners("QH", 300 + x, 300 + y, count=4) for x, y in ((0, 0), way)]
    for shown in (slice(None), slice(2), slice(1)):
        assert len(fold_twice_seen(_cards(*(of_card[shown] for of_card in marks)))) == 2


def test_a_true_duplicate_that_shows_the_same_corner_stays_though_it_is_near() -> None:
    """As in a fan."""
    fanned = [[index("7S", 300 + left, 300)] for left in (0, 1.1 * HIGH)]
    assert len(fold_twice_seen(_cards(*fanned))) == 2


def test_three_corners_of_a_card_are_one_that_is_asked_about_whatever_corner_each_says_it_is() -> None:
    near, far, beside, _ = corners("7C", 300, 300, count=4)
    deceived = [replace(mark, mirrored_chance=0.05) for mark in (near, far, beside)]
    (card,) = fold_twice_seen(gather_cards(deceived))
    assert card.confidence < DOUBTFUL


def test_two_corners_of_a_joker_nearer_than_two_cards_can_lie_are_one_that_is_asked_about() -> None:
    """Its mark is smaller than an index, or lies on its side, so that the usual way to the middle misses."""
    askew = index("JOKER", 300 + 3 * WAY[0] * HIGH, 300 + 2 * WAY[1] * HIGH, np.pi)
    (joker,) = fold_twice_seen(_cards([index("JOKER", 300, 300)], [askew]))
    assert joker.confidence < DOUBTFUL
    assert joker.second_spot == askew.spot


def test_cards_of_other_names_and_jokers_that_could_lie_side_by_side_stay() -> None:
    cards = _cards([index("7S", 300, 300)], [index("7H", 310, 300, np.pi)])
    jokers = _cards([index("JOKER", 300, 300)], [index("JOKER", 310, 300, np.pi)])
    assert len(fold_twice_seen([*cards, *jokers])) == 4
    assert fold_twice_seen(gather_cards([])) == []
