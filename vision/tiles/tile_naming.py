"""Name tiles from the marks about their numbers. A tile that seems to stand otherwise than its neighbours is
looked at again as they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..labels import JOKER, NO_RANK, NO_SUIT
from ..model import Network
from ..naming import LEAST_GUESS, NamedIndex, name_spots
from ..spots import Spot
from .halves import Halves, doubled_spot, halved_spot, halvings

SURE_MARK = 0.9
"""Marks that are named less surely are looked at upside down too."""
MOST_ASKED = 0.8  # how sure a tile is at most that is to be asked about
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


Scale = tuple[float, float]
"""Factors (x, y) by which a picture was scaled."""


@dataclass(frozen=True)
class SeenTile:
    """A tile: the spot of its mark, its number and colour (numbered as in `tile_labels`), and the confidence
    of each.

    `mark_chance`: the chance that the mark is a tile; `guess`: the likeliest other number and colour.
    """

    spot: Spot
    rank: int
    suit: int
    rank_confidence: float
    colour_confidence: float = 1.0
    mark_chance: float = 1.0
    guess: tuple[int, int] | None = None

    @property
    def confidence(self) -> float:
        """The chance that number and colour are both right."""
        return self.rank_confidence * self.colour_confidence

    def asked_about(self) -> SeenTile:
        """Return the tile with its confidence lowered to that of a doubtful one."""
        return replace(self, colour_confidence=min(self.colour_confidence, MOST_ASKED))

    @property
    def centre(self) -> tuple[float, float]:
        """The tile's middle (x, y) in pixels."""
        return self.spot.centre


def tile_box(spot: Spot, scale: Scale = (1.0, 1.0)) -> tuple[int, int, int, int]:
    """Return the box (x, y, width, height) of a tile's number in the picture before it was scaled."""
    side = spot.height * 0.8
    x, y = (spot.x - side / 2) / scale[0], (spot.y - side / 2) / scale[1]
    return round(x), round(y), round(side / scale[0]), round(side / scale[1])


def name_tiles(halves: Halves, spots: list[Spot], namer: Network) -> list[SeenTile]:
    """Name each spot, in the same order. Spots with unclear names are tried upside down too."""
    named_marks = _name_marks(halves, spots, namer)
    unsure_numbers = [number for number, mark in enumerate(named_marks) if _is_unsure(mark)]
    turned_spots = [turned_spot(spots[number]) for number in unsure_numbers]
    for number, mark in zip(unsure_numbers, _name_marks(halves, turned_spots, namer), strict=True):
        named_marks[number] = min(named_marks[number], mark, key=_empty_chance)
    return [_seen_tile(mark) for mark in named_marks]


def name_upright(halves: Halves, spots: list[Spot], namer: Network) -> list[SeenTile]:
    """Name each spot as it stands, in the same order."""
    return [_seen_tile(mark) for mark in _name_marks(halves, spots, namer)]


def _name_marks(halves: Halves, spots: list[Spot], namer: Network) -> list[NamedIndex]:
    """Name each spot, in the same order, in the smallest half of the picture that shows it large enough."""
    named_marks: dict[int, NamedIndex] = {}
    spot_halvings = [halvings(spot.height) for spot in spots]
    for times in set(spot_halvings):
        numbers = [number for number, halved in enumerate(spot_halvings) if halved == times]
        small_spots = [halved_spot(spots[number], times) for number in numbers]
        for number, mark in zip(numbers, name_spots(halves.halved(times), small_spots, namer), strict=True):
            named_marks[number] = replace(mark, spot=doubled_spot(mark.spot, times))
    return [named_marks[number] for number in range(len(spots))]


def _is_unsure(mark: NamedIndex) -> bool:
    return mark.confidence < SURE_MARK or _empty_chance(mark) > 1 - SURE_MARK


def turned_spot(spot: Spot) -> Spot:
    """Return the spot upside down."""
    return replace(spot, up=(-spot.up[0], -spot.up[1]), centre_way=(-spot.centre_way[0], -spot.centre_way[1]))


def _empty_chance(mark: NamedIndex) -> float:
    """Return the chance that a mark shows no tile in this position."""
    return float(mark.rank_chances[NO_RANK])


def _seen_tile(mark: NamedIndex) -> SeenTile:
    rank = int(mark.rank_chances[:NO_RANK].argmax())
    suit = NO_SUIT if rank == JOKER else int(mark.suit_chances[:NO_SUIT].argmax())
    colour_confidence = 1.0 if rank == JOKER else float(mark.suit_chances[suit])
    rank_confidence = float(mark.rank_chances[rank])
    guess = _second_guess(mark, rank, suit)
    return SeenTile(mark.spot, rank, suit, rank_confidence, colour_confidence, 1 - _empty_chance(mark), guess)


def _second_guess(mark: NamedIndex, rank: int, suit: int) -> tuple[int, int] | None:
    """Return the likeliest other number and colour; None if none is likely."""
    chances = np.outer(mark.rank_chances[:JOKER], mark.suit_chances[:NO_SUIT])
    if rank != JOKER:
        chances[rank, suit] = 0
    place = np.unravel_index(int(chances.argmax()), chances.shape)
    return (int(place[0]), int(place[1])) if chances[place] >= LEAST_GUESS else None


def stood_like_nearest(halves: Halves, tiles: list[SeenTile], namer: Network) -> list[SeenTile]:
    """Return the tiles, with unsure ones named again in the position of the nearest sure tile if that is
    surer. A mark taken to lie on its side reads as nothing upside down either."""
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
    """Return the nearest of the other tiles if it is near; else None."""

    def distance(other: SeenTile) -> float:
        return float(np.hypot(other.spot.x - tile.spot.x, other.spot.y - tile.spot.y)) / other.spot.height

    nearest = min(others, key=distance, default=None)
    return nearest if nearest and distance(nearest) < MOST_FAR else None


def placed_like(spot: Spot, other: Spot) -> Spot:
    """Return a spot at the same place with the other spot's position and height."""
    return Spot(spot.x, spot.y, other.height, other.up, other.centre_way, spot.confidence)


def turned_like_most(halves: Halves, tiles: list[SeenTile], namer: Network) -> list[SeenTile]:
    """Return the tiles with those turned that stand upside down to most others and can be read so: a 6
    becomes a 9.

    All but jokers, 6 and 9 vote. Sixes and nines become doubtful if the others disagree, lie on their sides
    or are missing.
    """
    alike_shares = _alike_shares(tiles)
    places = [place for place, share in enumerate(alike_shares) if share < 1 - MOST_VOTES]
    turned_tiles = name_upright(halves, [turned_spot(tiles[place].spot) for place in places], namer)
    told_tiles, settled = list(tiles), alike_shares > MOST_VOTES
    for place, turned in zip(places, turned_tiles, strict=True):
        is_other = {turned.rank, tiles[place].rank} == set(SIX_AND_NINE)
        if is_other or turned.confidence > LEAST_TURNED * tiles[place].confidence:
            told_tiles[place], settled[place] = turned, True
    return [
        _asked_which_way(tile) if tile.rank in SIX_AND_NINE and not is_settled else tile
        for tile, is_settled in zip(told_tiles, settled, strict=True)
    ]


def _asked_which_way(tile: SeenTile) -> SeenTile:
    """Return a six or nine as doubtful, with the other number as its guess."""
    other_rank = SIX_AND_NINE[tile.rank == SIX_AND_NINE[0]]
    return replace(tile.asked_about(), guess=(other_rank, tile.suit))


def _alike_shares(tiles: list[SeenTile]) -> NDArray[np.float64]:
    """Return, for each tile, the weighted share of tiles that stand the same way among those that stand the
    same way or upside down; 0.5 if there are none."""
    ups = np.array([tile.spot.up for tile in tiles]).reshape(-1, 2)
    weights = np.array([0 if tile.rank in (*SIX_AND_NINE, JOKER) else tile.confidence for tile in tiles])
    cosines = ups @ ups.T
    np.fill_diagonal(cosines, 0)
    alike, against = ((sign * cosines > ALIKE_COSINE) @ weights for sign in (1, -1))
    return np.asarray((alike + 1e-6) / (alike + against + 2e-6))
