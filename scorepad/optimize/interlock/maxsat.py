"""The most weight of literals that can be true together, with its proof: core-guided MaxSAT.

All literals that carry weight are assumed to be true. While the solver finds some of them (a core) that
cannot be true together, the least weight among them is lost for certain, and counters of how many of
the core are false carry on with that weight. What is assumed is satisfiable at last: then what is
lost is exactly the least that must be. Heavy literals come first (stratification), so that good models
are found on the way, and what the best of them has already lost shows which literals must be true
(hardening). This is OLL (Andres and others, Unsatisfiability-based optimization in clasp, ICLP 2012) much as
in the solver RC2 (Ignatiev, Morgado and Marques-Silva, JSAT 11, 2019).

Literals that cannot be true without one of a few switches (the wilds: most are off) are counted with their
switch: it gains their weight, and they are lost only where it is on and they are false all the same. What
each of the best switches can gain at most is found first, and all are weighed against those.

Both bounds, `most` and what a switch gains, begin with all that there is and fall by what each core loses,
so that each holds at any moment. The weights that literals still carry are no bound: a core of three and more
leaves weight with counters that come in later.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from heapq import nlargest

from pysat.card import ITotalizer
from pysat.solvers import Minisat22

from scorepad.optimize.deadline import TimedOut, check_deadline

_PROPAGATIONS = 100_000  # between two looks at the clock: some hundredths of a second
_CLAUSES = 10_000  # likewise, as they are handed to the solver
_CONFLICTS = 2000  # to see whether a core can be smaller
_DIVERSE = 1.25  # literals a weight, above which a stratum is taken
_SHRINKINGS = 3  # of a core, each time to the core of itself
_HARD = 300  # conflicts, after which smaller cores are worth their while
_SMALL = 40  # literals of a core that is made smaller one by one
_NO_LIMIT = -1  # of conflicts
_FEW_CONFLICTS = 100  # to see whether a literal is needed

Model = Sequence[int]  # by variable less one: the variable where it is true, else its negative


@dataclass
class Formula:
    """Clauses over variables 1, 2, 3 …, and the weight of each literal that is wanted.

    `gains` has, by switch, literals that are true where it is off, each with the wanted literal that it
    must bring with it where it is on; `at_least` the literals that one switch is on, two are, …
    """

    clauses: list[list[int]] = field(default_factory=list)
    weights: dict[int, int] = field(default_factory=dict)
    switch_gains: dict[int, dict[int, int]] = field(default_factory=dict)
    switches_on: list[int] = field(default_factory=list)
    top_variable: int = 0

    def new_variable(self) -> int:
        """A new variable."""
        self.top_variable += 1
        return self.top_variable


@dataclass(frozen=True, slots=True)
class MaxSatResult:
    """The best model known, if there is any, and the most that any model weighs."""

    model: Model | None
    bound: int


def find_heaviest_model(formula: Formula, deadline: float, least: int = 0) -> MaxSatResult:
    """Search until the clock `time.perf_counter` shows the deadline; some model is known to weigh `least`."""
    with Minisat22() as solver:
        search = _CoreGuidedSearch(solver, formula, deadline, least)
        with suppress(TimedOut):
            search.run()
        return MaxSatResult(search.best_model, search.upper_bound)


class _CoreGuidedSearch:
    """`left` has the weight that each literal still carries, `most` what all of them could come to."""

    def __init__(self, solver: Minisat22, formula: Formula, deadline: float, least: int) -> None:
        self.solver, self.deadline, self.formula = solver, deadline, formula
        self.halfway = (time.perf_counter() + deadline) / 2  # when any model will do, if there is none yet
        self.top_variable = formula.top_variable
        switched = {lit for kept in formula.switch_gains.values() for lit in kept.values()}
        self.weight_left = {lit: weight for lit, weight in formula.weights.items() if lit not in switched}
        self.upper_bound = sum(formula.weights.values())
        self.lower_bound = least
        self.best_weight = -1
        self.best_model: Model | None = None
        self.counters: dict[int, tuple[ITotalizer, int]] = {}
        self.hardened: set[int] = set()

    def run(self) -> None:
        """Relax core after core, stratum by stratum, until all that is left can be true."""
        for start in range(0, len(self.formula.clauses), _CLAUSES):
            check_deadline(self.deadline)
            self.solver.append_formula(self.formula.clauses[start : start + _CLAUSES])
        self.solver.set_phases(list(self.formula.weights))
        if self.formula.switch_gains:
            self._weigh_switches()
        level = self._next_stratum(max(self.weight_left.values(), default=0) + 1)
        while True:
            assumed = [
                lit
                for lit, weight in self.weight_left.items()
                if weight >= level and lit not in self.hardened
            ]
            assumed.sort(key=lambda lit: -self.weight_left[lit])
            while not self._is_satisfiable(assumed):
                assumed = self._relax_core(assumed)
            self._keep_better(self.solver.get_model())
            if level <= 1 or self.lower_bound == self.upper_bound:
                assert self.lower_bound == self.upper_bound  # else something was lost that need not have been
                return
            self._harden()
            level = self._next_stratum(level)

    def _weigh_switches(self) -> None:
        """Find which switches can gain most, and count all by how much less than those they can."""
        formula = self.formula
        others = sum(self.weight_left.values())
        for kept in formula.switch_gains.values():
            self.weight_left |= {lit: formula.weights[wanted] for lit, wanted in kept.items()}
        gains = {
            switch: sum(self.weight_left[lit] for lit in kept)
            for switch, kept in formula.switch_gains.items()
        }
        known: set[int] = set()
        while True:
            best = nlargest(len(formula.switches_on), gains, key=gains.__getitem__)
            self.upper_bound = others + sum(gains[switch] for switch in best)
            switch = next((one for one in best if one not in known), None)
            if switch is None:
                break
            gains[switch] = self._max_gain(switch, gains[switch])
            known.add(switch)
        usual = min((gains[switch] for switch in best), default=0)
        for switch, gain in gains.items():
            self._add_weight(switch if gain > usual else -switch, abs(gain - usual))
        for lit in formula.switches_on:
            self._add_weight(lit, usual)

    def _add_weight(self, lit: int, weight: int) -> None:
        if weight:
            self.weight_left[lit] = self.weight_left.get(lit, 0) + weight

    def _max_gain(self, switch: int, gain: int) -> int:
        """Of what the switch could gain, all but what is lost for certain when it is on."""
        kept = list(self.formula.switch_gains[switch])
        while True:
            kept.sort(key=lambda lit: -self.weight_left[lit])
            if self._is_satisfiable([switch, *kept]):
                self._keep_better(self.solver.get_model())
                return gain
            core = [lit for lit in self.solver.get_core() or () if lit != switch]
            if not core:
                self.solver.add_clause([-switch])
                return 0
            lost = min(self.weight_left[lit] for lit in core)
            gain -= lost
            added = self._relax_literals(core, lost, [switch])
            kept = list(dict.fromkeys([*(lit for lit in kept if self.weight_left[lit]), *added]))

    def _next_stratum(self, level: int) -> int:
        """The next lower stratum: at which enough literals come in for the weights that do."""
        weights = sorted((weight for weight in self.weight_left.values() if weight), reverse=True)
        different = 0
        for number, (weight, lighter) in enumerate(zip(weights, [*weights[1:], 0], strict=False), start=1):
            different += weight > lighter
            if level > weight > lighter and number > _DIVERSE * different:
                return weight
        return 1

    def _is_satisfiable(self, assumed: list[int]) -> bool:
        if self.best_model is None and time.perf_counter() > self.halfway:
            self._solve_in_slices([])
            self._keep_better(self.solver.get_model())
        return self._solve_in_slices(assumed)

    def _solve_in_slices(self, assumed: list[int]) -> bool:
        """Whether all that is assumed can be true. Raises TimedOut."""
        answer = None
        while answer is None:
            answer = self._try_solve(assumed, _NO_LIMIT)
        return answer

    def _try_solve(self, assumed: list[int], conflicts: int) -> bool | None:
        """Whether all that is assumed can be true, if that is soon seen. Raises TimedOut."""
        check_deadline(self.deadline)
        self.solver.conf_budget(conflicts)
        self.solver.prop_budget(_PROPAGATIONS)
        answer: bool | None = self.solver.solve_limited(assumptions=assumed)
        return answer

    def _keep_better(self, model: Model) -> None:
        """Keep the better of this model and the best so far."""
        weight = sum(weight for lit, weight in self.formula.weights.items() if model[lit - 1] > 0)
        if weight > self.best_weight:
            self.best_weight, self.best_model = weight, model
            self.lower_bound = max(self.lower_bound, weight)

    def _harden(self) -> None:
        """Literals whose loss would cost more than the best model lost beyond what all must lose."""
        gap = self.upper_bound - self.lower_bound
        for lit, weight in self.weight_left.items():
            if weight > gap and lit not in self.hardened:
                self.hardened.add(lit)
                self.solver.add_clause([lit])

    def _relax_core(self, assumed: list[int]) -> list[int]:
        """Lose what must be lost of a core; what is assumed next. Raises TimedOut."""
        core = self._trim_core(self.solver.get_core() or [])
        lost = min(self.weight_left[lit] for lit in core)
        self.upper_bound -= lost
        added = self._relax_literals(core, lost)
        return [lit for lit in assumed if self.weight_left[lit]] + added

    def _trim_core(self, core: list[int]) -> list[int]:
        """A smaller core, as far as a few calls bring it."""
        for _ in range(_SHRINKINGS):
            if len(core) < 3 or self._try_solve(core, _CONFLICTS) is not False:
                break
            smaller = self.solver.get_core() or []
            if len(smaller) >= len(core):
                break
            core = smaller
        if len(core) > _SMALL or self.solver.accum_stats()["conflicts"] < _HARD:
            return core
        return self._minimise_core(core)

    def _minimise_core(self, core: list[int]) -> list[int]:
        """The core without the literals, light ones first, that it is soon seen not to need."""
        core = sorted(core, key=self.weight_left.__getitem__)
        place = 0
        while place < len(core) and len(core) > 2:
            if self._try_solve(core[:place] + core[place + 1 :], _FEW_CONFLICTS) is False:
                needed = set(self.solver.get_core() or ())
                core = [lit for lit in core if lit in needed]
            else:
                place += 1
        return core

    def _relax_literals(self, core: Sequence[int], lost: int, given: Sequence[int] = ()) -> list[int]:
        """Take off what is lost, as not all of the core can be true where the given are; count the others."""
        added = []
        for lit in core:
            self.weight_left[lit] -= lost
            added += self._raise_counter(lit, lost)
        self.solver.add_clause([-lit for lit in (*core, *given)])
        if len(core) > 1:
            added.append(self._new_counter(core, lost))
        return added

    def _new_counter(self, core: Sequence[int], weight: int) -> int:
        """A counter of how many of the core are false; the literal that at most one is."""
        counter = ITotalizer([-lit for lit in core], ubound=1, top_id=self.top_variable)
        self.top_variable = max(self.top_variable, counter.top_id)
        for clause in counter.cnf.clauses:
            self.solver.add_clause(clause)
        return self._assume_at_most(counter, 1, weight)

    def _raise_counter(self, lit: int, weight: int) -> list[int]:
        """Where the core holds a counter's literal, the literal of one more false."""
        if lit not in self.counters:
            return []
        counter, count = self.counters[lit]
        if count + 1 >= len(counter.lits):
            return []
        counter.increase(ubound=count + 1, top_id=self.top_variable)
        self.top_variable = max(self.top_variable, counter.top_id)
        for clause in counter.cnf.clauses[len(counter.cnf.clauses) - counter.nof_new :]:
            self.solver.add_clause(clause)
        return [self._assume_at_most(counter, count + 1, weight)]

    def _assume_at_most(self, counter: ITotalizer, count: int, weight: int) -> int:
        lit = int(-counter.rhs[count])
        self.counters[lit] = counter, count
        self._add_weight(lit, weight)
        return lit
