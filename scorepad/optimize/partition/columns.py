"""Columns: melds and bonuses as what they use of each row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scorepad.optimize.partition.problem import Column, Laid, Problem

Choice = Sequence[tuple[Column, int]]


def column(problem: Problem, laid: Sequence[Laid]) -> Column:
    """The column of a meld laid on places of a track."""
    uses: dict[int, int] = {}
    naturals, kind_at, ties = 0, problem.kind_at, problem.ties
    for place, kind in laid:
        uses[kind] = uses.get(kind, 0) + 1
        natural = kind_at[place] == kind
        naturals += natural
        if ties.wilds is not None and problem.wild[kind]:
            uses[ties.wilds] = uses.get(ties.wilds, 0) + 1
        if natural and kind in ties.links:
            uses[ties.links[kind]] = uses.get(ties.links[kind], 0) - 1
    return Column(tuple(uses.items()), problem.worths[naturals], tuple(laid))


def bonuses(problem: Problem) -> list[Column]:
    """What can be had beside melds: wilds laid by themselves, and quartets that depend on the melds."""
    return [*_alone(problem), *_quartets(problem)]


def _alone(problem: Problem) -> list[Column]:
    """So many wilds left over, in the melds that they are worth most in (H17)."""
    row = problem.ties.wilds
    if row is None:
        return []
    most = 1 if problem.rules.wilds.wilds_apart else problem.wilds
    return [
        Column(((row, count),), problem.alone(count) * problem.weight, most=problem.wilds // count)
        for count in range(1, most + 1)
        if problem.alone(count)
    ]


def _quartets(problem: Problem) -> list[Column]:
    worth = problem.rules.bonuses.quartet_bonus * problem.weight
    return [
        Column(tuple((link, 1) for link in four), worth, most=quartet.most)
        for quartet in problem.ties.quartets.values()
        for four in quartet.ways
    ]


def worth_of(problem: Problem, choice: Choice) -> int:
    """The worth of the melds of a choice with all that they earn together."""
    melds = [(one, times) for one, times in choice if one.laid]
    used: Counter[int] = Counter()
    for one, times in melds:
        for row, amount in one.uses:
            used[row] += amount * times
    left = sum(problem.counts[kind] - used[kind] for kind in problem.wild_kinds)
    quartets = sum(
        quartet.count([-used[link] for link in quartet.links]) for quartet in problem.ties.quartets.values()
    )
    earned = problem.alone(left) + problem.rules.bonuses.quartet_bonus * quartets
    return sum(one.worth * times for one, times in melds) + earned * problem.weight
