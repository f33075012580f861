"""What is found of a tile: the mark about its number, what it says and how surely."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.labels import JOKER, NO_RANK, NO_SUIT
from vision.model import Network
from vision.naming import NamedIndex, name_spots
from vision.spots import Spot
from vision.tiles.halves import Halves, doubled_spot, halved_spot, halvings

SURE_MARK = 0.9
"""Marks that are named less surely are looked at upside down too."""
MOST_ASKED = 0.8  # how sure a tile is at most that is to be asked about


@dataclass(frozen=True)
class SeenTile:
    """A tile: where its mark lies, its number and colour (counted as in `tile_labels`), how surely each, and
    how surely the mark is any tile's."""

    spot: Spot
    rank: int
    suit: int
    rank_confidence: float
    colour_confidence: float = 1.0
    mark_chance: float = 1.0

    @property
    def confidence(self) -> float:
        """How surely it is this tile."""
        return self.rank_confidence * self.colour_confidence

    def asked_about(self) -> SeenTile:
        """The tile, no surer than those are that are asked about."""
        return replace(self, colour_confidence=min(self.colour_confidence, MOST_ASKED))

    @property
    def centre(self) -> tuple[float, float]:
        """The tile's middle (x, y) in pixels."""
        return self.spot.centre


def name_tiles(halves: Halves, spots: list[Spot], namer: Network) -> list[SeenTile]:
    """What each spot says, in the same order; those that say little are turned upside down too."""
    named_marks = _name_marks(halves, spots, namer)
    unsure_numbers = [number for number, mark in enumerate(named_marks) if _is_unsure(mark)]
    turned_spots = [turned_spot(spots[number]) for number in unsure_numbers]
    for number, mark in zip(unsure_numbers, _name_marks(halves, turned_spots, namer), strict=True):
        named_marks[number] = min(named_marks[number], mark, key=_empty_chance)
    return [_seen_tile(mark) for mark in named_marks]


def name_upright(halves: Halves, spots: list[Spot], namer: Network) -> list[SeenTile]:
    """What each spot says the way up that it stands, in the same order."""
    return [_seen_tile(mark) for mark in _name_marks(halves, spots, namer)]


def _name_marks(halves: Halves, spots: list[Spot], namer: Network) -> list[NamedIndex]:
    """What each spot says, in the same order, each looked at in the half that shows it large enough."""
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
    """The same mark, taken to stand upside down."""
    return replace(spot, up=(-spot.up[0], -spot.up[1]), centre_way=(-spot.centre_way[0], -spot.centre_way[1]))


def _empty_chance(mark: NamedIndex) -> float:
    """The chance that the mark shows no tile this way up."""
    return float(mark.rank_chances[NO_RANK])


def _seen_tile(mark: NamedIndex) -> SeenTile:
    rank = int(mark.rank_chances[:NO_RANK].argmax())
    suit = NO_SUIT if rank == JOKER else int(mark.suit_chances[:NO_SUIT].argmax())
    colour_confidence = 1.0 if rank == JOKER else float(mark.suit_chances[suit])
    rank_confidence = float(mark.rank_chances[rank])
    return SeenTile(mark.spot, rank, suit, rank_confidence, colour_confidence, 1 - _empty_chance(mark))
