"""The clauses about wilds: how many there are, where they may lie, and what each could gain.

A stretch that crosses a place where its layer has no natural needs a wild there. Its weight is counted with
that wild: all of it is gained with the wild, and lost again where the wild lies there but the stretch
is not covered. So the search begins with the places that could gain most, not with all stretches at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from scorepad.optimize.deadline import check_deadline
from scorepad.optimize.interlock.interlock_problem import InterlockProblem, Lits, MeldLayer, Place
from scorepad.optimize.interlock.maxsat import Formula


def add_wild_clauses(
    problem: InterlockProblem,
    formula: Formula,
    layers: Sequence[MeldLayer],
    needs: Mapping[int, Sequence[int]],
    deadline: float,
    strict: bool,
) -> None:
    """No more wilds than there are, each inside its meld and near two naturals (H15).

    Melds are not always laid as the layers are, so that this holds of the first layer only, but if `strict`.

    `needs` has, by literal that weighs, the wilds one of which it can not do without. Raises TimedOut.
    """
    known, rules = problem.places, problem.rules
    for lower, upper in pairwise(layers):
        for place, wild in upper.wild.items():
            formula.clauses.append([-wild, *_or(lower.covered.get(place))])
    for layer in layers:
        for place, wild in layer.wild.items():
            formula.clauses.append([-wild, layer.covered[known.after[place]]])
            formula.clauses.append([-wild, layer.covered[known.before[place]]])
    for layer in layers if strict else layers[:1]:
        if rules.wilds.adjacent_naturals:
            _near_two(problem, formula, layer)
        if rules.wilds.wilds_apart:
            for place, wild in layer.wild.items():
                formula.clauses += [[-wild, -lit] for lit in _or(layer.wild.get(known.after[place]))]
    wilds = [wild for layer in layers for wild in layer.wild.values()]
    formula.at_least = _counter(formula, wilds, len(problem.wilds))
    _count_by_wild(formula, needs, wilds, deadline)


def _or(lit: int | None) -> list[int]:
    return [] if lit is None else [lit]


def _counter(formula: Formula, lits: Sequence[int], most: int) -> list[int]:
    """Of at most `most` of the literals that may be true: at least 1, 2, … are (a sequential counter)."""
    before: list[int] = []
    for lit in lits:
        count = [formula.new() for _ in range(min(most, len(before) + 1))]
        formula.clauses.append([-lit, count[0]])
        for number, already in enumerate(before):
            formula.clauses += [[-already, count[number]], [-already, -lit, *count[number + 1 : number + 2]]]
        for number, now in enumerate(count):
            formula.clauses.append([-now, lit, *before[number : number + 1]])
            if number:
                formula.clauses.append([-now, before[number - 1]])
        before = count
    return before


def _count_by_wild(
    formula: Formula, needs: Mapping[int, Sequence[int]], wilds: Sequence[int], deadline: float
) -> None:
    """Hand each literal that cannot do without a wild to one wild, that with least to gain so far."""
    sums = dict.fromkeys(wilds, 0)
    formula.gains = {wild: {} for wild in wilds}
    for lit, some in needs.items():
        check_deadline(deadline)
        wild = min(some, key=sums.__getitem__)
        kept = formula.new()
        formula.clauses.append([-kept, -wild, lit])
        formula.gains[wild][kept] = lit
        sums[wild] += formula.weights[lit]


def _near_two(problem: InterlockProblem, formula: Formula, layer: MeldLayer) -> None:
    """A wild of the first layer is joined to two naturals side by side, on one of its sides (H15)."""
    sides = [_side(formula, layer, ahead) for ahead in (problem.places.after, problem.places.before)]
    for place, wild in layer.wild.items():
        formula.clauses.append([-wild, *(side[place] for side in sides)])


def _side(formula: Formula, layer: MeldLayer, ahead: Sequence[Place]) -> Lits:
    """By place: the literal that two naturals lie ahead, with the layer covering what is between."""
    pair: Lits = {}
    found = {place: formula.new() for place in layer.covered}
    for place, joined in found.items():
        first = ahead[place]
        second = ahead[first]
        if first not in layer.covered:
            formula.clauses.append([-joined])
            continue
        ways = [found[first]]
        if first in layer.natural and second in layer.natural:
            ways.append(pair.setdefault(first, formula.new()))
            formula.clauses += [[-pair[first], layer.natural[first]], [-pair[first], layer.natural[second]]]
        formula.clauses += [[-joined, layer.covered[first]], [-joined, *ways]]
    return found
