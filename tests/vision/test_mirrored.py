"""Front cameras show numbers mirrored: they are read the right way round, and every card is asked about."""

import cv2
import numpy as np
import pytest

from bench import photos
from tests.shared import SHARED
from tests.vision.card_rows import card_row
from vision import mirrored, reader
from vision.mirrored import mirrored_picture
from vision.spots import Picture

PHOTOS = SHARED / "photos"
CARDS = ["2S", "3H", "4C", "6D", "7S"]


@pytest.fixture(scope="module")
def row() -> Picture:
    return card_row(CARDS, 220, 3)


def test_a_mirrored_picture_is_read_the_right_way_round_and_asked_about(row: Picture) -> None:
    reading = reader.read_cards(mirrored_picture(row))
    assert [card.name for card in reading.cards] == CARDS
    assert reading.faults == ("mirrored",)
    assert all(card.doubtful for card in reading.cards)


@pytest.mark.nightly
def test_boxes_lie_where_the_mirrored_picture_shows_the_cards(row: Picture) -> None:
    reading, width = reader.read_cards(mirrored_picture(row)), row.shape[1]
    for plain, card in zip(reader.read_cards(row).cards, reading.cards, strict=True):
        assert np.allclose(plain.mirrored(width).box, card.box, atol=2)


@pytest.mark.nightly
def test_small_pictures_are_read_the_right_way_round_too(row: Picture) -> None:
    small = cv2.resize(row, (440, 440 * row.shape[0] // row.shape[1]), interpolation=cv2.INTER_AREA)
    reading = reader.read_cards(mirrored_picture(small))
    assert reading.faults == ("mirrored",)
    assert all(0 <= card.box[0] < small.shape[1] for card in reading.cards)


def test_a_picture_that_is_plainly_read_is_never_mirrored(
    row: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looking both ways takes time."""
    monkeypatch.setattr(mirrored, "name_spots", None)
    assert reader.read_cards(row).faults == ()


@pytest.mark.nightly
@pytest.mark.skipif(not PHOTOS.exists(), reason="the photos lie beside the checkout")
def test_an_eight_of_a_real_photo_is_no_ace_in_its_mirror() -> None:
    picture = reader.decode_picture((PHOTOS / "dark-8s4h6s.jpg").read_bytes())
    assert picture is not None
    reading = reader.read_cards(mirrored_picture(picture))
    assert sorted(card.name for card in reading.cards) == ["4H", "6S", "8S"]
    assert all(card.doubtful for card in reading.cards)


@pytest.mark.nightly
@pytest.mark.timeout(1800)  # every photo, on a machine that does much else
@pytest.mark.skipif(not PHOTOS.exists(), reason="the photos lie beside the checkout")
def test_no_card_of_a_mirrored_photo_is_wrong_and_sure() -> None:
    read = list(photos.results(PHOTOS, way="mirrored"))
    assert sum(result.wrong_unflagged() for result in read) == 0
    assert sum(result.exact for result in read) >= 0.92 * len(read)
    assert all(result.reading.faults == () for result in photos.results(PHOTOS))
