"""From a picture to the tiles on it."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import model
from vision.reader import PictureReading, PieceReading, picture_reading
from vision.reading_order import piece_groups
from vision.spots import LONGEST, Picture
from vision.tiles.tile_finder import tiles_on
from vision.tiles.tile_labels import tile_name
from vision.tiles.tile_naming import SeenTile

FOLDER = model.FOLDER / "tiles"
UNSURE, RAISED = 0.85, 1.5
"""A picture on which tiles are less sure than this is looked at again, made so much higher for its width:
tiles seen from a seat at the table look as flat as this."""
ALIKE = np.cos(np.radians(25))
"""Cosine of the most that two tiles of one row may be turned to each other."""
BESIDE = 0.8
"""Heights of a mark by which a tile of a row may stand above or below the next."""
WIDE = (0.4, 1.9)
"""Heights of a mark in a tile's width, at least and at most, over all makes."""
APART = 1.3
"""Tile widths from one tile's middle to the next's, up to which they touch."""


def read(picture: Picture, folder: Path = FOLDER) -> PictureReading:
    """The tiles on the picture (height, width, 3; blue-green-red): `R9`, `B10`, `O13`, `K1`, `JOKER`; groups
    are tiles that touch side by side."""
    networks = model.networks(folder)
    tiles, scale = tiles_on(picture, *networks), (1.0, 1.0)
    if any(tile.sure < UNSURE for tile in tiles):
        raised, by = _raised(picture)
        other = tiles_on(raised, *networks)
        if _worth(other) > _worth(tiles):
            tiles, scale = other, by
    return picture_reading([[_reading(tile, scale) for tile in group] for group in tile_groups(tiles)])


def _raised(picture: Picture) -> tuple[Picture, tuple[float, float]]:
    """The picture made higher, or narrower if it is large; and by how much each way (x, y)."""
    by = (1 / RAISED, 1.0) if max(picture.shape[:2]) * RAISED > LONGEST else (1.0, RAISED)
    size = [max(1, round(side * share)) for side, share in zip(picture.shape[1::-1], by, strict=True)]
    way = cv2.INTER_AREA if by[0] < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, size, interpolation=way), np.uint8), by


def _worth(tiles: list[SeenTile]) -> int:
    """How many tiles are surely read more than doubtfully."""
    return sum(1 if tile.sure >= UNSURE else -1 for tile in tiles)


def _reading(tile: SeenTile, scale: tuple[float, float]) -> PieceReading:
    spot, side = tile.spot, tile.spot.height * 0.8
    x, y = (spot.x - side / 2) / scale[0], (spot.y - side / 2) / scale[1]
    box = (round(x), round(y), round(side / scale[0]), round(side / scale[1]))
    return PieceReading(tile_name(tile.rank, tile.suit), tile.sure, box, 1)


def tile_groups(tiles: list[SeenTile]) -> list[list[SeenTile]]:
    """Tiles that touch side by side are one meld; in rows from the top, each row from the left."""
    across, in_one_row = _across(tiles)
    touching = in_one_row & (across < APART * _width(across, in_one_row))
    return piece_groups(tiles, touching, lambda group: float(np.mean([tile.spot.height for tile in group])))


def _across(tiles: list[SeenTile]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """For each pair: how far apart along their row, in marks' heights, and whether they are in one row."""
    middle = np.array([tile.centre for tile in tiles]).reshape(-1, 2)
    up = np.array([tile.spot.up for tile in tiles]).reshape(-1, 2)
    high = np.array([tile.spot.height for tile in tiles])
    alike = up @ up.T
    mean_up = up[:, None] + up[None] * np.where(alike < 0, -1, 1)[:, :, None]
    mean_up = mean_up / np.maximum(np.hypot(mean_up[..., 0], mean_up[..., 1]), 1e-9)[:, :, None]
    way = (middle[None] - middle[:, None]) / ((high[None] + high[:, None]) / 2)[:, :, None]
    along = np.abs((way * mean_up).sum(2))
    across = np.abs(way[..., 1] * mean_up[..., 0] - way[..., 0] * mean_up[..., 1])
    in_one_row = (np.abs(alike) > ALIKE) & (along < BESIDE) & ~np.eye(len(tiles), dtype=bool)
    return across, in_one_row


def _width(across: NDArray[np.float64], in_one_row: NDArray[np.bool_]) -> float:
    """A tile's width in heights of its mark: a picture's tiles being of one make, the least distances to the
    next in a row are those of tiles that touch."""
    nearest = np.where(in_one_row, across, np.inf).min(1, initial=np.inf)
    nearest = np.sort(nearest[(nearest > WIDE[0]) & (nearest < WIDE[1])])
    return float(nearest[len(nearest) // 5]) if len(nearest) else 0.0
