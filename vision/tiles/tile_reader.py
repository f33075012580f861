"""Read the tiles on a picture.

A picture of a front camera is mirrored: a 2 looks like a 5 in it, a 6 like a 2.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from .. import model
from ..group_turns import group_turn
from ..labels import JOKER
from ..mirrored import LEAST_SPOT, MOST_MARKS, PLAINLY_NAMED, MirrorLook, mirrored_picture, mirrored_spot
from ..model import Network
from ..picture_faults import brightened, shows_nothing
from ..progress import FoundIndex, silently, tell_found
from ..reader import (
    PictureReading,
    PieceReading,
    asked_about,
    mirrored_back,
    nothing_read,
    picture_reading,
)
from ..spots import LONGEST_SIDE, Picture, Spot, resized
from .halves import Halves
from .tile_finder import find_tiles, found_tiles
from .tile_labels import tile_name
from .tile_naming import Scale, SeenTile, name_tiles, name_upright, tile_box
from .tile_rows import group_tiles

TILES_FOLDER = model.MODEL_FOLDER / "tiles"
SURE_TILE, RAISED_SCALES = 0.85, (1.5, 2.25)
"""A picture on which numbers are less sure than this is looked at again, made so much higher for its width,
then more if that helps: tiles seen from a seat at the table, or rows from their end, look as flat as this."""
STAYING_SURE = 0.92
"""Part of their sureness that tiles keep at least, raised, where that is worth while: tiles of photos made
0.45 to 0.66 times as high keep 0.95 of it and more, those of the same photos as they are 0.78 to 0.97."""
TWO_TILES, SURE_OF_ONE = (10, 11, 12), 0.97
"""Ranks of 11, 12 and 13, and how surely they are read at least where rows are seen from their end: there a 1
and the number beside it touch, and were read as 12 with 0.94 and 0.965."""
LEAST_TELLING = 3
"""So many tiles tell at least: fewer may be none."""
LEAST_GAIN, SURE_GAIN = -0.03, 0.04
"""How much surer numbers are the other way round at least where a picture may be mirrored, and where it
surely is. Those of nine photos, some made small, dark, aslant or as by a candle, are less sure by 0.11 at
least, but for one seen from the end of its rack (0.04). Those of the same photos mirrored are surer by 0.09
at least as they are, and less sure by 0.01 at most by a candle."""
LEAST_NAMED = 0.85
"""How sure the numbers of a mirrored picture are the other way round on average: 0.91 and more."""


def read_tiles(picture: Picture, folder: Path = TILES_FOLDER) -> PictureReading:
    """Read the tiles on a picture (height, width, 3; blue-green-red), named `R9`, `B10`, `O13`, `K1`,
    `JOKER`, `SIGN`. Groups are tiles that touch side by side."""
    if shows_nothing(picture):
        return nothing_read(picture, [])
    networks = model.load_networks(folder)
    bright_picture = brightened(picture)
    tiles = find_tiles(Halves(bright_picture), *networks)
    mirror = tile_mirror_look(bright_picture, tiles, networks[1])
    if mirror.is_mirrored:
        tell_found([FoundIndex(tile_box(tile.spot)) for tile in tiles])  # their names were wrong
        bright_picture = mirrored_picture(bright_picture)
        with silently():
            tiles = find_tiles(Halves(bright_picture), *networks)
            reading = _tiles_reading(bright_picture, tiles, networks)
        return asked_about(mirrored_back(reading, picture.shape[1]), "mirrored")
    if not tiles:
        return nothing_read(picture, [])
    reading = _tiles_reading(bright_picture, tiles, networks)
    return asked_about(reading, "mirrored") if mirror.is_doubtful else reading


def tile_mirror_look(picture: Picture, tiles: Sequence[SeenTile], namer: Network) -> MirrorLook:
    """Compare how sure the numbers of a picture's tiles are as it is and mirrored.

    The mirrored picture is named only if the numbers are poor.
    """
    by_spot = sorted(tiles, key=lambda tile: -tile.spot.confidence)
    surest = [tile for tile in by_spot if _is_telling(tile)][:MOST_MARKS]
    if len(surest) < LEAST_TELLING or (named := _mean_confidence(surest)) >= PLAINLY_NAMED:
        return MirrorLook()
    # Which way up a tile stands was told from its mirrored number: it may be the other way.
    spots = [mirrored_spot(tile.spot, picture.shape[1]) for tile in surest]
    named_mirrored = _mean_confidence(name_tiles(Halves(mirrored_picture(picture)), spots, namer))
    gain = named_mirrored - named
    return MirrorLook(gain > LEAST_GAIN, gain > SURE_GAIN and named_mirrored > LEAST_NAMED)


def _is_telling(tile: SeenTile) -> bool:
    return tile.spot.confidence > LEAST_SPOT and tile.rank < JOKER


def _mean_confidence(tiles: Sequence[SeenTile]) -> float:
    return float(np.mean([tile.rank_confidence for tile in tiles]))


def _tiles_reading(
    picture: Picture, tiles: list[SeenTile], networks: tuple[Network, Network]
) -> PictureReading:
    """Return the reading of these tiles of the picture, or of those that it shows stretched."""
    scale, has_gained = (1.0, 1.0), False
    steepness = 1.0
    for times in RAISED_SCALES:
        if not has_gained and all(tile.rank_confidence >= SURE_TILE for tile in tiles):
            break
        raised, raised_scale = _raised_picture(picture, times)
        halves, change = Halves(raised), (raised_scale[0] / scale[0], raised_scale[1] / scale[1])
        stay_sure = _stay_sure_raised(tiles, halves, change, networks[1])
        with silently():
            raised_tiles = find_tiles(halves, *networks) if stay_sure else []
        # the sum of what tiles are sure of is about how many are read rightly
        if sum(tile.confidence for tile in raised_tiles) <= sum(tile.confidence for tile in tiles):
            break
        has_gained = len(raised_tiles) > len(tiles)
        tiles, scale, steepness = raised_tiles, raised_scale, times
        tell_found(found_tiles(tiles, scale))
    if steepness == RAISED_SCALES[-1]:
        tiles = asked_if_two(tiles)
    groups, size = group_tiles(tiles), (picture.shape[1], picture.shape[0])
    return picture_reading(
        [[_piece_reading(tile, scale) for tile in group] for group in groups],
        [group_turn([tile.spot for tile in group], len(group), size) for group in groups],
    )


def asked_if_two(tiles: list[SeenTile]) -> list[SeenTile]:
    """Return the tiles with those made doubtful that may be two touching tiles in a row seen from its end."""
    return [
        tile.asked_about() if tile.rank in TWO_TILES and tile.confidence < SURE_OF_ONE else tile
        for tile in tiles
    ]


def _raised_picture(picture: Picture, times: float) -> tuple[Picture, tuple[float, float]]:
    """Return the picture stretched in height, or narrowed if it is large, and the scale factors (x, y)."""
    too_large = max(picture.shape[:2]) * times > LONGEST_SIDE
    raised_scale = (1 / times, 1.0) if too_large else (1.0, times)
    height, width = picture.shape[:2]
    raised_size = max(1, round(width * raised_scale[0])), max(1, round(height * raised_scale[1]))
    return resized(picture, raised_size), raised_scale


def _stay_sure_raised(
    tiles: list[SeenTile], halves: Halves, scale: tuple[float, float], namer: Network
) -> bool:
    """Return whether the numbers of these tiles are about as sure in the stretched picture. If not, the slant
    is not what makes them doubtful, and a search there would waste time."""
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


def _piece_reading(tile: SeenTile, scale: Scale) -> PieceReading:
    guess = tile_name(*tile.guess) if tile.guess else ""
    name = tile_name(tile.rank, tile.suit)
    return PieceReading(name, tile.confidence, tile_box(tile.spot, scale), guess=guess)
