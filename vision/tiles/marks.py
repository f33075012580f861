"""What is found of a tile: the mark about its number, what it says and how surely."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision import names
from vision.labels import JOKER, NO_RANK, NO_SUIT
from vision.model import Network
from vision.names import Named
from vision.spots import Picture, Spot


@dataclass(frozen=True)
class Tile:
    """A tile: where its mark lies, its number and colour counted as in `vision.tiles.labels`, how surely."""

    spot: Spot
    rank: int
    suit: int
    sure: float

    @property
    def centre(self) -> NDArray[np.float64]:
        """The tile's middle (x, y) in pixels."""
        return np.array(self.spot.centre)


def told(picture: Picture, spots: list[Spot], namer: Network) -> list[Tile]:
    """What each spot says, in the same order: as it stands, or upside down where that says more."""
    turned = [
        replace(spot, up=(-spot.up[0], -spot.up[1]), way=(-spot.way[0], -spot.way[1])) for spot in spots
    ]
    named = names.name(picture, spots + turned, namer)
    return [
        _tile(max(pair, key=_anything)) for pair in zip(named[: len(spots)], named[len(spots) :], strict=True)
    ]


def _anything(mark: Named) -> float:
    """The chance that the mark shows a tile this way up."""
    return float(1 - mark.ranks[NO_RANK])


def _tile(mark: Named) -> Tile:
    rank = int(mark.ranks[:NO_RANK].argmax())
    if rank == JOKER:
        return Tile(mark.spot, rank, NO_SUIT, float(mark.ranks[rank]))
    suit = int(mark.suits[:NO_SUIT].argmax())
    return Tile(mark.spot, rank, suit, float(mark.ranks[rank] * mark.suits[suit]))
