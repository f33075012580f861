"""The committed model reads pictures: drawn ones with known truth, and real ones beside the checkout."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from bench import photos
from tests.by_night import by_night
from tests.shared import SHARED
from tests.vision.card_rows import card_row
from vision import progress, reader
from vision.labels import RANKS
from vision.mirrored import mirrored_picture
from vision.progress import FoundIndex, listening

PHOTOS = SHARED / "photos"


def _names(reading: reader.PictureReading) -> list[str]:
    return sorted(card.name for card in reading.cards)


def test_forty_overlapping_cards_are_all_read_in_their_order() -> None:
    names = [rank + suit for suit in "CDHS" for rank in RANKS[:10]]
    rows = [reader.read_cards(card_row(names[k : k + 20], 70)) for k in (0, 20)]
    read = [card.name for reading in rows for card in reading.cards]
    assert sum(a == b for a, b in zip(read, names, strict=False)) >= 38


def test_what_is_found_is_told_before_the_answer_first_where_and_then_what() -> None:
    """In the picture's own pixels, also where a small one is read enlarged."""
    names = ["6D", "QH", "TC", "AS"]
    picture = card_row(names, 290, 3)
    small = cv2.resize(picture, None, fx=440 / max(picture.shape), fy=440 / max(picture.shape))
    for each in (picture, np.asarray(small, np.uint8)):
        told: list[Sequence[FoundIndex]] = []
        with listening(told.append):
            answer = reader.read_cards(each)
        assert [bool(index.name) for index in told[0]] == [False] * len(told[0])
        assert {index.name for index in told[1]} >= {card.name for card in answer.cards}
        assert {card.box for card in answer.cards} <= {index.box for index in told[1]}
        assert len(told) == 2


def test_names_are_told_part_by_part_while_the_others_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The surest first; what was named stays named."""
    monkeypatch.setattr(progress, "PART_EVERY", 0.0)
    monkeypatch.setattr(reader, "NAMED_AT_ONCE", 3)
    told: list[Sequence[FoundIndex]] = []
    with listening(told.append):
        answer = reader.read_cards(card_row(["6D", "QH", "TC", "AS"], 290, 3))
    named = [sum(bool(index.name) for index in found) for found in told]
    assert len(named) > 3
    assert named == sorted(named)
    assert named[0] == 0 < named[1] < named[-1]
    assert all(len(found) >= len(answer.cards) for found in told)


def test_of_a_mirrored_picture_is_told_where_its_cards_lie() -> None:
    told: list[Sequence[FoundIndex]] = []
    with listening(told.append):
        answer = reader.read_cards(mirrored_picture(card_row(["2S", "3H", "4C", "6D", "7S"], 220, 3)))
    assert answer.faults == ("mirrored",)
    assert {card.box for card in answer.cards} <= {index.box for index in told[-1]}
    assert {card.name for card in answer.cards} <= {index.name for index in told[-1]}


@pytest.mark.parametrize("seed", [3, by_night(4), by_night(7)])
def test_cards_with_four_indices_count_once_each(seed: int) -> None:
    names = ["6D", "QH", "6D", "TC", "AS"]
    assert _names(reader.read_cards(card_row(names, 290, seed, corners=4))) == sorted(names)


@pytest.mark.nightly
def test_jokers_of_most_drawn_decks_are_read_and_nothing_else_is_one() -> None:
    read = [
        [
            name == "JOKER"
            for name in _names(reader.read_cards(card_row(["7H", "JOKER", "KS", "AC"], 270, seed)))
        ]
        for seed in range(8)
    ]
    assert sum(sum(row) for row in read) >= 6
    assert all(sum(row) <= 1 for row in read)


@pytest.mark.parametrize(
    ("seed", "others"), [by_night(1, "C"), (2, "CDH"), by_night(6, "DH"), by_night(11, "CS")]
)
def test_signs_that_are_none_of_the_four_suits_are_not_surely_one(seed: int, others: str) -> None:
    """Stars, acorns, shields in the place of these suits."""
    names = ["7D", "9H", "4S", "JC", "6D"]
    read = reader.read_cards(card_row(names, 270, seed, other_suits=True))
    sure_names = {card.name for card in read.cards if not card.doubtful}
    assert sure_names <= {name for name in names if name[-1] not in others}


def test_true_duplicates_are_read_twice() -> None:
    assert _names(reader.read_cards(card_row(["QH", "7S", "QH", "QH"], 120))) == ["7S", "QH", "QH", "QH"]


@pytest.mark.parametrize("seed", [3, 7])
@pytest.mark.parametrize("lean", [by_night(0.0), 0.12])
def test_true_duplicates_side_by_side_at_a_slant_are_read_twice(seed: int, lean: float) -> None:
    names = ["QH", "QH", "6D", "6D", "6D"]
    picture = card_row(names, 270, seed, corners=4)
    height, width = picture.shape[:2]
    edges = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen = np.array([[lean, 0], [1 - lean / 2, 0.1], [1, 0.75], [0, 0.9]], np.float32) * (width, height)
    turn = cv2.getPerspectiveTransform(edges, seen.astype(np.float32))
    slanted = cv2.warpPerspective(picture, turn, (width, height), borderValue=(60, 110, 40))
    assert _names(reader.read_cards(np.asarray(slanted, np.uint8))) == sorted(names)


def test_a_picture_without_cards_has_none() -> None:
    rng = np.random.default_rng(0)
    wood = cv2.resize(rng.integers(60, 120, (90, 3, 3), np.uint8), (1200, 900), interpolation=cv2.INTER_CUBIC)
    assert reader.read_cards(np.asarray(wood, np.uint8)).cards == ()


@pytest.mark.parametrize("data", [b"", b"no picture", b"\xff\xd8\xff\xe0truncated"])
def test_bytes_that_are_no_picture_are_told_as_such(data: bytes) -> None:
    assert reader.decode_picture(data) is None


@pytest.mark.nightly
@pytest.mark.timeout(1800)  # every photo, on a machine that does much else
@pytest.mark.skipif(not PHOTOS.exists(), reason="the photos lie beside the checkout")
def test_real_photos_are_read_about_as_well_as_the_models_page_says() -> None:
    read = list(photos.results(PHOTOS))
    plain = [result for result in read if "(hard)" not in result.kind and result.kind != "joined"]
    there = sum(result.truth.total() for result in read)
    told = sum(result.read.total() for result in read)
    assert sum(result.exact for result in plain) >= 0.95 * len(plain)
    assert sum(result.exact for result in read) >= 0.92 * len(read)
    assert sum((result.truth - result.read).total() for result in read) <= 0.01 * there
    assert sum((result.read - result.truth).total() for result in read) <= 0.01 * told
    assert sum(result.wrong_unflagged() for result in read) <= 0.004 * told
