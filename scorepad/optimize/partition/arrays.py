"""The places of a problem as vectors, with one more at the end where tracks that are no circles stop."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scorepad.optimize.partition.problem import VOID, Problem


@dataclass(frozen=True)
class Arrays:
    """By place.

    kind     the kind whose natural place it is, else VOID
    copies   how many of that kind the hand has
    after    the next place
    lap      the places of its track
    reached  by wild kind and place: whether it may stand there besides its own place
    """

    kind: np.ndarray
    copies: np.ndarray
    after: np.ndarray
    lap: np.ndarray
    reached: np.ndarray


def arrays(problem: Problem) -> Arrays:
    """The places of the problem."""
    void = len(problem.cards)
    reached = [[kind in kinds for kinds in problem.wilds_for] + [False] for kind in problem.wild_kinds]
    return Arrays(
        kind=np.array([*problem.kind_at, VOID]),
        copies=np.array([0 if kind == VOID else problem.counts[kind] for kind in problem.kind_at] + [0]),
        after=np.array([*problem.next_place, void]),
        lap=np.array([length for _, length in problem.circles for _ in range(length)] + [1]),
        reached=np.array(reached, dtype=bool).reshape(len(reached), void + 1),
    )
