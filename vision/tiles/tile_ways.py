"""Tiles that seem to stand otherwise than those beside them, looked at again as these stand."""

from collections.abc import Sequence

import numpy as np

from vision.model import Network
from vision.spots import Spot
from vision.tiles.halves import Halves
from vision.tiles.tile_naming import SURE_MARK, SeenTile, name_tiles, name_upright, turned_spot

NEIGHBOURS = 4
"""Tiles nearest to one that must all stand alike to say how it does."""
OPPOSITE_COSINE = -0.8
"""Cosine from which on two tiles stand upside down to each other."""
LEAST_TURNED = 0.5
"""Part of a tile's sureness that it must have, the other way up, to be read so."""
MOST_FAR = 2.5
"""Heights of a mark from a sure tile up to which another that says little is looked at as that one stands."""


def stood_like_nearest(halves: Halves, tiles: list[SeenTile], namer: Network) -> list[SeenTile]:
    """The same, those whose number is unsure as the nearest sure tile stands, if they say more so: a mark
    that was taken to lie on its side says nothing upside down either."""
    sure_tiles = [tile for tile in tiles if tile.rank_confidence > SURE_MARK]
    alike_spots = {
        place: _placed_like(tile.spot, nearest.spot)
        for place, tile in enumerate(tiles)
        if tile.rank_confidence <= SURE_MARK and (nearest := _nearest_tile(tile, sure_tiles))
    }
    alike_tiles = list(tiles)
    for place, alike in zip(
        alike_spots, name_upright(halves, list(alike_spots.values()), namer), strict=True
    ):
        alike_tiles[place] = max(tiles[place], alike, key=lambda tile: tile.rank_confidence)
    return alike_tiles


def _nearest_tile(tile: SeenTile, others: Sequence[SeenTile]) -> SeenTile | None:
    """That of the others which lies nearest, if it lies near."""

    def distance(other: SeenTile) -> float:
        return float(np.hypot(other.spot.x - tile.spot.x, other.spot.y - tile.spot.y)) / other.spot.height

    nearest = min(others, key=distance, default=None)
    return nearest if nearest and distance(nearest) < MOST_FAR else None


def _placed_like(spot: Spot, other: Spot) -> Spot:
    """A mark at the spot's place that lies as the other does and is as high."""
    return Spot(spot.x, spot.y, other.height, other.up, other.centre_way, spot.confidence)


def turned_like_neighbours(halves: Halves, tiles: list[SeenTile], namer: Network) -> list[SeenTile]:
    """Tiles upside down among others, the right way up if they can be read so: a 6 is no 9 then."""
    places = [place for place in range(len(tiles)) if _stands_against(tiles, place)]
    turned_tiles = name_tiles(halves, [turned_spot(tiles[place].spot) for place in places], namer)
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
