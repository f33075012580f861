"""Which side of the picture a group faces: 0 the lower one, 90 the left, 180 the upper, 270 the right."""

import numpy as np
import pytest

from tests.by_night import each_nth
from tests.vision.card_rows import card_row
from tests.vision.marks import corners
from tests.vision.tile_pictures import drawn
from vision import reader
from vision.group_turns import group_turn
from vision.mirrored import mirrored_picture
from vision.spots import Picture, Spot
from vision.tiles import tile_reader

QUARTERS = {0: 0, 90: 3, 180: 2, 270: 1}  # of a turn to the left, by degrees to the right


def _turned(picture: Picture, turn: int) -> Picture:
    return np.ascontiguousarray(np.rot90(picture, QUARTERS[turn]))


def _spots(*names_at: tuple[str, float, float]) -> list[Spot]:
    return [mark.spot for name, x, y in names_at for mark in corners(name, x, y)]


@pytest.mark.parametrize("turn", each_nth(QUARTERS, 2))
def test_cards_that_overlap_face_their_player(turn: int) -> None:
    """Each shows the index at its upper left, and the last one the other too."""
    reading = reader.read_cards(_turned(card_row(["4C", "5C", "6C", "7C"], 90, 3), turn))
    assert reading.turns == (turn,)


def test_the_sides_of_a_mirrored_picture_are_those_that_it_shows() -> None:
    reading = reader.read_cards(mirrored_picture(_turned(card_row(["4C", "5C", "6C", "7C"], 90, 3), 90)))
    assert (reading.faults, reading.turns) == (("mirrored",), (270,))


@pytest.mark.parametrize(("y", "turn"), [(100, 180), (900, 0)])
def test_cards_side_by_side_face_the_side_that_they_lie_nearer_to(y: float, turn: int) -> None:
    spots = _spots(("4C", 400, y), ("5C", 470, y), ("6C", 540, y))
    assert group_turn(spots, 3, (1000, 1000)) == group_turn(spots[1:], 3, (1000, 1000)) == turn
    assert group_turn(spots[:1], 1, (1000, 1000)) == turn


def test_tiles_face_their_player() -> None:
    picture = _turned(drawn([["R4", "R5", "R7", "R8"]], 5), 270)
    assert tile_reader.read_tiles(picture).turns == (270,)
