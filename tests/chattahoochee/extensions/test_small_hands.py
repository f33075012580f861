"""A1: hands of few melds, chosen among without a solver, against the other ways to choose."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from scorepad.core.packs import FRENCH
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Leaps, Rules
from scorepad.optimize import best, choosing
from tests import profiles
from tests.optimize.hands import any_hand, any_rules, small_pack, tarot, with_wild_ranks

WITHOUT_LIBRARIES = """
import sys
from scorepad.core.notation import read_cards
from scorepad.rulebook import find_game
from scorepad.optimize import best
for game, options, text in {cases!r}:
    rules = find_game(game).rules(options)
    assert best(rules, [laid.card for laid in read_cards(text, rules.pack)]).proven
    loaded = {{"numpy", "highspy", "pysat"}} & sys.modules.keys()
    assert not loaded, (game, loaded)
"""
CASES = (
    ("chattahoochee", {}, "5h 6h 7h 5s 6s 8s Kc Ac 2c 3c"),
    ("chattahoochee", {"melds": "both"}, "5h 6h 7h 5s 6s 8s Kc Ac 2c 3c"),
    ("chattahoochee", {"melds": "both", "jokers": 2}, "5h 6h 7h 5s 6s 8s Kc Ac 2c w"),
    ("chattahoochee-alternate", {"jokers": 2}, "5h 6h 7h 5s 6s 8s Kc Ac 2c 3c w"),
    ("leap-rummy", {}, "5h 6h 7h 5s 6s 8s Kc Ac 2c 3c"),
    ("basic-rummy", {}, "5h 6h 7h 5s 6s 8s Kc Ac 2c 3c"),
    ("rummy-500", {"jokers": 2}, "5h 6h 7h 5s 6s 8s Kc Ac 2c 3c w"),
    ("rummikub", {}, "5R 6R 7R 5K 6K 8K 5B 6B 7B 8B 9B J 1R 2R"),
    ("shanghai", {}, "5h 6h 7h 5s 6s 8s Kc Ac 2c 3c"),
)


SOON = 2.0  # seconds: what is cut off has a bound all the same


@pytest.mark.deepens
@pytest.mark.parametrize("seed", range(8))
def test_a1_without_and_with_a_solver_hands_are_worth_the_same(seed, monkeypatch):
    """250 hands a seed of up to 12 cards, every kind of meld and of wild: no answer exceeds a bound."""
    rng = random.Random(f"few melds {seed}")
    for _ in range(profiles.examples(250)):
        pack = rng.choice([small_pack, small_pack, tarot])(rng)
        rules = with_wild_ranks(rng, any_rules(rng, pack)) if rng.random() < 0.5 else any_rules(rng, pack)
        rules = rules.variant(
            quartet_bonus=0, wild_only_schedule=rng.choice([None, None, rules.wilds.wild_only_schedule])
        )
        hand = any_hand(rng, rules, rng.randint(0, 10), rng.choice([0, 1, 2]))
        few = best(rules, hand, limit=SOON)
        with monkeypatch.context() as patch:
            patch.setattr(choosing, "MOST_TRIES", 0)
            patch.setattr(choosing, "MOST_NODES", 0)
            many = best(rules, hand, limit=SOON)
        assert few.points <= many.bound, (rules, hand)
        assert many.points <= few.bound, (rules, hand)


@pytest.mark.deepens
@pytest.mark.parametrize("seed", range(4))
def test_a1_every_way_to_choose_among_naturals_has_the_same_points(seed, monkeypatch):
    """By a table, a tree and a solver: 60 hands a seed."""
    rng = random.Random(f"naturals {seed}")
    for _ in range(profiles.examples(60)):
        pack = rng.choice([FRENCH, FRENCH, small_pack(rng)])
        pattern, leaps = rng.choice(["single", "both", "alternating"]), rng.choice([(1,), (1,), (2,), (1, 2)])
        schedule = rng.choice(["original", "two-zeroes", "fibonacci", "table"])
        rules = Rules("chattahoochee", pack=pack, packs=rng.choice([1, 2, 3])).variant(
            suit_pattern=pattern,
            leaps=Leaps(leaps if len(pack.ranks) > 3 else (1,)),
            schedule=Schedule(schedule, (5, 3, 9, 4, 20, 21) if schedule == "table" else ()),
        )
        deck = list(pack.cards) * rules.packs
        hand = rng.sample(deck, min(len(deck), rng.randint(0, 40)))
        answers = []
        for tries, nodes in ((2_000, 2_000), (0, 10**6), (0, 0)):
            monkeypatch.setattr(choosing, "MOST_TRIES", tries)
            monkeypatch.setattr(choosing, "MOST_NODES", nodes)
            answers.append(best(rules, hand, limit=60))
        monkeypatch.undo()
        assert all(answer.proven for answer in answers), (rules, hand)
        assert len({answer.points for answer in answers}) == 1, (rules, hand)


def test_small_hands_are_answered_without_numpy_and_solvers():
    """In a fresh process, for the games whose melds are chosen among in plain Python."""
    program = WITHOUT_LIBRARIES.format(cases=CASES)
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
