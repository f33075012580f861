"""The cores of a search for melds that interlock, kept for a program that checks them anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pysat.solvers import Minisat22

from scorepad.core.cards import Card, Meld
from scorepad.core.rules import Rules
from scorepad.optimize.deadline import TimedOut
from scorepad.optimize.interlock.best_interlocks import layers_hold, quartet_points
from scorepad.optimize.interlock.interlock_problem import (
    InterlockProblem,
    has_simple_wilds,
    interlock_problem,
)
from scorepad.optimize.interlock.layered_formula import LayeredFormula, encode_layers
from scorepad.optimize.interlock.lone_cards import LoneCardEncoder, lone_cards_count
from scorepad.optimize.interlock.maxsat import Formula
from scorepad.optimize.interlock.recorded_search import (
    NamingEncoder,
    RecordedSearch,
    RecordedSwitchSearch,
    layer_place,
)
from scorepad.proofs.certificates import CoreProof, LayerPlace, LoneCardsProof, WildGain


def core_proof(
    rules: Rules, cards: Sequence[Card], points: int, deadline: float, partners: Sequence[Meld] = ()
) -> CoreProof | LoneCardsProof | None:
    """The cores of a hand that is known to have so many points; None where there are none in the time."""
    problem = interlock_problem(rules, cards, partners)
    if not (has_simple_wilds(rules, cards) and layers_hold(problem)):
        return None
    lone_points = rules.values.schedule.value(1) * problem.natural_counts.total()
    known_weight = points - lone_points - quartet_points(problem)
    try:
        layers, search = _search(problem, known_weight, deadline)
        if search.upper_bound > known_weight and lone_cards_count(problem):
            return LoneCardsProof(_cores(*_search(problem, known_weight, deadline, _NamingLoneCardEncoder)))
        return _cores(layers, search)
    except TimedOut:
        return None


def _search(
    problem: InterlockProblem,
    known_weight: int,
    deadline: float,
    encoder_class: type[NamingEncoder] = NamingEncoder,
) -> tuple[LayeredFormula, RecordedSearch]:
    """Raises TimedOut."""
    layers = encode_layers(problem, deadline, encoder_class=encoder_class)
    search_class = RecordedSwitchSearch if layers.formula.has_switches else RecordedSearch
    with Minisat22() as solver:
        search = search_class(solver, layers.formula, deadline, known_weight)
        search.run()
    return layers, search


def _cores(layers: LayeredFormula, search: RecordedSearch) -> CoreProof:
    assert isinstance(layers.encoder, NamingEncoder)
    stretches = tuple(layers.encoder.meanings.items())
    if not isinstance(search, RecordedSwitchSearch):
        return CoreProof(stretches, tuple(search.steps))
    branches = [(on, tuple(steps)) for on, steps in search.steps_of_branch.items()]
    return CoreProof(
        stretches,
        branches[0][1],
        _named_wilds(layers),
        (*_wild_gains(layers.formula), *search.first_gains),
        tuple((switch, tuple(steps)) for switch, steps in search.steps_of_switch.items()),
        tuple(search.ranked_switches),
        tuple(branches[1:]),
    )


def _named_wilds(layers: LayeredFormula) -> tuple[tuple[int, LayerPlace], ...]:
    return tuple(
        (lit, layer_place(layers.problem, place, number))
        for number, layer in enumerate(layers.own_layers, start=1)
        for place, lit in layer.wild_at.items()
    )


def _wild_gains(formula: Formula) -> Iterator[WildGain]:
    for wild, gained in formula.switch_gains.items():
        yield from (WildGain(literal, stretch, wild) for literal, stretch in gained.items())


class _NamingLoneCardEncoder(LoneCardEncoder, NamingEncoder):
    """Writes down the stretches that demand what passes through a place undivided."""
