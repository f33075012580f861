"""A tile that seems to stand upside down among others is read like them if it can be."""

from dataclasses import replace

import pytest

from vision.spots import Picture, Spot
from vision.tiles import tile_finder
from vision.tiles.tile_naming import SeenTile

SIX, NINE = 5, 8


def _tile(place: int, rank: int, up: float) -> SeenTile:
    return SeenTile(Spot(100.0 * place, 50.0, 60.0, (0.0, up), (0.0, -0.3 * up), 0.9), rank, 2, 0.9)


@pytest.fixture
def namer_says(monkeypatch):
    """What the network says of a mark turned round: the rank, and how surely."""

    def set_answer(rank: int, confidence: float) -> None:
        def named(_picture: Picture, spots: list[Spot], _namer: object) -> list[SeenTile]:
            return [SeenTile(spot, rank, 2, confidence) for spot in spots]

        monkeypatch.setattr(tile_finder, "name_tiles", named)

    return set_answer


def _ranks(tiles: list[SeenTile]) -> list[int]:
    return [tile.rank for tile in tile_finder._turned_like_neighbours(None, tiles, None)]


def test_a_nine_upside_down_among_upright_tiles_is_a_six(namer_says) -> None:
    namer_says(SIX, 0.8)
    row = [_tile(place, rank, -1.0) for place, rank in enumerate([3, 4, NINE, 6, 7])]
    row[2] = replace(row[2], spot=replace(row[2].spot, up=(0.0, 1.0)))
    assert _ranks(row) == [3, 4, SIX, 6, 7]


def test_what_cannot_be_read_like_its_neighbours_lies_upside_down_indeed(namer_says) -> None:
    namer_says(3, 0.1)
    row = [_tile(place, place, 1.0 if place == 2 else -1.0) for place in range(5)]
    assert _ranks(row) == [0, 1, 2, 3, 4]


def test_among_tiles_that_lie_any_way_each_stays_as_it_is(namer_says) -> None:
    namer_says(SIX, 0.99)
    assert _ranks([_tile(place, NINE, 1.0 if place % 2 else -1.0) for place in range(6)]) == [NINE] * 6
