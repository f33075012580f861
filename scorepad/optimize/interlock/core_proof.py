"""The cores of a search for melds that interlock, kept for a program that checks them anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pysat.solvers import Minisat22

from scorepad.core.cards import Card, Meld
from scorepad.core.rules import Rules
from scorepad.optimize.deadline import TimedOut
from scorepad.optimize.interlock.best_interlocks import (
    crossings_hold,
    layers_hold,
    lone_cards_count,
    quartet_points,
)
from scorepad.optimize.interlock.circle_gaps import CircleEncoder, GapSearch, encode_with_gap
from scorepad.optimize.interlock.closed_circles import circles_to_part, places_missing
from scorepad.optimize.interlock.crossings import CrossingEncoder
from scorepad.optimize.interlock.interlock_problem import (
    Circle,
    InterlockProblem,
    Place,
    has_simple_wilds,
    interlock_problem,
)
from scorepad.optimize.interlock.layered_formula import LayeredFormula, encode_layers
from scorepad.optimize.interlock.lone_cards import LoneCardEncoder
from scorepad.optimize.interlock.maxsat import Formula
from scorepad.optimize.interlock.recorded_search import (
    NamingEncoder,
    RecordedSearch,
    RecordedSwitchSearch,
    layer_place,
)
from scorepad.proofs.certificates import (
    CirclesProof,
    Core,
    CoreCounter,
    CoreProof,
    CoreStep,
    CrossingProof,
    GapProof,
    LayerPlace,
    LoneCardsProof,
    Stretch,
    StretchByGap,
    WildGain,
)


def core_proof(
    rules: Rules, cards: Sequence[Card], points: int, deadline: float, partners: Sequence[Meld] = ()
) -> CoreProof | CirclesProof | CrossingProof | LoneCardsProof | None:
    """The cores of a hand that is known to have so many points; None where there are none in the time."""
    problem = interlock_problem(rules, cards, partners)
    if not (has_simple_wilds(rules, cards) and layers_hold(problem)):
        return None
    lone_points = rules.values.schedule.value(1) * problem.natural_counts.total()
    known_weight = points - lone_points - quartet_points(problem)
    circles = circles_to_part(problem)
    bridges = tuple(places_missing(problem, circle) for circle in circles)
    try:
        layers, search = _search(replace(problem, bridges=bridges), known_weight, deadline)
        if search.upper_bound > known_weight and crossings_hold(problem):
            return _crossing_proof(problem, known_weight, deadline)
        if search.upper_bound > known_weight and lone_cards_count(problem):
            return LoneCardsProof(_cores(*_search(problem, known_weight, deadline, _NamingLoneCardEncoder)))
        cores = _cores(layers, search)
        gap_proofs = [_gap_proof(problem, circle, known_weight, deadline) for circle in circles]
    except TimedOut:
        return None
    return CirclesProof(cores, tuple(gap_proofs)) if circles else cores


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


def _gap_proof(problem: InterlockProblem, circle: Circle, known_weight: int, deadline: float) -> GapProof:
    """Raises TimedOut."""
    layers, offset = encode_with_gap(problem, circle, deadline, _NamingCircleEncoder)
    encoder = layers.encoder
    assert isinstance(encoder, _NamingCircleEncoder)
    with Minisat22() as solver:
        search = _RecordedGapSearch(solver, layers.formula, deadline, known_weight + offset)
        search.core_count = len(encoder.steps) // 2
        search.run()
    cores = CoreProof(tuple(encoder.meanings.items()), (*encoder.steps, *search.steps))
    place = layer_place(problem, circle[0], 1)[:3]
    by_gap = (
        StretchByGap(lit, rank, encoder.meanings[wanted] if wanted else None)
        for lit, rank, wanted in encoder.by_gap
    )
    return GapProof(place, cores, tuple(by_gap))


def _crossing_proof(problem: InterlockProblem, known_weight: int, deadline: float) -> CrossingProof:
    """Raises TimedOut."""
    layers, search = _search(problem, known_weight, deadline, _NamingCrossingEncoder)
    assert isinstance(layers.encoder, _NamingCrossingEncoder)
    return CrossingProof(_cores(layers, search), tuple(layers.encoder.with_a_wild_more))


class _NamingCrossingEncoder(CrossingEncoder, NamingEncoder):
    """Writes down what stretches weigh with a wild more, too."""

    def __init__(self, problem: InterlockProblem, formula: Formula, deadline: float) -> None:
        super().__init__(problem, formula, deadline)
        self.with_a_wild_more: list[tuple[int, Stretch]] = []

    def name_with_wild(self, lit: int, length: int) -> None:
        self.with_a_wild_more.append((lit, self.stretch_here(length, 0)))


class _NamingLoneCardEncoder(LoneCardEncoder, NamingEncoder):
    """Writes down the stretches that demand what passes through a place undivided."""


class _NamingCircleEncoder(CircleEncoder, NamingEncoder):
    """Writes down how the stretches of the circle are weighed."""

    def __init__(self, circle: Circle, problem: InterlockProblem, formula: Formula, deadline: float) -> None:
        super().__init__(circle, problem, formula, deadline)
        self.steps: list[CoreStep] = []
        self.by_gap: list[tuple[int, str, int]] = []

    def name_either(self, lit: int, either: Sequence[int], weight: int) -> None:
        """Two that cannot be had together are a core."""
        number = len(self.steps) // 2 + 1
        self.steps += [Core(number, tuple(either), weight), CoreCounter(lit, number, 1)]

    def name_by_gap(self, lit: int, place: Place, wanted: int = 0) -> None:
        self.by_gap.append((lit, self.problem.places.cards[place].rank, wanted))


class _RecordedGapSearch(RecordedSearch, GapSearch):
    """Writes down that search too."""
