"""Which indices make one card: by place and pose, never by what they say alone."""

import numpy as np

from vision.cards import gather
from vision.labels import RANKS, SUITS
from vision.names import Named
from vision.spots import Spot

HIGH = 20.0
WAY = (1.3, 2.0)  # to the right and down, from the upper left index to the card's middle, in heights


def _index(name: str, x: float, y: float, turn: float = 0.0, way: tuple[float, float] = WAY) -> Named:
    cos, sin = np.cos(turn), np.sin(turn)
    spot = Spot(x, y, HIGH, (sin, -cos), (cos * way[0] - sin * way[1], sin * way[0] + cos * way[1]), 0.95)
    ranks, suits = np.full(len(RANKS), 0.001), np.full(len(SUITS), 0.001)
    ranks[RANKS.index(name[0])], suits[SUITS.index(name[1])] = 0.98, 0.98
    return Named(spot, ranks, suits, 0)


def _corners(name: str, x: float, y: float, count: int = 2) -> list[Named]:
    """Indices of a card whose middle is at x, y."""
    right, down = WAY[0] * HIGH, WAY[1] * HIGH
    found = [_index(name, x - right, y - down), _index(name, x + right, y + down, np.pi)]
    mirrored = (-WAY[0], WAY[1])
    if count == 4:
        found.append(_index(name, x + right, y - down, 0.0, mirrored))
        found.append(_index(name, x - right, y + down, np.pi, mirrored))
    return found


def test_both_corners_of_a_card_count_once() -> None:
    (card,) = gather(_corners("7H", 300, 300))
    assert (RANKS[card.rank], SUITS[card.suit], len(card.marks)) == ("7", "H", 2)
    assert np.allclose(card.centre, (300, 300))


def test_four_corners_of_a_card_count_once() -> None:
    (card,) = gather(_corners("QS", 300, 300, count=4))
    assert len(card.marks) == 4


def test_true_duplicates_side_by_side_count_twice() -> None:
    cards = gather(_corners("QS", 300, 300) + _corners("QS", 380, 300))
    assert [len(card.marks) for card in cards] == [2, 2]


def test_true_duplicates_that_overlap_closely_count_twice() -> None:
    assert len(gather([_index("QS", 100, 100), _index("QS", 108, 100)])) == 2


def test_two_sure_and_unlike_indices_are_two_cards_wherever_they_lie() -> None:
    near, _ = _corners("6D", 300, 300)
    _, far = _corners("9D", 300, 300)
    assert len(gather([near, far])) == 2


def test_two_corners_that_agree_are_surer_than_one() -> None:
    (both,), (one,) = gather(_corners("7H", 300, 300)), gather(_corners("7H", 300, 300)[:1])
    assert both.sure > one.sure
