"""Checks that no arrangement of melds that interlock is worth more than a bound, core by core.

All that could be earned is written down anew, and each core is shown to be out of reach together by another
solver than the search's. What is lost for certain is taken off in whole numbers: of a core of weight w at
least one literal is false, so w is lost, and w more for each further one that is (OLL: Andres and others,
ICLP 2012). What is left in the end is the bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pysat.card import CardEnc, EncType
from pysat.solvers import Glucose4

from scorepad.core.cards import Card
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.proofs.certain_quartets import quartet_points
from scorepad.proofs.certificates import Core, CoreCounter, CoreProof, Hardened, NotChecked, ProofFault
from scorepad.proofs.plain_layers import PlainLayers

_MOST_CONFLICTS = 50_000  # for one core


def check_cores(rules: Rules, cards: Sequence[Card], bound: int, proof: CoreProof) -> None:
    """Raises ProofFault where the proof does not hold, NotChecked where it is out of this program's reach."""
    hand, melding = Counter(cards), melding_of(rules)
    if not rules.bonuses.interlocks or any(melding.reach(card) for card in hand):
        raise NotChecked("only melds that interlock, of naturals alone, are checked by cores")
    layers = PlainLayers(rules, hand)
    with Glucose4(bootstrap_with=layers.clauses) as solver:
        _Ledger(solver, layers, proof).settle(bound - layers.base - quartet_points(rules, hand))


class _Ledger:
    """What each literal still carries, and what all of them could come to.

    Literals are the checker's own variables: `named` has them by the literals of the proof.
    """

    def __init__(self, solver: Glucose4, layers: PlainLayers, proof: CoreProof) -> None:
        self.solver, self.proof = solver, proof
        self.top = layers.top
        self.total = sum(layers.earned.values())
        self.carried: Counter[int] = Counter()
        self.cores: list[tuple[int, ...]] = []
        self.counted: dict[tuple[int, int], int] = {}
        self.counts: dict[int, tuple[int, int]] = {}
        by_naturals = {}
        for naturals, weight in layers.earned.items():
            variable = by_naturals[naturals] = self._new()
            self.carried[variable] = weight
            for natural in naturals:
                solver.add_clause([-variable, layers.variables[natural]])
        self.named = {literal: by_naturals.get(naturals, 0) for literal, naturals in proof.wanted}

    def _new(self) -> int:
        self.top += 1
        return self.top

    def settle(self, bound: int) -> None:
        """Take every step of the proof. Raises ProofFault, NotChecked where it does not reach the bound."""
        for step in self.proof.steps:
            if isinstance(step, Core):
                self._lose(self._own(step.literals), step.loss)
            elif isinstance(step, CoreCounter):
                self.named[step.literal] = self._counted(step.core, step.most_false)
            else:
                self._harden(step, bound)
        if self.total > bound:
            raise NotChecked(f"the cores leave {self.total - bound} points above the bound")

    def _own(self, literals: Sequence[int]) -> tuple[int, ...]:
        own = tuple(self.named.get(literal, 0) for literal in literals)
        if 0 in own or len(set(own)) < len(own):
            raise ProofFault("a literal of a core means nothing")
        return own

    def _lose(self, core: tuple[int, ...], loss: int) -> None:
        """The core cannot be had: its loss is certain, and counted on for each further literal lost."""
        if loss < 1 or any(self.carried[literal] < loss for literal in core):
            raise ProofFault("a core loses more than its literals carry")
        self.solver.conf_budget(_MOST_CONFLICTS)
        had = self.solver.solve_limited(assumptions=list(core))
        if had is None:
            raise NotChecked("a core takes too long")
        if had:
            raise ProofFault("a core can be had")
        self.solver.add_clause([-literal for literal in core])
        self.cores.append(core)
        self.total -= loss
        for literal in core:
            self.carried[literal] -= loss
            if literal in self.counts:
                number, most_false = self.counts[literal]
                self.carried[self._counted(number, most_false + 1)] += loss
        self.carried[self._counted(len(self.cores) - 1, 1)] += loss

    def _counted(self, number: int, most_false: int) -> int:
        """The literal that no more of a core are false; it may be true only then."""
        if not 0 <= number < len(self.cores):
            raise ProofFault("a counter of no core")
        if (number, most_false) not in self.counted:
            literal = self.counted[number, most_false] = self._new()
            self.counts[literal] = number, most_false
            false = [-part for part in self.cores[number]]
            if most_false < len(false):
                encoded = CardEnc.atmost(false, most_false, top_id=self.top, encoding=EncType.seqcounter)
                self.top = max(self.top, encoded.nv)
                for clause in encoded.clauses:
                    self.solver.add_clause([-literal, *clause])
        return self.counted[number, most_false]

    def _harden(self, step: Hardened, bound: int) -> None:
        """Without such a literal less than the bound is left: only what has it needs to be looked at."""
        for literal in self._own(step.literals):
            if self.carried[literal] <= self.total - bound:
                raise ProofFault("a literal is hardened without need")
            self.solver.add_clause([literal])
