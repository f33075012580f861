"""Tiles are looked at as large and as often as they need, cropped from halves that show them as well."""

import json
from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from bench import altered
from tests.shared import SHARED
from tests.vision.tile_pictures import drawn
from vision import reader
from vision.crops import upright_crop
from vision.labels import JOKER, NO_SUIT
from vision.model import Network
from vision.spots import Picture, Spot, spots_at
from vision.tiles import tile_finder, tile_reader
from vision.tiles.halves import Halves, doubled_spot, halved_spot, halvings
from vision.tiles.tile_naming import SeenTile

STEPS = SHARED / "photos-2" / "tiles"
ROW = ["R6", "K9", "O11", "B4", "B13", "K12"]
SPOT = Spot(700.0, 500.0, 300.0, (0.28, -0.96), (0.1, 0.3), 0.9)


@pytest.fixture
def looks(monkeypatch) -> list[int]:
    """The long sides at which a picture was looked at."""
    sides: list[int] = []

    def noted(scaled: Picture, network: Network, factor: float) -> list[Spot]:
        sides.append(max(scaled.shape))
        return spots_at(scaled, network, factor)

    monkeypatch.setattr(tile_finder, "spots_at", noted)
    return sides


def _names(picture: Picture) -> list[str]:
    return [tile.name for tile in tile_reader.read_tiles(picture).cards]


def _sized(picture: Picture, wide: int) -> Picture:
    size = (wide, round(wide * picture.shape[0] / picture.shape[1]))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def test_large_tiles_need_no_large_look(looks: list[int]) -> None:
    assert _names(_sized(drawn([ROW], 5), 4000)) == ROW
    assert looks
    assert max(looks) <= 1100


def test_small_tiles_on_a_large_picture_are_looked_at_large(looks: list[int]) -> None:
    picture: Picture = np.full((1500, 2000, 3), (52, 46, 40), np.uint8)
    far_row = _sized(drawn([ROW], 5), 300)
    picture[700 : 700 + far_row.shape[0], 900:1200] = far_row
    assert _names(picture) == ROW
    assert max(looks) == 2000


@pytest.mark.parametrize(("sure_raised", "looked_at"), [(0.9, 2), (0.5, 1)])
def test_only_doubtful_tiles_that_stay_sure_when_they_are_raised_are_looked_at_so(
    monkeypatch, sure_raised: float, looked_at: int
) -> None:
    doubtful = replace(_seen(3, 1, 0.8), spot=SPOT)
    sizes: list[tuple[int, int]] = []

    def found(halves: Halves, *_networks: Network) -> list[SeenTile]:
        sizes.append(halves.size)
        return [doubtful]

    def named(_halves: Halves, spots: list[Spot], _namer: Network) -> list[SeenTile]:
        (spot,) = spots
        assert (spot.x, spot.y) == (SPOT.x, SPOT.y * 1.5)
        assert SPOT.height < spot.height < SPOT.height * 1.5
        return [replace(doubtful, rank_confidence=sure_raised)]

    monkeypatch.setattr(tile_reader, "find_tiles", found)
    monkeypatch.setattr(tile_reader, "name_upright", named)
    picture: Picture = np.full((1000, 1200, 3), 200, np.uint8)
    picture[500:] = 90  # one of a single colour shows nothing
    tile_reader.read_tiles(picture)
    assert sizes == [(1200, 1000), (1200, 1500)][:looked_at]


def test_a_doubtful_tile_on_dark_wood_is_none() -> None:
    picture: Picture = np.full((300, 1000, 3), 200, np.uint8)
    picture[:, 800:] = (40, 50, 70)
    row = [replace(_seen(3, 1, 0.99), spot=_upright(x), colour_confidence=0.99) for x in (100, 250, 400)]
    doubtful = [replace(_seen(4, 1, 0.6), spot=_upright(x)) for x in (600, 900)]
    assert tile_finder._with_light_faces(Halves(picture), row + doubtful) == row + doubtful[:1]


@pytest.mark.parametrize(("x", "is_cut"), [(10.0, True), (30.0, False), (980.0, True), (970.0, False)])
def test_a_number_that_the_edge_of_the_picture_may_cut_is_asked_about(x: float, is_cut: bool) -> None:
    assert tile_finder._is_cut(_upright(x), 1000, 300) == is_cut


def _upright(x: float) -> Spot:
    return Spot(x, 150.0, 90.0, (0.0, -1.0), (0.0, 0.3), 0.9)


def test_a_mark_in_a_half_lies_where_it_lies_in_the_whole() -> None:
    rng = np.random.default_rng(3)
    coarse = rng.integers(0, 255, (25, 31, 3), np.uint8)
    halves = Halves(np.asarray(cv2.resize(coarse, (1501, 1203), interpolation=cv2.INTER_CUBIC), np.uint8))
    wholly = Halves(halves.halved(0))
    assert halvings(SPOT.height) == 2
    from_half, from_whole = halves.crop(SPOT, 300.0), _whole_crop(wholly, SPOT)
    assert np.abs(from_half.astype(int) - from_whole).mean() < 2
    assert np.abs(from_half.astype(int) - _whole_crop(wholly, replace(SPOT, x=SPOT.x + 4))).mean() > 2
    back = doubled_spot(halved_spot(SPOT, 2), 2)
    assert np.allclose((back.x, back.y, back.height), (SPOT.x, SPOT.y, SPOT.height))


def _whole_crop(halves: Halves, spot: Spot) -> Picture:
    return upright_crop(halves.halved(0), np.array([spot.x, spot.y]), spot.height, np.array(spot.up))


def test_halves_are_recoloured_as_the_whole_is() -> None:
    picture = np.random.default_rng(1).integers(0, 255, (9, 7, 3), np.uint8)
    levels = np.stack([np.arange(255, -1, -1)] * 3, axis=1).astype(np.uint8)[:, None]
    recoloured = Halves(picture).recoloured(levels)
    assert recoloured.size == (7, 9)
    assert (recoloured.halved(0) == 255 - picture).all()
    assert (recoloured.halved(1) == 255 - Halves(picture).halved(1)).all()


def _seen(rank: int, suit: int, rank_confidence: float, colour_confidence: float = 0.9) -> SeenTile:
    return SeenTile(SPOT, rank, suit, rank_confidence, colour_confidence)


def test_white_light_tells_the_colour_and_takes_no_sure_number_away() -> None:
    told = tile_finder._in_white_light(_seen(10, 1, 0.8), _seen(3, 3, 0.1, 0.95))
    assert (told.rank, told.suit, told.confidence) == (10, 3, 0.8 * 0.95)
    assert tile_finder._in_white_light(_seen(10, 1, 0.8), surer := _seen(3, 3, 0.9)) == surer
    joker = _seen(JOKER, NO_SUIT, 0.9, 1.0)
    assert tile_finder._in_white_light(joker, _seen(3, 3, 0.1)) == joker


def test_a_number_that_may_be_two_tiles_is_asked_about_where_rows_are_seen_from_their_end() -> None:
    """A 1 and a 2 that touch look like a 12; no tile has a 0 that would make a 10."""
    seen = [
        _seen(rank, 0, confidence, 1.0) for rank, confidence in ((11, 0.95), (11, 0.98), (9, 0.95), (1, 0.95))
    ]
    asked = [tile.confidence < reader.DOUBTFUL for tile in tile_reader.asked_if_two(seen)]
    assert asked == [True, False, False, False]


@pytest.mark.nightly
@pytest.mark.skipif(not STEPS.exists(), reason="the photos lie beside the checkout")
@pytest.mark.parametrize(
    ("name", "degrees", "side"), [("steps-3.jpg", 70, 3), ("steps-4.jpg", 70, 3), ("steps-3.jpg", 65, 1)]
)
def test_steps_seen_steeply_from_their_end_have_no_tile_wrong_and_sure(
    name: str, degrees: int, side: int
) -> None:
    (entry,) = [e for e in json.loads((STEPS / "labels.json").read_text()) if e["file"] == name]
    picture = reader.decode_picture((STEPS / name).read_bytes())
    assert picture is not None
    read = tile_reader.read_tiles(altered.seen_from(picture, degrees, side))
    sure = Counter(tile.name for tile in read.cards if not tile.doubtful)
    assert sure.total() > 20
    assert not sure - Counter(entry["tiles"])


@pytest.mark.skipif(not STEPS.exists(), reason="the photos lie beside the checkout")
def test_a_12_on_a_photo_from_above_is_not_asked_about_for_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tile_reader, "asked_if_two", lambda _tiles: pytest.fail("the photo is not steep"))
    picture = reader.decode_picture((STEPS / "steps-2.jpg").read_bytes())
    assert picture is not None
    assert len(tile_reader.read_tiles(picture).cards) == 18
