"""The cores of a search for melds that interlock, kept for a program that checks them anew."""

from __future__ import annotations

from collections.abc import Sequence

from pysat.card import ITotalizer
from pysat.solvers import Minisat22

from scorepad.core.cards import Card
from scorepad.core.rules import Rules
from scorepad.optimize.deadline import TimedOut
from scorepad.optimize.interlock.interlock_problem import interlock_problem
from scorepad.optimize.interlock.layered_formula import LayeredFormula, encode_layers
from scorepad.optimize.interlock.maxsat import CoreGuidedSearch, Formula
from scorepad.proofs.certificates import Core, CoreCounter, CoreProof, CoreStep, Hardened, LayerPlace


def core_proof(rules: Rules, cards: Sequence[Card], deadline: float) -> CoreProof | None:
    """The cores of a hand of naturals; None where there is a wild, or no time for all of them."""
    problem = interlock_problem(rules, cards, ())
    if problem.wilds:
        return None
    try:
        layers = encode_layers(problem, deadline)
        with Minisat22() as solver:
            search = _RecordedSearch(solver, layers.formula, deadline, 0)
            search.run()
    except TimedOut:
        return None
    return CoreProof(tuple(_meanings(layers).items()), tuple(search.steps))


class _RecordedSearch(CoreGuidedSearch):
    """The search, step by step."""

    def __init__(self, solver: Minisat22, formula: Formula, deadline: float, known_weight: int) -> None:
        super().__init__(solver, formula, deadline, known_weight)
        self.steps: list[CoreStep] = []
        self._core_count = 0
        self._core_of: dict[int, int] = {}

    def _relax_literals(self, core: Sequence[int], lost: int, under: Sequence[int]) -> list[int]:
        self.steps.append(Core(tuple(core), lost))
        self._core_count += 1
        return super()._relax_literals(core, lost, under)

    def _assume_at_most(self, counter: ITotalizer, most_false: int, weight: int) -> int:
        lit = super()._assume_at_most(counter, most_false, weight)
        number = self._core_of.setdefault(id(counter), self._core_count - 1)  # a new one is of the last core
        self.steps.append(CoreCounter(lit, number, most_false))
        return lit

    def _harden(self) -> None:
        before = set(self.hardened)
        super()._harden()
        if added := self.hardened - before:
            self.steps.append(Hardened(tuple(added)))


def _meanings(layers: LayeredFormula) -> dict[int, frozenset[LayerPlace]]:
    """Of each literal that weighs the naturals that it stands for, read off its clauses."""
    places = layers.problem.places
    named: dict[int, frozenset[LayerPlace]] = {}
    for number, layer in enumerate(layers.own_layers, start=1):
        for place, lit in layer.natural_at.items():
            natural = (places.leaps[place], places.cards[place], places.other_suits[place], number)
            named[lit] = frozenset([natural])
    parts: dict[int, list[int]] = {}
    for clause in layers.formula.clauses:
        if len(clause) == 2 and clause[0] < 0 < clause[1] and -clause[0] not in named:
            parts.setdefault(-clause[0], []).append(clause[1])
    for lit in sorted(parts):  # each is made of earlier ones
        named[lit] = frozenset().union(*(named[part] for part in parts[lit]))
    return {lit: named[lit] for lit in layers.formula.weights}
