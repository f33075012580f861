"""The melds that the search begins with: stretches in which wilds lie only where the hand has no card."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.core.cards import WILD
from scorepad.optimize.pricing import column
from scorepad.optimize.problem import VOID, Column, Problem


def first_columns(problem: Problem) -> list[Column]:
    """Every stretch from a natural to a natural that needs its wilds, and the wilds by themselves.

    Without wilds in the hand these are all the melds that there are.
    """
    found: dict[object, Column] = {}
    for first, length in problem.circles:
        for start in range(first, first + length):
            for laid in _stretches(problem, start):
                one = column(problem, laid)
                found.setdefault((one.uses, one.wilds), one)
    return [*found.values(), *wilds_alone(problem)]


def _stretches(problem: Problem, start: int) -> Iterator[list[tuple[int, bool]]]:
    """The stretches from one place, as long as naturals and wilds last."""
    left = list(problem.counts)
    wilds, together = problem.wilds, False
    laid: list[tuple[int, bool]] = []
    place = start
    void = len(problem.cards)
    while place != void:
        kind = int(problem.kind[place])
        if kind != VOID and left[kind]:
            left[kind] -= 1
            together = together or bool(laid and laid[-1][1])
            laid = [*laid, (place, True)]
            if together or wilds == problem.wilds or not problem.rules.adjacent_naturals:
                yield laid
        elif not laid or not wilds or (problem.rules.wilds_apart and not laid[-1][1]):
            return
        else:
            wilds -= 1
            laid = [*laid, (place, False)]
        place = int(problem.after[place])


def wilds_alone(problem: Problem) -> list[Column]:
    """Melds of wilds alone, where they are worth something (H17): all together, or one by one."""
    most = 1 if problem.rules.wilds_apart else problem.wilds
    return [
        Column((), count, problem.alone(count) * problem.weight, (WILD,) * count, ())
        for count in range(1, min(most, problem.wilds) + 1)
        if problem.alone(count)
    ]


def greedy(problem: Problem, columns: list[Column]) -> list[tuple[Column, int]]:
    """A first arrangement: again and again the meld of most worth that the cards left still allow."""
    left = [*problem.counts, problem.wilds]
    choice: list[tuple[Column, int]] = []
    for one in sorted(columns, key=lambda one: -one.worth):
        needs = (*one.uses, *([(-1, one.wilds)] if one.wilds else []))
        times = min(left[kind] // copies for kind, copies in needs)
        for kind, copies in needs:
            left[kind] -= copies * times
        if times:
            choice.append((one, times))
    return choice
