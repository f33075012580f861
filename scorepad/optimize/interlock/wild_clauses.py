"""The clauses about wilds: how many there are, where they may lie, and what each could gain.

A stretch that crosses a place where its layer has no natural needs a wild there. Its weight is counted with
that wild: all of it is gained with the wild, and lost again where the wild lies there but the stretch
is not covered. So the search begins with the places that could gain most, not with all stretches at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from scorepad.optimize.deadline import check_deadline
from scorepad.optimize.interlock.interlock_problem import InterlockProblem, MeldLayer, Place, PlaceLiterals
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
        for place, wild in upper.wild_at.items():
            formula.clauses.append([-wild, *_literal_or_none(lower.covered_at.get(place))])
    for layer in layers:
        for place, wild in layer.wild_at.items():
            formula.clauses.append([-wild, layer.covered_at[known.next_place[place]]])
            formula.clauses.append([-wild, layer.covered_at[known.previous_place[place]]])
    for layer in layers if strict else layers[:1]:
        if rules.wilds.adjacent_naturals:
            _require_two_naturals(problem, formula, layer)
        if rules.wilds.wilds_apart:
            for place, wild in layer.wild_at.items():
                formula.clauses += [
                    [-wild, -lit] for lit in _literal_or_none(layer.wild_at.get(known.next_place[place]))
                ]
    wilds = [wild for layer in layers for wild in layer.wild_at.values()]
    formula.switches_on = _sequential_counter(formula, wilds, len(problem.wilds))
    _hand_gains_to_wilds(formula, needs, wilds, deadline)


def _literal_or_none(lit: int | None) -> list[int]:
    return [] if lit is None else [lit]


def _sequential_counter(formula: Formula, lits: Sequence[int], most: int) -> list[int]:
    """Of at most `most` of the literals that may be true: at least 1, 2, … are (a sequential counter)."""
    before: list[int] = []
    for lit in lits:
        count = [formula.new_variable() for _ in range(min(most, len(before) + 1))]
        formula.clauses.append([-lit, count[0]])
        for number, already in enumerate(before):
            formula.clauses += [[-already, count[number]], [-already, -lit, *count[number + 1 : number + 2]]]
        for number, now in enumerate(count):
            formula.clauses.append([-now, lit, *before[number : number + 1]])
            if number:
                formula.clauses.append([-now, before[number - 1]])
        before = count
    return before


def _hand_gains_to_wilds(
    formula: Formula, needs: Mapping[int, Sequence[int]], wilds: Sequence[int], deadline: float
) -> None:
    """Hand each literal that cannot do without a wild to one wild, that with least to gain so far."""
    sums = dict.fromkeys(wilds, 0)
    formula.switch_gains = {wild: {} for wild in wilds}
    for lit, some in needs.items():
        check_deadline(deadline)
        wild = min(some, key=sums.__getitem__)
        kept = formula.new_variable()
        formula.clauses.append([-kept, -wild, lit])
        formula.switch_gains[wild][kept] = lit
        sums[wild] += formula.weights[lit]


def _require_two_naturals(problem: InterlockProblem, formula: Formula, layer: MeldLayer) -> None:
    """A wild of the first layer is joined to two naturals side by side, on one of its sides (H15)."""
    sides = [
        _two_naturals_ahead(formula, layer, ahead)
        for ahead in (problem.places.next_place, problem.places.previous_place)
    ]
    for place, wild in layer.wild_at.items():
        formula.clauses.append([-wild, *(side[place] for side in sides)])


def _two_naturals_ahead(formula: Formula, layer: MeldLayer, ahead: Sequence[Place]) -> PlaceLiterals:
    """By place: the literal that two naturals lie ahead, with the layer covering what is between."""
    pair: PlaceLiterals = {}
    found = {place: formula.new_variable() for place in layer.covered_at}
    for place, joined in found.items():
        first = ahead[place]
        second = ahead[first]
        if first not in layer.covered_at:
            formula.clauses.append([-joined])
            continue
        ways = [found[first]]
        if first in layer.natural_at and second in layer.natural_at:
            ways.append(pair.setdefault(first, formula.new_variable()))
            formula.clauses += [
                [-pair[first], layer.natural_at[first]],
                [-pair[first], layer.natural_at[second]],
            ]
        formula.clauses += [[-joined, layer.covered_at[first]], [-joined, *ways]]
    return found
