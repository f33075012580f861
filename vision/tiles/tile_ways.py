"""Tiles that seem to stand otherwise than those beside them, looked at again as these stand."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.labels import JOKER
from vision.model import Network
from vision.spots import Spot
from vision.tiles.halves import Halves
from vision.tiles.tile_naming import SURE_MARK, SeenTile, name_upright, turned_spot

SIX_AND_NINE = (5, 8)
"""Ranks that are each other upside down."""
ALIKE_COSINE = np.cos(np.radians(45))
"""Cosine of the most that a tile is turned from another that stands alike, in quarters of a turn."""
MOST_VOTES = 0.8
"""Part of the votes that settle which way up a tile stands."""
LEAST_TURNED = 0.5
"""Part of a tile's sureness that it must have, the other way up, to be read so."""
MOST_FAR = 2.5
"""Heights of a mark from a sure tile up to which another that says little is looked at as that one stands."""


def stood_like_nearest(halves: Halves, tiles: list[SeenTile], namer: Network) -> list[SeenTile]:
    """The same, those whose number is unsure as the nearest sure tile stands, if they say more so: a mark
    that was taken to lie on its side says nothing upside down either."""
    sure_tiles = [tile for tile in tiles if tile.rank_confidence > SURE_MARK]
    alike_spots = {
        place: placed_like(tile.spot, nearest.spot)
        for place, tile in enumerate(tiles)
        if tile.rank_confidence <= SURE_MARK and (nearest := nearest_tile(tile, sure_tiles))
    }
    alike_tiles = list(tiles)
    for place, alike in zip(
        alike_spots, name_upright(halves, list(alike_spots.values()), namer), strict=True
    ):
        alike_tiles[place] = max(tiles[place], alike, key=lambda tile: tile.rank_confidence)
    return alike_tiles


def nearest_tile(tile: SeenTile, others: Sequence[SeenTile]) -> SeenTile | None:
    """That of the others which lies nearest, if it lies near."""

    def distance(other: SeenTile) -> float:
        return float(np.hypot(other.spot.x - tile.spot.x, other.spot.y - tile.spot.y)) / other.spot.height

    nearest = min(others, key=distance, default=None)
    return nearest if nearest and distance(nearest) < MOST_FAR else None


def placed_like(spot: Spot, other: Spot) -> Spot:
    """A mark at the spot's place that lies as the other does and is as high."""
    return Spot(spot.x, spot.y, other.height, other.up, other.centre_way, spot.confidence)


def turned_like_most(halves: Halves, tiles: list[SeenTile], namer: Network) -> list[SeenTile]:
    """Tiles upside down to most others, the right way up if they can be read so: a 6 is a 9. All vote but
    jokers, 6 and 9; these two are asked about where others are at odds, lie on their sides or are none."""
    alike_shares = _alike_shares(tiles)
    places = [place for place, share in enumerate(alike_shares) if share < 1 - MOST_VOTES]
    turned_tiles = name_upright(halves, [turned_spot(tiles[place].spot) for place in places], namer)
    told_tiles, settled = list(tiles), alike_shares > MOST_VOTES
    for place, turned in zip(places, turned_tiles, strict=True):
        is_other = {turned.rank, tiles[place].rank} == set(SIX_AND_NINE)
        if is_other or turned.confidence > LEAST_TURNED * tiles[place].confidence:
            told_tiles[place], settled[place] = turned, True
    return [
        tile.asked_about() if tile.rank in SIX_AND_NINE and not is_settled else tile
        for tile, is_settled in zip(told_tiles, settled, strict=True)
    ]


def _alike_shares(tiles: list[SeenTile]) -> NDArray[np.float64]:
    """Of the votes of the tiles that stand as each does or upside down to it, the share of the former; a half
    where there are none."""
    ups = np.array([tile.spot.up for tile in tiles]).reshape(-1, 2)
    weights = np.array([0 if tile.rank in (*SIX_AND_NINE, JOKER) else tile.confidence for tile in tiles])
    cosines = ups @ ups.T
    np.fill_diagonal(cosines, 0)
    alike, against = ((sign * cosines > ALIKE_COSINE) @ weights for sign in (1, -1))
    return np.asarray((alike + 1e-6) / (alike + against + 2e-6))
