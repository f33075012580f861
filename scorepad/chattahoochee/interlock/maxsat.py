"""The most weight of literals that can be true together, with its proof: core-guided MaxSAT.

All literals that carry weight are assumed to be true. While the solver finds some of them (a core) that
cannot be true together, the least weight among them is lost for certain, and counters of how many of
the core are false carry on with that weight. What is assumed is satisfiable at last: then what is
lost is exactly the least that must be. Heavy literals come first (stratification), so that good models
are found on the way, and what the best of them has already lost shows which literals must be true
(hardening). This is OLL (Andres and others, Unsatisfiability-based optimization in clasp, ICLP 2012) much as
in the solver RC2 (Ignatiev, Morgado and Marques-Silva, JSAT 11, 2019).

The bound begins with all that there is and falls by what each core loses, so that it holds at any moment. The
weights that literals still carry are no bound: a core of three and more leaves weight with counters that come
in later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorepad.chattahoochee.interlock.false_counter import FalseCounter
from scorepad.optimize.answer import check_deadline

if TYPE_CHECKING:
    from pysat.solvers import Minisat22

_PROPAGATIONS = 100_000  # between two looks at the clock: some hundredths of a second
_CLAUSES = 10_000  # likewise, as they are handed to the solver
# Found by measuring: docs/measurements.md says under “Tried” what other numbers of these cost.
_CONFLICTS = 2000  # to see whether a core can be smaller
_DIVERSE = 1.25  # literals a weight, above which a stratum is taken
_HARD = 200  # conflicts, after which as many go to making cores smaller …
_VERY_HARD = 1000  # … and after which all cores are made smaller that can be
_HARD_WITH_LEAPS = 100  # … where melds may follow several leaps
_SMALL = 40  # literals of a core that is made smaller one by one
_LARGE, _HARD_TO_COUNT = 5, 300  # literals of a core, and conflicts, from which its false ones are counted
_NO_LIMIT = -1  # of conflicts
_FEW_CONFLICTS = 100  # to see whether a literal is needed, or one more of a core false

Assumed = dict[int, None]  # literals in the order in which they are tried
Model = Sequence[int]  # by variable less one: the variable where it is true, else its negative


@dataclass(frozen=True, slots=True)
class FirstSwitch:
    """Weights that count if one switch is on and all `switches_before` are off. `weighed`: pairs of a literal
    and its weight."""

    weighed: Sequence[tuple[int, int]]
    switches_before: Sequence[int]


@dataclass
class Formula:
    """Clauses over variables 1, 2, 3 …, and the weights of literals that should be true.

    Switches are variables of which only a few may be true (on). `switch_gains`: by switch, literals that are
    true while it is off, each with the weighted literal that it implies while the switch is on.
    `first_switches`: by switch, weights that count only while it is on. `switches_on`: literals that at least
    1, 2, … switches are on.

    All of this exists from the start, or is written by `add_switches` once the rest is bounded; switches gain
    no more than `most_gained`.
    """

    clauses: list[list[int]] = field(default_factory=list)
    weights: dict[int, int] = field(default_factory=dict)
    switch_gains: dict[int, dict[int, int]] = field(default_factory=dict)
    first_switches: dict[int, list[FirstSwitch]] = field(default_factory=dict)
    switches_on: list[int] = field(default_factory=list)
    top_variable: int = 0
    add_switches: Callable[[], None] | None = None
    most_gained: int = 0
    several_leaps: bool = False

    def new_variable(self) -> int:
        """A new variable."""
        self.top_variable += 1
        return self.top_variable

    @property
    def has_switches(self) -> bool:
        """Whether the formula has switches, written or still to be written."""
        return bool(self.switch_gains) or self.add_switches is not None


@dataclass(frozen=True, slots=True)
class MaxSatResult:
    """The result of a MaxSAT search: the best model found, if any, and a bound on the weight of all models.

    `proven`: a model of weight `bound` was found.
    """

    model: Model | None
    bound: int
    proven: bool


class CoreGuidedSearch:
    """A core-guided MaxSAT search. `weight_left`: the weight that each literal still carries; `upper_bound`:
    the most that all models can weigh."""

    def __init__(self, solver: Minisat22, formula: Formula, deadline: float, known_weight: int) -> None:
        self.solver, self.deadline, self.formula = solver, deadline, formula
        self.top_variable = formula.top_variable
        self.weight_left = dict(formula.weights)
        self.upper_bound = sum(formula.weights.values())
        self.lower_bound = known_weight
        self.best_weight = -1
        self.best_model: Model | None = None
        self.counters: dict[int, tuple[FalseCounter, int]] = {}
        self.hardened: set[int] = set()
        self.minimising_conflicts = 0
        self.conflicts_limited = False

    def run(self) -> None:
        """Relax cores, stratum by stratum, until the remaining assumptions are satisfiable. Raises
        TimedOut."""
        self.load_clauses()
        stratum = self.first_stratum()
        while True:
            assumed = self.assumed_from(stratum)
            while not self.is_satisfiable(list(assumed)):
                core = self.trimmed_core()
                if not core:  # what was taken for certain to beat what is known cannot be
                    self.upper_bound = self.lower_bound
                    return
                lost = min(self.weight_left[lit] for lit in core)
                self.upper_bound -= lost
                counter_lits = self.relax(assumed, core, lost)  # the last core too: a proof needs it
                if len(core) >= _LARGE:
                    self._count_further(assumed, counter_lits[-1])
                if self.upper_bound <= self.lower_bound > 0:
                    return  # something is known to be worth that, here or elsewhere
            self.keep_better_model()
            if stratum <= 1 or self.lower_bound >= self.upper_bound:
                assert self.lower_bound >= self.upper_bound  # else something was lost that need not have been
                return
            self._harden()
            stratum = self.next_stratum(stratum)

    def load_clauses(self, first: int = 0) -> None:
        """Give the solver the formula's clauses from number `first` on. Raises TimedOut."""
        clauses = self.formula.clauses[first:]
        for start in range(0, len(clauses), _CLAUSES):
            check_deadline(self.deadline)
            self.solver.append_formula(clauses[start : start + _CLAUSES])
        # Wanted literals are tried as true first: early models are good ones.
        self.solver.set_phases(list(self.formula.weights))

    def first_stratum(self) -> int:
        """Return the least weight of the first stratum."""
        return self.next_stratum(max(self.weight_left.values(), default=0) + 1)

    def assumed_from(self, stratum: int) -> Assumed:
        """Return the literals of at least the weight `stratum`, heavy ones first."""
        assumed = [
            lit for lit, weight in self.weight_left.items() if weight >= stratum and lit not in self.hardened
        ]
        return dict.fromkeys(sorted(assumed, key=self.weight_left.__getitem__, reverse=True))

    def add_weight(self, lit: int, weight: int) -> None:
        """Add to the weight that a literal carries."""
        if weight:
            self.weight_left[lit] = self.weight_left.get(lit, 0) + weight

    def next_stratum(self, stratum: int) -> int:
        """Return the weight of the next lower stratum, chosen so that it brings in enough literals for its
        different weights."""
        # Diversity decides (Ansótegui and others, Improving SAT-based weighted MaxSAT solvers, CP 2012).
        weights = sorted((weight for weight in self.weight_left.values() if weight), reverse=True)
        different_weights = 0
        for literal_count, (weight, lighter) in enumerate(
            zip(weights, [*weights[1:], 0], strict=False), start=1
        ):
            different_weights += weight > lighter
            if stratum > weight > lighter and literal_count > _DIVERSE * different_weights:
                return weight
        return 1

    def is_satisfiable(self, assumed: Sequence[int]) -> bool:
        """Return whether the assumptions are satisfiable. Raises TimedOut."""
        satisfiable = None
        while satisfiable is None:
            satisfiable = self._try_solve(assumed, _NO_LIMIT)
        return satisfiable

    def whole_best_model(self) -> Model | None:
        """Return the best model, extended by false for variables that were added after it was found."""
        if self.best_model is None:
            return None
        return [*self.best_model, *range(-len(self.best_model) - 1, -self.formula.top_variable - 1, -1)]

    def _try_solve(self, assumed: Sequence[int], max_conflicts: int) -> bool | None:
        """Return whether the assumptions are satisfiable; None if `max_conflicts` were not enough. Raises
        TimedOut."""
        check_deadline(self.deadline)
        if max_conflicts != _NO_LIMIT or self.conflicts_limited:
            self.conflicts_limited = max_conflicts != _NO_LIMIT
            self.solver.conf_budget(max_conflicts)
        self.solver.prop_budget(_PROPAGATIONS)
        satisfiable: bool | None = self.solver.solve_limited(assumptions=assumed)
        return satisfiable

    def keep_better_model(self) -> None:
        """Keep the model just found if it is heavier than the best so far."""
        model: Model = self.solver.get_model()
        weight = self.weight_of(model)
        if weight > self.best_weight:
            self.best_weight, self.best_model = weight, model
            self.lower_bound = max(self.lower_bound, weight)

    def weight_of(self, model: Model) -> int:
        """Return the weight of a model."""
        return sum(weight for lit, weight in self.formula.weights.items() if model[lit - 1] > 0)

    def _harden(self) -> None:
        """Fix the literals that must be true in any model better than the best one so far."""
        # Hardening: without the literal a model weighs less than the best one (Ansótegui and others, 2012).
        gap = self.upper_bound - self.lower_bound
        for lit, weight in self.weight_left.items():
            if weight > gap and lit not in self.hardened:
                self.hardened.add(lit)
                self.solver.add_clause([lit])

    def trimmed_core(self, under: Sequence[int] = ()) -> list[int]:
        """Return a core of the last call of the solver, shrunk by a few more calls.

        `under`: assumptions that are no part of the core. The core is empty if `under` alone is
        unsatisfiable. Raises TimedOut.
        """
        core = self.last_core(under)
        if len(core) < 3:
            return core
        if self._try_solve([*under, *core], _CONFLICTS) is False:
            core = self.last_core(under)
        # Under switches few cores are looked for, and they are small enough.
        if under or not 2 < len(core) <= _SMALL:
            return core
        conflicts = self.solver.accum_stats()["conflicts"]
        if not self.may_minimise(conflicts):
            return core
        core = self._minimise_core(core)
        self.minimising_conflicts += self.solver.accum_stats()["conflicts"] - conflicts
        return core

    def may_minimise(self, conflicts: int) -> bool:
        """Return whether to shrink cores further, after so many conflicts in all."""
        if self.formula.several_leaps:
            return conflicts > _HARD_WITH_LEAPS
        return conflicts > min(_HARD + 2 * self.minimising_conflicts, _VERY_HARD)

    def last_core(self, under: Sequence[int]) -> list[int]:
        """Return the solver's last core without the assumptions `under`."""
        core: list[int] = self.solver.get_core() or []
        return [lit for lit in core if lit not in under] if under else core

    def _minimise_core(self, core: list[int]) -> list[int]:
        """Drop literals from a core, light ones first, if the solver soon shows that it does not need
        them."""
        # Without its lightest literals a core loses more at once.
        core = sorted(core, key=self.weight_left.__getitem__)
        tried_to = 0
        while tried_to < len(core) and len(core) > 2:
            without = [*core[:tried_to], *core[tried_to + 1 :]]
            if self._try_solve(without, _FEW_CONFLICTS) is False:
                needed = set(self.solver.get_core() or ())
                core = [lit for lit in core if lit in needed]
            else:
                tried_to += 1
        return core

    def _count_further(self, assumed: Assumed, counter_lit: int) -> None:
        """Raise the lower bound on the false literals of a core, as far as the solver soon shows it."""
        # Core exhaustion (Ignatiev, Morgado and Marques-Silva, RC2, JSAT 11, 2019).
        if self.solver.accum_stats()["conflicts"] < _HARD_TO_COUNT:
            return
        counter_lits = [counter_lit]
        while counter_lits and self._try_solve(counter_lits, _FEW_CONFLICTS) is False:
            lost = self.weight_left[counter_lits[0]]
            self.upper_bound -= lost
            counter_lits = self.relax(assumed, counter_lits, lost)

    def relax(self, assumed: Assumed, core: Sequence[int], lost: int, under: Sequence[int] = ()) -> list[int]:
        """Take `lost` from each literal of a core, and update the assumptions. Returns the literals of the
        new counters; that of this core comes last."""
        counter_lits = self._relax_literals(core, lost, under)
        for lit in core:
            if not self.weight_left[lit]:
                del assumed[lit]
        assumed.update(dict.fromkeys(counter_lits))
        return counter_lits

    def _relax_literals(self, core: Sequence[int], lost: int, under: Sequence[int]) -> list[int]:
        """Take the lost weight off a core's literals, and add counters. `under`: the assumptions of the
        core."""
        counter_lits = []
        for lit in core:
            self.weight_left[lit] -= lost
            if lit in self.counters:
                counter_lits += self._raise_counter(lit, lost)
        # The solver would find the core again from this clause alone.
        self.solver.add_clause([-lit for lit in (*core, *under)])
        if len(core) == 2:  # most cores are
            counter_lits.append(self._assume_either(core, lost))
        elif len(core) > 2:
            counter_lits.append(self._assume_at_most(FalseCounter(core), 1, lost))
        return counter_lits

    def _assume_either(self, core: Sequence[int], weight: int) -> int:
        lit = self.top_variable = self.top_variable + 1
        self.solver.add_clause([-lit, *core])
        self.weight_left[lit] = weight
        return lit

    def _raise_counter(self, lit: int, weight: int) -> list[int]:
        """Return the literal of the next counter of the same core; an empty list if there is none."""
        counter, most_false = self.counters[lit]
        if most_false + 1 >= len(counter.core):
            return []
        return [self._assume_at_most(counter, most_false + 1, weight)]

    def _assume_at_most(self, counter: FalseCounter, most_false: int, weight: int) -> int:
        lit, clauses, self.top_variable = counter.at_most(most_false, self.top_variable)
        for clause in clauses:
            self.solver.add_clause(clause)
        self.counters[lit] = counter, most_false
        self.add_weight(lit, weight)
        return lit
