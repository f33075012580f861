"""Tiles come back as they are read: rows from the top, each from the left, melds where tiles touch."""

from dataclasses import replace

import numpy as np

from vision.labels import JOKER, NO_SUIT
from vision.reader import DOUBTFUL
from vision.spots import Spot
from vision.tiles.tile_labels import tile_name
from vision.tiles.tile_naming import SeenTile
from vision.tiles.tile_rows import group_tiles, signs_in_rows, with_placed_jokers

HIGH, WIDTH = 20.0, 28.0  # of a mark and of a tile, in pixels


def _row(numbers: list[int], x: float, y: float, turn: float = 0.0, step: float = WIDTH) -> list[SeenTile]:
    """Red tiles side by side from the first one's middle at x, y, turned clockwise by so many radians."""
    cos, sin = np.cos(turn), np.sin(turn)
    tiles = []
    for place, number in enumerate(numbers):
        at = np.array([x + cos * step * place, y + sin * step * place])
        way = (-0.4 * sin, 0.4 * cos)
        spot = Spot(at[0] - way[0] * HIGH, at[1] - way[1] * HIGH, HIGH, (sin, -cos), way, 0.95)
        tiles.append(SeenTile(spot, number - 1, 1, 0.99))
    return tiles


def _leaning(spot: Spot, lean: float) -> Spot:
    """The same mark on a tile that leans so many radians against the row that it stands in."""
    return replace(spot, up=(float(np.sin(lean)), float(-np.cos(lean))))


def _names(groups: list[list[SeenTile]]) -> list[list[str]]:
    return [[tile_name(tile.rank, tile.suit) for tile in group] for group in groups]


def test_tiles_side_by_side_are_one_meld_from_left_to_right() -> None:
    assert _names(group_tiles(_row([4, 5, 6, 7], 100, 100)[::-1])) == [["R4", "R5", "R6", "R7"]]


def test_a_meld_at_a_slant_is_one_meld() -> None:
    assert _names(group_tiles(_row([4, 5, 6, 7], 100, 100, 0.6)[::-1])) == [["R4", "R5", "R6", "R7"]]


def test_a_tile_upside_down_in_a_meld_belongs_to_it() -> None:
    row = _row([4, 5], 100, 100) + _row([6], 100 + 2 * WIDTH, 100, np.pi)
    assert _names(group_tiles(row)) == [["R4", "R5", "R6"]]


def test_rows_beneath_each_other_are_melds_of_their_own_and_gaps_part_melds() -> None:
    lower, upper = _row([1, 2, 3], 100, 142), _row([9, 9], 100, 100) + _row([5], 100 + 3 * WIDTH, 100)
    assert _names(group_tiles(lower + upper)) == [["R9", "R9"], ["R5"], ["R1", "R2", "R3"]]


def test_rows_on_the_steps_of_a_rack_are_melds_of_their_own_seen_from_the_side_too() -> None:
    """Marks are higher here than the steps, and rows rise while their tiles lean."""
    steps = [_row([1, 2, 3, 4, 5], 100 + 9 * step, 100 + 17 * step, step=13.0) for step in range(3)]
    for lean in (-0.35, 0.0, 0.35):
        leaning = [replace(tile, spot=_leaning(tile.spot, lean)) for row in steps for tile in row]
        assert _names(group_tiles(leaning)) == [["R1", "R2", "R3", "R4", "R5"]] * 3


def test_tiles_laid_apart_are_no_meld() -> None:
    assert _names(group_tiles(_row([1, 2, 3], 100, 100, step=3 * WIDTH))) == [["R1"], ["R2"], ["R3"]]


def test_no_tiles_no_melds() -> None:
    assert group_tiles([]) == []


def _joker(tile: SeenTile, confidence: float = 0.99) -> SeenTile:
    """A joker in place of the tile, whose face does not tell well which way up it is."""
    spot = replace(tile.spot, up=(0.6, -0.8), height=HIGH * 0.8, centre_way=(0.0, 0.0))
    return SeenTile(spot, JOKER, NO_SUIT, confidence)


def test_a_joker_stands_as_the_number_beside_it_and_is_in_its_row() -> None:
    row = _row([4, 5, 6, 7], 100, 100)
    row[2] = _joker(row[2])
    placed = with_placed_jokers(row)
    assert _names(group_tiles(placed)) == [["R4", "R5", "JOKER", "R7"]]
    assert placed[2].confidence == 0.99


def test_two_faces_on_one_tile_are_one_joker_which_is_asked_about() -> None:
    row = _row([4, 5, 6, 7], 100, 100)
    upper = row[3]
    lower = replace(upper, spot=replace(upper.spot, y=upper.spot.y + 0.6 * WIDTH))
    placed = with_placed_jokers([*row[:3], _joker(upper, 0.99), _joker(lower, 0.95)])
    assert [tile.rank for tile in placed] == [3, 4, 5, JOKER]
    assert placed[3].confidence < DOUBTFUL
    beside = with_placed_jokers([row[0], _joker(row[1]), _joker(row[2]), row[3]])
    assert [tile.confidence for tile in beside] == [0.99] * 4


def test_a_joker_in_no_row_is_asked_about_since_words_look_like_jokers() -> None:
    row = _row([4, 5, 6], 100, 100)
    (word,) = with_placed_jokers([*row, _joker(replace(row[0], spot=replace(row[0].spot, y=300)))])[3:]
    assert word.confidence < DOUBTFUL


def test_a_mark_in_a_row_that_is_no_number_is_a_tile_with_a_sign_to_be_asked_about() -> None:
    *row, beside, apart = _row([4, 5, 6, 7, 8, 9], 100, 100)
    marks = [replace(tile, rank_confidence=0.01) for tile in (*row, beside)]
    (sign,) = signs_in_rows([*row, *marks], row)
    assert (sign.spot.x, tile_name(sign.rank, sign.suit)) == (beside.spot.x, "SIGN")
    assert sign.confidence < DOUBTFUL
    assert signs_in_rows([apart], row) == []
    assert signs_in_rows([replace(beside, spot=replace(beside.spot, confidence=0.4))], row) == []
