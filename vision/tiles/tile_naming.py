"""What is found of a tile: the mark about its number, what it says and how surely."""

from dataclasses import dataclass, replace

from vision.labels import JOKER, NO_RANK, NO_SUIT
from vision.model import Network
from vision.naming import NamedIndex, name_spots
from vision.spots import Picture, Spot

UNSURE = 0.9
"""Marks that are named less surely are looked at upside down too."""


@dataclass(frozen=True)
class SeenTile:
    """A tile: where its mark lies, its number and colour (counted as in `tile_labels`), how surely."""

    spot: Spot
    rank: int
    suit: int
    sure: float

    @property
    def centre(self) -> tuple[float, float]:
        """The tile's middle (x, y) in pixels."""
        return self.spot.centre


def name_tiles(picture: Picture, spots: list[Spot], namer: Network) -> list[SeenTile]:
    """What each spot says, in the same order; those that say little are turned upside down too."""
    named = name_spots(picture, spots, namer)
    unsure = [place for place, mark in enumerate(named) if mark.sure < UNSURE or _nothing(mark) > 1 - UNSURE]
    turned = name_spots(picture, [_turned(spots[place]) for place in unsure], namer)
    for place, mark in zip(unsure, turned, strict=True):
        named[place] = min(named[place], mark, key=_nothing)
    return [_tile(mark) for mark in named]


def _turned(spot: Spot) -> Spot:
    return replace(spot, up=(-spot.up[0], -spot.up[1]), way=(-spot.way[0], -spot.way[1]))


def _nothing(mark: NamedIndex) -> float:
    """The chance that the mark shows no tile this way up."""
    return float(mark.ranks[NO_RANK])


def _tile(mark: NamedIndex) -> SeenTile:
    rank = int(mark.ranks[:NO_RANK].argmax())
    if rank == JOKER:
        return SeenTile(mark.spot, rank, NO_SUIT, float(mark.ranks[rank]))
    suit = int(mark.suits[:NO_SUIT].argmax())
    return SeenTile(mark.spot, rank, suit, float(mark.ranks[rank] * mark.suits[suit]))
