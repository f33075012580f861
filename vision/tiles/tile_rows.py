"""Put tiles in rows: touching tiles are a meld, and the place in a row tells more about a tile."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..labels import JOKER, NO_RANK, NO_SUIT
from ..reading_order import group_pieces
from .tile_naming import SeenTile, nearest_tile, placed_like

ALIKE_COSINE = np.cos(np.radians(25))
"""Cosine of the most that two tiles of one row may be turned to each other."""
MOST_BESIDE = 0.8
"""Heights of a mark by which a tile of a row may stand above or below the next."""
MOST_STEEP = 0.4
"""How far off their row, in parts of the way to it, it may stand: on the steps of a rack rows are near."""
MOST_SLOPE = 0.7
"""How far rows rise at most for each step along them, as their tiles stand."""
WIDTH_RANGE = (0.4, 1.9)
"""Heights of a mark in a tile's width, at least and at most, over all makes."""
MOST_APART = 1.3
"""Tile widths from one tile's middle to the next's, up to which they touch."""
ROW_SHARE, MOST_ROW = 0.8, 1.0
"""Tile widths from one row to the next at least, and heights of a mark that are enough: rows seen from a
seat at the table are near to each other."""
ONE_TILE = 0.75  # tile widths from one joker to another up to which they are two faces on one tile
SURE_SIGN = 0.6  # how surely a tile's sign is found at least; what is on blank tiles: 0.2 to 0.4


def with_placed_jokers(tiles: list[SeenTile]) -> list[SeenTile]:
    """Return the tiles with each joker in the position of the nearest number, as its face does not show it.
    Jokers too near to each other are merged to one, which becomes doubtful, as does a joker outside rows:
    words look like jokers."""
    numbers = [tile for tile in tiles if tile.rank != JOKER]
    tiles = [_standing_like(tile, numbers) if tile.rank == JOKER else tile for tile in tiles]
    touching, width = _touching_tiles(tiles)
    heights = np.array([tile.spot.height for tile in tiles])
    is_joker = np.array([tile.rank == JOKER for tile in tiles], bool)
    is_twin = (_distances(tiles) < ONE_TILE * width * heights) & is_joker & is_joker[:, None]
    is_twin &= ~np.eye(len(tiles), dtype=bool)
    is_asked = is_joker & (is_twin.any(1) | ~touching.any(1))
    confidences = np.array([tile.confidence for tile in tiles])
    is_second = (is_twin & (confidences > confidences[:, None])).any(1)
    return [tile.asked_about() if is_asked[n] else tile for n, tile in enumerate(tiles) if not is_second[n]]


def _standing_like(tile: SeenTile, others: list[SeenTile]) -> SeenTile:
    nearest = nearest_tile(tile, others)
    return replace(tile, spot=placed_like(tile.spot, nearest.spot)) if nearest else tile


def _distances(tiles: list[SeenTile]) -> NDArray[np.float64]:
    """Return the distances between all marks, in pixels."""
    middles = np.array([(tile.spot.x, tile.spot.y) for tile in tiles]).reshape(-1, 2)
    return np.asarray(np.hypot(*(middles[None] - middles[:, None]).transpose(2, 0, 1)))


def signs_in_rows(marks: list[SeenTile], tiles: list[SeenTile]) -> list[SeenTile]:
    """Return unread marks beside a tile in its row, as tiles with a sign that the networks did not learn,
    such as a false joker."""
    signs: list[SeenTile] = []
    for mark in sorted(marks, key=lambda mark: -mark.spot.confidence):
        sign = SeenTile(mark.spot, NO_RANK, NO_SUIT, mark.spot.confidence).asked_about()
        placed_sign = _standing_like(sign, tiles)
        if mark.spot.confidence > SURE_SIGN and _fills_a_place(placed_sign, [*tiles, *signs]):
            signs.append(placed_sign)
    return signs


def _fills_a_place(sign: SeenTile, tiles: list[SeenTile]) -> bool:
    touching, width = _touching_tiles([*tiles, sign])
    nearest = _distances([*tiles, sign])[-1, :-1].min() / sign.spot.height
    return bool(touching[-1].any() and nearest > ONE_TILE * width)


def group_tiles(tiles: list[SeenTile]) -> list[list[SeenTile]]:
    """Group tiles that touch side by side to melds, in rows from the top, each row from the left."""
    touching, width = _touching_tiles(tiles)
    row_share = min(ROW_SHARE * width or 1.0, MOST_ROW)
    return group_pieces(
        tiles, touching, lambda group: row_share * float(np.mean([tile.spot.height for tile in group]))
    )


def _touching_tiles(tiles: list[SeenTile]) -> tuple[NDArray[np.bool_], float]:
    """Return which pairs touch in a row (n, n), and a tile's width in heights of its mark."""
    across, in_one_row = _row_distances(tiles)
    width = _tile_width(across, in_one_row)
    return in_one_row & (across < MOST_APART * width), width


def _row_distances(tiles: list[SeenTile]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return, for each pair, the distance along the row in heights of marks, and whether both are in one
    row."""
    middles = np.array([tile.centre for tile in tiles]).reshape(-1, 2)
    ups = np.array([tile.spot.up for tile in tiles]).reshape(-1, 2)
    heights = np.array([tile.spot.height for tile in tiles])
    up_cosines = ups @ ups.T
    # of two tiles upside down to each other, one is counted as if it were upright
    mean_up = ups[:, None] + ups[None] * np.where(up_cosines < 0, -1, 1)[:, :, None]
    mean_up = mean_up / np.maximum(np.hypot(mean_up[..., 0], mean_up[..., 1]), 1e-9)[:, :, None]
    offsets = (middles[None] - middles[:, None]) / ((heights[None] + heights[:, None]) / 2)[:, :, None]
    along_up = (offsets * mean_up).sum(2)
    across_up = offsets[..., 1] * mean_up[..., 0] - offsets[..., 0] * mean_up[..., 1]
    one_way = np.abs(up_cosines) > ALIKE_COSINE
    off_row = np.abs(along_up - _row_slope(along_up, across_up, one_way) * across_up)
    across_up = np.abs(across_up)
    beside = (off_row < MOST_BESIDE) & (off_row < MOST_STEEP * across_up)
    in_one_row = one_way & beside & ~np.eye(len(tiles), dtype=bool)
    return across_up, in_one_row


def _row_slope(
    along_up: NDArray[np.float64], across_up: NDArray[np.float64], one_way: NDArray[np.bool_]
) -> float:
    """Return the rise of rows per step along them. Seen from the side, tiles stand askew on their row."""
    across = np.abs(across_up)
    might_touch = one_way & (across > WIDTH_RANGE[0]) & (across < WIDTH_RANGE[1])
    slopes = along_up[might_touch] / across_up[might_touch]
    slopes = slopes[np.abs(slopes) < MOST_SLOPE]
    return float(np.median(slopes)) if len(slopes) else 0.0


def _tile_width(across_up: NDArray[np.float64], in_one_row: NDArray[np.bool_]) -> float:
    """Return the width of a tile: the tiles of a picture are of one make, so the least distances in a row are
    those of touching tiles."""
    nearest = np.where(in_one_row, across_up, np.inf).min(1, initial=np.inf)
    likely_widths = np.sort(nearest[(nearest > WIDTH_RANGE[0]) & (nearest < WIDTH_RANGE[1])])
    if not len(likely_widths):
        return 0.0
    # not the very least: of a tile found twice, both marks lie nearer than tiles do
    least_width = likely_widths[len(likely_widths) // 5]
    return float(np.median(likely_widths[likely_widths < MOST_APART * least_width]))
