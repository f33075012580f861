"""The layered formula: which suit each card alternates with, as clauses whose wanted literals weigh points.

The own melds of one circle of places are laid in layers: the j-th covers the places that j melds cover, by
a natural where j naturals lie there, else by a wild. A variable says that a place has j naturals, that
its j-th card is a wild, that layer j covers a stretch between two naturals, or that all layers of a ring
cover a stretch of ranks between two where all are natural. Every stretch weighs what it adds to the
stretches within it (`objective.bends`). Nothing stands for a single meld or a tuple of melds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from math import factorial

from scorepad.core.cards import Card
from scorepad.optimize.deadline import check_deadline
from scorepad.optimize.interlock.interlock_problem import InterlockProblem, MeldLayer, Place, Ring
from scorepad.optimize.interlock.maxsat import Formula
from scorepad.optimize.interlock.objective import interlock_points, meld_points, second_differences
from scorepad.optimize.interlock.stretches import TRUE_LITERAL, StretchEncoder
from scorepad.optimize.interlock.wild_clauses import add_wild_clauses


@dataclass
class LayeredFormula:
    """The formula of a hand and what its variables mean."""

    problem: InterlockProblem
    formula: Formula
    own_layers: list[MeldLayer]


def encode_layers(problem: InterlockProblem, deadline: float, strict: bool = False) -> LayeredFormula:
    """The formula whose heaviest model bounds, and nearly always is, the best arrangement.

    `strict`: no layer has a card alone, and none a wild without two naturals beside it. That bounds nothing,
    but what it counts can be laid. Raises TimedOut.
    """
    formula = Formula()
    formula.clauses.append([formula.new_variable()])
    layers: list[MeldLayer] = []
    for copy in range(max(problem.natural_counts.values(), default=0)):
        check_deadline(deadline)
        layers.append(_encode_layer(problem, formula, copy, layers[0].natural_at if layers else ()))
    _deal_out_naturals(problem, formula, layers, deadline)
    if strict:
        _forbid_lone_cards(problem, formula, layers)
    needs = _weigh_all_stretches(problem, formula, layers, deadline)
    if problem.wilds:
        add_wild_clauses(problem, formula, layers, needs, deadline, strict)
    return LayeredFormula(problem, formula, layers)


def _encode_layer(
    problem: InterlockProblem, formula: Formula, copy: int, first: Collection[Place]
) -> MeldLayer:
    """The variables of one layer: of each place that a stretch between two naturals can use.

    Where one rank alone is worth something, also of every further card at the places of the `first` layer:
    melds that cross there both have it, though as layers one of them has it alone.
    """
    known = problem.places
    able = [problem.natural_counts[card] > copy for card in known.cards]
    used, between = _usable_places(problem, able)
    if problem.rules.interlock_value(1):
        used |= {place for place in first if able[place]}
    one = MeldLayer(True)
    for place in sorted(used):
        one.natural_at[place] = one.covered_at[place] = formula.new_variable()
    for place in sorted(between):
        wild = one.wild_at[place] = formula.new_variable()
        natural = one.natural_at.get(place)
        if natural is None:
            one.covered_at[place] = wild
            continue
        either = one.covered_at[place] = formula.new_variable()
        formula.clauses += [[-either, natural, wild], [-natural, either], [-wild, either], [-wild, -natural]]
    return one


def _usable_places(problem: InterlockProblem, able: Sequence[bool]) -> tuple[set[Place], set[Place]]:
    """The natural places of all stretches that can be covered, and the places where wilds may lie."""
    known, wilds = problem.places, len(problem.wilds)
    used: set[Place] = set()
    between: set[Place] = set()
    for first, natural in enumerate(able):
        if not natural:
            continue
        place, missing = known.next_place[first], 0
        path: list[Place] = []
        for _ in range(known.circle_length[first] - 2):
            if able[place]:
                used |= {first, place}
                if wilds:
                    between.update(path)
            else:
                missing += 1
                if missing > wilds:
                    break
            path.append(place)
            place = known.next_place[place]
    return used, between


def _deal_out_naturals(
    problem: InterlockProblem, formula: Formula, layers: Sequence[MeldLayer], deadline: float
) -> None:
    """Each natural lies at one place at most, and layers are filled from the first on."""
    corners: dict[Card, list[list[int]]] = {}
    for place in layers[0].natural_at if layers else ():
        steps = [one.natural_at[place] for one in layers if place in one.natural_at]
        formula.clauses += [[-upper, lower] for lower, upper in pairwise(steps)]
        corners.setdefault(problem.places.cards[place], []).append(steps)
    for card, ways in corners.items():
        copies = problem.natural_counts[card]
        for number in range(2, min(len(ways), copies + 1) + 1):
            for some in combinations(ways, number):
                check_deadline(deadline)
                formula.clauses += [
                    [-steps[upto - 1] for steps, upto in zip(some, split, strict=True)]
                    for split in product(range(1, copies + 1), repeat=number)
                    if sum(split) == copies + 1
                    and all(n <= len(steps) for steps, n in zip(some, split, strict=True))
                ]


def _forbid_lone_cards(problem: InterlockProblem, formula: Formula, layers: Sequence[MeldLayer]) -> None:
    after, before = problem.places.next_place, problem.places.previous_place
    for layer in layers:
        for place, natural in layer.natural_at.items():
            beside = (layer.covered_at.get(one) for one in (after[place], before[place]))
            formula.clauses.append([-natural, *(lit for lit in beside if lit is not None)])


def _weigh_all_stretches(
    problem: InterlockProblem, formula: Formula, layers: Sequence[MeldLayer], deadline: float
) -> dict[int, list[int]]:
    """Every stretch of a layer, and of every ring of layers, with what it adds.

    The answer has, by literal that weighs, the wilds that it cannot do without.
    """
    most = problem.hand_size + 1
    stretches = StretchEncoder(problem, formula, deadline)
    melds, interlocks = (
        second_differences(meld_points(problem.rules, most)),
        second_differences(interlock_points(problem.rules, most)),
    )
    for layer in layers:
        for place in layer.natural_at:
            stretches.weigh_stretches((place,), (layer,), melds, 1)
    every = [*layers, *_table_layers(problem)]
    beginning = [_starting_places(problem, layer, bool(interlocks[1])) for layer in every]
    for ring in _place_rings(problem, set().union(*beginning)):
        choices = [
            [layer for layer, begun in zip(every, beginning, strict=True) if place in begun] for place in ring
        ]
        for some in product(*choices):
            if any(layer.of_hand for layer in some):
                stretches.weigh_stretches(ring, some, interlocks, factorial(len(ring)) // 2)
    return stretches.needed_wilds


def _table_layers(problem: InterlockProblem) -> Iterator[MeldLayer]:
    for run in problem.table_runs:
        one = MeldLayer(False)
        for place, natural in zip(run.places, run.natural, strict=True):
            (one.natural_at if natural else one.wild_at)[place] = one.covered_at[place] = TRUE_LITERAL
        for place in one.natural_at.keys() & one.wild_at.keys():
            del one.wild_at[place]
        yield one


def _starting_places(problem: InterlockProblem, layer: MeldLayer, alone: bool) -> set[Place]:
    """The natural places from which the layer may go on; all of them where one rank alone counts."""
    return {
        place for place in layer.natural_at if alone or problem.places.next_place[place] in layer.covered_at
    }


def _place_rings(problem: InterlockProblem, begun: set[Place]) -> Iterator[Ring]:
    """The rings of these places, each begun at its first suit."""
    for corner in problem.places.places_by_suits:
        open_ways: dict[str, list[str]] = {}
        for (one, two), place in corner.items():
            if place in begun:
                open_ways.setdefault(one, []).append(two)
        for first in open_ways:
            for path in _suit_paths(open_ways, (first,)):
                yield tuple(corner[pair] for pair in pairwise((*path, first)))


def _suit_paths(ways: dict[str, list[str]], path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for suit in ways.get(path[-1], ()):
        if suit == path[0] and len(path) > 1:
            yield path
        elif suit > path[0] and suit not in path:
            yield from _suit_paths(ways, (*path, suit))
