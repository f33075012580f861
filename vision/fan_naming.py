"""Name indices that a neighbour covers in part: a third network looks at what is beside them too.

In a column the next card hides the suit, but the pips and pictures beside the rank show it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from .crops import CropPlace, index_and_beside
from .fan_places import fan_spots, raised_in_fans, stands_in_fan
from .labels import JOKER, NO_RANK, RANKS
from .model import Network
from .naming import LOOK_SCALES, NamedIndex, crop_place, soft_maximum
from .spots import Picture, Spot

SURELY_NAMED = 0.9
"""What the namer says as surely as this stays."""
FAN_WEIGHT = 0.5
"""How much the namer of fans counts, in parts of both namers."""
MOST_SURE = 0.89
"""How sure a name is at most that the namer of fans gives: its card is asked about."""


def named_in_fans(
    picture: Picture,
    marks: Sequence[NamedIndex],
    fan_namer: Network,
    place_of: Callable[[Spot], CropPlace] = crop_place,
) -> list[NamedIndex]:
    """Return the marks, those that stand in a fan and are not surely named with the names that the namer of
    fans gives them. `place_of` gives the place of a spot's crop."""
    others = fan_spots(marks)
    is_asked = [_is_asked(mark, others) for mark in marks]
    asked = [mark for mark, asks in zip(marks, is_asked, strict=True) if asks]
    renamed = iter(_fan_names(picture, asked, fan_namer, place_of))
    named = [next(renamed) if asks else mark for mark, asks in zip(marks, is_asked, strict=True)]
    return raised_in_fans(named, others)


def _is_asked(mark: NamedIndex, others: Sequence[Spot]) -> bool:
    if mark.label[0] == JOKER or (mark.label[0] != NO_RANK and mark.confidence >= SURELY_NAMED):
        return False
    return stands_in_fan(mark.spot, others)


def _fan_names(
    picture: Picture, marks: list[NamedIndex], fan_namer: Network, place_of: Callable[[Spot], CropPlace]
) -> list[NamedIndex]:
    if not marks:
        return []
    looks = []
    for scale in LOOK_SCALES:
        spots = [replace(mark.spot, height=mark.spot.height * scale) for mark in marks]
        crops = [
            index_and_beside(picture, place_of(spot), mark.mirrored_chance > 0.5)
            for spot, mark in zip(spots, marks, strict=True)
        ]
        looks.append(fan_namer.run(np.asarray(cv2.dnn.blobFromImages(crops, 1 / 255), np.float32)))
    rank_logits, suit_logits = np.split(np.mean(looks, axis=0), [len(RANKS)], axis=1)
    names = zip(marks, soft_maximum(rank_logits), soft_maximum(suit_logits), strict=True)
    return [_renamed(mark, ranks, suits) for mark, ranks, suits in names]


def _renamed(
    mark: NamedIndex, rank_chances: NDArray[np.float64], suit_chances: NDArray[np.float64]
) -> NamedIndex:
    """Return the mark with the geometric means of its chances and these, at most `MOST_SURE`."""
    ranks, suits = _mean(mark.rank_chances, rank_chances), _mean(mark.suit_chances, suit_chances)
    return replace(mark, rank_chances=_softened(ranks), suit_chances=suits, in_fan=True)


def _mean(chances: NDArray[np.float64], fan_chances: NDArray[np.float64]) -> NDArray[np.float64]:
    product = chances ** (1 - FAN_WEIGHT) * fan_chances**FAN_WEIGHT
    return np.asarray(product / product.sum())


def _softened(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the chances with the largest at most `MOST_SURE`, the others raised alike."""
    if chances.max() <= MOST_SURE:
        return chances
    share = (chances.max() - MOST_SURE) / (chances.max() - 1 / len(chances))
    return np.asarray(chances * (1 - share) + share / len(chances))
