"""Arrangements that are found soon may be laid, and are worth what is said."""

from __future__ import annotations

import random
import time
from functools import partial

import pytest

from scorepad.core.packs import FRENCH_48
from scorepad.core.rule_parts import Schedule
from scorepad.optimize.interlock import search_interlocks
from scorepad.optimize.interlock.annealing import Annealing
from scorepad.optimize.interlock.best_interlocks import score_laid
from scorepad.optimize.interlock.interlock_problem import interlock_problem
from scorepad.optimize.interlock.legal_runs import melds_of_runs
from tests.optimize.interlock.brute_force import judged
from tests.optimize.interlock.hands import RULES, deal

KINDS = {
    "two wilds": (RULES, 30, 2, ""),
    "four wilds": (RULES, 26, 4, ""),
    "few ranks": (RULES, 18, 2, "56789"),
    "a value for one card": (RULES.variant(schedule=Schedule("original")), 30, 0, ""),
    "three leaps": (RULES.variant(leaps=(1, 2, 3)), 24, 0, ""),
    "three packs": (RULES.variant(packs=3), 40, 1, ""),
    "an even circle": (RULES.variant(pack=FRENCH_48), 30, 1, ""),
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_found_is_judged_the_same_by_the_referee(kind):
    """Whatever the pack, the leaps and the wilds."""
    rules, size, wilds, ranks = KINDS[kind]
    hand = deal(random.Random(kind), rules, size, wilds, ranks)
    problem = interlock_problem(rules, hand, ())
    annealing = Annealing(problem, partial(score_laid, problem))
    annealing.run(time.perf_counter() + 0.3)
    melds = melds_of_runs(problem, annealing.best_runs)
    assert sorted(laid.card for meld in melds for laid in meld) == sorted(hand)
    assert judged(rules, melds) == annealing.best_points > 0


@pytest.mark.parametrize("kind", KINDS)
def test_what_others_found_is_begun_with_and_made_no_worse(kind):
    """Wilds that lie in it stay or move to where they add more."""
    rules, size, wilds, ranks = KINDS[kind]
    hand = deal(random.Random(kind), rules, size, wilds, ranks)
    problem = interlock_problem(rules, hand, ())
    before, after = (Annealing(problem, partial(score_laid, problem)) for _ in range(2))
    before.run(time.perf_counter() + 0.2)
    after.run(time.perf_counter() + 0.2, before.best_runs)
    assert judged(rules, melds_of_runs(problem, after.best_runs)) == after.best_points >= before.best_points


def test_two_whole_packs_make_one_ring_twice():
    """Eight melds of thirteen cards: sixteen interlocks of four, 12 × 13 × 78 each, and 78 a meld."""
    answer = search_interlocks(RULES, list(RULES.pack.cards) * 2, limit=10)
    assert answer.points >= 16 * 12 * 13 * 78 + 8 * 78
