"""The heaviest model of a formula and its bound, against every assignment of small formulas."""

from __future__ import annotations

import random
import time
from itertools import product

import pytest

from scorepad.chattahoochee.interlock import maxsat
from scorepad.chattahoochee.interlock.layered_formula import _hand_gains_to_wilds, _sequential_counter
from scorepad.chattahoochee.interlock.maxsat import FirstSwitch, Formula
from scorepad.chattahoochee.interlock.switch_tree import find_heaviest_model
from scorepad.optimize.answer import TimedOut
from tests.profiles import examples

EACH = examples(40)
LATER = 3600.0


def any_formula(rng):
    """Some switches of which up to three may be on, literals that need one of them, literals that weigh
    something for the first of some, and clauses that bar groups of three and more: the cores in which weight
    comes in later."""
    formula = Formula()
    formula.clauses.append([formula.new_variable()])
    switches = [formula.new_variable() for _ in range(rng.randint(0, 5))]
    max_on = rng.randint(1, 3)
    free = [formula.new_variable() for _ in range(rng.randint(1, 4))]
    needs = {}
    for _ in range(rng.randint(0, 6) if switches else 0):
        wanted = formula.new_variable()
        some = rng.sample(switches, min(len(switches), rng.randint(1, max_on)))
        formula.clauses += [[-wanted, switch] for switch in some]
        needs[wanted] = some
    formula.weights = {lit: rng.randint(1, 9) for lit in [*free, *needs]}
    firsts = {}
    for _ in range(rng.randint(0, 4) if switches else 0):
        wanted = formula.new_variable()
        firsts[wanted] = rng.randint(1, 9), rng.sample(switches, rng.randint(1, len(switches)))
    every = [*free, *needs, *firsts, *switches]
    for _ in range(rng.randint(0, 8)):
        some = rng.sample(every, min(len(every), rng.choice([2, 3, 3, 4, 5])))
        formula.clauses.append(
            [-lit if place == 0 or rng.random() < 0.8 else lit for place, lit in enumerate(some)]
        )
    variables = range(1, formula.top_variable + 1)
    clauses = list(formula.clauses)
    if switches:
        formula.switches_on = _sequential_counter(formula, switches, max_on)
        _hand_gains_to_wilds(formula, needs, switches, time.perf_counter() + LATER)
    for wanted, (weight, some) in firsts.items():
        for number, switch in enumerate(some):
            first = FirstSwitch([(wanted, weight)], some[:number])
            formula.first_switches.setdefault(switch, []).append(first)
    return formula, firsts, heaviest(variables, clauses, formula.weights, firsts, switches, max_on)


def weight_of(true, weights, firsts):
    """What literals weigh that are true."""
    return sum(weight for lit, weight in weights.items() if lit in true) + sum(
        weight for lit, (weight, some) in firsts.items() if lit in true and not true.isdisjoint(some)
    )


def heaviest(variables, clauses, weights, firsts, switches, max_on):
    """The most that any assignment with no more than so many switches on weighs."""
    most = 0
    for signs in product((-1, 1), repeat=len(variables)):
        true = {sign * variable for sign, variable in zip(signs, variables, strict=True)}
        weight = weight_of(true, weights, firsts)
        few = len(true.intersection(switches)) <= max_on
        if weight > most and few and not any(map(true.isdisjoint, clauses)):
            most = weight
    return most


@pytest.mark.parametrize("seed", range(6))
def test_the_bound_is_the_weight_of_the_heaviest_model(seed):
    """And the model weighs it."""
    rng = random.Random(seed)
    for _ in range(EACH):
        formula, firsts, most = any_formula(rng)
        found = find_heaviest_model(formula, time.perf_counter() + LATER)
        assert found.bound == most
        assert weight_of(set(found.model), formula.weights, firsts) == most


class Clock:
    """Runs out after so many looks at it."""

    def __init__(self, looks):
        self.left, self.late = looks, False

    def check_deadline(self, _deadline):
        self.late = self.left == 0
        if self.late:
            raise TimedOut
        self.left -= 1


@pytest.mark.parametrize("seed", range(3))
def test_a_search_cut_off_at_any_moment_tells_a_bound_that_holds(seed, monkeypatch):
    """The clock runs out at the first look, at the second, and so on to the end."""
    rng = random.Random(100 + seed)
    for _ in range(EACH // 4):
        formula, _, most = any_formula(rng)
        for looks in range(200):
            clock = Clock(looks)
            monkeypatch.setattr(maxsat, "check_deadline", clock.check_deadline)
            found = find_heaviest_model(formula, time.perf_counter() + LATER)
            assert found.bound >= most
            if not clock.late:
                assert found.bound == most
                break
        assert not clock.late
