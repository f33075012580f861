"""Find the heaviest model of a formula in which some weight depends on switches, few of which may be on.

A switch is a wild at one place. Most switches are off, and a literal that needs a switch is counted with it:
the switch gains its weight, and loses it again if it is on and the literal is false. Weight that needs any
one of several switches is gained by the first of them that is on. These literals are many, and written only
for switches that may be used.

So all weight is either free of switches or the gain of one switch, and cores bound both: the free part
without assumptions on switches, the gains switch by switch, the largest possible ones first. A best-first
tree then chooses the switches to turn on. A branch inherits the cores of its parents, since literals that
cannot be true together there cannot be so below. A branch is given up at the core that shows that it cannot
beat the best model.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

from scorepad.chattahoochee.interlock.maxsat import (
    CoreGuidedSearch,
    Formula,
    MaxSatResult,
    Model,
)
from scorepad.optimize.answer import TimedOut

if TYPE_CHECKING:
    from pysat.solvers import Minisat22

_HARD_ABOVE = 100  # conflicts above all branches, after which cores are made smaller


def find_heaviest_model(
    formula: Formula,
    deadline: float,
) -> MaxSatResult:
    """Return the heaviest model of a formula, searching until `deadline` of `time.perf_counter`."""
    # Loaded here, so that hands are laid where it is missing.
    from pysat.solvers import Minisat22

    search_class = SwitchSearch if formula.has_switches else CoreGuidedSearch
    with Minisat22() as solver:
        search = search_class(solver, formula, deadline, known_weight=0)
        # The bound holds whenever the time is over.
        with suppress(TimedOut):
            search.run()
        return MaxSatResult(
            search.whole_best_model(), search.upper_bound, search.lower_bound == search.upper_bound
        )


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch of the search: these switches are on, and of the others only those ranked `next_rank` and
    later may be on.

    `weight`: the most that literals of no switch and of the switches on can weigh; `weight_left`: what each
    of these still carries. Until the branch is `entered`, both are the parent's, without the last switch.
    """

    on: tuple[int, ...]
    next_rank: int
    weight: int
    weight_left: dict[int, int]
    entered: bool


class SwitchSearch(CoreGuidedSearch):
    """A search that ranks switches by their possible gain, as far as needed, and branches on them in that
    order."""

    def __init__(self, solver: Minisat22, formula: Formula, deadline: float, known_weight: int) -> None:
        super().__init__(solver, formula, deadline, known_weight)
        gained_lits = {lit for gained in formula.switch_gains.values() for lit in gained.values()}
        # Without its switch such a literal is false, so its weight comes in with the switch.
        self.weight_left = {lit: weight for lit, weight in formula.weights.items() if lit not in gained_lits}
        self.ranked_switches: list[int] = []
        self.ranked_gains: list[int] = []
        self._take_in_switches()
        self.upper_bound = sum(self.weight_left.values()) + self._loose_gains()

    def _take_in_switches(self) -> None:
        """Read the switches from the formula."""
        formula = self.formula
        self.max_on = len(formula.switches_on)
        self.switch_lits = {
            switch: {lit: formula.weights[wanted] for lit, wanted in gained.items()}
            for switch, gained in formula.switch_gains.items()
        }
        # What a switch gains at most, exact or by its literals alone; greatest first.
        self.gain_heap = [
            (-sum(lits.values()) - self._weight_where_first(switch), False, switch)
            for switch, lits in self.switch_lits.items()
        ]
        heapify(self.gain_heap)

    def run(self) -> None:
        """Branch until no branch could weigh more than the best model. Raises TimedOut."""
        weight = self._bound_without_switches()
        # Branches have no order: numbers tell those of one bound apart.
        numbers = count()
        branches = [(0, 0, Branch((), 0, weight, dict(self.weight_left), True))]
        while branches:
            bound, _, branch = heappop(branches)
            # The root has no bound of its own here: `_bound_without_switches` has set it.
            if branch.on or branch.next_rank:
                self.upper_bound = max(-bound, self.lower_bound)
            if self.upper_bound == self.lower_bound:
                return
            for further in self._split(branch) if branch.entered else self._enter(branch):
                further_bound = further.weight + self._gains_to_come(further)
                if further_bound > self.lower_bound:
                    heappush(branches, (-further_bound, next(numbers), further))
        self.upper_bound = self.lower_bound

    def _weight_where_first(self, switch: int) -> int:
        """Return the weight of all that counts if this switch is the first one on."""
        return sum(
            weight for first in self.formula.first_switches.get(switch, ()) for _, weight in first.weighed
        )

    def weight_of(self, model: Model) -> int:
        """Return the weight of a model, with what its first switches add."""
        return super().weight_of(model) + sum(
            weight
            for switch, firsts in self.formula.first_switches.items()
            if model[switch - 1] > 0
            for first in firsts
            if all(model[before - 1] < 0 for before in first.switches_before)
            for lit, weight in first.weighed
            if model[lit - 1] > 0
        )

    def _bound_without_switches(self) -> int:
        """Return the most that the literals of no switch can weigh.

        The formula of naturals comes first, without wilds.
        """
        self.load_clauses()
        weight = self._descend((), sum(self.weight_left.values()), self._loose_gains())
        if self.formula.add_switches:
            self._add_switches(self.formula.add_switches)
            self.upper_bound = weight + self._loose_gains()
        return weight

    def _add_switches(self, add_to_formula: Callable[[], None]) -> None:
        """Write the formula's switches, with variables that no counter uses, and read them in. Raises
        TimedOut."""
        formula, clause_count = self.formula, len(self.formula.clauses)
        formula.top_variable = self.top_variable
        add_to_formula()
        self.top_variable, formula.add_switches, formula.most_gained = formula.top_variable, None, 0
        self.load_clauses(clause_count)
        self._take_in_switches()

    def may_minimise(self, conflicts: int) -> bool:
        """Return whether to shrink cores further: sooner than in other searches, as all branches share
        them."""
        return conflicts > _HARD_ABOVE

    def _loose_gains(self) -> int:
        gains = sorted((-gain for gain, _, _ in self.gain_heap), reverse=True)
        return sum(gains[: self.max_on]) + self.formula.most_gained

    def _split(self, branch: Branch) -> list[Branch]:
        """Split a branch into one with the next switch on and one with it off."""
        # Nothing is left to gain, and a model of all that the branch weighs is known.
        if len(branch.on) == self.max_on or not self._gain(branch.next_rank):
            return []
        rank, further = branch.next_rank, branch.next_rank + 1
        on = (*branch.on, self.ranked_switches[rank])
        return [
            Branch(on, further, branch.weight, branch.weight_left, False),
            Branch(branch.on, further, branch.weight, branch.weight_left, True),
        ]

    def _enter(self, branch: Branch) -> list[Branch]:
        """Add the gain of a branch's last switch and bound the branch. Returns the branches to go on with."""
        gained = self.switch_lits[branch.on[-1]]
        # A copy: the branch beside it goes on from the same weights.
        self.weight_left = dict(branch.weight_left)
        for lit, weight in gained.items():
            self.add_weight(lit, weight)
        to_come = self._gains_from(branch.next_rank, self.max_on - len(branch.on))
        weight = self._descend(branch.on, branch.weight + sum(gained.values()), to_come)
        return [Branch(branch.on, branch.next_rank, weight, self.weight_left, True)]

    def _gains_to_come(self, branch: Branch) -> int:
        """Return the most that switches could gain beyond the branch's weight."""
        to_come = self._gains_from(branch.next_rank, self.max_on - len(branch.on))
        return to_come if branch.entered else to_come + self._gain(branch.next_rank - 1)

    def _gains_from(self, rank: int, number: int) -> int:
        # Ranks are in order of gain, so no other choice of so many switches gains more.
        return sum(self._gain(rank + step) for step in range(number))

    def _gain(self, rank: int) -> int:
        """Return the most that the switch of this rank could gain; 0 if no switch is left that gains."""
        while len(self.ranked_gains) <= rank:
            if not self.gain_heap:
                return 0
            gain, exact, switch = heappop(self.gain_heap)
            # An exact gain is never above the loose one, so an exact one on top is the greatest.
            if gain and exact:
                self.ranked_gains.append(-gain)
                self.ranked_switches.append(switch)
            elif gain:
                heappush(self.gain_heap, (-self._max_gain(switch), True, switch))
        return self.ranked_gains[rank]

    def _spell_out(self, switch: int) -> None:
        """Add the literals of what a switch gains if it is the first one on."""
        for first in self.formula.first_switches.get(switch, ()):
            for wanted, weight in first.weighed:
                lit = self._gain_literal(switch, wanted)
                self.switch_lits[switch][lit] = weight
                for before in first.switches_before:
                    self.solver.add_clause([-lit, -switch, -before])

    def _gain_literal(self, switch: int, wanted: int) -> int:
        """Add a literal that implies the wanted one if the switch is on."""
        self.top_variable += 1
        self.solver.add_clause([-self.top_variable, -switch, wanted])
        return self.top_variable

    def _max_gain(self, switch: int) -> int:
        """Return the most that a switch could gain: the weight of its literals, less what is certainly lost
        when it is on."""
        self._spell_out(switch)
        weight_left, self.weight_left = self.weight_left, dict(self.switch_lits[switch])
        gain = sum(self.weight_left.values())
        assumed = self.assumed_from(1)
        while gain and not self.is_satisfiable([switch, *assumed]):
            core = self.last_core([switch])
            # An empty core says that the switch can’t be on: it gains nothing.
            lost = min((self.weight_left[lit] for lit in core), default=gain)
            gain -= lost
            self.relax(assumed, core, lost, [switch])
        if gain:
            self.keep_better_model()
        self.weight_left = weight_left
        return gain

    def _descend(self, on: Sequence[int], weight: int, to_come: int) -> int:
        """Relax cores with these switches on. Returns the most that the weighed literals can be worth, or
        stops early once the branch cannot beat the best model.

        `weight`: what they weigh together; `to_come`: what other switches could still gain. Raises TimedOut.
        """
        # Where switches are on, good models are known, and strata would only be so many more calls.
        stratum = 1 if on else self.first_stratum()
        while True:
            assumed = self.assumed_from(stratum)
            while not self.is_satisfiable([*on, *assumed]):
                core = self.trimmed_core(on)
                # Too little for the branch to be kept.
                if not core:  # these switches cannot be on together
                    return self.lower_bound - to_come
                lost = min(self.weight_left[lit] for lit in core)
                weight -= lost
                self.relax(assumed, core, lost, on)
                if not on:
                    self.upper_bound = min(self.upper_bound, weight + to_come)
                if weight + to_come <= self.lower_bound:
                    return weight
            self.keep_better_model()
            if stratum <= 1:
                return weight
            stratum = self.next_stratum(stratum)
