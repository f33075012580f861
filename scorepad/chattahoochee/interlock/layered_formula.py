"""The layered formula: clauses on the suit that each card alternates with, and weights in points.

The own melds of one track lie in layers. Layer j covers the places that at least j melds cover: with a
natural if j naturals lie there, else with a wild. Each variable says one of these: a place has j naturals;
its j-th card is a wild; layer j covers a stretch between two naturals; all layers of a ring cover a stretch
between two ranks at which all are natural. Every stretch weighs what it adds to the stretches within it
(`objective.second_differences`). No variable stands for a single meld or a tuple of melds.

A stretch that crosses a place without a natural of its layer needs a wild there. Its weight is counted with
that wild: it is gained with the wild, and lost again if the wild lies there but the stretch is not covered.
So the search begins with the places that could gain most, not with all stretches at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, count, pairwise, product
from math import factorial

from scorepad.chattahoochee.interlock.interlock_problem import (
    InterlockProblem,
    MeldLayer,
    Place,
    PlaceLiterals,
    PointsByLength,
    place_rings,
)
from scorepad.chattahoochee.interlock.maxsat import Formula
from scorepad.chattahoochee.interlock.objective import (
    interlock_points,
    meld_points,
    second_differences,
    trivial_bound,
)
from scorepad.chattahoochee.interlock.stretches import TRUE_LITERAL, StretchEncoder
from scorepad.core.cards import Card
from scorepad.core.rules import Rules
from scorepad.optimize.answer import check_deadline

_FEW_WAYS = 4  # places of a card; how it could lie too often there is worked out once for all cards


@dataclass
class LayeredFormula:
    """The formula of a hand and what its variables mean."""

    problem: InterlockProblem
    formula: Formula
    own_layers: list[MeldLayer]
    encoder: StretchEncoder


def encode_layers(
    problem: InterlockProblem,
    deadline: float,
    strict: bool = False,
    encoder_class: Callable[[InterlockProblem, Formula, float], StretchEncoder] = StretchEncoder,
) -> LayeredFormula:
    """Encode the problem. The heaviest model of the formula bounds the best arrangement and nearly always is
    it.

    `strict`: no layer has a card alone, and every wild has two naturals beside it. The result is then no
    bound, but what it counts can be laid.

    Wilds are mostly left for `add_switches`. Raises TimedOut.
    """
    formula = Formula(several_leaps=len(problem.rules.shapes.leaps.each) > 1)
    # Variable 1 is `TRUE_LITERAL`: what partners’ melds cover is there in every model.
    formula.clauses.append([formula.new_variable()])
    layers: list[MeldLayer] = []
    wild_places: list[set[Place]] = []
    # Stretches begin and end with a natural, so no layer is needed beyond the copies of a card.
    for copy_number in range(max(problem.natural_counts.values(), default=0)):
        check_deadline(deadline)
        layer, wilds_reach = _encode_layer(
            problem, formula, copy_number, layers[0].natural_at if layers else ()
        )
        layers.append(layer)
        wild_places.append(wilds_reach)
    _deal_out_naturals(problem, formula, layers, deadline)
    one_rank_counts = bool(problem.rules.interlock_value(1))
    if one_rank_counts:
        _name_joined(formula, layers)
    encoder = encoder_class(problem, formula, deadline)
    encoder.layers_are_named(layers)
    if one_rank_counts and not problem.wilds:
        _join_to_neighbours(problem, formula, layers, {}, encoder)
    table_layers = list(_table_layers(problem))
    _weigh_all_stretches(problem, layers, table_layers, encoder)

    def add_wilds() -> None:
        for layer, wilds_reach in zip(layers, wild_places, strict=True):
            _add_wilds(problem, formula, layer, wilds_reach)
        idle_at = _idle_wilds(formula, layers) if one_rank_counts else {}
        if one_rank_counts:
            _join_to_neighbours(problem, formula, layers, idle_at, encoder)
        encoder.go_on_with_wilds()
        _weigh_all_stretches(problem, layers, table_layers, encoder)
        _add_wild_clauses(problem, formula, layers, idle_at, encoder.needed_wilds, deadline, strict)
        if strict:
            _forbid_lone_cards(problem, formula, layers)

    # Naturals are soon bounded by themselves: their formula is a twentieth of the one with wilds.
    if problem.wilds and not table_layers and not one_rank_counts:
        formula.add_switches, formula.most_gained = add_wilds, trivial_bound(problem)
    elif problem.wilds:
        add_wilds()
    elif strict:
        _forbid_lone_cards(problem, formula, layers)
    return LayeredFormula(problem, formula, layers, encoder)


def _encode_layer(
    problem: InterlockProblem, formula: Formula, copy_number: int, first_layer: Collection[Place]
) -> tuple[MeldLayer, set[Place]]:
    """Name the naturals and wilds of one layer: a natural at each place that a stretch between two naturals
    can use, a wild at each place where such a stretch can have one.

    If the rules value a single rank, also name all further copies at the places of `first_layer`: two melds
    that cross there both have the card, though only one of the layers does.
    """
    places_of_card = problem.places.places_of_card
    can_lie = {
        place
        for card, copies in problem.natural_counts.items()
        if copies > copy_number
        for place in places_of_card.get(card, ())
    }
    natural_places, wild_places = _usable_places(problem, can_lie)
    if problem.rules.interlock_value(1):
        natural_places |= can_lie.intersection(first_layer)
    first_lit = formula.top_variable + 1
    formula.top_variable += len(natural_places)
    layer = MeldLayer(True, dict(zip(sorted(natural_places), count(first_lit), strict=False)))
    layer.covered_at = dict(layer.natural_at)
    return layer, wild_places


def _add_wilds(
    problem: InterlockProblem, formula: Formula, layer: MeldLayer, wild_places: Collection[Place]
) -> None:
    """Name the wilds of a layer, in the order of leap, card and other suit; proofs rely on that order."""
    places = problem.places
    for place in sorted(
        wild_places, key=lambda place: (places.leaps[place], places.cards[place], places.other_suits[place])
    ):
        wild = layer.wild_at[place] = formula.new_variable()
        natural = layer.natural_at.get(place)
        if natural is None:
            layer.covered_at[place] = wild
            continue
        natural_or_wild = layer.covered_at[place] = formula.new_variable()
        formula.clauses += [
            [-natural_or_wild, natural, wild],
            [-natural, natural_or_wild],
            [-wild, natural_or_wild],
            # One layer has one card at a place.
            [-wild, -natural],
        ]


def _usable_places(problem: InterlockProblem, can_lie: set[Place]) -> tuple[set[Place], set[Place]]:
    """Return the places of naturals in all stretches that the hand can cover, and the places of wilds.

    `can_lie`: the places whose card the hand has.
    """
    places, wild_count = problem.places, len(problem.wilds)
    if not wild_count:
        # Stretches are shorter than their track. On one of two places none is of two cards.
        beside = {places.next_place[place] for place in can_lie if places.track_length[place] > 2} & can_lie
        return beside | {places.previous_place[place] for place in beside}, set()
    natural_places: set[Place] = set()
    wild_places: set[Place] = set()
    for first_place in can_lie:
        place, wilds_needed = places.next_place[first_place], 0
        places_between: list[Place] = []
        for _ in range(places.track_length[first_place] - 2):
            if place in can_lie:
                natural_places |= {first_place, place}
                # A wild may lie even where a natural could, which is then free to lie elsewhere.
                wild_places.update(places_between)
            else:
                wilds_needed += 1
                if wilds_needed > wild_count:
                    break
            places_between.append(place)
            place = places.next_place[place]
    return natural_places, wild_places


def _deal_out_naturals(
    problem: InterlockProblem, formula: Formula, layers: Sequence[MeldLayer], deadline: float
) -> None:
    """Add the clauses that each natural lies at one place at most and that layers are filled from the first
    on."""
    ways_by_card = ways_to_lie(problem, layers)
    for ways in ways_by_card.values():
        for counted_lits in ways:
            formula.clauses += [[-upper, lower] for lower, upper in pairwise(counted_lits)]
    for card, ways in ways_by_card.items():
        formula.clauses += clauses_of_too_many(ways, problem.natural_counts[card], deadline)


def ways_to_lie(problem: InterlockProblem, layers: Sequence[MeldLayer]) -> dict[Card, list[list[int]]]:
    """Return, by natural card and place, the literals that at least 1, 2, … copies lie there."""
    ways_by_card: dict[Card, list[list[int]]] = {}
    for place in layers[0].natural_at if layers else ():
        counted_lits = [layer.natural_at[place] for layer in layers if place in layer.natural_at]
        ways_by_card.setdefault(problem.places.cards[place], []).append(counted_lits)
    return ways_by_card


def clauses_of_too_many(ways: Sequence[Sequence[int]], copies: int, deadline: float) -> Iterator[list[int]]:
    """List the clauses that no more than `copies` of a card lie at all of its places together.

    `ways`: by place, the literals that at least 1, 2, … copies lie there. Raises TimedOut.
    """
    most_by_way = tuple(map(len, ways))
    if len(ways) <= _FEW_WAYS:
        for too_many in _few_ways_of_too_many(most_by_way, copies):
            yield [-ways[way][copy_number] for way, copy_number in too_many]
        return
    for too_many in _ways_of_too_many(most_by_way, copies):
        check_deadline(deadline)
        yield [-ways[way][copy_number] for way, copy_number in too_many]


def _ways_of_too_many(most_by_way: Sequence[int], copies: int) -> Iterator[list[tuple[int, int]]]:
    """List each way to lay one copy too many: the places, each with the number of its last copy from 0."""
    for way_count in range(1, min(len(most_by_way), copies + 1) + 1):
        for competing in combinations(range(len(most_by_way)), way_count):
            # One copy too many is all to forbid: more imply it, as layers are filled in order.
            for last_copies in _ways_to_part(copies + 1, way_count):
                too_many = list(zip(competing, last_copies, strict=True))
                if all(last_copy < most_by_way[way] for way, last_copy in too_many):
                    yield too_many


@lru_cache(maxsize=1024)
def _few_ways_of_too_many(most_by_way: Sequence[int], copies: int) -> list[list[tuple[int, int]]]:
    return list(_ways_of_too_many(most_by_way, copies))


@cache
def _ways_to_part(total: int, parts: int) -> list[tuple[int, ...]]:
    """List the ways to write `total` as a sum of `parts` positive numbers, each number less one."""
    return [counts for counts in product(range(total), repeat=parts) if sum(counts) + parts == total]


def _name_joined(formula: Formula, layers: Sequence[MeldLayer]) -> None:
    for layer in layers:
        for place, natural in layer.natural_at.items():
            joined = layer.joined_at[place] = formula.new_variable()
            formula.clauses.append([-joined, natural])


def _idle_wilds(formula: Formula, layers: Sequence[MeldLayer]) -> PlaceLiterals:
    """Return, by place, a literal that a wild lies at the end of a layer there and still joins two cards of a
    meld."""
    deeper_places = {place for layer in layers[1:] for place in layer.natural_at}
    places = layers[0].covered_at if deeper_places else ()
    return {place: formula.new_variable() for place in places}


def _join_to_neighbours(
    problem: InterlockProblem,
    formula: Formula,
    layers: Sequence[MeldLayer],
    idle_at: PlaceLiterals,
    encoder: StretchEncoder,
) -> None:
    """Add the clauses that a card of layer j has a neighbour in its meld only if j cards lie beside its
    place."""
    for layer_number, layer in enumerate(layers):
        for place, joined in layer.joined_at.items():
            before_it, after_it = problem.places.previous_place[place], problem.places.next_place[place]
            idle = (idle_at.get(before_it), idle_at.get(after_it)) if layer_number else ()
            # All these clauses together say that more than `layer_number` cards lie on its two sides.
            for before in range(layer_number + 1):
                beside = (
                    layers[before].covered_at.get(before_it),
                    layers[layer_number - before].covered_at.get(after_it),
                    *idle,
                )
                formula.clauses.append([-joined, *(lit for lit in beside if lit is not None)])
    encoder.wilds_are_named(layers, idle_at)


def _forbid_lone_cards(problem: InterlockProblem, formula: Formula, layers: Sequence[MeldLayer]) -> None:
    next_place, previous_place = problem.places.next_place, problem.places.previous_place
    for layer in layers:
        for place, natural in layer.natural_at.items():
            neighbour_lits = (
                layer.covered_at.get(neighbour) for neighbour in (next_place[place], previous_place[place])
            )
            formula.clauses.append([-natural, *(lit for lit in neighbour_lits if lit is not None)])


def _weigh_all_stretches(
    problem: InterlockProblem,
    layers: Sequence[MeldLayer],
    table_layers: Sequence[MeldLayer],
    encoder: StretchEncoder,
) -> None:
    """Weigh every stretch of each layer and of each ring of layers."""
    # No stretch of own cards is longer than the hand.
    meld_steps, interlock_steps = _second_steps(problem.rules, problem.hand_size + 1)
    for layer in layers:
        encoder.weigh_layer(layer, meld_steps)
    all_layers = [*layers, *table_layers]
    starts_by_layer = [
        set(_starting_places(problem, layer, bool(interlock_steps[1]))) for layer in all_layers
    ]
    for ring in place_rings(problem.places, set().union(*starts_by_layer)):
        layer_choices = [
            [layer for layer, starts in zip(all_layers, starts_by_layer, strict=True) if place in starts]
            for place in ring
        ]
        for ring_layers in product(*layer_choices):
            # Interlocks of partners’ melds alone are not the player’s (I7). The factor is that of I4.
            if any(layer.of_hand for layer in ring_layers):
                encoder.weigh_rings(ring, ring_layers, interlock_steps, factorial(len(ring)) // 2)


def _table_layers(problem: InterlockProblem) -> Iterator[MeldLayer]:
    for run in problem.table_runs:
        layer = MeldLayer(False)
        for place, natural in zip(run.places, run.natural, strict=True):
            (layer.natural_at if natural else layer.wild_at)[place] = layer.covered_at[place] = TRUE_LITERAL
        # A run of more laps than one covers a place with both: it counts as the natural.
        for place in layer.natural_at.keys() & layer.wild_at.keys():
            del layer.wild_at[place]
        yield layer


@lru_cache(maxsize=256)
def _second_steps(rules: Rules, max_length: int) -> tuple[PointsByLength, PointsByLength]:
    """Return the weights of stretches of length 0, 1, … `max_length`: those of a layer, and those of a
    ring."""
    return (
        second_differences(meld_points(rules, max_length)),
        second_differences(interlock_points(rules, max_length)),
    )


def _starting_places(problem: InterlockProblem, layer: MeldLayer, one_rank_counts: bool) -> list[Place]:
    """Return the places of naturals from which a layer can go on; all places if a single rank has a value."""
    if one_rank_counts:
        return list(layer.natural_at)
    next_place, covered = problem.places.next_place, layer.covered_at
    return [place for place in layer.natural_at if next_place[place] in covered]


def _add_wild_clauses(
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
