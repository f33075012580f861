"""Front cameras show racks of tiles mirrored: they are read the right way round, and every tile is asked
about."""

from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from bench import photos
from tests.by_night import by_night
from tests.shared import SHARED
from tests.vision.tile_pictures import drawn
from vision.mirrored import mirrored_picture
from vision.progress import FoundIndex, listening
from vision.tiles import tile_reader
from vision.tiles.tile_reader import read_tiles

ROWS = [["R6", "K9", "O11", "B4", "R2"], ["B13", "B12", "R1", "O7", "K3"]]
FOLDERS = [SHARED / "photos" / "tiles", SHARED / "photos-2" / "tiles"]
REAL = pytest.mark.skipif(not all(folder.exists() for folder in FOLDERS), reason="the photos lie beside")


def test_mirrored_tiles_are_read_the_right_way_round_and_asked_about() -> None:
    picture = drawn(ROWS, 5)
    reading, width = read_tiles(mirrored_picture(picture)), picture.shape[1]
    assert [[reading.cards[place].name for place in group] for group in reading.groups] == ROWS
    assert reading.faults == ("mirrored",)
    assert all(tile.doubtful for tile in reading.cards)
    for plain, tile in zip(read_tiles(picture).cards, reading.cards, strict=True):
        assert np.allclose(plain.mirrored(width).box, tile.box, atol=4)


def test_tiles_that_are_plainly_read_are_never_mirrored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking both ways takes time."""
    monkeypatch.setattr(tile_reader, "name_tiles", None)
    assert read_tiles(drawn(ROWS, 5)).faults == ()


def test_no_wrong_name_is_told_of_tiles_once_they_are_known_to_be_mirrored() -> None:
    told: list[Sequence[FoundIndex]] = []
    with listening(told.append):
        reading = read_tiles(mirrored_picture(drawn(ROWS, 5)))
    assert len(told[-1]) == len(reading.cards)
    assert not any(index.name for index in told[-1])


def test_a_mirrored_rack_seen_from_a_seat_at_the_table_is_read_the_right_way_round() -> None:
    flat = cv2.resize(drawn(ROWS, 5), None, fx=1, fy=0.6, interpolation=cv2.INTER_AREA)
    reading = read_tiles(mirrored_picture(np.asarray(flat, np.uint8)))
    assert reading.faults == ("mirrored",)
    assert Counter(tile.name for tile in reading.cards) == Counter(name for row in ROWS for name in row)


@pytest.mark.nightly
@REAL
@pytest.mark.parametrize("folder", [FOLDERS[0], by_night(FOLDERS[1])], ids=lambda folder: folder.parent.name)
def test_every_tile_of_a_mirrored_photo_is_read_and_asked_about(folder) -> None:
    for result in photos.results(folder, way="mirrored"):
        assert result.exact
        assert result.wrong_unflagged() == 0
        assert result.reading.faults == ("mirrored",)


@pytest.mark.nightly
@REAL
@pytest.mark.parametrize("folder", [FOLDERS[0], by_night(FOLDERS[1])], ids=lambda folder: folder.parent.name)
def test_no_photo_of_tiles_is_said_to_be_mirrored_that_is_not(folder) -> None:
    assert all(result.reading.faults == () for result in photos.results(folder))
