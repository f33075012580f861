"""The search against every arrangement of small hands, judged by the referee."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from scorepad.chattahoochee.interlock.best_interlocks import search_interlocks
from scorepad.chattahoochee.interlock.interlock_problem import interlock_problem
from scorepad.chattahoochee.interlock.objective import trivial_bound
from scorepad.core.bonuses import LyingBeside
from scorepad.core.cards import Card
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Leaps
from tests.chattahoochee.interlock.brute_force import judged, most_points
from tests.chattahoochee.interlock.hands import RULES, any_meld, deal, small_rules
from tests.profiles import examples

SEEDS = range(4)
EACH = examples(30)


def agree(rules, hand, table=()):
    """The answer is what the referee says it is; it is proven, and no arrangement is worth more."""
    answer = search_interlocks(rules, hand, table=table, limit=20)
    assert sorted(laid.card for meld in answer.melds for laid in meld) == sorted(hand)
    assert judged(rules, answer.melds, table) == answer.points
    most = most_points(rules, hand, LyingBeside(table))
    assert answer.bound >= most
    assert trivial_bound(interlock_problem(rules, hand, table)) >= most
    assert answer.proven, (rules, hand, table)
    assert answer.points == most, (rules, hand, table)


@pytest.mark.parametrize("seed", SEEDS)
def test_hands_of_few_ranks_without_wilds(seed):
    """Two to five suits, circles of three to seven ranks, all schedules, one leap and two."""
    rng = random.Random(seed)
    for _ in range(EACH):
        rules = small_rules(rng)
        agree(rules, deal(rng, rules, rng.randint(0, 7)))


@pytest.mark.parametrize("seed", SEEDS)
def test_hands_of_few_ranks_with_wilds(seed):
    """One wild and two, which may have to lie beside two naturals, or apart."""
    rng = random.Random(100 + seed)
    for _ in range(EACH // 2):
        rules = small_rules(rng)
        wilds = rng.randint(1, 2)
        agree(rules, deal(rng, rules, rng.randint(1, 6 - wilds), wilds))


@pytest.mark.parametrize("seed", SEEDS)
def test_hands_whose_cards_may_be_wild_and_natural_and_wilds_that_count_alone(seed):
    """H17, H18: a wild rank either way, single wild cards, and any schedule for wilds by themselves."""
    rng = random.Random(300 + seed)
    for _ in range(EACH // 2):
        rules = small_rules(rng)
        ranks = rules.pack.ranks
        if len(ranks) > 3:
            rules = rules.variant(
                wild_rank=rng.choice([(), ranks[:1]]),
                wild_rank_mode=rng.choice(["drops-out", "also-natural"]),
                wild_cards=rng.choice([(), (Card(ranks[1], rules.pack.suits[0].letter),)]),
                leaps=Leaps((1,)),
            )
        rules = rules.variant(wild_only_schedule=rng.choice([None, Schedule("original"), Schedule("square")]))
        agree(rules, deal(rng, rules, rng.randint(1, 5), rng.randint(0, 1)))


@pytest.mark.parametrize("seed", SEEDS)
def test_hands_beside_partners_melds(seed):
    """I7: one meld on the table or two, with wilds in them perhaps."""
    rng = random.Random(200 + seed)
    for _ in range(EACH // 2):
        rules = small_rules(rng)
        interlocks = replace(rules.bonuses.interlocks, with_partners=rng.random() < 0.8)
        rules = rules.variant(packs=6, interlocks=interlocks)
        table = tuple(any_meld(rng, rules) for _ in range(rng.randint(1, 2)))
        agree(rules, deal(rng, rules, rng.randint(1, 6), rng.randint(0, 1)), table)


def test_melds_that_cross_where_one_rank_alone_counts():
    """Two melds share a place against a third: as layers, one of them would have a card alone there."""
    rules = RULES.variant(schedule=Schedule("fibonacci"))
    crossing = ["4S", "5D", "5D", "6S", "4D", "5S", "6D", "5S"]
    for size in range(3, len(crossing) + 1):
        agree(rules, [Card(*text) for text in crossing[:size]])
