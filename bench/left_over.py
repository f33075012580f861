"""Random small hands of games in which cards left in hand count, against brute force, for a night.

    python bench/left_over.py [--hands N] [--seed S] [--checkpoint FILE]

Leap-rummy with wild ranks, wild cards and jokers of every reach; Basic Rummy and Rummy 500 beside melds on
the table. Prints progress; stops at the first hand that differs and prints it.
"""

from __future__ import annotations

import random
import sys
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import nightly
from scorepad.answers.verification import verified
from scorepad.core.cards import WILD, Card
from scorepad.core.values import left_value
from scorepad.games import find_game
from scorepad.optimize import best
from tests.optimize.context.brute_force import most_points
from tests.optimize.context.test_best_extension import (
    TOKENS,
    a_block,
    a_table,
    full_of_wilds,
    leap_rules,
    with_wilds,
)
from tests.optimize.deadwood.brute_force import BruteForce
from tests.optimize.deadwood.test_against_brute_force import GAMES, as_laid, deal


def compare(seed: int) -> list[str] | None:
    """Whether the search and brute force agree on the hand of this seed."""
    rng = random.Random(seed)
    is_by_leaps = rng.random() < 0.5
    asked, agreed = _leaps(rng) if is_by_leaps else _sets_and_runs(rng)
    if not agreed:
        print(f"seed {seed} differs: {asked!r}")
        return None
    return ["of leap-rummy" if is_by_leaps else "of sets and runs"]


def _leaps(rng: random.Random) -> tuple[object, bool]:
    rules = with_wilds(rng, leap_rules(rng, rng.choice(TOKENS)))
    table = a_table(rng, rules, 5)
    hand = full_of_wilds(rng, rules, table, 7)
    found = best(rules, hand, table=table, limit=60)
    verified(rules, hand, found, table)
    most = most_points(rules, hand, [a_block(rules, meld) for meld in table])
    return (rules, hand, table), found.proven and found.points == most


def _sets_and_runs(rng: random.Random) -> tuple[object, bool]:
    name, options, jokers, cards, melds, _ = rng.choice(GAMES)
    rules = find_game(name).rules(options)
    brute = _brute(rules.shapes.ace, rules.values.card_values, rules.deal.left_counts)
    hand, table = deal(rng, brute, rules.packs, cards, jokers, rng.randint(0, melds))
    own = [WILD if card is None else Card(*card) for card in hand]
    there = [as_laid(*meld) for meld in table]
    found = best(rules, own, table=there, limit=60)
    verified(rules, own, found, there)
    value = found.points if rules.deal.left_counts else -left_value(rules, found.left)
    reached = (value, -len(found.left), len(found.melds) - len(there))
    return (rules, own, there), found.proven and reached == brute.best(hand, table)


@cache
def _brute(ace: str, values: str, counts_left: bool) -> BruteForce:
    return BruteForce(ace, values, counts_left)


if __name__ == "__main__":
    sys.exit(nightly.run(compare, __doc__))
