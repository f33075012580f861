"""Find indices that a neighbour covers in part: those that stand beside another as in a fan."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from .labels import JOKER, NO_RANK
from .model import Network
from .naming import NamedIndex, name_spots
from .spots import (
    LEAST_DISTANCE,
    LEAST_DISTANCE_IN_FAN,
    Picture,
    Spot,
    lie_apart,
    without_doubles,
)

NEAREST, FARTHEST = 0.3, 1.6
"""Heights of an index from one of a fan to another: half of one is seen at least, and one between is missed
at most."""
LEAST_OTHERS, REACH = 2, 3.2
"""So many others of the fan are seen at least, within so many heights."""
MOST_UNLIKE_FOUND, MOST_UNLIKE_NAMED = 1.5, 1.2
"""The larger height of two of a fan over the smaller, as found, and as the namer corrects it."""
ALIKE_COSINE = np.cos(np.radians(30))
"""Cosine of the most that two of a fan may be turned to each other."""
LEAST_NAME, LEAST_SPOT = 0.3, 0.25
"""An index named and found surer than this tells where others of its fan are."""
LEAST_DISTANCE_ALIKE, LEAST_DISTANCE_OF_DUPLICATES = 0.36, 0.3
"""Heights of an index; two nearer to each other that say the same are the same, and the same in a fan."""
MOST_ALONG = 0.5
"""How far two neighbours of a tight fan stand above each other at most, in parts of how far beside."""
FAN_CHANCE = 0.33
"""The least chance that what stands in a fan is an index. Its card is never sure by that alone, since a name
counts by the power of 0.1 of it, which is less than 0.9."""
LEAST_INDEX = 0.8
"""The namer's chance that what stands in a fan is an index at least."""


def fan_spots(marks: Iterable[NamedIndex]) -> list[Spot]:
    """Return the spots of those marks beside which others of their fan may be found."""
    return [mark.spot for mark in marks if _is_named(mark)]


def weak_marks(
    picture: Picture, weak_spots: Iterable[Spot], marks: Iterable[NamedIndex], namer: Network
) -> list[NamedIndex]:
    """Name the weak spots that stand in a fan of these marks."""
    others = fan_spots(marks)
    likely = [spot for spot in weak_spots if stands_in_fan(spot, others, MOST_UNLIKE_FOUND)]
    return name_spots(picture, likely, namer)


def raised_in_fans(marks: Sequence[NamedIndex], others: Sequence[Spot] | None = None) -> list[NamedIndex]:
    """Return the marks, those in a fan with `FAN_CHANCE` as the least chance of their spots. `others`: the
    spots of a fan, if not those of the marks."""
    others = fan_spots(marks) if others is None else others
    return [_raised(mark) if is_index_in_fan(mark, others) else mark for mark in marks]


def single_marks(
    marks: Iterable[NamedIndex], confidence_of: Callable[[NamedIndex], float]
) -> list[NamedIndex]:
    """Return the marks, each once, surest first: of two nearer than `LEAST_DISTANCE`, or than
    `LEAST_DISTANCE_ALIKE` where they say the same, the surer one; but both where they stand side by side in a
    tight fan."""
    apart = without_doubles(marks, lambda mark: mark.spot, confidence_of, LEAST_DISTANCE_IN_FAN)
    others = fan_spots(apart)
    single: list[NamedIndex] = []
    for mark in apart:
        near = [other for other in single if not _lie_apart(mark, other)]
        if not near or (
            is_index_in_fan(mark, others) and all(_are_side_by_side(mark, other) for other in near)
        ):
            single.append(mark)
    return single


def _lie_apart(a: NamedIndex, b: NamedIndex) -> bool:
    return lie_apart(a.spot, b.spot, LEAST_DISTANCE_ALIKE if a.label == b.label else LEAST_DISTANCE)


def _are_side_by_side(a: NamedIndex, b: NamedIndex) -> bool:
    """Return whether two indices stand beside each other, not above, and farther apart if they say the
    same."""
    way = np.array([b.spot.x - a.spot.x, b.spot.y - a.spot.y])
    along, across = abs(way @ np.array(a.spot.up)), abs(way @ np.array([-a.spot.up[1], a.spot.up[0]]))
    is_apart = a.label != b.label or lie_apart(a.spot, b.spot, LEAST_DISTANCE_OF_DUPLICATES)
    return bool(is_apart and along < MOST_ALONG * across)


def is_index_in_fan(mark: NamedIndex, others: Iterable[Spot]) -> bool:
    """Return whether a mark looks like an index and stands in a fan of these spots."""
    is_index = 1 - mark.rank_chances[NO_RANK] > LEAST_INDEX and mark.label[0] != JOKER
    return bool(is_index) and stands_in_fan(mark.spot, others, MOST_UNLIKE_NAMED)


def _raised(mark: NamedIndex) -> NamedIndex:
    return replace(mark, spot=replace(mark.spot, confidence=max(mark.spot.confidence, FAN_CHANCE)))


def stands_in_fan(spot: Spot, others: Iterable[Spot], most_unlike: float = MOST_UNLIKE_NAMED) -> bool:
    """Return whether a spot stands beside others as in a fan."""
    distances = sorted(_distance(spot, other) for other in others if _are_alike(spot, other, most_unlike))
    apart = [distance for distance in distances if distance > NEAREST]
    return len(apart) >= LEAST_OTHERS and apart[0] < FARTHEST and apart[LEAST_OTHERS - 1] < REACH


def _distance(spot: Spot, other: Spot) -> float:
    """Return the distance of two spots in heights of the other."""
    return float(np.hypot(spot.x - other.x, spot.y - other.y)) / other.height


def _are_alike(spot: Spot, other: Spot, most_unlike: float) -> bool:
    cosine = spot.up[0] * other.up[0] + spot.up[1] * other.up[1]
    return bool(1 / most_unlike < spot.height / other.height < most_unlike and cosine > ALIKE_COSINE)


def _is_named(mark: NamedIndex) -> bool:
    is_index = mark.label[0] not in (JOKER, NO_RANK)
    return is_index and mark.confidence > LEAST_NAME and mark.spot.confidence > LEAST_SPOT
