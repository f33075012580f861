"""From a picture to the tiles on it."""

from pathlib import Path

import cv2
import numpy as np

from vision import model
from vision.reader import Read, Reading
from vision.spots import LONGEST, Picture
from vision.tiles import tile_order
from vision.tiles.marks import Tile
from vision.tiles.tile_finder import tiles_on
from vision.tiles.tile_labels import name

FOLDER = model.FOLDER / "tiles"
UNSURE, RAISED = 0.85, 1.5
"""A picture on which tiles are less sure than this is looked at again, made so much higher for its width:
tiles seen from a seat at the table look as flat as this."""


def read(picture: Picture, folder: Path = FOLDER) -> Reading:
    """The tiles on the picture (height, width, 3; blue-green-red): `R9`, `B10`, `O13`, `K1`, `JOKER`; groups
    are tiles that touch side by side."""
    networks = model.networks(folder)
    tiles, scale = tiles_on(picture, *networks), (1.0, 1.0)
    if any(tile.sure < UNSURE for tile in tiles):
        raised, by = _raised(picture)
        other = tiles_on(raised, *networks)
        if _worth(other) > _worth(tiles):
            tiles, scale = other, by
    groups, counted = tile_order.grouped(tiles), iter(range(len(tiles)))
    return Reading(
        tuple(_read(tile, scale) for group in groups for tile in group),
        tuple(tuple(next(counted) for _ in group) for group in groups),
    )


def _raised(picture: Picture) -> tuple[Picture, tuple[float, float]]:
    """The picture made higher, or narrower if it is large; and by how much each way (x, y)."""
    by = (1 / RAISED, 1.0) if max(picture.shape[:2]) * RAISED > LONGEST else (1.0, RAISED)
    size = [max(1, round(side * share)) for side, share in zip(picture.shape[1::-1], by, strict=True)]
    way = cv2.INTER_AREA if by[0] < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, size, interpolation=way), np.uint8), by


def _worth(tiles: list[Tile]) -> int:
    """How many tiles are surely read more than doubtfully."""
    return sum(1 if tile.sure >= UNSURE else -1 for tile in tiles)


def _read(tile: Tile, scale: tuple[float, float]) -> Read:
    spot, side = tile.spot, tile.spot.height * 0.8
    x, y = (spot.x - side / 2) / scale[0], (spot.y - side / 2) / scale[1]
    box = (round(x), round(y), round(side / scale[0]), round(side / scale[1]))
    return Read(name(tile.rank, tile.suit), tile.sure, box, 1)
