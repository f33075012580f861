"""Hands as they are played: optima known from elsewhere, and what may not matter."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from scorepad.chattahoochee.interlock.best_interlocks import search_interlocks
from scorepad.core.cards import Card
from tests.chattahoochee.interlock.brute_force import judged
from tests.chattahoochee.interlock.hands import RULES, deal
from tests.shared import SHARED

OPTIMA = SHARED / "bench" / "interlock.json"
KNOWN = json.loads(OPTIMA.read_text())["instances"] if OPTIMA.exists() else []


def proven(hand, rules=RULES, table=()):
    """The points of the best melds, which the referee confirms."""
    answer = search_interlocks(rules, hand, table=table, limit=20)
    assert answer.proven
    assert judged(rules, answer.melds, table) == answer.points
    return answer.points


@pytest.mark.parametrize("one", KNOWN, ids=lambda one: one["id"])
def test_the_optima_that_other_exact_solvers_agree_on(one):
    """Two hundred and eighty-five hands of 10 to 52 cards."""
    assert proven([Card(*text) for text in one["hand"]]) == one["optimum"]


def any_hand(seed):
    rng = random.Random(seed)
    return rng, deal(rng, RULES, rng.choice([20, 26, 34]), rng.choice([0, 0, 1]))


@pytest.mark.parametrize("seed", range(12))
def test_a_card_more_never_costs_anything(seed):
    """Under one-zero a card can lie alone for nothing, a wild too."""
    rng, hand = any_hand(100 + seed)
    points = proven(hand)
    more = deal(rng, RULES.variant(packs=1), 1)
    assert proven(hand + more, RULES.variant(packs=3)) >= points


@pytest.mark.parametrize("seed", range(8))
def test_melds_of_a_partner_never_cost_anything(seed):
    """The best melds with a partner's on the table are worth at least those without (I7)."""
    rng, hand = any_hand(200 + seed)
    partner = search_interlocks(RULES, deal(rng, RULES, 20)).melds
    rules = RULES.variant(packs=4)
    assert proven(hand, rules, partner) >= proven(hand, rules)
    assert proven(
        hand, rules.variant(interlocks=replace(rules.bonuses.interlocks, with_partners=False)), partner
    ) == proven(hand, rules)
