"""Which way to search, by what holds under the rules, and what is proven in the end."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from heapq import heapify, heappop, heappush

from scorepad.core.bonuses import most_quartets
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check
from scorepad.core.rules import Rules
from scorepad.core.schedules import Schedule
from scorepad.optimize.answer import Answer
from scorepad.optimize.deadline import TimedOut
from scorepad.optimize.interlock.interlock_problem import (
    InterlockProblem,
    Place,
    Run,
    interlock_problem,
    simple_wilds,
)
from scorepad.optimize.interlock.layered_formula import layered
from scorepad.optimize.interlock.maxsat import maximise
from scorepad.optimize.interlock.model_to_melds import melds, runs
from scorepad.optimize.interlock.objective import closing_never_gains, crude_bound, layers_are_best
from scorepad.optimize.interlock.score import points

_SHARE = 0.6  # of the time, to prove the best with all wilds; then a good arrangement is looked for
_LIKE = Schedule("one-zero")  # whose best melds are tried where a hand is too large for its own


def best(rules: Rules, cards: Sequence[Card], *, table: Sequence[Meld] = (), limit: float = 2.0) -> Answer:
    """The melds of the highest score with their interlocks, those with partners' melds on the table too (I7).

    `limit` is in seconds; a search that it cuts off answers with the best found and a bound. The melds of
    the table are not among those of the answer.
    """
    began = time.perf_counter()
    problem = interlock_problem(rules, cards, table)
    laid, found, bound = _in_layers(problem, cards, began + limit)
    if found < bound and time.perf_counter() < began + limit:
        from scorepad.optimize.interlock import full_model

        with suppress(full_model.ModelTooLarge, TimedOut):
            other, value, most = full_model.search(problem, cards, began + limit)
            bound = min(bound, most)
            if value > found:
                laid, found = other, value
    return Answer(laid, found, max(found, bound), time.perf_counter() - began)


def _in_layers(
    problem: InterlockProblem, cards: Sequence[Card], deadline: float
) -> tuple[tuple[Meld, ...], int, int]:
    """Melds, their points and a bound by the layered formula."""
    if not (simple_wilds(problem.rules, cards) and _layers_hold(problem)):
        return _as_if(problem, deadline)
    alone = problem.rules.values.schedule.value(1) * problem.counts.total()
    naturals, most = _solve(replace(problem, wilds=()), deadline)
    found = _points_laid(problem, naturals), naturals
    if problem.wilds:
        began = time.perf_counter()
        laid, most = _solve(problem, began + _SHARE * (deadline - began), found[0])
        found = max(found, (_points_laid(problem, laid), laid), key=_first)
    ways: tuple[Callable[[], list[Run]], ...] = (
        lambda: _strictly(problem, deadline),
        lambda: _wild_by_wild(problem, deadline),
        lambda: longest_first(problem),
    )
    for way in ways:
        if found[0] < most + alone:
            laid = way()
            found = max(found, (_points_laid(problem, laid), laid), key=_first)
    beside = _quartets(problem)
    bound = most + alone + beside
    if found[0] < most + alone:
        bound = min(bound, crude_bound(problem))
    return melds(problem, found[1]), found[0] + beside, bound


def _first(found: tuple[int, list[Run]]) -> int:
    return found[0]


def _points_laid(problem: InterlockProblem, laid: Sequence[Run]) -> int:
    single = problem.counts.total() - sum(sum(run.natural) for run in laid)
    return points(
        problem.rules, problem.places, laid, problem.table
    ) + single * problem.rules.values.schedule.value(1)


def _solve(
    problem: InterlockProblem, deadline: float, least: int = 0, strict: bool = False
) -> tuple[list[Run], int]:
    """The runs that the layered formula's best model lays, and its bound."""
    try:
        layers = layered(problem, deadline, strict)
    except TimedOut:
        return [], crude_bound(problem)
    found = maximise(layers.formula, deadline, least)
    return runs(layers, found.model) if found.model else [], found.most


def _strictly(problem: InterlockProblem, deadline: float) -> list[Run]:
    """The best arrangement that can be laid as the layers are."""
    began = time.perf_counter()
    return _solve(problem, began + _SHARE * (deadline - began), strict=True)[0]


def _wild_by_wild(problem: InterlockProblem, deadline: float) -> list[Run]:
    """A good arrangement, where the best is not to be had in time: each wild in turn where it does most."""
    fixed: list[Run] = []
    laid: list[Run] = []
    left = problem
    for wild in problem.wilds:
        laid, _ = _solve(replace(left, wilds=(wild,), table=(*problem.table, *fixed)), deadline)
        with_wild = [run for run in laid if not all(run.natural)]
        fixed += with_wild
        laid = [run for run in laid if all(run.natural)]
        used = (problem.places.card[place] for run in with_wild for place in _naturals(run))
        left = replace(left, counts=left.counts - Counter(used))
    return fixed + laid


def _naturals(run: Run) -> list[Place]:
    return [place for place, natural in zip(run.covered, run.natural, strict=True) if natural]


def _as_if(problem: InterlockProblem, deadline: float) -> tuple[tuple[Meld, ...], int, int]:
    """Where the layers do not hold: what they would lay by another schedule, wilds by themselves."""
    rules = problem.rules.variant(schedule=_LIKE, interlock_schedule=None)
    found, _ = _solve(replace(problem, rules=rules, wilds=()), (time.perf_counter() + deadline) / 2)
    laid = melds(
        problem, max((found, longest_first(problem), []), key=lambda laid: _points_laid(problem, laid))
    )
    return laid, check(problem.rules, laid, problem.laid).points, crude_bound(problem)


def _quartets(problem: InterlockProblem) -> int:
    """Points of the quartets that the hand has however it is melded (H24)."""
    rules = problem.rules
    if not rules.bonuses.quartet_bonus:
        return 0
    suits = rules.pack.common_suits
    return rules.bonuses.quartet_bonus * sum(
        most_quartets([problem.counts[Card(rank, suit)] for suit in suits]) for rank in rules.pack.ranks
    )


def _layers_hold(problem: InterlockProblem) -> bool:
    """Whether the shortcuts of the layered formula hold for the hand (see docs/optimizer.md)."""
    wilds = len(problem.wilds)
    if not layers_are_best(problem.rules, problem.size, bool(wilds)) or (
        wilds and problem.rules.wilds.wild_only_schedule
    ):
        return False
    known = problem.places
    return all(
        closing_never_gains(problem.rules, problem.size, known.ranks[first], known.length[first], wilds)
        for first in _closable(problem)
    )


def _closable(problem: InterlockProblem) -> list[int]:
    """The circles of places that naturals and wilds could cover whole, each by its first place."""
    missing: dict[int, int] = {}
    for place, first in enumerate(problem.places.orbit):
        missing[first] = missing.get(first, 0) + (not problem.counts[problem.places.card[place]])
    return [first for first, number in missing.items() if number <= len(problem.wilds)]


def longest_first(problem: InterlockProblem) -> list[Run]:
    """An arrangement for want of time: again and again the longest run that the naturals left still make.

    Runs of two naturals and more, none longer than its circle of places.
    """
    left = Counter(problem.counts)
    heap = [(-len(_run(problem, left, place)), place) for place in range(len(problem.places.card))]
    heapify(heap)
    laid: list[Run] = []
    while heap:
        length, place = heappop(heap)
        run = _run(problem, left, place)  # shorter perhaps than it was, but never longer
        if len(run) == -length > 1:
            left.subtract(problem.places.card[one] for one in run)
            laid.append(Run(tuple(run), (True,) * len(run)))
        if len(run) > 1:
            heappush(heap, (-len(_run(problem, left, place)), place))
    return laid


def _run(problem: InterlockProblem, left: Counter[Card], place: Place) -> list[Place]:
    """The places from one on for which there are naturals left."""
    known = problem.places
    run: list[Place] = []
    while len(run) < known.length[place] and left[known.card[place]]:
        run.append(place)
        place = known.after[place]
    return run
