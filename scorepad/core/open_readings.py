"""Melds that can be read in several ways, read so that all melds are worth most together (H15).

What a wild stands for can decide which melds interlock and which cards make a quartet, so the melds are read
together and not one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod

from scorepad.core.verdicts import MeldVerdict

MOST_WAYS = 4_096  # of all melds together, of which each is tried

Verdicts = tuple[MeldVerdict, ...]


def read_for_most(ways: Sequence[Sequence[MeldVerdict]], points_of: Callable[[Verdicts], int]) -> Verdicts:
    """Of each meld the verdict on one of the `ways` to read it, so that all are worth most; the first ones
    where no other reading is worth more."""
    if prod(map(len, ways)) <= MOST_WAYS:
        return max(product(*ways), key=points_of)
    return _improved_one_by_one(ways, points_of)


def _improved_one_by_one(
    ways: Sequence[Sequence[MeldVerdict]], points_of: Callable[[Verdicts], int]
) -> Verdicts:
    """The first verdicts, of which one at a time is read otherwise while that is worth more."""
    best_verdicts = tuple(ways_of_meld[0] for ways_of_meld in ways)
    most_points = points_of(best_verdicts)
    improved = True
    while improved:
        improved = False
        for number, ways_of_meld in enumerate(ways):
            for way in ways_of_meld:
                changed = (*best_verdicts[:number], way, *best_verdicts[number + 1 :])
                if (points := points_of(changed)) > most_points:
                    best_verdicts, most_points, improved = changed, points, True
    return best_verdicts
