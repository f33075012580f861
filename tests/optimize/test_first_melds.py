"""H13, H26: the best with a first meld, and with majors by a table's list, against every arrangement."""

from __future__ import annotations

import random

import pytest

from scorepad import optimize
from scorepad.answers.verification import verified
from scorepad.core.cards import WILD
from scorepad.core.check import check
from scorepad.core.first_melds import first_laid_faults
from scorepad.games import find_game
from tests.optimize.every_arrangement import arrangements, most_points


def dealt(rng):
    """Rules of a small pack with a rule of first melds, and a hand."""
    options = {
        "first_meld_naturals": rng.choice([2, 3]),
        "first_meld_wilds": rng.choice([0, 1, 2]),
        "jokers": 4,
        "pack": "custom",
        "ranks": "12345",
        "suits": "2",
        "schedule": rng.choice(["original", "one-zero", "square"]),
        "adjacent_naturals": rng.random() < 0.7,
    }
    game, more = rng.choice(
        [
            ("chattahoochee-alternate", {"melds": rng.choice(["single", "both"])}),
            ("chattahoochee-interlocking", {"any_turn": True}),
        ]
    )
    rules = find_game(game).rules({**options, **more})
    hand = rng.sample([*rules.pack.cards] * 2, rng.randint(2, 5)) + [WILD] * rng.choice([0, 1])
    return rules, hand


@pytest.mark.parametrize("seed", range(3))
def test_h13_equals_brute_force(seed):
    """Where no arrangement holds a first meld, nothing is laid."""
    rng = random.Random(1300 + seed)
    for _ in range(20):
        rules, hand = dealt(rng)
        needed, free = rules.turns.first_meld_naturals, rules.variant(first_meld_naturals=0)
        verdicts = [
            check(free, [meld.laid for meld in melds]) for melds, _ in arrangements(free, tuple(sorted(hand)))
        ]
        points = [found.points for found in verdicts if not first_laid_faults(rules, found.melds, needed)]
        answer = optimize.best(rules, hand, limit=20)
        verified(rules, hand, answer)
        assert (answer.points, bool(answer.melds)) == (max(points, default=0), bool(points)), (rules, hand)
        assert answer.bound >= answer.points


def test_h26_majors_by_a_list_equal_brute_force():
    rng = random.Random(2600)
    options = {"pack": "tarot-78", "majors": "wild-list", "major_ranks": "I:3,5 II:4 III:any"}
    rules = find_game("chattahoochee").rules(options)
    ranks = ["2", "3", "4", "5", "6", "I", "II", "III", "IV"]
    deck = [card for card in rules.pack.cards if card.rank in ranks and card.suit in "CM"]
    for _ in range(30):
        hand = rng.sample(deck * 2, rng.randint(2, 5))
        answer = optimize.best(rules, hand, limit=20)
        verified(rules, hand, answer)
        assert (answer.points, answer.proven) == (most_points(rules, hand), True), hand
