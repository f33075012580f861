"""Find the tiles on a picture: marks found at any size, named, each once."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..labels import JOKER
from ..model import Network
from ..progress import NAMED_AT_ONCE, FoundIndex, tell_found, tell_part
from ..spots import DOUBLED_BELOW, Picture, Spot, look_factors, single_spots, spots_at, without_doubles
from .halves import Halves
from .tile_inks import bare_colour, colours_by_ink
from .tile_labels import tile_name
from .tile_naming import (
    Scale,
    SeenTile,
    name_tiles,
    name_upright,
    stood_like_nearest,
    tile_box,
    turned_like_most,
)
from .tile_rows import signs_in_rows, with_placed_jokers

LEAST_CHANCE, LEAST_CONFIDENCE = 0.5, 0.38
"""Marks less likely to be any tile's are dropped, and those neither named nor found so surely: backs."""
SURE_TILE = 0.9
"""Tiles surer than this tell how large the others are."""
SHORTEST_SIDE = 160
"""Pixels of the long side at the smallest size looked at: a mark is higher than a card's index."""
MOST_UNLIKE = 2.0
"""Marks this many times larger or smaller than the picture's surest ones would be where they lie are none."""
LEAST_SPREAD, MOST_BEYOND = 5, 1.4
"""So many sure tiles tell how heights change over a picture, and up to how many times beyond theirs."""
BETWEEN_OCTAVES = (0.8, 0.63)
"""Parts of an octave's size that are looked at too where the picture is small."""
LOOK_ENDS = (560, DOUBLED_BELOW)
"""Pixels of the long side up to which looks are taken before it is asked whether larger ones are needed."""
SEEN_HEIGHT, LEAST_SURE = 56, 3
"""Pixels of a mark (the median of so many sure tiles at least) in the largest look so far, from which on no
larger one is taken: the network finds marks of 15 to 90 pixels, best those of 20 to 70."""
TOLD_SPOT = 0.5
"""Marks found surer than this are told before they are named."""
LEAST_DISTANCE = 0.4
"""Heights of a mark that two marks are apart at least."""
LEAST_DISTANCES = ((1.0, 0.33), (SURE_TILE, LEAST_DISTANCE), (LEAST_CONFIDENCE, 0.5))
"""The least distance by how sure a mark’s name is. An unsure mark is more likely the double of another."""
LEAST_LIGHT = 0.5
"""Light of a doubtful tile's face in parts of that of the sure ones', at least."""
CREAM = np.array([212.0, 228.0, 236.0])
"""Blue, green and red of a tile's face in white light."""
STRONG_TINT = 0.3
"""Natural logarithm of a share of two colours from which on light counts as coloured."""


def find_tiles(halves: Halves, finder: Network, namer: Network) -> list[SeenTile]:
    """Return the tiles of the picture; under coloured light, with the names that they have in white light.
    What is found is told meanwhile, first where and then what."""
    marks = stood_like_nearest(halves, _named_marks(halves, finder, namer), namer)
    tiles = _with_light_faces(halves, _believed_tiles(marks))
    sure_tiles = [tile for tile in tiles if tile.confidence > SURE_TILE] or tiles
    if sure_tiles and _is_coloured(face_light := _face_colour(halves, sure_tiles)):
        white_halves = halves.recoloured(_whitening(face_light))
        white_tiles = name_upright(white_halves, [tile.spot for tile in tiles], namer)
        tiles = _believed_tiles([_in_white_light(*pair) for pair in zip(tiles, white_tiles, strict=True)])
    tiles = with_placed_jokers(colours_by_ink(halves, turned_like_most(halves, tiles, namer)))
    if signs := signs_in_rows(marks, tiles) if tiles else []:
        tiles = _with_light_faces(halves, tiles + signs)
    tell_found(found_tiles(tiles))
    return [tile.asked_about() if _is_cut(tile.spot, *halves.size) else tile for tile in tiles]


def _is_cut(spot: Spot, width: int, height: int) -> bool:
    """Return whether the edge of the picture may cut the number: it lies within a quarter of the mark's
    height."""
    reach = spot.height / 4
    return not (reach < spot.x < width - reach and reach < spot.y < height - reach)


def _named_marks(halves: Halves, finder: Network, namer: Network) -> list[SeenTile]:
    """Return the marks of the picture, each once. It is enlarged only if tiles may be too small."""
    spots: list[Spot] = []
    named_marks: dict[Spot, SeenTile] = {}
    for factors in _looks(*halves.size):
        for factor in factors:
            spots += spots_at(halves.scaled(factor), finder, factor)
        # naming takes longer than looking, so a mark that several looks show is named once
        spots = single_spots(spots, LEAST_DISTANCE)
        new_spots = [spot for spot in spots if spot not in named_marks]
        for start in range(0, len(new_spots), NAMED_AT_ONCE):
            tell_part(partial(_found_so_far, spots, named_marks))
            part_spots = new_spots[start : start + NAMED_AT_ONCE]
            named_marks.update(zip(part_spots, name_tiles(halves, part_spots, namer), strict=True))
        if _are_seen_large([named_marks[spot] for spot in spots], max(factors)):
            break
    return [named_marks[spot] for spot in spots]


def _found_so_far(spots: Sequence[Spot], named_marks: Mapping[Spot, SeenTile]) -> list[FoundIndex]:
    """Return what is told: the likely tiles of all named marks, and those of the spots that lie elsewhere."""
    tiles = _believed_tiles(list(named_marks.values()))
    tile_spots = {tile.spot for tile in tiles}
    unnamed_spots = [spot for spot in spots if spot not in named_marks and spot.confidence > TOLD_SPOT]
    apart_spots = without_doubles(
        [*tile_spots, *unnamed_spots], lambda spot: spot, lambda spot: spot in tile_spots, LEAST_DISTANCE
    )
    elsewhere = [FoundIndex(tile_box(spot)) for spot in apart_spots if spot not in tile_spots]
    return [*found_tiles(tiles), *elsewhere]


def found_tiles(tiles: Sequence[SeenTile], scale: Scale = (1.0, 1.0)) -> list[FoundIndex]:
    """Return what is told of tiles. `scale`: the factors (x, y) by which the picture taken was scaled."""
    return [FoundIndex(tile_box(tile.spot, scale), tile_name(tile.rank, tile.suit)) for tile in tiles]


def _looks(width: int, height: int) -> list[list[float]]:
    """Return the scale factors of the small looks, then those of the larger ones."""
    octaves = look_factors(width, height, SHORTEST_SIDE)
    longest_side = max(width, height)
    small_octaves = [factor for factor in octaves if factor * longest_side <= DOUBLED_BELOW]
    factors = octaves + [factor * part for factor in small_octaves for part in BETWEEN_OCTAVES]
    ends = (0, *(side / longest_side for side in LOOK_ENDS), np.inf)
    looks = [[factor for factor in factors if low < factor <= high] for low, high in pairwise(ends)]
    return [look for look in looks if look]


def _are_seen_large(tiles: list[SeenTile], factor: float) -> bool:
    """Return whether the sure tiles are so large at this size that no larger look is needed."""
    sure_heights = [tile.spot.height for tile in tiles if tile.confidence > SURE_TILE]
    return len(sure_heights) >= LEAST_SURE and float(np.median(sure_heights)) * factor >= SEEN_HEIGHT


def _believed_tiles(tiles: list[SeenTile]) -> list[SeenTile]:
    seen_tiles = [tile for tile in tiles if max(tile.confidence, tile.spot.confidence) > LEAST_CONFIDENCE]
    tiles = _of_one_size([tile for tile in seen_tiles if tile.mark_chance > LEAST_CHANCE])
    for sure, least_distance in LEAST_DISTANCES:
        apart_tiles = without_doubles(
            tiles, lambda seen: seen.spot, lambda seen: seen.confidence, least_distance
        )
        tiles = [tile for tile in tiles if tile.confidence > sure or tile in apart_tiles]
    return tiles


def _of_one_size(tiles: list[SeenTile]) -> list[SeenTile]:
    sure_spots = [tile.spot for tile in tiles if tile.confidence > SURE_TILE]
    if len(sure_spots) < 2:
        return tiles
    usual_heights = _usual_heights(sure_spots, [tile.spot for tile in tiles])
    unlikeness = np.abs(np.log([tile.spot.height for tile in tiles] / usual_heights))
    return [tile for tile, unlike in zip(tiles, unlikeness, strict=True) if unlike < np.log(MOST_UNLIKE)]


def _usual_heights(sure_spots: list[Spot], spots: list[Spot]) -> NDArray[np.float64]:
    """Return the usual height of a mark at each of the spots. Seen at a slant, heights change evenly over a
    picture."""
    sure_heights = np.array([spot.height for spot in sure_spots])
    if len(sure_spots) < LEAST_SPREAD:
        return np.full(len(spots), np.median(sure_heights))
    sure_places, places = (np.array([(1, spot.x, spot.y) for spot in row]) for row in (sure_spots, spots))
    changes = np.linalg.lstsq(sure_places, sure_heights, rcond=None)[0]
    least, most = sure_heights.min() / MOST_BEYOND, sure_heights.max() * MOST_BEYOND
    return np.asarray(np.clip(places @ changes, least, most))


def _with_light_faces(halves: Halves, tiles: list[SeenTile]) -> list[SeenTile]:
    """Return the sure numbers, and the others whose faces are about as light; the wood of a table is
    darker."""
    sure_tiles = [tile for tile in tiles if tile.confidence > SURE_TILE and tile.rank != JOKER]
    if len(sure_tiles) < LEAST_SURE:
        return tiles
    least_light = LEAST_LIGHT * _face_colour(halves, sure_tiles).mean()
    return [tile for tile in tiles if tile in sure_tiles or bare_colour(halves, tile).mean() > least_light]


# Faces are cream, so what colour they show tells what the light does.


def _face_colour(halves: Halves, tiles: list[SeenTile]) -> NDArray[np.float64]:
    """Return the blue, green and red of these tiles' faces, as a median."""
    return np.asarray(np.median([bare_colour(halves, tile) for tile in tiles], axis=0))


def _is_coloured(face_light: NDArray[np.float64]) -> bool:
    """Return whether the light that gives faces this colour is far from white."""
    log_shares = np.log(np.maximum(face_light, 1) / CREAM)
    return bool(np.ptp(log_shares) > STRONG_TINT)


def _whitening(face_light: NDArray[np.float64]) -> Picture:
    """Return the map of colour levels (256, 1, 3) that turns faces of this colour to cream."""
    # a colour that the light hardly has is not made of its noise
    gain = CREAM / np.maximum(face_light, 15)
    return np.clip(np.arange(256)[:, None] * gain, 0, 255).astype(np.uint8)[:, None]


def _in_white_light(tile: SeenTile, white: SeenTile) -> SeenTile:
    """Return a tile with its colour in white light and the surer of both numbers."""
    if white.rank_confidence > tile.rank_confidence or JOKER in (tile.rank, white.rank):
        return max(tile, white, key=lambda seen: seen.rank_confidence)
    return replace(tile, suit=white.suit, colour_confidence=white.colour_confidence)
