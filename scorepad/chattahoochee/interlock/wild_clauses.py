"""The clauses about wilds: their number, their places, and the points that each could gain.

A stretch that crosses a place without a natural of its layer needs a wild there. Its weight is counted with
that wild: it is gained with the wild, and lost again if the wild lies there but the stretch is not covered.
So the search begins with the places that could gain most, not with all stretches at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from scorepad.chattahoochee.interlock.interlock_problem import (
    InterlockProblem,
    MeldLayer,
    Place,
    PlaceLiterals,
)
from scorepad.chattahoochee.interlock.maxsat import Formula
from scorepad.optimize.answer import check_deadline


def add_wild_clauses(
    problem: InterlockProblem,
    formula: Formula,
    layers: Sequence[MeldLayer],
    idle_at: PlaceLiterals,
    needed_wilds: Mapping[int, Sequence[int]],
    deadline: float,
    strict: bool,
) -> None:
    """Add the clauses of wilds: no more than the hand has, each inside its meld and near two naturals (H15).

    Melds are not always laid as layers are, so H15 is demanded of the first layer only, unless `strict`.
    `idle_at`: places where wilds may lie beyond the end of a layer.

    `needed_wilds`: by weighed literal, the wilds of which it needs one. Raises TimedOut.
    """
    places, rules = problem.places, problem.rules
    # Layers are filled in order: a wild of one lies above a card of the layer before.
    for lower, upper in pairwise(layers):
        for place, wild in upper.wild_at.items():
            formula.clauses.append([-wild, *_literal_or_none(lower.covered_at.get(place))])
    for layer in layers:
        for place, wild in layer.wild_at.items():
            # A wild at the end of a meld adds nothing, so none is laid there.
            formula.clauses.append([-wild, layer.covered_at[places.next_place[place]]])
            formula.clauses.append([-wild, layer.covered_at[places.previous_place[place]]])
    if rules.wilds.adjacent_naturals:
        _require_two_naturals(problem, formula, layers, idle_at, strict)
    for layer in layers if strict else layers[:1]:
        if rules.wilds.wilds_apart:
            for place, wild in layer.wild_at.items():
                formula.clauses += [
                    [-wild, -lit] for lit in _literal_or_none(layer.wild_at.get(places.next_place[place]))
                ]
    wilds = [wild for layer in layers for wild in layer.wild_at.values()]
    all_wilds = [*wilds, *idle_at.values()]
    formula.switches_on = _sequential_counter(formula, all_wilds, len(problem.wilds))
    _hand_gains_to_wilds(formula, needed_wilds, wilds, deadline)


def _literal_or_none(lit: int | None) -> list[int]:
    return [] if lit is None else [lit]


def _sequential_counter(formula: Formula, lits: Sequence[int], max_true: int) -> list[int]:
    """Return literals that at least 1, 2, … of the given ones are true, of which at most `max_true` may be.

    A sequential counter (Sinz, Optimal CNF encoding of boolean cardinality constraints, CP 2005).
    """
    counts_before: list[int] = []
    for lit in lits:
        counts = [formula.new_variable() for _ in range(min(max_true, len(counts_before) + 1))]
        formula.clauses.append([-lit, counts[0]])
        for number, counted in enumerate(counts_before):
            formula.clauses += [
                [-counted, counts[number]],
                # Beyond the last count the clause has no literal left, so no further one can be true.
                [-counted, -lit, *counts[number + 1 : number + 2]],
            ]
        # The other direction too: a count that is assumed must switch so many on.
        for number, at_least in enumerate(counts):
            formula.clauses.append([-at_least, lit, *counts_before[number : number + 1]])
            if number:
                formula.clauses.append([-at_least, counts_before[number - 1]])
        counts_before = counts
    return counts_before


def _hand_gains_to_wilds(
    formula: Formula, needed_wilds: Mapping[int, Sequence[int]], wilds: Sequence[int], deadline: float
) -> None:
    """Give each literal that needs a wild to one of its wilds, the one with the least gain so far."""
    gain_by_wild = dict.fromkeys(wilds, 0)
    formula.switch_gains = {wild: {} for wild in wilds}
    for lit, possible_wilds in needed_wilds.items():
        check_deadline(deadline)
        # One of them is enough, as all must lie there.
        wild = min(possible_wilds, key=gain_by_wild.__getitem__)
        gain_lit = formula.new_variable()
        formula.clauses.append([-gain_lit, -wild, lit])
        formula.switch_gains[wild][gain_lit] = lit
        gain_by_wild[wild] += formula.weights[lit]


def _require_two_naturals(
    problem: InterlockProblem,
    formula: Formula,
    layers: Sequence[MeldLayer],
    idle_at: PlaceLiterals,
    strict: bool,
) -> None:
    """Add the clauses that a wild is joined to two naturals side by side, ahead or behind (H15).

    The meld may be laid otherwise than its layer; but all that joins the wild to the naturals is covered,
    hence covered by the first layer.
    """
    for layer_number, layer in enumerate(layers):
        if strict or not layer_number:
            sides = [
                two_naturals_ahead(formula, layer, neighbours)
                for neighbours in (problem.places.next_place, problem.places.previous_place)
            ]
        for place, wild in layer.wild_at.items():
            formula.clauses.append([-wild, *(joined_lits[place] for joined_lits in sides)])
        if not layer_number:
            for place, idle in idle_at.items():
                covered = layer.covered_at[place]
                formula.clauses += [[-idle, covered], [-idle, *(joined_lits[place] for joined_lits in sides)]]


def two_naturals_ahead(formula: Formula, layer: MeldLayer, neighbours: Sequence[Place]) -> PlaceLiterals:
    """Return, by place, a literal that two naturals lie ahead and the layer covers all places up to them."""
    pair_lits: PlaceLiterals = {}
    joined_lits = {place: formula.new_variable() for place in layer.covered_at}
    for place, joined_lit in joined_lits.items():
        first_ahead = neighbours[place]
        second_ahead = neighbours[first_ahead]
        # Round a whole track these could hold each other up without a pair. The bound is only higher then.
        if first_ahead not in layer.covered_at:
            formula.clauses.append([-joined_lit])
            continue
        possible_lits = [joined_lits[first_ahead]]
        if first_ahead in layer.natural_at and second_ahead in layer.natural_at:
            possible_lits.append(pair_lits.setdefault(first_ahead, formula.new_variable()))
            formula.clauses += [
                [-pair_lits[first_ahead], layer.natural_at[first_ahead]],
                [-pair_lits[first_ahead], layer.natural_at[second_ahead]],
            ]
        formula.clauses += [[-joined_lit, layer.covered_at[first_ahead]], [-joined_lit, *possible_lits]]
    return joined_lits
