"""Checks that no arrangement of melds that interlock is worth more than a bound, core by core.

All that could be earned is written down anew, and each core is shown to be out of reach together by another
solver than the search's. What is lost for certain is taken off in whole numbers: of a core of weight w at
least one literal is false, so w is lost, and w more for each further one that is (OLL: Andres and others,
ICLP 2012). What is left in the end is the bound.

What a stretch earns that needs a wild somewhere is counted with that wild: gained where it lies there, and
lost again where the stretch fails all the same. What it earns with wilds that it could do without is gained
by the first of them in it. So all falls into what holds wherever wilds lie and what each of them gains,
which cores bound one by one; and where that is still more than the bound, the next wild lies or does not:
the branches cover all cases, and each goes on with cores of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest

from pysat.solvers import Glucose4

from scorepad.core.bonuses import certain_quartets
from scorepad.core.cards import Card, Meld
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.proofs.certificates import (
    Core,
    CoreCounter,
    CoreProof,
    CoreStep,
    Hardened,
    LoneCardsProof,
    NotChecked,
    ProofFault,
    WildGain,
)
from scorepad.proofs.plain_layers import LoneCardLayers, PlainLayers

_MOST_CONFLICTS = 50_000  # for one core
_NOTHING = -(10**9)  # where wilds cannot lie so


def check_cores(
    rules: Rules,
    cards: Sequence[Card],
    bound: int,
    proof: CoreProof | LoneCardsProof,
    partners: Sequence[Meld] = (),
) -> None:
    """Check that no arrangement of the cards beside partners' melds is worth more than the bound.

    Raises ProofFault if the proof does not hold, NotChecked if it is out of this program's reach.
    """
    hand = Counter(cards)
    _hold_simple_wilds(rules, hand)
    layers_of, cores = (
        (LoneCardLayers, proof.cores) if isinstance(proof, LoneCardsProof) else (PlainLayers, proof)
    )
    layers = layers_of(rules, hand, partners)
    # What each natural earns alone, and quartets, is the same however the hand is melded.
    left_to_bound = bound - layers.lone_points - certain_quartets(rules, hand)
    with Glucose4(bootstrap_with=layers.clauses) as solver:
        _CoreLedger(solver, layers, cores).settle_bound(left_to_bound)


def _hold_simple_wilds(rules: Rules, hand: Counter[Card]) -> None:
    """Check that melds interlock and each card is natural or stands for any card. Raises NotChecked."""
    melding = melding_of(rules)
    kinds = melding.naturals
    if not rules.bonuses.interlocks or rules.shapes.sets:
        raise NotChecked("only melds that interlock are checked by cores")
    if any(melding.reach(card) != (frozenset() if card in kinds else kinds) for card in hand):
        raise NotChecked("cards that are wild for some places only are not checked")


@dataclass
class _Account:
    """The most that all literals together can be worth, and the weight that each still carries."""

    total: int
    weight_left: Counter[int]


class _CoreLedger:
    """Applies the steps of a core proof. `own_literals`: the checker's variables by the literals of the
    proof."""

    def __init__(self, solver: Glucose4, layers: PlainLayers, proof: CoreProof) -> None:
        self.solver, self.layers, self.proof = solver, layers, proof
        self.gained_weights: dict[int, Counter[int]] = {}
        self.first_gains: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
        earned = self._earned_without_wilds()
        self.account = _Account(sum(earned.values()), Counter(earned))
        self.cores_by_number: dict[int, tuple[int, ...]] = {}
        self.counter_literals: dict[tuple[int, int], int] = {}
        self.counter_meanings: dict[int, tuple[int, int]] = {}
        self.own_literals = {
            **{
                # 0 is no literal: it stands for what this program does not know, and no step may use it.
                literal: (layers.whole_by.get(stretch) or layers.earned_by.get(stretch, (0, 0)))[0]
                for literal, stretch in proof.stretches
            },
            **{literal: layers.own_wild_at.get(place, 0) for literal, place in proof.wilds},
        }
        self.max_gains: dict[int, int] = {}
        self.ranked_wilds: list[int] = []
        self.branches: dict[tuple[int, ...], tuple[CoreStep, ...]] = {}

    def _earned_without_wilds(self) -> dict[int, int]:
        """Return, by literal, the points of stretches without wilds of the hand. Points of a stretch that
        needs no wild but has some go to the first of them, and those that need a wild wait until they are
        counted with one."""
        layers = self.layers
        for stretch, wilds in layers.either_wilds.items():
            variable, weight = layers.earned_by.get(stretch, (0, 0))
            for number, wild in enumerate(wilds if weight else ()):
                literal = layers.new_variable()
                self.first_gains[variable, wild] = literal, wilds[:number]
                self.gained_weights.setdefault(wild, Counter())[literal] = weight
        needed = (
            value
            for stretch, value in layers.earned_by.items()
            if stretch not in layers.whole_by and stretch not in layers.either_wilds
        )
        return dict([*layers.whole_by.values(), *needed])

    def settle_bound(self, bound: int) -> None:
        """Apply every step of the proof. Raises ProofFault, or NotChecked if the bound is not reached."""
        self._drop_what_cannot_be()
        for gain in self.proof.gains:
            self._count_with_wild(gain)
        self._take_steps(self.proof.steps, self.account, (), bound)
        gain_steps = {
            self._named_here([switch_wild])[0]: steps for switch_wild, steps in self.proof.gain_steps
        }
        for switch_wild, gained_weights in self.gained_weights.items():
            gain_account = _Account(sum(gained_weights.values()), Counter(gained_weights))
            self._take_steps(gain_steps.get(switch_wild, ()), gain_account, (switch_wild,), bound)
            # A wild that would only lose lies nowhere, and gains nothing.
            self.max_gains[switch_wild] = max(0, gain_account.total)
        other_wilds = sorted(self.max_gains, key=self.max_gains.__getitem__, reverse=True)
        # The order of the proof comes first. Wilds that it leaves out come after: every case must be covered.
        ranked_wilds = dict.fromkeys([*self._named_here(self.proof.ranked_wilds), *other_wilds])
        self.ranked_wilds = [switch_wild for switch_wild in ranked_wilds if switch_wild in self.max_gains]
        self.branches = {self._named_here(wilds_on): steps for wilds_on, steps in self.proof.branches}
        self._cover_cases((), 0, self.account, bound)

    def _drop_what_cannot_be(self) -> None:
        """Drop the points of unnamed stretches that cannot be covered at all.

        An example is a rank with two wilds beside the first rank: crossing it gains nothing (I3).
        """
        for literal in self.account.weight_left.keys() - self.own_literals.values():
            if self._cannot_be([literal]):
                self.account.total -= self.account.weight_left.pop(literal)

    def _cover_cases(self, wilds_on: tuple[int, ...], rank: int, account: _Account, bound: int) -> None:
        """Check the case that the wilds `wilds_on` lie, and of the others only those ranked `rank` and later;
        branch on the next one."""
        wilds_to_come = self.layers.wild_count - len(wilds_on)
        while account.total + self._most_gained(rank, wilds_to_come) > bound:
            if rank == len(self.ranked_wilds) or not wilds_to_come:
                raise NotChecked(f"the cores leave {account.total - bound} points above the bound")
            switch_wild, rank = self.ranked_wilds[rank], rank + 1
            if (
                account.total + self.max_gains[switch_wild] + self._most_gained(rank, wilds_to_come - 1)
                <= bound
            ):
                continue
            further_on = (*wilds_on, switch_wild)
            gained_weights = self.gained_weights[switch_wild]
            # A sum of counters is a new one: what a branch loses is not lost in the others.
            branch_account = _Account(
                account.total + sum(gained_weights.values()), account.weight_left + gained_weights
            )
            self._take_steps(self.branches.get(further_on, ()), branch_account, further_on, bound)
            self._cover_cases(further_on, rank, branch_account, bound)

    def _most_gained(self, rank: int, count: int) -> int:
        """Return the most that `count` wilds ranked `rank` or later could gain together."""
        return sum(nlargest(count, (self.max_gains[switch_wild] for switch_wild in self.ranked_wilds[rank:])))

    def _take_steps(
        self, steps: Sequence[CoreStep], account: _Account, wilds_on: tuple[int, ...], bound: int
    ) -> None:
        for proof_step in steps:
            if isinstance(proof_step, Core):
                self._take_core(proof_step, account, wilds_on)
            elif isinstance(proof_step, CoreCounter):
                self.own_literals[proof_step.literal] = self._counter_literal(
                    proof_step.core, proof_step.most_false
                )
            else:
                self._harden_literals(proof_step, bound)

    def _named_here(self, literals: Sequence[int]) -> tuple[int, ...]:
        own_literals = tuple(self.own_literals.get(literal, 0) for literal in literals)
        # A literal that comes twice would be charged twice.
        if 0 in own_literals or len(set(own_literals)) < len(own_literals):
            raise ProofFault("a literal means nothing")
        return own_literals

    def _cannot_be(self, literals: Sequence[int]) -> bool:
        """Return whether the literals cannot all be true. Raises NotChecked if that takes too long."""
        self.solver.conf_budget(_MOST_CONFLICTS)
        possible = self.solver.solve_limited(assumptions=list(literals))
        if possible is None:
            raise NotChecked("a core takes too long")
        return not possible

    def _take_core(self, proof_step: Core, account: _Account, wilds_on: tuple[int, ...]) -> None:
        """Check a core, subtract its loss, and count the loss again for each further false literal."""
        core, loss = self._named_here(proof_step.literals), proof_step.loss
        if proof_step.number in self.cores_by_number:
            raise ProofFault("two cores of one number")
        # A core loses 1 at least. An empty one says that wilds cannot lie so, and needs no loss.
        if any(account.weight_left[literal] < loss for literal in core) or loss < bool(core):
            raise ProofFault("a core loses more than its literals carry")
        if not self._cannot_be([*wilds_on, *core]):
            raise ProofFault("a core can be had")
        self._lose(core, loss, account, wilds_on, proof_step.number)

    def _lose(
        self, core: tuple[int, ...], loss: int, account: _Account, under: Sequence[int], number: int
    ) -> None:
        """Subtract the loss of a core, and start counting further losses."""
        # Shown to be impossible, so it holds from here on and makes later cores easier to show.
        self.solver.add_clause([-literal for literal in (*under, *core)])
        if not core:
            account.total = _NOTHING
            return
        self.cores_by_number[number] = core
        account.total -= loss
        for literal in core:
            account.weight_left[literal] -= loss
            # A counter that is false means one literal more of its core is: the next counter carries that.
            if literal in self.counter_meanings:
                number_above, most_false = self.counter_meanings[literal]
                account.weight_left[self._counter_literal(number_above, most_false + 1)] += loss
        account.weight_left[self._counter_literal(number, 1)] += loss

    def _counter_literal(self, number: int, most_false: int) -> int:
        """Return the literal that at most `most_false` literals of a core are false."""
        if number not in self.cores_by_number or most_false < 1:
            raise ProofFault("a counter of no core")
        if (number, most_false) not in self.counter_literals:
            literal = self.counter_literals[number, most_false] = self.layers.new_variable()
            self.counter_meanings[literal] = number, most_false
            false_literals = [-part for part in self.cores_by_number[number]]
            # With no literal left that could be false, the counter always holds.
            if most_false < len(false_literals):
                for clause in self.layers.at_most(false_literals, most_false):
                    self.solver.add_clause([-literal, *clause])
        return self.counter_literals[number, most_false]

    def _count_with_wild(self, gain: WildGain) -> None:
        """Count the points of a stretch with a wild that it needs, or with its first one. Raises
        ProofFault."""
        stretch, switch_wild = self._named_here([gain.stretch, gain.wild])
        if (stretch, switch_wild) in self.first_gains:
            literal, wilds_before = self.first_gains[stretch, switch_wild]
            self.own_literals[gain.literal] = literal
            # The literal is free where the wild does not lie: its weight is counted only where it does.
            for only_where in (stretch, *(-wild for wild in wilds_before)):
                self.solver.add_clause([-literal, -switch_wild, only_where])
            return
        # Else the stretch could earn without that wild, and the bound would be too low.
        if switch_wild not in self.layers.own_wild_at.values() or not self._cannot_be(
            [stretch, -switch_wild]
        ):
            raise ProofFault("a stretch does not need the wild that it is counted with")
        weight = self.account.weight_left.pop(stretch, 0)
        self.account.total -= weight
        gain_literal = self.own_literals[gain.literal] = self.layers.new_variable()
        self.gained_weights.setdefault(switch_wild, Counter())[gain_literal] = weight
        self.solver.add_clause([-gain_literal, -switch_wild, stretch])

    def _harden_literals(self, proof_step: Hardened, bound: int) -> None:
        """Fix literals without which the rest is below the bound, since only hands with them could exceed
        it."""
        # Gains of wilds come on top: then a hand without the literal may still reach the bound.
        if self.gained_weights:
            raise ProofFault("hardened beside gains that are not counted")
        for literal in self._named_here(proof_step.literals):
            if self.account.weight_left[literal] <= self.account.total - bound:
                raise ProofFault("a literal is hardened without need")
            self.solver.add_clause([literal])
