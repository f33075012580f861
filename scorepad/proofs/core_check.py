"""Checks that no arrangement of melds that interlock is worth more than a bound, core by core.

All that could be earned is written down anew, and each core is shown to be out of reach together by another
solver than the search's. What is lost for certain is taken off in whole numbers: of a core of weight w at
least one literal is false, so w is lost, and w more for each further one that is (OLL: Andres and others,
ICLP 2012). What is left in the end is the bound.

What a stretch earns that needs a wild somewhere is counted with that wild: gained where it lies there, and
lost again where the stretch fails all the same. So all falls into what holds wherever wilds lie and what each
of them gains, which cores bound one by one; and where that is still more than the bound, the next wild lies
or does not: the branches cover all cases, and each goes on with cores of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest

from pysat.card import CardEnc, EncType
from pysat.solvers import Glucose4

from scorepad.core.cards import Card
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.proofs.certain_quartets import quartet_points
from scorepad.proofs.certificates import (
    Core,
    CoreCounter,
    CoreProof,
    CoreStep,
    Hardened,
    NotChecked,
    ProofFault,
    WildGain,
)
from scorepad.proofs.plain_layers import PlainLayers

_MOST_CONFLICTS = 50_000  # for one core
_NOTHING = -(10**9)  # where wilds cannot lie so


def check_cores(rules: Rules, cards: Sequence[Card], bound: int, proof: CoreProof) -> None:
    """Raises ProofFault where the proof does not hold, NotChecked where it is out of this program's reach."""
    hand, melding = Counter(cards), melding_of(rules)
    kinds = melding.naturals
    if not rules.bonuses.interlocks or rules.shapes.sets:
        raise NotChecked("only melds that interlock are checked by cores")
    if any(melding.reach(card) != (frozenset() if card in kinds else kinds) for card in hand):
        raise NotChecked("cards that are wild for some places only are not checked")
    layers = PlainLayers(rules, hand)
    with Glucose4(bootstrap_with=layers.clauses) as solver:
        _Ledger(solver, layers, proof).settle(bound - layers.base - quartet_points(rules, hand))


@dataclass
class _Account:
    """What all literals together could come to, and what each of them still carries."""

    total: int
    carried: Counter[int]


class _Ledger:
    """Literals are the checker's own variables: `named` has them by the literals of the proof."""

    def __init__(self, solver: Glucose4, layers: PlainLayers, proof: CoreProof) -> None:
        self.solver, self.layers, self.proof = solver, layers, proof
        earned = dict(layers.earned.values())
        self.account = _Account(sum(earned.values()), Counter(earned))
        self.cores: dict[int, tuple[int, ...]] = {}
        self.counted: dict[tuple[int, int], int] = {}
        self.counts: dict[int, tuple[int, int]] = {}
        self.named = {
            **{literal: layers.earned.get(stretch, (0, 0))[0] for literal, stretch in proof.stretches},
            **{literal: layers.wild.get(place, 0) for literal, place in proof.wilds},
        }
        self.gained: dict[int, Counter[int]] = {}
        self.gains: dict[int, int] = {}
        self.ranked: list[int] = []
        self.branches: dict[tuple[int, ...], tuple[CoreStep, ...]] = {}

    def settle(self, bound: int) -> None:
        """Take every step of the proof. Raises ProofFault, NotChecked where it does not reach the bound."""
        for gain in self.proof.gains:
            self._count_with_wild(gain)
        self._take_all(self.proof.steps, self.account, (), bound)
        gain_steps = {self._own([wild])[0]: steps for wild, steps in self.proof.gain_steps}
        for wild, gained in self.gained.items():
            most = _Account(sum(gained.values()), Counter(gained))
            self._take_all(gain_steps.get(wild, ()), most, (wild,), bound)
            self.gains[wild] = max(0, most.total)
        others = sorted(self.gains, key=self.gains.__getitem__, reverse=True)
        ranked = dict.fromkeys([*self._own(self.proof.ranked_wilds), *others])
        self.ranked = [wild for wild in ranked if wild in self.gains]
        self.branches = {self._own(on): steps for on, steps in self.proof.branches}
        self._cover((), 0, self.account, bound)

    def _cover(self, on: tuple[int, ...], rank: int, account: _Account, bound: int) -> None:
        """Where these wilds lie, and of the others only some that rank from here on: the next, or not."""
        more = self.layers.wilds - len(on)
        while account.total + self._most_gained(rank, more) > bound:
            if rank == len(self.ranked) or not more:
                raise NotChecked(f"the cores leave {account.total - bound} points above the bound")
            wild, rank = self.ranked[rank], rank + 1
            if account.total + self.gains[wild] + self._most_gained(rank, more - 1) <= bound:
                continue
            further = (*on, wild)
            gained = self.gained[wild]
            below = _Account(account.total + sum(gained.values()), account.carried + gained)
            self._take_all(self.branches.get(further, ()), below, further, bound)
            self._cover(further, rank, below, bound)

    def _most_gained(self, rank: int, count: int) -> int:
        """The most that so many wilds could gain of those that rank from here on."""
        return sum(nlargest(count, (self.gains[wild] for wild in self.ranked[rank:])))

    def _take_all(
        self, steps: Sequence[CoreStep], account: _Account, on: tuple[int, ...], bound: int
    ) -> None:
        for step in steps:
            if isinstance(step, Core):
                self._lose(step, account, on)
            elif isinstance(step, CoreCounter):
                self.named[step.literal] = self._counted(step.core, step.most_false)
            else:
                self._harden(step, bound)

    def _own(self, literals: Sequence[int]) -> tuple[int, ...]:
        own = tuple(self.named.get(literal, 0) for literal in literals)
        if 0 in own or len(set(own)) < len(own):
            raise ProofFault("a literal means nothing")
        return own

    def _cannot_be(self, literals: Sequence[int]) -> bool:
        """Whether these cannot all be true. Raises NotChecked where that takes too long."""
        self.solver.conf_budget(_MOST_CONFLICTS)
        possible = self.solver.solve_limited(assumptions=list(literals))
        if possible is None:
            raise NotChecked("a core takes too long")
        return not possible

    def _lose(self, step: Core, account: _Account, on: tuple[int, ...]) -> None:
        """The core cannot be had: its loss is certain, and counted on for each further literal lost."""
        core, loss = self._own(step.literals), step.loss
        if any(account.carried[literal] < loss for literal in core) or loss < bool(core):
            raise ProofFault("a core loses more than its literals carry")
        if not self._cannot_be([*on, *core]):
            raise ProofFault("a core can be had")
        self.solver.add_clause([-literal for literal in (*on, *core)])
        if not core:
            account.total = _NOTHING
            return
        if step.number in self.cores:
            raise ProofFault("two cores of one number")
        self.cores[step.number] = core
        account.total -= loss
        for literal in core:
            account.carried[literal] -= loss
            if literal in self.counts:
                number, most_false = self.counts[literal]
                account.carried[self._counted(number, most_false + 1)] += loss
        account.carried[self._counted(step.number, 1)] += loss

    def _counted(self, number: int, most_false: int) -> int:
        """The literal that no more of a core are false; it may be true only then."""
        if number not in self.cores:
            raise ProofFault("a counter of no core")
        if (number, most_false) not in self.counted:
            literal = self.counted[number, most_false] = self.layers.new()
            self.counts[literal] = number, most_false
            false = [-part for part in self.cores[number]]
            if most_false < len(false):
                encoded = CardEnc.atmost(
                    false, most_false, top_id=self.layers.top, encoding=EncType.seqcounter
                )
                self.layers.top = max(self.layers.top, encoded.nv)
                for clause in encoded.clauses:
                    self.solver.add_clause([-literal, *clause])
        return self.counted[number, most_false]

    def _count_with_wild(self, gain: WildGain) -> None:
        """Count a stretch with a wild that it needs. Raises ProofFault where it does not need it."""
        stretch, wild = self._own([gain.stretch, gain.wild])
        if wild not in self.layers.wild.values() or not self._cannot_be([stretch, -wild]):
            raise ProofFault("a stretch does not need the wild that it is counted with")
        weight = self.account.carried.pop(stretch, 0)
        self.account.total -= weight
        kept = self.named[gain.literal] = self.layers.new()
        self.gained.setdefault(wild, Counter())[kept] = weight
        self.solver.add_clause([-kept, -wild, stretch])

    def _harden(self, step: Hardened, bound: int) -> None:
        """Without such a literal less than the bound is left: only what has it needs to be looked at."""
        if self.gained:
            raise ProofFault("hardened beside gains that are not counted")
        for literal in self._own(step.literals):
            if self.account.carried[literal] <= self.account.total - bound:
                raise ProofFault("a literal is hardened without need")
            self.solver.add_clause([literal])
