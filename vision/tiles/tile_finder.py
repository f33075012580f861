"""Which tiles are on a picture: marks found at any size, named, each once."""

import cv2
import numpy as np

from vision.model import Network
from vision.spots import Picture, Spot, find_spots, look_sizes, single_spots, spots_at, without_doubles
from vision.tiles.tile_light import face_colour, is_coloured, whitened_picture
from vision.tiles.tile_naming import SeenTile, name_tiles

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


def tiles_on(picture: Picture, finder: Network, namer: Network) -> list[SeenTile]:
    """The tiles of the picture, surest first; in coloured light they are named as white light shows them."""
    tiles = _believed_tiles(name_tiles(picture, _spots(picture, finder), namer))
    sure = [tile for tile in tiles if tile.sure > SURE] or tiles
    if not sure or not is_coloured(face := face_colour(picture, sure)):
        return tiles
    return _believed_tiles(name_tiles(whitened_picture(picture, face), [tile.spot for tile in tiles], namer))


def _believed_tiles(tiles: list[SeenTile]) -> list[SeenTile]:
    sized = _of_one_size([tile for tile in tiles if tile.sure > LEAST])
    return without_doubles(sized, lambda tile: tile.spot, lambda tile: tile.sure, APART)


def _spots(picture: Picture, finder: Network) -> list[Spot]:
    """All marks seen at any size. A tile's mark is larger than a card's index, so pictures are looked at
    smaller than those of cards too."""
    spots = find_spots(picture, finder)
    factor = look_sizes(picture.shape[1], picture.shape[0])[-1] / 2
    while factor * max(picture.shape[:2]) >= SHORTEST:
        size = [max(1, round(side * factor)) for side in picture.shape[1::-1]]
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        spots += spots_at(np.asarray(small, np.uint8), finder, factor)
        factor /= 2
    return single_spots(spots, APART)


def _of_one_size(tiles: list[SeenTile]) -> list[SeenTile]:
    sure = [tile.spot.height for tile in tiles if tile.sure > SURE]
    usual = float(np.median(sure)) if sure else 0.0
    return [t for t in tiles if len(sure) < 2 or usual / UNLIKE < t.spot.height < usual * UNLIKE]
