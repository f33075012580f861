"""A1 with many wilds: solved suit by suit where that is possible, and all at once."""

from __future__ import annotations

import random

import pytest

from scorepad.core.cards import WILD, Card
from scorepad.core.packs import FRENCH, Pack
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import MeldValues, Rules, WildRules
from scorepad.optimize import best
from scorepad.optimize.partition import best_partition
from tests.optimize.hands import any_hand, any_rules, small_pack
from tests.optimize.partition.test_exactness import sound
from tests.profiles import examples


@pytest.mark.parametrize("seed", range(4))
def test_a1_suit_by_suit_equals_all_at_once(seed, monkeypatch):
    """50 hands a seed of single-suit melds with up to seven wilds, each road by itself."""
    rng = random.Random(seed)
    for _ in range(examples(50)):
        rules = any_rules(rng, small_pack(rng)).variant(suit_pattern="single")
        hand = any_hand(rng, rules, rng.randint(0, 9), rng.choice([1, 2, 3, 6, 7]))
        answers = []
        for many in (0, 99):
            monkeypatch.setattr(best_partition, "MANY_WILDS", many)
            answers.append(best(rules, hand, limit=60))
            sound(rules, hand, answers[-1])
            assert answers[-1].proven
        assert answers[0].points == answers[1].points, (rules, hand)


def test_h17_a_bound_from_elsewhere_does_not_narrow_the_choice(monkeypatch):
    """Six wilds alone are worth 36, a run of five 6; prices bound this hand worse than its size does."""
    monkeypatch.setattr(best_partition, "MANY_WILDS", 99)
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
