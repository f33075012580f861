"""H24: quartets in packs of five suits and more, in every search that counts them, held to brute force."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from scorepad.chattahoochee.extensions.best_extension import search_extensions as with_table
from scorepad.core.cards import Card
from scorepad.core.check import check
from scorepad.core.custom_packs import CUSTOM_PACK, make_pack
from scorepad.core.rule_parts import Interlocks
from scorepad.core.rules import BonusRules, MeldShapes, Rules, WildRules
from scorepad.optimize import best
from tests.chattahoochee.extensions.test_exactness import sound
from tests.chattahoochee.interlock.brute_force import most_points as most_interlocked
from tests.optimize.brute_force import most_points
from tests.optimize.hands import any_hand
from tests.profiles import examples


def many_suits(rng: random.Random) -> Rules:
    """Five or six suits of three or four ranks, of which some may be wild and natural."""
    pack = make_pack(CUSTOM_PACK, suits=rng.choice("56"), ranks=rng.choice(["A23", "A234"]))
    either = rng.random() < 0.7
    return Rules(
        "chattahoochee",
        pack=pack,
        packs=rng.choice([1, 2, 3]),
        jokers=2,
        shapes=MeldShapes(suit_pattern=rng.choice(["single", "both"])),
        wilds=WildRules(
            adjacent_naturals=rng.random() < 0.5,
            wild_rank=("A",) if either else (),
            wild_rank_mode="also-natural",
            wild_cards=(Card("2", pack.suits[0].letter),) if rng.random() < 0.5 else (),
        ),
        bonuses=BonusRules(quartet_bonus=rng.choice([3, 25])),
    )


def dense(rng: random.Random, rules: Rules, size: int) -> list[Card]:
    """A hand of two ranks for the most part, so that there are quartets."""
    ranks = rng.sample(rules.pack.ranks, 2)
    few = rules.variant(pack=replace(rules.pack, ranks=tuple(r for r in rules.pack.ranks if r in ranks)))
    return any_hand(rng, few, size, 0)


@pytest.mark.parametrize("seed", range(2))
def test_h24_the_best_counts_quartets_of_any_four_suits(seed):
    """10 hands a seed, wild aces that a quartet needs as naturals among them."""
    rng = random.Random(2400 + seed)
    for _ in range(examples(10)):
        rules = many_suits(rng)
        hand = dense(rng, rules, rng.randint(4, 7))
        answer = best(rules, hand, limit=60)
        sound(rules, hand, answer)
        assert answer.proven
        assert answer.points == most_points(rules, hand), (rules, hand)


def test_h24_with_melds_on_the_table_too():
    """8 hands without a table agree with brute force; with one they are tried in `context`."""
    rng = random.Random(24)
    for _ in range(8):
        rules = many_suits(rng)
        hand = dense(rng, rules, rng.randint(4, 7))
        assert with_table(rules, hand, limit=60).points == most_points(rules, hand), (rules, hand)


def test_h24_beside_interlocks():
    """12 hands of two suits in turn."""
    rng = random.Random(240)
    for _ in range(12):
        rules = many_suits(rng).variant(
            suit_pattern="alternating", interlocks=Interlocks(), wild_rank=(), wild_cards=()
        )
        hand = dense(rng, rules, rng.randint(4, 6))
        answer = best(rules, hand, limit=60)
        quartets = (
            check(rules, answer.melds).points - check(rules.variant(quartet_bonus=0), answer.melds).points
        )
        assert answer.proven
        assert answer.points == most_interlocked(rules, hand) + quartets, (rules, hand)
