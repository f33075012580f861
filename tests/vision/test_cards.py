"""Which indices make one card: by place and pose, never by what they say alone."""

import numpy as np

from tests.vision.marks import corners, index
from vision.cards import gather
from vision.labels import RANKS, SUITS


def test_both_corners_of_a_card_count_once() -> None:
    (card,) = gather(corners("7H", 300, 300))
    assert (RANKS[card.rank], SUITS[card.suit], len(card.marks)) == ("7", "H", 2)
    assert np.allclose(card.centre, (300, 300))


def test_four_corners_of_a_card_count_once() -> None:
    (card,) = gather(corners("QS", 300, 300, count=4))
    assert len(card.marks) == 4


def test_true_duplicates_side_by_side_count_twice() -> None:
    cards = gather(corners("QS", 300, 300) + corners("QS", 380, 300))
    assert [len(card.marks) for card in cards] == [2, 2]


def test_true_duplicates_that_overlap_closely_count_twice() -> None:
    assert len(gather([index("QS", 100, 100), index("QS", 108, 100)])) == 2


def test_two_sure_and_unlike_indices_are_two_cards_wherever_they_lie() -> None:
    near, _ = corners("6D", 300, 300)
    _, far = corners("9D", 300, 300)
    assert len(gather([near, far])) == 2


def test_two_corners_that_agree_are_surer_than_one() -> None:
    (both,), (one,) = gather(corners("7H", 300, 300)), gather(corners("7H", 300, 300)[:1])
    assert both.sure > one.sure
