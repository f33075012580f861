"""Which of the indices found are believed: likely ones, each once, of about one size in one place."""

import numpy as np

from vision.naming import NamedIndex
from vision.spots import Spot, without_doubles

SURE, FOUND = 0.9, 0.5
"""An index named and found surer than this tells how large the others are."""
LEAST = 0.5
"""Indices likelier to be none than this allows are dropped."""
UNLIKE, UNLIKE_NEAREST = 2.5, 1.8
"""Indices so many times larger or smaller than the surest ones of the picture, or than the nearest of these,
belong to no card."""


def believed_marks(marks: list[NamedIndex]) -> list[NamedIndex]:
    """The indices that are believed, likeliest first."""
    likely = filter(_likely, marks)  # a closer look may have moved two of them onto each other
    return _of_one_size(without_doubles(likely, lambda m: m.spot, lambda m: m.sure * m.spot.sure))


def _likely(mark: NamedIndex) -> bool:
    return bool(mark.ranks[:-1].sum() * mark.spot.sure**0.5 > LEAST)


def _of_one_size(marks: list[NamedIndex]) -> list[NamedIndex]:
    sure = [mark.spot for mark in marks if mark.sure > SURE and mark.spot.sure > FOUND]
    if len(sure) < 2:
        return marks
    usual = float(np.median([spot.height for spot in sure]))
    fits = [_like(m.spot, usual, UNLIKE) and _like_nearest(m.spot, sure) for m in marks]
    return [mark for mark, fit in zip(marks, fits, strict=True) if fit or mark.spot in sure]


def _like(spot: Spot, height: float, most: float) -> bool:
    return 1 / most < spot.height / height < most


def _like_nearest(spot: Spot, sure: list[Spot]) -> bool:
    nearest = min(sure, key=lambda other: np.hypot(other.x - spot.x, other.y - spot.y))
    return _like(spot, nearest.height, UNLIKE_NEAREST)
