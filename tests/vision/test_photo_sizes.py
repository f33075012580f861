"""Cards are read from any distance: the same photo at any size, and cards that fill the picture."""

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.by_night import by_night
from tests.profiles import thorough
from tests.shared import SHARED
from tests.vision.card_rows import card_row
from vision import reader
from vision.spots import LONGEST_SIDE, Picture

FOLDERS = [folder for folder in (SHARED / "photos", SHARED / "photos-2") if folder.exists()]
SIZES = (0.35, 0.45, 0.6, 0.8, 1.0, 1.3, 1.75, 2.3, 3.0)
needs_photos = pytest.mark.skipif(not FOLDERS, reason="the photos lie beside the checkout")


def _labelled_photos() -> list[tuple[Path, Counter[str]]]:
    labels = [(folder, json.loads((folder / "labels.json").read_text())) for folder in FOLDERS]
    return [
        (folder / entry["file"], Counter(entry["cards"])) for folder, entries in labels for entry in entries
    ]


def _decoded(file: Path) -> Picture:
    picture = reader.decode_picture(file.read_bytes())
    assert picture is not None
    return picture


def _sized(picture: Picture, size: float) -> Picture:
    size = min(size, max(1.0, 1.5 * LONGEST_SIDE / max(picture.shape)))  # all larger ones are shrunk alike
    resize_method = cv2.INTER_AREA if size < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, None, fx=size, fy=size, interpolation=resize_method), np.uint8)


def _names(picture: Picture) -> Counter[str]:
    return Counter(card.name for card in reader.read_cards(picture).cards)


@pytest.mark.nightly
@needs_photos
@pytest.mark.timeout(600)
def test_no_size_of_a_photo_hides_its_cards() -> None:
    """Each photo at one size, all of which have their turn."""
    missing, there = 0, 0
    for number, (file, cards) in enumerate(_labelled_photos()[:: 1 if thorough() else 20]):
        size = SIZES[number % len(SIZES)]
        read_names = _names(_sized(_decoded(file), size))
        assert read_names, (file.name, size)
        missing, there = missing + (cards - read_names).total(), there + cards.total()
    assert missing <= 0.02 * there


def _cut_out(picture: Picture) -> tuple[str, Picture] | None:
    """The surest card of which several indices are seen, alone in the picture; None if there is none."""
    whole_cards = [card for card in reader.find_cards(picture) if len(card.marks) > 1]
    if not whole_cards:
        return None
    card = max(whole_cards, key=lambda card: card.confidence)
    places = np.array([(mark.spot.x, mark.spot.y) for mark in card.marks])
    margin = max(mark.spot.height for mark in card.marks)
    left, top = np.maximum(places.min(0) - margin, 0).astype(int)
    right, bottom = (places.max(0) + margin).astype(int)
    return card.name, picture[top:bottom, left:right]


@pytest.mark.nightly
@needs_photos
def test_one_card_cut_out_of_a_photo_is_read() -> None:
    photos = _labelled_photos()[:: 2 if thorough() else 24]
    cuts = [cut for file, _ in photos if (cut := _cut_out(_decoded(file)))]
    assert sum(name in _names(picture) for name, picture in cuts) >= 0.97 * len(cuts)


@pytest.mark.parametrize("seed", [1, by_night(9)])
@pytest.mark.parametrize("longest_side", [300, *map(by_night, (479, 950)), 1900])
def test_a_card_that_fills_the_picture_is_read(longest_side: int, seed: int) -> None:
    card = card_row(["7H"], 0, seed)[50:-50, 50:-130]
    scale = longest_side / max(card.shape)
    picture = cv2.resize(card, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    assert _names(np.asarray(picture, np.uint8)) == {"7H": 1}
