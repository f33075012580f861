"""What of real photos may be learned from, and what of them is learned."""

from collections import Counter

import numpy as np
import pytest

from tests.vision.marks import corners, index
from training.photographs import may_learn_from, photo_half, photo_truth
from vision.labels import RANKS, SUITS
from vision.seen_cards import gather_cards

NAMES = [f"{number}.jpg" for number in range(50)]
CHOSEN, LAST = (next(n for n in NAMES if photo_half(n) == part) for part in ("choose", "last"))


def test_photos_are_parted_into_two_halves_by_name_alone() -> None:
    parts = Counter(photo_half(f"photo-{number}.jpg") for number in range(400))
    assert 150 < parts["choose"] < 250


@pytest.mark.parametrize(
    ("entry", "may"),
    [
        ({"file": CHOSEN, "licence": "MIT"}, True),
        ({"file": LAST, "licence": "MIT"}, False),
        ({"file": CHOSEN, "licence": "none stated"}, False),
        ({"file": CHOSEN}, False),
        ({"file": CHOSEN, "licence": "MIT", "joined": True}, False),
    ],
)
def test_only_photos_with_a_licence_from_the_first_half_are_learned_from(entry: dict, may: bool) -> None:
    assert may_learn_from(entry) is may


def _labels(rows: np.ndarray) -> list[str]:
    return sorted(RANKS[int(row[7])] + SUITS[int(row[8])] for row in rows)


def test_indices_that_agree_with_what_is_written_down_are_learned_as_it() -> None:
    cards = gather_cards(corners("7H", 300, 300))
    assert _labels(photo_truth(cards, ["7H"])) == ["7H", "7H"]


def test_a_sure_card_that_is_not_written_down_teaches_nothing() -> None:
    cards = gather_cards(corners("7H", 300, 300) + corners("KD", 600, 300))
    assert _labels(photo_truth(cards, ["7H", "KH"])) == ["7H", "7H"]


def test_the_one_doubtful_card_is_learned_as_the_one_that_is_missing() -> None:
    doubtful = index("5D", 600, 300)
    doubtful.suit_chances[:] = [0.01, 0.5, 0.45, 0.02, 0.02]
    cards = gather_cards([*corners("7H", 300, 300), doubtful])
    assert _labels(photo_truth(cards, ["7H", "5H"])) == ["5H", "7H", "7H"]
