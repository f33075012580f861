"""A1: the melds that are listed first, and those whose wilds replace naturals, are all melds there are."""

from __future__ import annotations

import random
from math import inf

import pytest

from scorepad.chattahoochee.extensions.candidate_melds import PlainMelds, candidate_columns
from scorepad.chattahoochee.extensions.extension_problem import extension_problem
from scorepad.optimize.choosing import PRICE_SCALE, loss_of
from tests.chattahoochee.extensions.test_best_extension import leap_rules
from tests.chattahoochee.extensions.test_packs_and_reach import restricted
from tests.optimize.hands import any_hand, any_rules, small_pack
from tests.profiles import examples


def any_problem(rng):
    """A hand with jokers, of few ranks and suits, where melds go round and meet; cards may cost in hand."""
    if rng.random() < 0.5:
        rules = restricted(rng, any_rules(rng, small_pack(rng)))
    else:
        rules = leap_rules(rng, "free")
    return extension_problem(rules, any_hand(rng, rules, rng.randint(3, 9), rng.randint(1, 4)), [])


def melds_by_use(columns):
    return {frozenset(column.uses): column.objective for column in columns}


@pytest.mark.parametrize("seed", range(4))
def test_a1_every_meld_is_plain_or_has_wilds_instead_of_naturals_of_a_plain_one(seed):
    """Once for each use of cards, for the same points."""
    rng = random.Random(seed)
    for _ in range(examples(40)):
        problem = any_problem(rng)
        plain = PlainMelds(problem, inf, inf)
        others = plain.replacing([0] * len(problem.row_limits), inf)
        assert problem.can_replace_last
        assert others.complete
        every_meld = melds_by_use(candidate_columns(problem, inf))
        assert melds_by_use(plain.columns) | melds_by_use(others.columns) == every_meld


def test_a1_by_prices_those_melds_are_listed_that_lose_no_more_than_asked():
    """Whatever the prices are, even where a meld is worth more than its cards cost."""
    rng = random.Random(5)
    for _ in range(examples(60)):
        problem = any_problem(rng)
        plain = PlainMelds(problem, inf, inf)
        high = rng.choice([2, 20]) * problem.point_weight * PRICE_SCALE
        prices = [rng.randint(0, high) for _ in problem.row_limits]
        most_lost = rng.choice([-1, 0, high // 2, 2 * high])
        listed = melds_by_use(plain.replacing(prices, most_lost).columns)
        known = melds_by_use(plain.columns)
        assert listed == {
            frozenset(column.uses): column.objective
            for column in candidate_columns(problem, inf)
            if loss_of(prices, column) <= most_lost and known.get(frozenset(column.uses)) != column.objective
        }
