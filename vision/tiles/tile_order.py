"""The order in which tiles are read: those that touch in a row are one meld, rows from the top."""

import numpy as np
from numpy.typing import NDArray

from vision.lines import in_line, in_rows
from vision.tiles.marks import Tile

Vector = NDArray[np.float64]

ALIKE = np.cos(np.radians(25))
"""Cosine of the most that two tiles of one row may be turned to each other."""
BESIDE = 0.8
"""Heights of a mark by which a tile of a row may stand above or below the next."""
WIDE = (0.4, 1.9)
"""Heights of a mark in a tile's width, at least and at most, over all makes."""
APART = 1.3
"""Tile widths from one tile's middle to the next's, up to which they touch."""


def grouped(tiles: list[Tile]) -> list[list[Tile]]:
    """Tiles that touch side by side, in rows from the top, each row from the left."""
    across, rowed = _across(tiles)
    near = rowed & (across < APART * _width(across, rowed))
    owner = np.arange(len(tiles))
    for i, j in np.argwhere(np.triu(near)):
        owner[owner == owner[i]] = owner[j]
    groups = [in_line([tiles[k] for k in np.flatnonzero(owner == o)]) for o in dict.fromkeys(owner.tolist())]
    return in_rows(groups, _high)


def _across(tiles: list[Tile]) -> tuple[Vector, NDArray[np.bool_]]:
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
    rowed = (np.abs(alike) > ALIKE) & (along < BESIDE) & ~np.eye(len(tiles), dtype=bool)
    return across, rowed


def _width(across: Vector, rowed: NDArray[np.bool_]) -> float:
    """A tile's width in heights of its mark: a picture's tiles being of one make, the least distances to the
    next in a row are those of tiles that touch."""
    nearest = np.where(rowed, across, np.inf).min(1, initial=np.inf)
    nearest = np.sort(nearest[(nearest > WIDE[0]) & (nearest < WIDE[1])])
    return float(nearest[len(nearest) // 5]) if len(nearest) else 0.0


def _high(tiles: list[Tile]) -> float:
    return float(np.mean([tile.spot.height for tile in tiles]))
