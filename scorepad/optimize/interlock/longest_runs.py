"""An arrangement for want of time: the longest runs first."""

from __future__ import annotations

from collections import Counter
from heapq import heapify, heappop, heappush

from scorepad.core.cards import Card
from scorepad.optimize.interlock.interlock_problem import InterlockProblem, Place, Run


def longest_runs_first(problem: InterlockProblem) -> list[Run]:
    """An arrangement for want of time: again and again the longest run that the naturals left still make.

    Runs of two naturals and more, none longer than its circle of places.
    """
    naturals_left = Counter(problem.natural_counts)
    longest_heap = [
        (-len(_longest_run(problem, naturals_left, place)), place)
        for place in range(len(problem.places.cards))
    ]
    heapify(longest_heap)
    laid_runs: list[Run] = []
    while longest_heap:
        length, place = heappop(longest_heap)
        run = _longest_run(problem, naturals_left, place)  # shorter perhaps than it was, but never longer
        if len(run) == -length > 1:
            naturals_left.subtract(problem.places.cards[covered_place] for covered_place in run)
            laid_runs.append(Run(tuple(run), (True,) * len(run)))
        if len(run) > 1:
            heappush(longest_heap, (-len(_longest_run(problem, naturals_left, place)), place))
    return laid_runs


def _longest_run(problem: InterlockProblem, naturals_left: Counter[Card], place: Place) -> list[Place]:
    """The places from one on for which there are naturals left."""
    places = problem.places
    run: list[Place] = []
    while len(run) < places.circle_length[place] and naturals_left[places.cards[place]]:
        run.append(place)
        place = places.next_place[place]
    return run
