"""A tile that seems to stand otherwise than those beside it is read as they stand if it can be."""

from dataclasses import replace

import numpy as np
import pytest

from vision.labels import JOKER
from vision.spots import Spot
from vision.tiles import tile_naming
from vision.tiles.halves import Halves
from vision.tiles.tile_naming import SeenTile

SIX, NINE = 5, 8
NO_PICTURE = Halves(np.zeros((1, 1, 3), np.uint8))


def _tile(place: int, rank: int, up: float) -> SeenTile:
    return SeenTile(Spot(100.0 * place, 50.0, 60.0, (0.0, up), (0.0, -0.3 * up), 0.9), rank, 2, 0.9)


@pytest.fixture
def namer_says(monkeypatch):
    """What the network says of a mark turned round: the rank, and how surely."""

    def set_answer(rank: int, confidence: float) -> None:
        def named(_halves: Halves, spots: list[Spot], _namer: object) -> list[SeenTile]:
            return [SeenTile(spot, rank, 2, confidence) for spot in spots]

        monkeypatch.setattr(tile_naming, "name_upright", named)

    return set_answer


def _told(tiles: list[SeenTile]) -> list[SeenTile]:
    return tile_naming.turned_like_most(NO_PICTURE, tiles, None)


def _ranks(tiles: list[SeenTile]) -> list[int]:
    return [tile.rank for tile in _told(tiles)]


def test_a_nine_upside_down_among_upright_tiles_is_a_six(namer_says) -> None:
    namer_says(SIX, 0.8)
    row = [_tile(place, rank, -1.0) for place, rank in enumerate([3, 4, NINE, 6, 7])]
    row[2] = replace(row[2], spot=replace(row[2].spot, up=(0.0, 1.0)))
    assert _ranks(row) == [3, 4, SIX, 6, 7]


def test_a_six_stands_as_most_numbers_of_the_picture_however_badly_it_is_read_so(namer_says) -> None:
    namer_says(NINE, 0.3)
    told = _told([*(_tile(place, place, -1.0) for place in range(5)), _tile(5, SIX, 1.0)])
    assert (told[-1].rank, told[-1].confidence) == (NINE, 0.3)


@pytest.mark.parametrize("others", [[3, 4, 6, 7], [SIX, NINE], [JOKER, JOKER], []])
def test_a_six_is_asked_about_where_the_others_are_at_odds_or_do_not_say(
    namer_says, others: list[int]
) -> None:
    namer_says(SIX, 0.1)
    row = [_tile(place, rank, 1.0 if place % 2 else -1.0) for place, rank in enumerate([SIX, *others])]
    six = _told(row)[0]
    assert six.rank == SIX
    assert six.confidence < 0.9


def test_a_six_in_a_row_across_the_others_is_as_sure_as_the_numbers_of_its_row(namer_says) -> None:
    namer_says(NINE, 0.9)
    across = [_tile(place, place, -1.0) for place in range(5)]
    across = [replace(tile, spot=replace(tile.spot, up=(1.0, 0.0))) for tile in across]
    six = _told([*across, _tile(6, 2, -1.0), _tile(7, SIX, -1.0)])[-1]
    assert (six.rank, six.confidence) == (SIX, 0.9)


def test_what_cannot_be_read_like_its_neighbours_lies_upside_down_indeed(namer_says) -> None:
    namer_says(3, 0.1)
    row = [_tile(place, place, 1.0 if place == 2 else -1.0) for place in range(5)]
    assert _ranks(row) == [0, 1, 2, 3, 4]


def test_among_tiles_that_lie_any_way_each_stays_as_it_is(namer_says) -> None:
    namer_says(SIX, 0.99)
    assert _ranks([_tile(place, NINE, 1.0 if place % 2 else -1.0) for place in range(6)]) == [NINE] * 6


def _on_its_side(tile: SeenTile) -> SeenTile:
    return replace(tile, spot=replace(tile.spot, up=(1.0, 0.0), height=45.0), rank_confidence=0.2)


def test_a_mark_taken_to_lie_on_its_side_is_read_as_the_nearest_sure_tile_stands(namer_says) -> None:
    namer_says(SIX, 0.8)
    row = [_tile(0, 3, -1.0), _on_its_side(_tile(1, NINE, -1.0)), _tile(2, 4, 1.0)]
    row[0], row[2] = (replace(tile, rank_confidence=0.95) for tile in (row[0], row[2]))
    row[0] = replace(row[0], spot=replace(row[0].spot, x=row[0].spot.x + 10))
    told = tile_naming.stood_like_nearest(NO_PICTURE, row, None)
    assert [tile.rank for tile in told] == [3, SIX, 4]
    assert (told[1].spot.up, told[1].spot.height) == (row[0].spot.up, row[0].spot.height)
    assert (told[1].spot.x, told[1].spot.y) == (row[1].spot.x, row[1].spot.y)


@pytest.mark.parametrize(("confidence", "place"), [(0.1, 1), (0.8, 4)])
def test_a_mark_that_says_less_so_or_lies_far_off_stays_as_it_was_found(
    namer_says, confidence: float, place: int
) -> None:
    namer_says(SIX, confidence)
    row = [replace(_tile(0, 3, -1.0), rank_confidence=0.95), _on_its_side(_tile(place, NINE, -1.0))]
    assert tile_naming.stood_like_nearest(NO_PICTURE, row, None) == row


def test_a_six_that_may_be_a_nine_has_that_for_its_second_guess() -> None:
    """Where no other tile tells which way up it lies."""
    (six,) = _told([_tile(0, SIX, -1)])
    assert six.guess == (NINE, six.suit)
