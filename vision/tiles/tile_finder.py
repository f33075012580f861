"""Which tiles are on a picture: marks found at any size, named, each once."""

import cv2
import numpy as np

from vision import spots
from vision.model import Network
from vision.spots import Picture, Spot
from vision.tiles import light, marks
from vision.tiles.marks import Tile

LEAST = 0.35
"""Tiles less sure than this are dropped."""
SURE = 0.9
"""Tiles surer than this tell how large the others are."""
SHORTEST = 160
"""Pixels of the long side at the smallest size looked at."""
UNLIKE = 2.0
"""Marks this many times larger or smaller than the picture's surest ones are none."""
APART = 0.4
"""Heights of a mark that two marks are apart at least."""


def tiles_on(picture: Picture, finder: Network, namer: Network) -> list[Tile]:
    """The tiles of the picture, surest first; in coloured light they are named as white light shows them."""
    found = _kept(marks.told(picture, _spots(picture, finder), namer))
    sure = [tile for tile in found if tile.sure > SURE] or found
    if not sure or not light.coloured(face := light.face_colour(picture, sure)):
        return found
    return _kept(marks.told(light.whitened(picture, face), [tile.spot for tile in found], namer))


def _kept(tiles: list[Tile]) -> list[Tile]:
    return _once(_of_one_size([tile for tile in tiles if tile.sure > LEAST]))


def _spots(picture: Picture, finder: Network) -> list[Spot]:
    """All marks seen at any size. A tile's mark is larger than a card's index, so pictures are looked at
    smaller than those of cards too."""
    found = spots.find(picture, finder)
    factor = spots.sizes(picture.shape[1], picture.shape[0])[-1] / 2
    while factor * max(picture.shape[:2]) >= SHORTEST:
        size = [max(1, round(side * factor)) for side in picture.shape[1::-1]]
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        found += spots.looked(np.asarray(small, np.uint8), finder, factor)
        factor /= 2
    return spots.thinned(found, APART)


def _of_one_size(tiles: list[Tile]) -> list[Tile]:
    sure = [tile.spot.height for tile in tiles if tile.sure > SURE]
    usual = float(np.median(sure)) if sure else 0.0
    return [t for t in tiles if len(sure) < 2 or usual / UNLIKE < t.spot.height < usual * UNLIKE]


def _once(tiles: list[Tile]) -> list[Tile]:
    """Surest first, without those that lie on a surer one."""
    kept: list[Tile] = []
    for tile in sorted(tiles, key=lambda t: -t.sure):
        at = np.array([tile.spot.x, tile.spot.y])
        if all(np.hypot(*(at - (k.spot.x, k.spot.y))) > APART * k.spot.height for k in kept):
            kept.append(tile)
    return kept
