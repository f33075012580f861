"""The layered search against that of one variable a meld and an interlock, on hands too large to try all."""

from __future__ import annotations

import random
import time

import pytest

from scorepad.chattahoochee.interlock import full_model
from scorepad.chattahoochee.interlock.best_interlocks import search_interlocks
from scorepad.chattahoochee.interlock.interlock_problem import interlock_problem
from scorepad.core.packs import FRENCH_48
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Leaps
from tests.chattahoochee.interlock.brute_force import judged
from tests.chattahoochee.interlock.hands import RULES, deal

EACH = 4
KINDS = {
    "one-zero": (RULES, 28, 0, ""),
    "two-zeroes": (RULES.variant(schedule=Schedule("two-zeroes")), 28, 0, ""),
    "original": (RULES.variant(schedule=Schedule("original")), 24, 0, ""),
    "fibonacci": (RULES.variant(schedule=Schedule("fibonacci")), 22, 0, ""),
    "square, dense": (RULES.variant(schedule=Schedule("square")), 14, 0, "56789"),
    "three packs": (RULES.variant(packs=3), 30, 0, ""),
    "leaps": (RULES.variant(leaps=Leaps((1, 3))), 18, 0, ""),
    "twelve ranks": (RULES.variant(pack=FRENCH_48), 26, 0, ""),
    "dense": (RULES, 14, 0, "56789"),
    "one wild": (RULES, 22, 1, ""),
    "two wilds": (RULES, 16, 2, ""),
    "two wilds, two-zeroes": (RULES.variant(schedule=Schedule("two-zeroes")), 16, 2, ""),
    "dense, two wilds": (RULES, 9, 2, "56789"),
    "wilds apart": (RULES.variant(wilds_apart=True), 16, 2, ""),
    "wilds anyhow": (RULES.variant(adjacent_naturals=False), 12, 2, ""),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(EACH))
def test_both_searches_agree(kind, seed):
    """Beside a partner's best melds on every second hand."""
    rules, size, wilds, ranks = KINDS[kind]
    rng = random.Random(f"{kind} {seed}")
    cards = deal(rng, rules, size, wilds, ranks)
    table = search_interlocks(rules, deal(rng, rules, 10)).melds if seed % 2 else ()
    rules = rules.variant(packs=6)
    problem = interlock_problem(rules, cards, table)
    laid, points = full_model.solve_full_model(problem, cards, time.perf_counter() + 60)
    assert points == judged(rules, laid, table)
    answer = search_interlocks(rules, cards, table=table, limit=20)
    assert answer.proven
    assert answer.points == points == judged(rules, answer.melds, table)
