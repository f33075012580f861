"""The melds that the search begins with: stretches in which wilds lie only where the hand has no card."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.optimize.partition.columns import column
from scorepad.optimize.partition.problem import VOID, Column, Laid, Problem


def first_columns(problem: Problem) -> list[Column]:
    """Every stretch from a natural to a natural that needs its wilds.

    Without wilds in the hand these are all the melds that there are.
    """
    found: dict[object, Column] = {}
    for first, length in problem.circles:
        for start in range(first, first + length):
            if problem.kind_at[start] != VOID:
                for laid in _stretches(problem, start):
                    one = column(problem, laid)
                    found.setdefault(one.key, one)
    return list(found.values())


def _stretches(problem: Problem, start: int) -> Iterator[list[Laid]]:
    """The stretches from one place, as long as naturals and wilds last."""
    left = list(problem.counts)
    rules, ends = problem.rules, len(problem.cards)
    together, natural_last, wild = False, False, False
    laid: list[Laid] = []
    place = start
    while place != ends:
        kind = problem.kind_at[place]
        natural = kind != VOID and left[kind] > 0
        if not natural:
            kind = _wild_for(problem, place, left)
            if kind == VOID or (rules.wilds.wilds_apart and not natural_last):
                return
        left[kind] -= 1
        together = together or (natural and natural_last)
        natural_last, wild = natural, wild or not natural
        laid.append((place, kind))
        if natural and (together or not wild or not rules.wilds.adjacent_naturals):
            yield laid
        place = problem.next_place[place]


def _wild_for(problem: Problem, place: int, left: list[int]) -> int:
    """A kind that is left and may stand at the place; VOID if there is none."""
    return next((kind for kind in problem.wilds_for[place] if left[kind]), VOID)


def greedy(problem: Problem, columns: list[Column]) -> list[tuple[Column, int]]:
    """A first arrangement: again and again the meld of most worth that the cards left still allow."""
    left = [*problem.counts, *[len(columns)] * (problem.ties.count - len(problem.counts))]
    choice: list[tuple[Column, int]] = []
    for one in sorted(columns, key=lambda one: (-one.worth, -len(one.laid))):
        times = 0
        while all(left[row] >= amount for row, amount in one.uses):
            for row, amount in one.uses:
                left[row] -= amount
            times += 1
        if times:
            choice.append((one, times))
    return choice


def longest_first_is_best(problem: Problem) -> bool:
    """Whether `greedy` is known to lay the best melds: runs of one suit and one leap, without wilds, by a
    schedule whose steps never fall (docs/optimizer.md has the proof)."""
    rules = problem.rules
    alone = (
        rules.shapes.suit_pattern == "single"
        and rules.shapes.run_suits == "one"
        and len(rules.shapes.leaps) == 1
    )
    whole = (
        rules.deal.must_meld_all
        and rules.shapes.shortest_run == 1
        and rules.shapes.circular
        and rules.shapes.routes is None
    )
    return alone and whole and rules.values.schedule.id != "table" and not problem.wilds
