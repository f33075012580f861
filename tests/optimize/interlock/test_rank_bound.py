"""What ranks could earn at most is never less than what is laid, on dense circles above all."""

from __future__ import annotations

import random
from math import inf

import pytest

from scorepad.core.packs import Pack
from scorepad.optimize.interlock import search_interlocks
from scorepad.optimize.interlock.best_interlocks import layers_hold
from scorepad.optimize.interlock.interlock_problem import interlock_problem
from scorepad.optimize.interlock.rank_bound import rank_bound
from scorepad.optimize.interlock.rank_choices import RankChoices
from tests.optimize.interlock.hands import RULES, SUITS, any_schedule


@pytest.mark.parametrize("seed", range(24))
def test_no_arrangement_earns_more_than_its_ranks(seed):
    """Nearly whole packs of few ranks, where melds and rings close and lap."""
    rng = random.Random(seed)
    ranks = rng.choice([3, 3, 4, 5, 7])
    pack = Pack("small", "Small pack", SUITS[: rng.choice([2, 3, 4])], tuple("A23456789"[:ranks]))
    rules = RULES.variant(pack=pack, packs=rng.choice([1, 2, 3]), schedule=any_schedule(rng))
    deck = list(pack.cards) * rules.packs
    hand = rng.sample(deck, max(2, len(deck) - rng.choice([0, 0, 1, 2])))[:18]
    problem = interlock_problem(rules, hand, ())
    if layers_hold(problem):
        beyond_single = rank_bound(problem, RankChoices(problem), inf)
        assert beyond_single is not None
        single = rules.values.schedule.value(1) * len(hand)
        assert search_interlocks(rules, hand, limit=1).points <= beyond_single + single


def test_two_whole_packs_are_bounded_within_a_tenth():
    """Sixteen rings of four round the circle are nearly all that there is."""
    answer = search_interlocks(RULES, list(RULES.pack.cards) * 2, limit=10)
    assert answer.points <= answer.bound <= 1.1 * answer.points
