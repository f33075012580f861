"""A1: the search finds the best arrangement, and says truly how far that is proven."""

from __future__ import annotations

import random

import pytest

from scorepad.core.cards import WILD, Card
from scorepad.core.check import check
from scorepad.core.notation import read_cards
from scorepad.core.packs import FRENCH, Pack
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Leaps, MeldShapes, MeldValues, Rules, WildRules
from scorepad.optimize import best
from tests.by_night import each_nth
from tests.optimize.brute_force import most_points
from tests.optimize.hands import any_hand, any_rules, small_pack, tarot, with_wild_ranks
from tests.profiles import examples


def sound(rules, hand, answer):
    """Legal, the same cards out as in, points as the referee counts them, bound not below."""
    verdict = check(rules, answer.melds)
    assert verdict.legal, verdict
    assert verdict.points == answer.points
    assert sorted(laid.card for meld in answer.melds for laid in meld) == sorted(hand)
    assert answer.bound >= answer.points
    assert answer.proven == (answer.bound == answer.points)


@pytest.mark.parametrize("seed", each_nth(range(8), 4))
def test_a1_equals_brute_force_on_small_circles(seed):
    """150 hands a seed on 3 to 7 ranks, where melds wrap and lap: every schedule, meld and wild rule."""
    rng = random.Random(seed)
    for _ in range(examples(150)):
        rules = any_rules(rng, small_pack(rng))
        hand = any_hand(rng, rules, rng.randint(0, 7), rng.choice([0, 0, 1, 2]))
        answer = best(rules, hand, limit=60)
        sound(rules, hand, answer)
        assert answer.proven
        assert answer.points == most_points(rules, hand), (rules, hand)


@pytest.mark.parametrize("seed", each_nth(range(4), 2))
def test_a1_equals_brute_force_on_french_hands(seed):
    """60 hands a seed of 3 to 8 cards crowded into few ranks or suits of the real pack."""
    rng = random.Random(100 + seed)
    for _ in range(examples(60)):
        rules = any_rules(rng, FRENCH)
        deck = [card for card in FRENCH.cards if card.suit in "CH" or card.rank in "QKA2"] * rules.packs
        rng.shuffle(deck)
        hand = deck[: rng.randint(3, 6)] + any_hand(rng, rules, 0, rng.choice([0, 1, 2]))
        answer = best(rules, hand, limit=60)
        sound(rules, hand, answer)
        assert answer.points == most_points(rules, hand), (rules, hand)


@pytest.mark.parametrize("seed", each_nth(range(5), 2))
def test_h18_h22_equals_brute_force_with_wild_ranks_and_leaps(seed):
    """150 hands a seed: a rank that drops out or is natural too, single wild cards, quartets, any leaps."""
    rng = random.Random(200 + seed)
    for _ in range(examples(150)):
        rules = with_wild_ranks(rng, any_rules(rng, small_pack(rng)))
        hand = any_hand(rng, rules, rng.randint(0, 6), rng.choice([0, 0, 0, 1]))
        answer = best(rules, hand, limit=60)
        sound(rules, hand, answer)
        assert answer.proven
        assert answer.points == most_points(rules, hand), (rules, hand)


@pytest.mark.parametrize("majors", ["fifth-suit", "wild-mod-7"])
def test_h26_equals_brute_force_with_tarot_majors(majors):
    """200 hands with majors as a suit of their own, and as wilds by sevens."""
    rng = random.Random(majors)
    for _ in range(examples(200)):
        rules = any_rules(rng, tarot(rng)).variant(majors=majors)
        hand = any_hand(rng, rules, rng.randint(0, 6), rng.choice([0, 0, 1]))
        answer = best(rules, hand, limit=60)
        sound(rules, hand, answer)
        assert answer.proven
        assert answer.points == most_points(rules, hand), (rules, hand)


def test_h18_the_same_cards_may_be_one_meld_in_two_ways():
    """♥3♣5ww♥A♣3 by leap 2 has four naturals; the same cards with ♣5 as a wild have three."""
    pack = Pack("five", "Five ranks", FRENCH.suits[:3], tuple("A2345"))
    rules = Rules(
        "chattahoochee",
        pack=pack,
        jokers=2,
        shapes=MeldShapes(suit_pattern="both", leaps=Leaps((1, 2))),
        wilds=WildRules(adjacent_naturals=False, wild_rank=("5",), wild_rank_mode="also-natural"),
        values=MeldValues(schedule=Schedule("square")),
    )
    hand = [laid.card for laid in read_cards("3S 3C AH 3S 5C 3H w w", pack)]
    answer = best(rules, hand)
    assert answer.proven
    assert answer.points == most_points(rules, hand) == 18


def test_h17_wilds_alone_may_be_worth_more_than_in_runs():
    """Six wilds alone are worth 36, a run of five 6."""
    pack = Pack("small", "Small pack", FRENCH.suits[:1], tuple("A23456"))
    rules = Rules(
        "chattahoochee",
        pack,
        jokers=8,
        wilds=WildRules(wild_only_schedule=Schedule("square")),
        values=MeldValues(schedule=Schedule("two-zeroes")),
    )
    answer = best(rules, [Card(rank, "C") for rank in "AA22346"] + [WILD] * 6)
    assert (answer.points, answer.proven) == (42, True)
