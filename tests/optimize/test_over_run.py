"""Every search looks at the clock wherever it may run long, on hands that it cannot finish in time."""

from __future__ import annotations

import random
import sys
import time
from contextlib import contextmanager

import pytest

from bench.hard_hands import hand_kinds
from scorepad.answers.verification import verified
from scorepad.optimize import best
from tests.by_night import each_nth

CALLS_A_SECOND = 1_000_000
MOST_OVER = 300_000  # calls, some tenth of a second


class CountingClock:
    """Shows how many functions were called so far, as if each took a millionth of a second."""

    def __init__(self):
        self.calls = 0

    def count(self, _frame, event, _argument):
        self.calls += event in ("call", "c_call")

    def perf_counter(self):
        return self.calls / CALLS_A_SECOND


@contextmanager
def counting(monkeypatch):
    """The clock of a search that takes its time by what it does."""
    clock, profiler = CountingClock(), sys.getprofile()
    with monkeypatch.context() as patched:
        patched.setattr(time, "perf_counter", clock.perf_counter)
        sys.setprofile(clock.count)
        try:
            yield clock
        finally:
            sys.setprofile(profiler)


@pytest.mark.parametrize("kind", each_nth(hand_kinds(), 2), ids=lambda kind: kind.name)
def test_a_search_that_is_cut_off_stops_soon_with_an_answer_that_may_be_laid(kind, monkeypatch):
    """Without time and with hardly any: what is called after the deadline, and the referee's judgement."""
    hand = kind.deal(random.Random(kind.name))
    best(kind.rules, hand.cards, table=hand.table, partners=hand.partners, limit=0.001)  # loads what it needs
    for limit in (0, 0.02):
        with counting(monkeypatch) as clock:
            answer = best(kind.rules, hand.cards, table=hand.table, partners=hand.partners, limit=limit)
        assert clock.calls - limit * CALLS_A_SECOND < MOST_OVER
        assert verified(kind.rules, hand.cards, answer, hand.table, hand.partners).legal
        assert answer.points <= answer.bound
