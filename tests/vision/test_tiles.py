"""The committed networks read tiles: drawn ones with known truth, and real ones beside the checkout."""

import json
from collections import Counter

import cv2
import numpy as np
import pytest

from bench.photo_results import Result
from bench.photos import results
from scorepad.core.card_text import write_cards
from scorepad.core.notation import read_cards
from scorepad.core.packs import RUMMIKUB
from scorepad.photos import reading
from tests.by_night import by_night
from tests.shared import SHARED
from tests.vision.tile_pictures import drawn
from vision.labels import JOKER
from vision.reader import PictureReading
from vision.tiles import tile_reader
from vision.tiles.tile_labels import COLOURS, tile_name

PHOTOS = SHARED / "photos" / "tiles"
ROWS = [[tile_name(rank, suit) for rank in range(13)] for suit in range(len(COLOURS))]


def _groups(reading: PictureReading) -> list[list[str]]:
    return [[reading.cards[place].name for place in group] for group in reading.groups]


def _middle(box: tuple[int, int, int, int]) -> np.ndarray:
    return np.array([box[0] + box[2] / 2, box[1] + box[3] / 2])


@pytest.mark.parametrize("seed", [3, *map(by_night, (5, 8))])
def test_every_number_in_every_colour_is_read(seed: int) -> None:
    read = Counter(tile.name for tile in tile_reader.read_tiles(drawn(ROWS, seed)).cards)
    assert (read & Counter(each for row in ROWS for each in row)).total() >= 50
    assert read.total() <= 53


def test_duplicates_side_by_side_are_read_twice() -> None:
    row = ["B11", "B11", "K4", "B11"]
    assert _groups(tile_reader.read_tiles(drawn([row], 5))) == [row]


def test_melds_on_a_rack_come_row_by_row_and_a_gap_parts_them() -> None:
    upper, lower = ["B1", "B2", "B3", "", "R9", "K9", "O9"], ["O5", "O6", "O7", "", "", "K13", "R13"]
    wanted = [["B1", "B2", "B3"], ["R9", "K9", "O9"], ["O5", "O6", "O7"], ["K13", "R13"]]
    assert _groups(tile_reader.read_tiles(drawn([upper, lower], 5))) == wanted


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_six_and_a_nine_are_told_apart_any_way_round(turns: int) -> None:
    picture = np.ascontiguousarray(np.rot90(drawn([["R6", "K9", "O6", "B9"]], 5), turns))
    assert sorted(tile.name for tile in tile_reader.read_tiles(picture).cards) == ["B9", "K9", "O6", "R6"]


def test_tiles_seen_from_a_seat_at_the_table_are_read_and_boxed_where_they_lie() -> None:
    rows = [["R6", "K9", "O11", "B4"], ["B13", "B12", "R1", "O7"]]
    picture = drawn(rows, 5)
    flat = cv2.resize(picture, None, fx=1, fy=0.5, interpolation=cv2.INTER_AREA)
    read = tile_reader.read_tiles(np.asarray(flat, np.uint8))
    assert _groups(read) == rows
    whole = tile_reader.read_tiles(picture)
    for low, high in zip(read.cards, whole.cards, strict=True):
        assert np.allclose(_middle(low.box) * (1, 2), _middle(high.box), atol=12)


@pytest.mark.parametrize("light", [(0.25, 0.5, 1.0), (0.2, 0.38, 0.45), (1.2, 0.8, 0.6)])
def test_colours_are_told_apart_in_coloured_light(light: tuple[float, float, float]) -> None:
    rows = [["R6", "O6", "K11", "B4"], ["O13", "R13", "O1", "R3"]]
    picture = np.clip(drawn(rows, 5) * np.array(light), 0, 255).astype(np.uint8)
    assert _groups(tile_reader.read_tiles(picture)) == rows


def test_jokers_are_read() -> None:
    read = [
        tile.name
        for seed in range(6)
        for tile in tile_reader.read_tiles(drawn([["R1", "JOKER", "B3"]], seed)).cards
    ]
    assert read.count("JOKER") >= 5


def test_a_table_without_tiles_has_none() -> None:
    rng = np.random.default_rng(0)
    wood = cv2.resize(rng.integers(60, 120, (90, 3, 3), np.uint8), (1200, 900), interpolation=cv2.INTER_CUBIC)
    assert tile_reader.read_tiles(np.asarray(wood, np.uint8)) == PictureReading((), ())


@pytest.mark.parametrize("shape", [(1, 1), (1, 900), (3000, 2), (40, 40)])
def test_pictures_of_any_shape_can_be_looked_at(shape: tuple[int, int]) -> None:
    assert tile_reader.read_tiles(np.full((*shape, 3), 90, np.uint8)).cards == ()


def test_a_photo_of_tiles_is_told_in_the_notation_of_their_pack() -> None:
    _, data = cv2.imencode(".png", drawn([["R9", "B10", "O13", "K1"]], 5))
    texts = [seen.card for seen in reading.read_photo(data.tobytes(), "rummikub").cards]
    assert write_cards(laid.card for laid in read_cards(" ".join(texts), RUMMIKUB)) == "9R 10B 13O 1K"


def test_tiles_are_read_without_being_told_and_the_answer_says_so() -> None:
    _, tiled = cv2.imencode(".png", drawn([["R9", "B10", "O13", "K1"]], 5))
    answer = reading.read_photo(tiled.tobytes())
    assert ([seen.card for seen in answer.cards], answer.pack) == (
        ["9R", "10B", "13O", "1K"],
        "rummikub",
    )
    _, empty = cv2.imencode(".png", np.full((600, 800, 3), 90, np.uint8))
    assert not reading.read_photo(empty.tobytes()).pack


def test_names_are_the_colour_and_the_number() -> None:
    assert (tile_name(0, 0), tile_name(12, 3), tile_name(JOKER, 4)) == ("K1", "O13", "JOKER")


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photos lie beside the checkout")
def test_real_photos_of_tiles_are_read() -> None:
    read: list[Result] = list(results(PHOTOS))
    assert len(read) == len(json.loads((PHOTOS / "labels.json").read_text()))
    assert sum(result.exact for result in read) >= len(read) - 1
    assert sum((result.truth & result.read).total() for result in read) >= 58
    assert sum(result.wrong_unflagged() for result in read) == 0
