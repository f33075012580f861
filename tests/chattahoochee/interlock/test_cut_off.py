"""A search that the clock cuts off anywhere answers with melds that may be laid and a bound that holds."""

from __future__ import annotations

import random
from math import inf

import pytest

from scorepad.chattahoochee.interlock.best_interlocks import search_interlocks
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Leaps
from tests.chattahoochee.interlock.brute_force import judged
from tests.chattahoochee.interlock.hands import RULES, deal

LOOKS = (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 2584)
KINDS = {
    "layers": (RULES, 14, 0, "5678"),
    "layers with wilds": (RULES, 10, 2, "56789"),
    "leaps": (RULES.variant(leaps=Leaps((1, 2, 3, 4, 5, 6))), 8, 1, "56789"),
    "columns": (RULES.variant(schedule=Schedule("table", (0, 5, 1, 7))), 10, 0, "56789"),
    "columns with wilds": (RULES.variant(schedule=Schedule("original")), 8, 1, "5678"),
    "a wild rank": (RULES.variant(wild_rank="5", wild_rank_mode="also-natural"), 9, 0, "5678"),
}


class Time:
    """Stands still, until it has been looked at so often."""

    def __init__(self, looks):
        self.left = looks

    def perf_counter(self):
        self.left -= 1
        return inf if self.left < 0 else -inf


@pytest.mark.parametrize("kind", KINDS)
def test_cut_off_at_any_look_at_the_clock_the_answer_may_be_laid_and_its_bound_holds(kind, monkeypatch):
    """From the first look to the last: formula, cores, columns and tuples."""
    rules, size, wilds, ranks = KINDS[kind]
    hand = deal(random.Random(kind), rules, size, wilds, ranks)
    most = search_interlocks(rules, hand, limit=60)
    assert most.proven
    for looks in LOOKS:
        monkeypatch.setattr("scorepad.optimize.answer.time", Time(looks))
        answer = search_interlocks(rules, hand, limit=60)
        assert sorted(laid.card for meld in answer.melds for laid in meld) == sorted(hand)
        assert judged(rules, answer.melds) == answer.points
        assert answer.points <= most.points <= answer.bound
