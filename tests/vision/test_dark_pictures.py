"""Dark pictures are read like bright ones; where nothing is read, what may be wrong is measured."""

import cv2
import numpy as np
import pytest

from tests.vision.card_rows import card_row
from vision import reader
from vision.model import Network
from vision.picture_faults import brightened, picture_faults
from vision.spots import Picture, Spot
from vision.tiles import tile_reader

CARDS = ["4C", "5C", "QH"]


@pytest.fixture(scope="module")
def row() -> Picture:
    return card_row(CARDS, 400, 1)


def _dimmed(picture: Picture, light: float) -> Picture:
    return np.asarray(picture * light, np.uint8)


@pytest.mark.parametrize("light", [0.3, 0.1, 0.05])
def test_a_picture_with_little_light_shows_the_same_cards(row: Picture, light: float) -> None:
    assert sorted(card.name for card in reader.read_cards(_dimmed(row, light)).cards) == sorted(CARDS)


def test_a_bright_picture_is_left_as_it_is(row: Picture) -> None:
    assert brightened(row) is row


def test_black_and_empty_pictures_show_nothing_and_are_dark() -> None:
    black = np.zeros((300, 400, 3), np.uint8)
    assert reader.read_cards(black).cards == tile_reader.read_tiles(black).cards == ()
    assert reader.read_cards(black).faults == tile_reader.read_tiles(black).faults == ("dark",)


@pytest.mark.parametrize("level", [0, 4, 90, 250])
def test_pictures_of_one_colour_are_answered_without_a_network(
    monkeypatch: pytest.MonkeyPatch, level: int
) -> None:
    """A lens that is covered, a table alone: noise is nothing to look for cards in."""
    monkeypatch.setattr(Network, "run", None)
    noise = np.random.default_rng(1).normal(level, 2.5, (1500, 2000, 3))
    picture = np.clip(noise, 0, 255).astype(np.uint8)
    for read in (reader.read_cards, tile_reader.read_tiles):
        assert read(picture) == reader.PictureReading((), (), ("dark",) if level < 60 else ())


def test_pictures_too_small_to_show_a_card_are_called_far(row: Picture) -> None:
    pages = np.random.default_rng(1).integers(0, 256, (120, 160, 3), np.uint8)
    for small in (cv2.resize(row, (16, 12), interpolation=cv2.INTER_AREA), pages):
        assert reader.read_cards(small).faults == tile_reader.read_tiles(small).faults == ("far",)


def test_a_photo_on_which_nothing_is_read_is_looked_at_once_in_black_and_once_in_white(
    monkeypatch: pytest.MonkeyPatch, row: Picture
) -> None:
    looks = []
    monkeypatch.setattr(reader, "find_spots", lambda *_: looks.append(1) or [])
    assert reader.read_cards(row).cards == ()
    assert looks == [1, 1]


def test_what_is_read_has_no_faults(row: Picture) -> None:
    assert reader.read_cards(_dimmed(row, 0.1)).faults == ()


def test_a_blurred_picture_is_called_blurred_and_a_sharp_one_not(row: Picture) -> None:
    assert picture_faults(np.asarray(cv2.GaussianBlur(row, (0, 0), 5)), []) == ("blurred",)
    assert picture_faults(row, []) == ()


def test_indices_too_small_to_be_read_call_a_picture_far(row: Picture) -> None:
    spots = [Spot(x, 20, 8, (0, -1), (1, 2), 0.5) for x in (20, 60)]
    assert picture_faults(row, spots) == ("far",)
    assert picture_faults(row, spots[:1]) == ()
    assert picture_faults(_dimmed(row, 0.1), spots) == ("dark",)
