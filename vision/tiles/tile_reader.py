"""From a picture to the tiles on it."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import model
from vision.model import Network
from vision.picture_faults import brightened
from vision.reader import PictureReading, PieceReading, nothing_read, picture_reading
from vision.reading_order import group_pieces
from vision.spots import LONGEST_SIDE, Picture, Spot
from vision.tiles.halves import Halves
from vision.tiles.tile_finder import find_tiles
from vision.tiles.tile_labels import tile_name
from vision.tiles.tile_naming import SeenTile, name_upright

TILES_FOLDER = model.MODEL_FOLDER / "tiles"
SURE_TILE, RAISED_SCALE = 0.85, 1.5
"""A picture on which tiles are less sure than this is looked at again, made so much higher for its width:
tiles seen from a seat at the table look as flat as this."""
STAYING_SURE = 0.92
"""Part of their sureness that tiles keep at least, raised, where that is worth while: tiles of photos made
0.45 to 0.66 times as high keep 0.95 of it and more, those of the same photos as they are 0.78 to 0.97."""
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


def read_tiles(picture: Picture, folder: Path = TILES_FOLDER) -> PictureReading:
    """The tiles on the picture (height, width, 3; blue-green-red): `R9`, `B10`, `O13`, `K1`, `JOKER`; groups
    are tiles that touch side by side."""
    networks = model.load_networks(folder)
    as_taken, picture = picture, brightened(picture)
    tiles, scale = find_tiles(Halves(picture), *networks), (1.0, 1.0)
    if any(tile.confidence < SURE_TILE for tile in tiles):
        raised, raised_scale = _raised_picture(picture)
        if _stay_sure_raised(tiles, halves := Halves(raised), raised_scale, networks[1]):
            raised_tiles = find_tiles(halves, *networks)
            if _summed_confidence(raised_tiles) > _summed_confidence(tiles):
                tiles, scale = raised_tiles, raised_scale
    if not tiles:
        return nothing_read(as_taken, [])
    return picture_reading([[_piece_reading(tile, scale) for tile in group] for group in group_tiles(tiles)])


def _raised_picture(picture: Picture) -> tuple[Picture, tuple[float, float]]:
    """The picture made higher, or narrower if it is large; and by how much each way (x, y)."""
    too_large = max(picture.shape[:2]) * RAISED_SCALE > LONGEST_SIDE
    raised_scale = (1 / RAISED_SCALE, 1.0) if too_large else (1.0, RAISED_SCALE)
    sides = zip(picture.shape[1::-1], raised_scale, strict=True)
    raised_size = [max(1, round(side * side_scale)) for side, side_scale in sides]
    resize_method = cv2.INTER_AREA if raised_scale[0] < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, raised_size, interpolation=resize_method), np.uint8), raised_scale


def _stay_sure_raised(
    tiles: list[SeenTile], halves: Halves, scale: tuple[float, float], namer: Network
) -> bool:
    """Whether the numbers of these tiles are about as sure in the raised picture or surer: else it is not the
    way that they are seen which makes them doubtful, and looking for others there is time lost."""
    raised_tiles = name_upright(halves, [_raised_spot(tile.spot, scale) for tile in tiles], namer)
    raised_chances, chances = ([seen.rank_confidence for seen in row] for row in (raised_tiles, tiles))
    return sum(raised_chances) > STAYING_SURE * sum(chances)


def _raised_spot(spot: Spot, scale: tuple[float, float]) -> Spot:
    up = np.multiply(spot.up, scale)
    length = float(np.hypot(*up))
    return replace(
        spot,
        x=spot.x * scale[0],
        y=spot.y * scale[1],
        height=spot.height * length,
        up=(float(up[0]) / length, float(up[1]) / length),
    )


def _summed_confidence(tiles: list[SeenTile]) -> float:
    """About how many tiles are read rightly."""
    return sum(tile.confidence for tile in tiles)


def _piece_reading(tile: SeenTile, scale: tuple[float, float]) -> PieceReading:
    spot, box_side = tile.spot, tile.spot.height * 0.8
    x, y = (spot.x - box_side / 2) / scale[0], (spot.y - box_side / 2) / scale[1]
    box = (round(x), round(y), round(box_side / scale[0]), round(box_side / scale[1]))
    return PieceReading(tile_name(tile.rank, tile.suit), tile.confidence, box)


def group_tiles(tiles: list[SeenTile]) -> list[list[SeenTile]]:
    """Tiles that touch side by side are one meld; in rows from the top, each row from the left."""
    across, in_one_row = _row_distances(tiles)
    width = _tile_width(across, in_one_row)
    touching = in_one_row & (across < MOST_APART * width)
    row_share = min(ROW_SHARE * width or 1.0, MOST_ROW)
    return group_pieces(
        tiles, touching, lambda group: row_share * float(np.mean([tile.spot.height for tile in group]))
    )


def _row_distances(tiles: list[SeenTile]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """For each pair: how far apart along their row, in marks' heights, and whether they are in one row."""
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
    """How far rows rise for each step along them: seen from the side, tiles stand askew on their row."""
    across = np.abs(across_up)
    might_touch = one_way & (across > WIDTH_RANGE[0]) & (across < WIDTH_RANGE[1])
    slopes = along_up[might_touch] / across_up[might_touch]
    slopes = slopes[np.abs(slopes) < MOST_SLOPE]
    return float(np.median(slopes)) if len(slopes) else 0.0


def _tile_width(across_up: NDArray[np.float64], in_one_row: NDArray[np.bool_]) -> float:
    """A tile's width in heights of its mark: a picture's tiles being of one make, the least distances to the
    next in a row are those of tiles that touch."""
    nearest = np.where(in_one_row, across_up, np.inf).min(1, initial=np.inf)
    likely_widths = np.sort(nearest[(nearest > WIDTH_RANGE[0]) & (nearest < WIDTH_RANGE[1])])
    # not the very least: of a tile found twice, both marks lie nearer than tiles do
    return float(likely_widths[len(likely_widths) // 5]) if len(likely_widths) else 0.0
