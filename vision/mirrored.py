"""Detect mirrored pictures, as front cameras take them. In one a 2 looks like a 5, a 3 like an 8, a 4 like an
A."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from .labels import JOKER, NO_RANK
from .model import Network
from .naming import NamedIndex, name_spots
from .spots import Picture, Spot

LEAST_SPOT, MOST_MARKS = 0.5, 12
"""How surely indices are found that tell, and how many of the surest are looked at both ways."""
PLAINLY_NAMED = 0.94
"""Indices that are named as surely as this on average are not mirrored. Those of 103 photos are 0.8 and more,
of 18 less than this; those of the same photos mirrored 0.91 at most, except four aces, which look alike."""
LEAST_GAIN, SURE_GAIN = -0.03, 0.08
"""How much surer they are the other way round at least where a picture may be mirrored, and where it surely
is: of those 18 photos one reaches the former (0.06), of the mirrored ones all do, and 97 the latter."""


@dataclass(frozen=True)
class MirrorLook:
    """Whether a picture may be mirrored, and whether it certainly is."""

    is_doubtful: bool = False
    is_mirrored: bool = False


def mirrored_picture(picture: Picture) -> Picture:
    """Return the picture with left and right swapped."""
    return np.ascontiguousarray(picture[:, ::-1])


def mirror_look(picture: Picture, marks: Sequence[NamedIndex], namer: Network) -> MirrorLook:
    """Compare the confidence of a picture's names as it is and mirrored.

    The mirrored picture is named only if the names are poor.
    """
    by_spot = sorted(marks, key=lambda mark: -mark.spot.confidence)
    surest = [mark for mark in by_spot if _is_telling(mark)][:MOST_MARKS]
    named = _mean_confidence(surest)
    if not surest or named >= PLAINLY_NAMED:
        return MirrorLook()
    width = picture.shape[1]
    spots = [mirrored_spot(mark.spot, width) for mark in surest]
    gain = _mean_confidence(name_spots(mirrored_picture(picture), spots, namer)) - named
    return MirrorLook(gain > LEAST_GAIN, gain > SURE_GAIN)


def _is_telling(mark: NamedIndex) -> bool:
    return mark.spot.confidence > LEAST_SPOT and mark.label[0] not in (JOKER, NO_RANK)


def _mean_confidence(marks: Sequence[NamedIndex]) -> float:
    confidences = [0.0 if mark.label[0] in (JOKER, NO_RANK) else mark.confidence for mark in marks]
    return float(np.mean(confidences)) if confidences else 0.0


def mirrored_spot(spot: Spot, width: int) -> Spot:
    """Return the spot in the mirrored picture of that width."""
    (up_x, up_y), (way_x, way_y) = spot.up, spot.centre_way
    return replace(spot, x=width - 1 - spot.x, up=(-up_x, up_y), centre_way=(-way_x, way_y))
