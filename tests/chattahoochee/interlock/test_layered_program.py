"""The layered formula as a program in whole numbers, against its cores."""

from __future__ import annotations

import random
import time

import pytest

from scorepad.chattahoochee.interlock.best_interlocks import score_laid, search_interlocks
from scorepad.chattahoochee.interlock.interlock_problem import interlock_problem
from scorepad.chattahoochee.interlock.layered_formula import encode_layers
from scorepad.chattahoochee.interlock.solved_layers import runs_of_model, solve_layered_program
from scorepad.chattahoochee.interlock.switch_tree import find_heaviest_model
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Leaps
from tests.chattahoochee.interlock.brute_force import judged
from tests.chattahoochee.interlock.hands import RULES, deal
from tests.profiles import examples

LEAPS = RULES.variant(leaps=Leaps((1, 2, 3)))
KINDS = {
    "three leaps": (LEAPS, 22, ""),
    "six leaps": (RULES.variant(leaps=Leaps((1, 2, 3, 4, 5, 6))), 10, ""),
    "original": (LEAPS.variant(schedule=Schedule("original")), 16, ""),
    "dense": (LEAPS, 14, "56789"),
    "three packs, dense": (LEAPS.variant(packs=3), 14, "5678"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(examples(4)))
def test_the_program_weighs_what_the_cores_do(kind, seed):
    """And its model weighs what its bound says."""
    rules, size, ranks = KINDS[kind]
    hand = deal(random.Random(f"{kind} {seed}"), rules, size, 0, ranks)
    problem = interlock_problem(rules, hand, ())
    deadline = time.perf_counter() + 60
    layers = encode_layers(problem, deadline)
    program, cores = solve_layered_program(layers, deadline), find_heaviest_model(layers.formula, deadline)
    assert program.proven
    assert cores.proven
    assert program.bound == cores.bound
    weights = layers.formula.weights
    assert sum(weight for lit, weight in weights.items() if program.model[lit - 1] > 0) == program.bound
    if kind != "original":  # where melds cross, single cards are counted as what they could be worth
        assert score_laid(problem, runs_of_model(layers, program.model)) == program.bound


def test_hands_with_three_leaps_that_cores_do_not_end_are_proven(monkeypatch):
    """By the word of HiGHS, and the answer says so."""
    from scorepad.chattahoochee.interlock import solved_layers

    monkeypatch.setattr(solved_layers, "_CORES_SECONDS", 0.0)
    hand = deal(random.Random(1), LEAPS, 24)
    answer = search_interlocks(LEAPS, hand, limit=60)
    assert answer.proven_by == "HiGHS"
    assert judged(LEAPS, answer.melds) == answer.points
    monkeypatch.undo()
    monkeypatch.setattr(solved_layers, "_PROGRAM_SECONDS", 60.0)
    by_cores = search_interlocks(LEAPS, hand, limit=60)
    assert by_cores.proven_by == "cores"
    assert by_cores.points == answer.points
