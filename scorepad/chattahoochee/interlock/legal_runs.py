"""Make legal runs of the places that layers cover, and melds of these runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from scorepad.chattahoochee.interlock.interlock_problem import InterlockProblem, Place, Run, wilds_well_laid
from scorepad.chattahoochee.interlock.objective import score_runs
from scorepad.core.cards import Laid, Meld
from scorepad.core.melding import melding_of


def legal_runs(problem: InterlockProblem, covered: Sequence[tuple[set[Place], set[Place]]]) -> list[Run]:
    """Return the runs of at least two cards in some layers. `covered`: by layer, the places of its naturals
    and of its wilds.

    A run that may not be laid (H15) swaps tails with a run that it crosses, if both may be laid then.
    """
    runs = [run for naturals, wilds in covered for run in _layer_runs(problem, naturals, wilds)]
    # Two runs that cross stay two runs, so the numbers hold while runs change.
    for number in range(len(runs)):
        if not _well_laid(problem, runs[number]):
            ways = [runs, *_crossings(problem, runs, number)]
            runs = max(ways, key=partial(_points, problem)) if len(ways) > 1 else runs
    return _all_legal(problem, runs)


def _all_legal(problem: InterlockProblem, runs: Sequence[Run]) -> list[Run]:
    return [legal_run for run in runs for legal_run in _legal_runs(problem, run)]


def _points(problem: InterlockProblem, runs: Sequence[Run]) -> int:
    return score_runs(problem.rules, problem.places, _all_legal(problem, runs), problem.table_runs)


def _crossings(problem: InterlockProblem, runs: list[Run], number: int) -> Iterator[list[Run]]:
    """List all ways in which a run swaps its tail with a run that it crosses."""
    places, run = problem.places, runs[number]
    # A run may be cut before its first card too: then all of it goes on behind another one.
    before_each = [places.previous_place[run.places[0]], *run.places]
    for other_number, other in enumerate(runs):
        steps_to = {place: steps for steps, place in enumerate(other.places, start=1)}
        for cut, place in enumerate(before_each if other_number != number else ()):
            if place not in steps_to:
                continue
            steps, crossed = steps_to[place], list(runs)
            crossed[number] = _joined(run, cut, other, steps)
            crossed[other_number] = _joined(other, steps, run, cut)
            if all(
                len(one.places) <= places.track_length[place] and _well_laid(problem, one)
                for one in (crossed[number], crossed[other_number])
            ):
                yield crossed


def _well_laid(problem: InterlockProblem, run: Run) -> bool:
    return wilds_well_laid(problem.rules, _without_wild_ends(run).natural)


def _joined(run: Run, end: int, further: Run, start: int) -> Run:
    return Run(
        run.places[:end] + further.places[start:],
        run.natural[:end] + further.natural[start:],
    )


def _without_wild_ends(run: Run) -> Run:
    natural_steps = [step for step, natural in enumerate(run.natural) if natural]
    if not natural_steps:
        return Run((), ())
    first, last = natural_steps[0], natural_steps[-1] + 1
    return Run(run.places[first:last], run.natural[first:last])


def _layer_runs(
    problem: InterlockProblem, natural_places: set[Place], wild_places: set[Place]
) -> Iterator[Run]:
    """List the maximal stretches of a layer; one that covers a whole track is cut into two."""
    next_place, previous_place = problem.places.next_place, problem.places.previous_place
    places_left = natural_places | wild_places
    firsts = sorted(
        (place for place in places_left if previous_place[place] not in places_left), reverse=True
    )
    while places_left:
        start = firsts.pop() if firsts else min(places_left)  # a whole track has no first
        closes = previous_place[start] in places_left
        run_places, place = [], start
        while place in places_left:
            places_left.remove(place)
            run_places.append(place)
            place = next_place[place]
        cut = len(run_places) // 2 if closes else len(run_places)
        for part in (run_places[:cut], run_places[cut:]):
            if part:
                yield Run(tuple(part), tuple(place in natural_places for place in part))


def _legal_runs(problem: InterlockProblem, run: Run) -> Iterator[Run]:
    """List the legal runs of a stretch: the run without wilds at its ends or, if that may not be laid (H15),
    its stretches of naturals."""
    run = _without_wild_ends(run)
    if wilds_well_laid(problem.rules, run.natural):
        if len(run.places) > 1:
            yield run
        return
    # Naturals alone may always be laid.
    start = 0
    for end in range(len(run.natural) + 1):
        if end == len(run.natural) or not run.natural[end]:
            if end - start > 1:
                yield Run(run.places[start:end], run.natural[start:end])
            start = end + 1


def melds_of_runs(problem: InterlockProblem, runs: Sequence[Run]) -> tuple[Meld, ...]:
    """Turn runs into melds, by suit with long ones first; then come the cards that lie alone, wilds last."""
    places, order, melding = problem.places, problem.rules.pack.order, melding_of(problem.rules)
    wilds_left = list(problem.wilds)
    # A wild in a run is no natural, though it may be of the same rank and suit as one that lies alone.
    cards_left = Counter(problem.natural_counts)
    melds: list[Meld] = []
    for run in runs:
        kinds = [*zip((places.cards[place] for place in run.places), run.natural, strict=True)]
        cards_left.subtract(kind for kind, natural in kinds if natural)
        melds.append(
            tuple(
                # A natural that may be wild says that it stands for itself (H15).
                Laid(kind, kind if melding.reach(kind) else None) if natural else Laid(wilds_left.pop(), kind)
                for kind, natural in kinds
            )
        )
    melds += [(Laid(card),) for card in cards_left.elements()]
    melds.sort(key=lambda meld: (-len(meld), order[meld[0].stands_for or meld[0].card]))
    # Two wilds side by side are no meld under that rule (H15), so each lies alone (H17).
    if problem.rules.wilds.wilds_apart:
        return (*melds, *((Laid(card),) for card in wilds_left))
    return (*melds, tuple(map(Laid, wilds_left))) if wilds_left else tuple(melds)
