"""The melds that the search begins with: stretches in which wilds lie only where the hand has no card."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.optimize.columns import Laid, column
from scorepad.optimize.problem import VOID, Column, Problem


def first_columns(problem: Problem) -> list[Column]:
    """Every stretch from a natural to a natural that needs its wilds.

    Without wilds in the hand these are all the melds that there are.
    """
    found: dict[object, Column] = {}
    for first, length in problem.circles:
        for start in range(first, first + length):
            for laid in _stretches(problem, start):
                one = column(problem, laid)
                found.setdefault(one.key, one)
    return list(found.values())


def _stretches(problem: Problem, start: int) -> Iterator[list[Laid]]:
    """The stretches from one place, as long as naturals and wilds last."""
    left = list(problem.counts)
    together, natural_last, wild = False, False, False
    laid: list[Laid] = []
    place = start
    while place != len(problem.cards):
        kind = int(problem.kind[place])
        natural = kind != VOID and left[kind] > 0
        if not natural:
            kind = _wild_for(problem, place, left)
            if not laid or kind == VOID or (problem.rules.wilds_apart and not natural_last):
                return
        left[kind] -= 1
        together = together or (natural and natural_last)
        natural_last, wild = natural, wild or not natural
        laid = [*laid, (place, kind)]
        if natural and (together or not wild or not problem.rules.adjacent_naturals):
            yield laid
        place = int(problem.after[place])


def _wild_for(problem: Problem, place: int, left: list[int]) -> int:
    """A kind that is left and may stand at the place; VOID if there is none."""
    for row, kind in enumerate(problem.wild_kinds):
        if left[kind] and problem.reached[row, place] and problem.kind[place] != kind:
            return kind
    return VOID


def greedy(problem: Problem, columns: list[Column]) -> list[tuple[Column, int]]:
    """A first arrangement: again and again the meld of most worth that the cards left still allow."""
    left = list(problem.counts)
    choice: list[tuple[Column, int]] = []
    for one in sorted(columns, key=lambda one: -one.worth):
        needs = [(kind, copies) for kind, copies in one.uses if kind < len(left)]
        times = min(left[kind] // copies for kind, copies in needs)
        for kind, copies in needs:
            left[kind] -= copies * times
        if times:
            choice.append((one, times))
    return choice
