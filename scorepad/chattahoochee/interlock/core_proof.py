"""Records the cores of a search for melds that interlock, for a separate program that checks them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pysat.solvers import Minisat22

from scorepad.chattahoochee.interlock.best_interlocks import layers_hold, quartet_points
from scorepad.chattahoochee.interlock.false_counter import FalseCounter
from scorepad.chattahoochee.interlock.interlock_problem import (
    InterlockProblem,
    MeldLayer,
    Place,
    Ring,
    has_simple_wilds,
    interlock_problem,
)
from scorepad.chattahoochee.interlock.layered_formula import LayeredFormula, encode_layers
from scorepad.chattahoochee.interlock.lone_cards import LoneCardEncoder, lone_cards_count
from scorepad.chattahoochee.interlock.maxsat import CoreGuidedSearch, Formula
from scorepad.chattahoochee.interlock.stretches import StretchEncoder
from scorepad.chattahoochee.interlock.switch_tree import SwitchSearch
from scorepad.core.cards import Card, Meld
from scorepad.core.rules import Rules
from scorepad.optimize.answer import TimedOut
from scorepad.proofs.certificates import (
    Core,
    CoreCounter,
    CoreProof,
    CoreStep,
    Hardened,
    LayerPlace,
    LoneCardsProof,
    Stretch,
    WildGain,
)


def layer_place(problem: InterlockProblem, place: Place, layer_number: int) -> LayerPlace:
    """A place in a layer, in the form used by proofs."""
    places = problem.places
    return places.leaps[place], places.cards[place], places.other_suits[place], layer_number


class NamingEncoder(StretchEncoder):
    """An encoder that records what each literal with a weight stands for."""

    def __init__(self, problem: InterlockProblem, formula: Formula, deadline: float) -> None:
        super().__init__(problem, formula, deadline)
        self.problem = problem
        self.meanings: dict[int, Stretch] = {}
        self._begins: frozenset[LayerPlace] = frozenset()
        self._layer_numbers: dict[int, int] = {}

    def begin_at(self, ring: Ring, layers: Sequence[MeldLayer]) -> None:
        numbers = list(map(self._number_of, layers))
        self._begins = frozenset(map(layer_place, [self.problem] * len(ring), ring, numbers))

    def _number_of(self, layer: MeldLayer) -> int:
        """The number of a layer: own layers as they come, then those of partners' melds in order."""
        # A layer has no hash. It lives as long as stretches are named, so its id stays its own.
        if id(layer) not in self._layer_numbers:
            # The hand has as many layers as the most copies of a card.
            own_count = max(self.problem.natural_counts.values(), default=0)
            known_numbers = self._layer_numbers.values()
            if layer.of_hand:
                number = 1 + sum(known <= own_count for known in known_numbers)
            else:
                number = next(
                    number
                    for number, run in enumerate(self.problem.table_runs, own_count + 1)
                    # Partners may have two melds at the same places: each has a number of its own.
                    if number not in known_numbers and set(run.places) == set(layer.covered_at)
                )
            self._layer_numbers[id(layer)] = number
        return self._layer_numbers[id(layer)]

    def name_stretch(self, lit: int, length: int, most_wilds: int) -> None:
        self.meanings[lit] = self.stretch_here(length, most_wilds)

    def stretch_here(self, length: int, most_wilds: int) -> Stretch:
        """A stretch that begins at the places named now."""
        return Stretch(self._begins, length, most_wilds)


class RecordedSearch(CoreGuidedSearch):
    """A search that records its steps."""

    def __init__(self, solver: Minisat22, formula: Formula, deadline: float, known_weight: int) -> None:
        super().__init__(solver, formula, deadline, known_weight)
        self.steps: list[CoreStep] = []
        self.core_count = 0
        self._core_of: dict[int, int] = {}

    def _relax_literals(self, core: Sequence[int], lost: int, under: Sequence[int]) -> list[int]:
        self.core_count += 1
        self.steps.append(Core(self.core_count, tuple(core), lost))
        return super()._relax_literals(core, lost, under)

    def _assume_at_most(self, counter: FalseCounter, most_false: int, weight: int) -> int:
        lit = super()._assume_at_most(counter, most_false, weight)
        number = self._core_of.setdefault(id(counter), self.core_count)  # a new one is of the last core
        self.steps.append(CoreCounter(lit, number, most_false))
        return lit

    def _assume_either(self, core: Sequence[int], weight: int) -> int:
        lit = super()._assume_either(core, weight)
        self.steps.append(CoreCounter(lit, self.core_count, 1))
        return lit

    def _harden(self) -> None:
        before = set(self.hardened)
        super()._harden()
        if added := self.hardened - before:
            self.steps.append(Hardened(tuple(added)))


class RecordedSwitchSearch(RecordedSearch, SwitchSearch):
    """A search that records the steps of each branch, and those that bound the gain of a switch."""

    def __init__(self, solver: Minisat22, formula: Formula, deadline: float, known_weight: int) -> None:
        super().__init__(solver, formula, deadline, known_weight)
        self.steps_of_switch: dict[int, list[CoreStep]] = {}
        self.steps_of_branch: dict[tuple[int, ...], list[CoreStep]] = {(): self.steps}
        self.first_gains: list[WildGain] = []

    def _gain_literal(self, switch: int, wanted: int) -> int:
        lit = super()._gain_literal(switch, wanted)
        self.first_gains.append(WildGain(lit, wanted, switch))
        return lit

    def _max_gain(self, switch: int) -> int:
        # What bounds one wild’s gain is proven by itself, apart from the branch that asks for it.
        steps, self.steps = self.steps, self.steps_of_switch.setdefault(switch, [])
        try:
            return super()._max_gain(switch)
        finally:
            self.steps = steps

    def _descend(self, on: Sequence[int], weight: int, to_come: int) -> int:
        self.steps = self.steps_of_branch.setdefault(tuple(on), [])
        return super()._descend(on, weight, to_come)

    def trimmed_core(self, under: Sequence[int] = ()) -> list[int]:
        core = super().trimmed_core(under)
        # An empty core shows the checker that the switches of a branch can’t be on together.
        if not core:
            self.core_count += 1
            self.steps.append(Core(self.core_count, (), 0))
        return core


def core_proof(
    rules: Rules, cards: Sequence[Card], points: int, deadline: float, partners: Sequence[Meld] = ()
) -> CoreProof | LoneCardsProof | None:
    """The cores of a hand known to have `points`; None if they are not found in time."""
    problem = interlock_problem(rules, cards, partners)
    if not (has_simple_wilds(rules, cards) and layers_hold(problem)):
        return None
    lone_points = rules.values.schedule.value(1) * problem.natural_counts.total()
    known_weight = points - lone_points - quartet_points(problem)
    try:
        # The formula without lone cards comes first: its proof needs fewer clauses.
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
    """Run the search. Raises TimedOut."""
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
    # The first is the root, where no wild is said to lie anywhere.
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


# In this order `super()` leads from the first class to the second: both see each stretch that is named.
class _NamingLoneCardEncoder(LoneCardEncoder, NamingEncoder):
    """An encoder that records the stretches which must pass a place undivided."""
