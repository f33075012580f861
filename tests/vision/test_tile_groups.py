"""Tiles come back as they are read: rows from the top, each from the left, melds where tiles touch."""

from dataclasses import replace

import numpy as np

from vision.spots import Spot
from vision.tiles.tile_labels import tile_name
from vision.tiles.tile_naming import SeenTile
from vision.tiles.tile_reader import group_tiles

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
