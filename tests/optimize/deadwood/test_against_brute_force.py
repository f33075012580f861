"""B2, B7, F1-F3: nothing is better, with jokers, with aces at either end, beside melds on the table."""

from __future__ import annotations

import random

import pytest

from scorepad import optimize
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.values import left_value
from scorepad.games import find
from scorepad.referee import verified
from tests.optimize.deadwood.brute_force import BruteForce


def as_laid(meld):
    return tuple(Laid(WILD, Card(*kind)) if joker else Laid(Card(*kind)) for kind, joker in meld)


def deal(rng, brute, packs, cards, jokers, melds):
    """Cards of a few ranks, and melds of the same on the table, some with a joker inside."""
    ranks = rng.choice(["A2345", "9TJQK", "A23QK", "45678", "AK"])
    near = [(rank, suit) for rank in ranks for suit in "CSHD"] * packs
    rng.shuffle(near)
    table = []
    shapes = [shape for shape in brute.shapes() if len(shape[0]) <= 4]
    while len(table) < melds:
        kinds, line = rng.choice(shapes)
        joker = rng.randrange(len(kinds)) if jokers and rng.random() < 0.3 else None
        naturals = [kind for place, kind in enumerate(kinds) if place != joker]
        if all(kind in near for kind in naturals):
            for kind in naturals:
                near.remove(kind)
            jokers -= joker is not None
            table.append((tuple((kind, place == joker) for place, kind in enumerate(kinds)), line))
    held = rng.randint(0, jokers)
    return [*near[: cards - held], *[None] * held], table


GAMES = [
    ("basic-rummy", {}, 0, 8, 1, 40),
    ("basic-rummy", {"packs": 2, "ace": "both"}, 0, 8, 0, 40),
    ("rummy-500", {}, 2, 6, 0, 40),
    ("rummy-500", {}, 2, 5, 2, 40),
    ("rummy-500", {"packs": 2, "values": "5-10-15"}, 4, 5, 1, 20),
    ("rummy-500", {"packs": 2, "ace": "low"}, 4, 5, 0, 20),
    ("rummy-500", {"ace": "high"}, 1, 6, 1, 30),
]


@pytest.mark.parametrize(("game", "options", "jokers", "cards", "melds", "deals"), GAMES)
def test_no_arrangement_is_better(game, options, jokers, cards, melds, deals):
    """Most points, then fewest cards left, then most new melds; and the referee takes it."""
    rules = find(game).rules(options)
    brute = BruteForce(rules.ace, rules.values, rules.left_counts)
    for seed in range(deals):
        rng = random.Random(seed)
        hand, table = deal(rng, brute, rules.packs, cards, jokers, rng.randint(0, melds))
        own = [WILD if card is None else Card(*card) for card in hand]
        there = [as_laid(meld) for meld, _ in table]
        found = optimize.best(rules, own, table=there)
        verified(rules, own, found, there)
        value = found.points if rules.left_counts else -left_value(rules, found.left)
        reached = (value, -len(found.left), len(found.melds) - len(there))
        assert reached == brute.best(hand, table), (own, there)
        assert found.proven
