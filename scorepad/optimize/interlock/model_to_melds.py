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
    found: list[Run] = []
    for layer in layers.own_layers:
        natural = {place for place, lit in layer.natural_at.items() if model[lit - 1] > 0}
        wild = {place for place, lit in layer.wild_at.items() if model[lit - 1] > 0}
        for run in _layer_runs(layers.problem, natural, wild):
            found += _legal_runs(layers.problem, run)
    return found


def _layer_runs(problem: InterlockProblem, natural: set[Place], wild: set[Place]) -> Iterator[Run]:
    """The maximal stretches of a layer; one that closes is cut into two."""
    after, before = problem.places.next_place, problem.places.previous_place
    left = natural | wild
    every = frozenset(left)
    for start in sorted(left, key=lambda place: (before[place] in every, place)):
        closed = before[start] in left
        covered, place = [], start
        while place in left:
            left.remove(place)
            covered.append(place)
            place = after[place]
        half = len(covered) // 2 if closed else len(covered)
        for part in (covered[:half], covered[half:]):
            if part:
                yield Run(tuple(part), tuple(place in natural for place in part))


def _legal_runs(problem: InterlockProblem, run: Run) -> Iterator[Run]:
    """The run without wilds at its ends; its stretches of naturals where it may not be laid (H15)."""
    kept = [step for step, natural in enumerate(run.natural) if natural]
    if not kept:
        return
    first, last = kept[0], kept[-1] + 1
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


def melds_of_runs(problem: InterlockProblem, laid: Sequence[Run]) -> tuple[Meld, ...]:
    """The runs as melds, suit by suit and long ones first; then what lies alone, wilds last."""
    known, order = problem.places, problem.rules.pack.order
    wilds = list(problem.wilds)
    found: list[Meld] = []
    for run in laid:
        kinds = zip((known.cards[place] for place in run.places), run.natural, strict=True)
        found.append(tuple(Laid(kind) if natural else Laid(wilds.pop(), kind) for kind, natural in kinds))
    left = problem.natural_counts - Counter(one.card for meld in found for one in meld)
    found += [(Laid(card),) for card in left.elements()]
    found.sort(key=lambda meld: (-len(meld), order[meld[0].stands_for or meld[0].card]))
    if problem.rules.wilds.wilds_apart:
        return (*found, *((Laid(card),) for card in wilds))
    return (*found, tuple(map(Laid, wilds))) if wilds else tuple(found)
