"""A model of the layered formula laid out as runs, and runs as melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scorepad.core.cards import Laid, Meld
from scorepad.optimize.interlock.interlock_problem import InterlockProblem, Place, Run, wilds_well_laid
from scorepad.optimize.interlock.layered_formula import LayeredFormula
from scorepad.optimize.interlock.maxsat import Model


def runs_of_model(layers: LayeredFormula, model: Model) -> list[Run]:
    """The runs of two cards and more that the model lays; other cards lie alone."""
    model_runs: list[Run] = []
    for layer in layers.own_layers:
        natural_places = {place for place, lit in layer.natural_at.items() if model[lit - 1] > 0}
        wild_places = {place for place, lit in layer.wild_at.items() if model[lit - 1] > 0}
        model_runs += legal_runs_of_layer(layers.problem, natural_places, wild_places)
    return model_runs


def legal_runs_of_layer(
    problem: InterlockProblem, natural_places: set[Place], wild_places: set[Place]
) -> list[Run]:
    """The runs of two cards and more of a layer that covers these places."""
    return [
        legal_run
        for run in _layer_runs(problem, natural_places, wild_places)
        for legal_run in _legal_runs(problem, run)
    ]


def _layer_runs(
    problem: InterlockProblem, natural_places: set[Place], wild_places: set[Place]
) -> Iterator[Run]:
    """The maximal stretches of a layer; one that closes is cut into two."""
    next_place, previous_place = problem.places.next_place, problem.places.previous_place
    places_left = natural_places | wild_places
    firsts = sorted(
        (place for place in places_left if previous_place[place] not in places_left), reverse=True
    )
    while places_left:
        start = firsts.pop() if firsts else min(places_left)  # a circle that closes has no first
        closes_circle = previous_place[start] in places_left
        run_places, place = [], start
        while place in places_left:
            places_left.remove(place)
            run_places.append(place)
            place = next_place[place]
        cut = len(run_places) // 2 if closes_circle else len(run_places)
        for part in (run_places[:cut], run_places[cut:]):
            if part:
                yield Run(tuple(part), tuple(place in natural_places for place in part))


def _legal_runs(problem: InterlockProblem, run: Run) -> Iterator[Run]:
    """The run without wilds at its ends; its stretches of naturals where it may not be laid (H15)."""
    natural_steps = [step for step, natural in enumerate(run.natural) if natural]
    if not natural_steps:
        return
    first, last = natural_steps[0], natural_steps[-1] + 1
    run = Run(run.places[first:last], run.natural[first:last])
    if wilds_well_laid(problem.rules, run.natural):
        if len(run.places) > 1:
            yield run
        return
    start = 0
    for end in range(len(run.natural) + 1):
        if end == len(run.natural) or not run.natural[end]:
            if end - start > 1:
                yield Run(run.places[start:end], run.natural[start:end])
            start = end + 1


def melds_of_runs(problem: InterlockProblem, runs: Sequence[Run]) -> tuple[Meld, ...]:
    """The runs as melds, suit by suit and long ones first; then what lies alone, wilds last."""
    places, order = problem.places, problem.rules.pack.order
    wilds_left = list(problem.wilds)
    melds: list[Meld] = []
    for run in runs:
        kinds = zip((places.cards[place] for place in run.places), run.natural, strict=True)
        melds.append(
            tuple(Laid(kind) if natural else Laid(wilds_left.pop(), kind) for kind, natural in kinds)
        )
    cards_left = problem.natural_counts - Counter(laid.card for meld in melds for laid in meld)
    melds += [(Laid(card),) for card in cards_left.elements()]
    melds.sort(key=lambda meld: (-len(meld), order[meld[0].stands_for or meld[0].card]))
    if problem.rules.wilds.wilds_apart:
        return (*melds, *((Laid(card),) for card in wilds_left))
    return (*melds, tuple(map(Laid, wilds_left))) if wilds_left else tuple(melds)
