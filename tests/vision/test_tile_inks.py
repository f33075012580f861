"""Colours of tiles are told by the inks of one picture together: near ones part at the gap between them."""

from dataclasses import replace

import numpy as np
import pytest

from vision.labels import JOKER, NO_SUIT
from vision.spots import Picture, Spot
from vision.tiles.halves import Halves
from vision.tiles.tile_inks import colours_by_ink
from vision.tiles.tile_labels import COLOURS
from vision.tiles.tile_naming import SeenTile

HIGH, STEP = 80, 120  # of a mark, and from one tile to the next, in pixels
FACE = (190, 170, 150)  # blue, green and red of tiles in a bluish room
DEEP_ORANGE, CRIMSON = (38, 55, 127), (34, 22, 111)
BLACK, TEAL = (20, 17, 13), (70, 62, 14)


def _photo(inks: list[tuple[int, int, int]], light: float = 1.0, face: tuple[int, int, int] = FACE) -> Halves:
    """Tiles in a row, on each a number: a block of ink in its middle."""
    picture: Picture = np.full((160, STEP * len(inks) + 40, 3), np.array(face) * light, np.uint8)
    for place, ink in enumerate(inks):
        x = 80 + place * STEP
        picture[60:100, x - 9 : x + 10] = np.array(ink) * light
    return Halves(picture)


def _tiles(names: str) -> list[SeenTile]:
    """Tiles as the network named them, each by the letter of its colour."""
    tiles = []
    for place, letter in enumerate(names):
        spot = Spot(80.0 + place * STEP, 80.0, HIGH, (0.0, -1.0), (0.0, 0.3), 0.95)
        tiles.append(SeenTile(spot, 4, COLOURS.index(letter), 0.99, 0.8))
    return tiles


def _colours(tiles: list[SeenTile]) -> str:
    return "".join(COLOURS[tile.suit] for tile in tiles)


@pytest.mark.parametrize("light", [0.4, 1.0, 1.3])
def test_an_orange_near_to_red_is_told_from_the_red_beside_it(light: float) -> None:
    photo = _photo([CRIMSON, CRIMSON, DEEP_ORANGE, DEEP_ORANGE], light)
    told = colours_by_ink(photo, _tiles("RRRR"))
    assert _colours(told) == "RROO"
    assert all(tile.confidence > 0.9 for tile in told)


def test_a_dark_teal_is_told_from_the_black_beside_it() -> None:
    assert _colours(colours_by_ink(_photo([BLACK, TEAL, BLACK, TEAL]), _tiles("KKBK"))) == "KBKB"


@pytest.mark.parametrize("named", ["KKKK", "BBBB", "KBBK"])
def test_a_teal_on_cream_by_a_lamp_is_told_from_a_black_that_glare_made_brown(named: str) -> None:
    """Both show about as much colour, the black the wrong way."""
    photo = _photo([(22, 40, 70), (55, 66, 38), (22, 40, 70), (55, 66, 38)], face=(125, 175, 215))
    assert _colours(colours_by_ink(photo, _tiles(named))) == "KBKB"


def test_teals_that_were_all_named_black_are_blue_and_asked_about() -> None:
    """No black is bluer than red by so much; a brown one, with as much colour, is."""
    told = colours_by_ink(_photo([TEAL] * 3), _tiles("KKK"))
    assert _colours(told) == "BBB"
    assert all(tile.confidence < 0.85 for tile in told)
    brown = _tiles("KKK")
    assert colours_by_ink(_photo([(22, 40, 70)] * 3, face=(190, 200, 215)), brown) == brown


def test_a_face_with_hardly_any_ink_on_it_is_no_tile_unless_it_is_named_surely() -> None:
    unsure, sure = (replace(tile, colour_confidence=0.4) for tile in _tiles("BB")), _tiles("BB")
    photo = _photo([(185, 165, 146), (185, 165, 146)])
    assert colours_by_ink(photo, list(unsure)) == []
    assert colours_by_ink(photo, sure) == sure


def test_a_number_on_a_clipped_face_is_asked_about() -> None:
    sure = [replace(tile, colour_confidence=0.99) for tile in _tiles("RRK")]
    inks = [CRIMSON, CRIMSON, BLACK]
    assert colours_by_ink(_photo(inks, face=(240, 249, 255)), sure) == sure
    assert all(tile.confidence < 0.85 for tile in colours_by_ink(_photo(inks, face=(240, 252, 255)), sure))


@pytest.mark.parametrize(("ink", "named"), [(CRIMSON, "RRRR"), (DEEP_ORANGE, "OOOO"), (BLACK, "KKKK")])
def test_shades_of_one_colour_stay_what_they_were_named(ink: tuple[int, int, int], named: str) -> None:
    shades = [tuple(int(part * share) for part in ink) for share in (0.85, 0.95, 1.0, 1.1)]
    tiles = _tiles(named)
    assert colours_by_ink(_photo([(b, g, r) for b, g, r in shades]), tiles) == tiles


def test_an_ink_that_could_be_either_is_asked_about_when_no_other_is_beside_it() -> None:
    sure = [replace(tile, colour_confidence=0.99) for tile in _tiles("RRR")]
    assert all(tile.confidence < 0.85 for tile in colours_by_ink(_photo([DEEP_ORANGE] * 3), sure))
    assert colours_by_ink(_photo([CRIMSON] * 3), sure) == sure


def test_one_tile_alone_and_jokers_stay_what_they_were_named() -> None:
    (tile,) = _tiles("R")
    joker = SeenTile(tile.spot, JOKER, NO_SUIT, 0.9)
    assert colours_by_ink(_photo([DEEP_ORANGE]), [tile]) == [tile]
    assert colours_by_ink(_photo([DEEP_ORANGE]), [joker]) == [joker]
    assert colours_by_ink(_photo([DEEP_ORANGE]), []) == []
