"""What stretches are worth, taken apart: how much each one that is covered adds to those within it."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import factorial, prod

from scorepad.core.rules import Rules
from scorepad.optimize.interlock.interlock_problem import InterlockProblem

PointsByLength = tuple[int, ...]  # by naturals


def meld_points(rules: Rules, most: int) -> PointsByLength:
    """The schedule's value of 0, 1, 2 … `most` naturals."""
    return tuple(rules.values.schedule.value(n) for n in range(most + 1))


def interlock_points(rules: Rules, most: int) -> PointsByLength:
    """L × schedule(L) of the net lengths 0, 1, 2 … `most` (I3)."""
    return tuple(rules.interlock_value(n) for n in range(most + 1))


def second_differences(values: PointsByLength) -> PointsByLength:
    """Second differences: a stretch of n is worth the sum, over all stretches within it, of bends[length]."""
    before = (0, 0, *values)
    return tuple(now - 2 * last + older for older, last, now in zip(before, before[1:], values, strict=False))


def layers_are_best(rules: Rules, most: int, wilds: bool) -> bool:
    """Whether the shortcuts of the layered search hold for melds and interlocks (see docs/optimizer.md).

    The steps from value to value never fall; with wilds one card is worth nothing, and the steps must not
    grow more slowly either.
    """
    bent = [second_differences(values(rules, most)) for values in (meld_points, interlock_points)]
    if any(min(steps) < 0 or (wilds and steps[1]) for steps in bent):
        return False
    return not wilds or all(one <= two for steps in bent for one, two in pairwise(steps[2:]))


def closing_never_gains(rules: Rules, size: int, ranks: int, length: int, wilds: int) -> bool:
    """Whether a meld round all `length` places is worth no more than the layered bound counts for it."""
    melds, interlocks = meld_points(rules, size + length), interlock_points(rules, size + length)
    for full in range(max(2, length - wilds), length + 1):
        run, interlock = (
            full * (melds[full - 1] - melds[full - 2]),
            interlocks[full - 1] - interlocks[full - 2],
        )
        if full * interlock < interlocks[full]:
            return False
        for n in range(full, size + 1):
            laps, rest = divmod(n, full)
            counted = laps * run + melds[rest] + (ranks * interlock * laps * laps if ranks % 2 else 0)
            alone = n // ranks * interlocks[n % ranks] if ranks % 2 else 0
            if counted < melds[n] + alone:
                return False
    return True


def trivial_bound(problem: InterlockProblem) -> int:
    """Points that no arrangement exceeds under any rules: every card beside every other at each rank.

    The net lengths of all interlocks of k melds add up to no more than the choices of one card of each of
    k suits at each rank, and none is longer than a circle, or than all cards
    shared out among k melds.
    """
    rules, size, wilds = problem.rules, problem.hand_size, len(problem.wilds)
    values = meld_points(rules, size)
    alone = [0]
    for n in range(1, size + 1):
        alone.append(max(alone[n - part] + values[part] for part in range(1, n + 1)))
    laid = Counter(problem.places.cards[place] for run in problem.table_runs for place in run.places)
    total = max(alone)
    every = size + sum(len(run.places) for run in problem.table_runs)
    round_all = max(problem.places.circle_length, default=0)
    for rank in dict.fromkeys(card.rank for card in problem.places.cards):
        copies = [
            problem.natural_counts[card] + laid[card] + wilds
            for card in problem.rules.pack.cards
            if card.rank == rank
        ]
        for k in range(2, len(copies) + 1):
            choices = sum(prod(some) for some in combinations(copies, k))
            lengths = range(1, min(every // k, round_all) + 1)
            of_one_rank = max((rules.interlock_value(length) // length for length in lengths), default=0)
            total += choices * of_one_rank * factorial(k) // 2
    return total + _max_beside_interlocks(problem)


def _max_beside_interlocks(problem: InterlockProblem) -> int:
    """The most that quartets and wilds by themselves could add (H17, H24)."""
    rules = problem.rules
    wild_only = rules.wilds.wild_only_schedule
    alone = (
        max(wild_only.value(n) * problem.hand_size for n in range(problem.hand_size + 1)) if wild_only else 0
    )
    return alone + rules.bonuses.quartet_bonus * (problem.hand_size // 4)
