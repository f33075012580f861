"""Detect mirrored pictures of tiles, as front cameras take them. In one a 2 looks like a 5, a 6 like a 2."""

from collections.abc import Sequence

import numpy as np

from ..labels import JOKER
from ..mirrored import LEAST_SPOT, MOST_MARKS, PLAINLY_NAMED, MirrorLook, mirrored_picture, mirrored_spot
from ..model import Network
from ..spots import Picture
from .halves import Halves
from .tile_naming import SeenTile, name_tiles

LEAST_TELLING = 3
"""So many tiles tell at least: fewer may be none."""
LEAST_GAIN, SURE_GAIN = -0.03, 0.04
"""How much surer numbers are the other way round at least where a picture may be mirrored, and where it
surely is. Those of nine photos, some made small, dark, aslant or as by a candle, are less sure by 0.11 at
least, but for one seen from the end of its rack (0.04). Those of the same photos mirrored are surer by 0.09
at least as they are, and less sure by 0.01 at most by a candle."""
LEAST_NAMED = 0.85
"""How sure the numbers of a mirrored picture are the other way round on average: 0.91 and more."""


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
