"""Searches for interlocking melds that write down what they do."""

from __future__ import annotations

from collections.abc import Sequence

from pysat.solvers import Minisat22

from scorepad.optimize.interlock.false_counter import FalseCounter
from scorepad.optimize.interlock.interlock_problem import InterlockProblem, MeldLayer, Place, Ring
from scorepad.optimize.interlock.maxsat import CoreGuidedSearch, Formula
from scorepad.optimize.interlock.stretches import StretchEncoder
from scorepad.optimize.interlock.switch_tree import SwitchSearch
from scorepad.proofs.certificates import Core, CoreCounter, CoreStep, Hardened, LayerPlace, Stretch, WildGain


def layer_place(problem: InterlockProblem, place: Place, layer_number: int) -> LayerPlace:
    """A place of a layer as proofs have it."""
    places = problem.places
    return places.leaps[place], places.cards[place], places.other_suits[place], layer_number


class NamingEncoder(StretchEncoder):
    """Writes down what each literal that weighs stands for."""

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
        """Own layers are numbered as they come, those of partners' melds after all of them in their order."""
        if id(layer) not in self._layer_numbers:
            own_count = max(self.problem.natural_counts.values(), default=0)
            known_numbers = self._layer_numbers.values()
            if layer.of_hand:
                number = 1 + sum(known <= own_count for known in known_numbers)
            else:
                number = next(
                    number
                    for number, run in enumerate(self.problem.table_runs, own_count + 1)
                    if number not in known_numbers and set(run.places) == set(layer.covered_at)
                )
            self._layer_numbers[id(layer)] = number
        return self._layer_numbers[id(layer)]

    def name_stretch(self, lit: int, length: int, most_wilds: int) -> None:
        self.meanings[lit] = self.stretch_here(length, most_wilds)

    def stretch_here(self, length: int, most_wilds: int) -> Stretch:
        """A stretch that begins where those do that are named now."""
        return Stretch(self._begins, length, most_wilds)


class RecordedSearch(CoreGuidedSearch):
    """Writes down the search, step by step."""

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
    """Writes down the steps of each branch, and those that bound what a switch gains."""

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
        if not core:
            self.core_count += 1
            self.steps.append(Core(self.core_count, (), 0))
        return core
