"""Which tiles are on a picture: marks found at any size, named, each once."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.model import Network
from vision.spots import DOUBLED_BELOW, Picture, Spot, find_spots, look_factors, spots_at, without_doubles
from vision.tiles.tile_inks import bare_colour, colours_by_ink
from vision.tiles.tile_naming import SeenTile, name_tiles, turned_spot

LEAST_CONFIDENCE = 0.35
"""Tiles less sure than this are dropped."""
SURE_TILE = 0.9
"""Tiles surer than this tell how large the others are."""
SHORTEST_SIDE = 160
"""Pixels of the long side at the smallest size looked at: a mark is higher than a card's index."""
MOST_UNLIKE = 2.0
"""Marks this many times larger or smaller than the picture's surest ones are none."""
BETWEEN_OCTAVES = (0.8, 0.63)
"""Parts of an octave's size that are looked at too where the picture is small."""
NEIGHBOURS = 4
"""Tiles nearest to one that must all stand alike to say how it does."""
OPPOSITE_COSINE = -0.8
"""Cosine from which on two tiles stand upside down to each other."""
LEAST_TURNED = 0.5
"""Part of a tile's sureness that it must have, the other way up, to be read so."""
LEAST_DISTANCE = 0.4
"""Heights of a mark that two marks are apart at least."""
CREAM = np.array([212.0, 228.0, 236.0])
"""Blue, green and red of a tile's face in white light."""
STRONG_TINT = 0.3
"""Natural logarithm of a share of two colours from which on light counts as coloured."""


def find_tiles(picture: Picture, finder: Network, namer: Network) -> list[SeenTile]:
    """The tiles of the picture, surest first; in coloured light they are named as white light shows them."""
    spots = find_spots(picture, finder, SHORTEST_SIDE, SHORTEST_SIDE, LEAST_DISTANCE)
    spots += _spots_between_octaves(picture, finder)
    # naming takes longer than looking, so a mark that several looks show is named once
    spots = without_doubles(spots, lambda spot: spot, lambda spot: spot.confidence, LEAST_DISTANCE)
    tiles = _believed_tiles(name_tiles(picture, spots, namer))
    sure_tiles = [tile for tile in tiles if tile.confidence > SURE_TILE] or tiles
    if sure_tiles and _is_coloured(face_light := _face_colour(picture, sure_tiles)):
        white_picture, spots = _whitened_picture(picture, face_light), [tile.spot for tile in tiles]
        tiles = _believed_tiles(name_tiles(white_picture, spots, namer))
    return colours_by_ink(picture, _turned_like_neighbours(picture, tiles, namer))


def _turned_like_neighbours(picture: Picture, tiles: list[SeenTile], namer: Network) -> list[SeenTile]:
    """Tiles upside down among others, the right way up if they can be read so: a 6 is no 9 then."""
    places = [place for place in range(len(tiles)) if _stands_against(tiles, place)]
    turned_tiles = name_tiles(picture, [turned_spot(tiles[place].spot) for place in places], namer)
    alike_tiles = list(tiles)
    for place, turned in zip(places, turned_tiles, strict=True):
        if turned.confidence > LEAST_TURNED * tiles[place].confidence:
            alike_tiles[place] = turned
    return alike_tiles


def _stands_against(tiles: list[SeenTile], place: int) -> bool:
    """Whether all those nearest to the tile stand the other way up."""
    distances = [np.hypot(*np.subtract(tile.centre, tiles[place].centre)) for tile in tiles]
    nearest = [tiles[other] for other in np.argsort(distances)[1 : 1 + NEIGHBOURS]]
    cosines = [float(np.dot(tile.spot.up, tiles[place].spot.up)) for tile in nearest]
    return len(nearest) == NEIGHBOURS and max(cosines) < OPPOSITE_COSINE


def _spots_between_octaves(picture: Picture, finder: Network) -> list[Spot]:
    """What the small looks between halves of halves show of makes that the finder hardly knows."""
    longest_side = max(picture.shape[:2])
    octave_factors = look_factors(picture.shape[1], picture.shape[0], SHORTEST_SIDE)
    small_factors = [factor for factor in octave_factors if factor * longest_side <= DOUBLED_BELOW]
    spots = []
    for factor in [factor * part for factor in small_factors for part in BETWEEN_OCTAVES]:
        scaled_size = [max(1, round(side * factor)) for side in picture.shape[1::-1]]
        resize_method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
        scaled = cv2.resize(picture, scaled_size, interpolation=resize_method)
        spots += spots_at(np.asarray(scaled, np.uint8), finder, factor)
    return spots


def _believed_tiles(tiles: list[SeenTile]) -> list[SeenTile]:
    sized_tiles = _of_one_size([tile for tile in tiles if tile.confidence > LEAST_CONFIDENCE])
    return without_doubles(sized_tiles, lambda tile: tile.spot, lambda tile: tile.confidence, LEAST_DISTANCE)


def _of_one_size(tiles: list[SeenTile]) -> list[SeenTile]:
    sure_heights = [tile.spot.height for tile in tiles if tile.confidence > SURE_TILE]
    if len(sure_heights) < 2:
        return tiles
    usual_height = float(np.median(sure_heights))
    least_height, most_height = usual_height / MOST_UNLIKE, usual_height * MOST_UNLIKE
    return [tile for tile in tiles if least_height < tile.spot.height < most_height]


# Faces are cream, so what colour they show tells what the light does.


def _face_colour(picture: Picture, tiles: list[SeenTile]) -> NDArray[np.float64]:
    """Blue, green and red that the faces of these tiles show, the median over all."""
    return np.asarray(np.median([bare_colour(picture, tile) for tile in tiles], axis=0))


def _is_coloured(face_light: NDArray[np.float64]) -> bool:
    """Whether light that gives faces this colour is far from white."""
    log_shares = np.log(np.maximum(face_light, 1) / CREAM)
    return bool(np.ptp(log_shares) > STRONG_TINT)


def _whitened_picture(picture: Picture, face_light: NDArray[np.float64]) -> Picture:
    """The picture as white light would show it, faces of this colour made cream."""
    # a colour that the light hardly has is not made of its noise
    gain = CREAM / np.maximum(face_light, 15)
    lookup_table = np.clip(np.arange(256)[:, None] * gain, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, lookup_table[:, None]), np.uint8)
