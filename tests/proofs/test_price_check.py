"""A proof by prices holds for what the search calls best, and for nothing less."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import replace

import pytest

from scorepad.core.cards import WILD, Laid
from scorepad.core.check import check_meld
from scorepad.games import find_game
from scorepad.optimize import best
from scorepad.optimize.partition.price_proof import price_proof
from scorepad.proofs.certificates import NotChecked, ProofFault
from scorepad.proofs.plain_melds import PlainMelds
from scorepad.proofs.price_check import check_prices
from tests.profiles import examples

GAME = find_game("chattahoochee")
KINDS = {
    "no wilds": ({}, 18, 0),
    "two wilds": ({}, 16, 2),
    "alternating suits": ({"melds": "alternating"}, 16, 1),
    "suits either way": ({"melds": "both"}, 16, 0),
    "leaps": ({"leaps": "1 2 3"}, 16, 1),
    "many wilds": ({}, 8, 7),
    "wilds worth something": ({"wild_only_schedule": "original"}, 10, 3),
    "wilds apart": ({"wilds_apart": "yes"}, 12, 3),
    "a wild rank": ({"wild_rank": "5", "wild_rank_mode": "also-natural"}, 14, 1),
    "quartets": ({"quartet_bonus": 8}, 16, 1),
}


def question(kind, seed):
    """Rules and a hand of a kind."""
    options, size, wilds = KINDS[kind]
    rules = GAME.rules({"jokers": 8, "packs": 2} | options)
    deck = list(rules.pack.cards) * rules.packs
    random.Random(f"{kind} {seed}").shuffle(deck)
    return rules, deck[:size] + [WILD] * wilds


def proof_of(rules, hand):
    """The prices that a search of any length comes to."""
    return price_proof(rules, hand, time.perf_counter() + 60)


@pytest.mark.parametrize("kind", KINDS)
def test_the_best_is_proven_and_less_is_refuted(kind):
    """The bound of a proven answer holds; that an arrangement is worth more than a point less is found."""
    for seed in range(examples(8)):
        rules, hand = question(kind, seed)
        answer = best(rules, hand, limit=20)
        assert answer.proven
        proof = proof_of(rules, hand)
        check_prices(rules, hand, answer.points, proof)
        with pytest.raises(ProofFault, match="an arrangement"):
            check_prices(rules, hand, answer.points - 1, proof)


def test_prices_that_are_too_low_prove_nothing():
    """A meld that is worth more than its cards cost is found among all melds."""
    rules, hand = question("two wilds", 0)
    proof = proof_of(rules, hand)
    for place, (card, price) in enumerate(proof.prices):
        cheap = (*proof.prices[:place], (card, min(price, 0) - 5 * proof.point), *proof.prices[place + 1 :])
        with pytest.raises(ProofFault):
            check_prices(rules, hand, 1000, replace(proof, prices=cheap))
    with pytest.raises(ProofFault):
        check_prices(rules, hand, 1000, replace(proof, prices=proof.prices[1:]))


def test_what_prices_do_not_bound_is_not_checked():
    """Sets, melds that interlock and boards need another program."""
    for game in ("basic-rummy", "chattahoochee-interlocking", "rummikub"):
        rules = find_game(game).rules({})
        hand = list(rules.pack.cards)[:10]
        with pytest.raises(NotChecked):
            check_prices(rules, hand, 1000, proof_of(*question("no wilds", 0)))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "a wild rank"])
def test_the_plain_melds_are_those_of_the_referee(kind):
    """Each meld that is listed is legal in some order, for as many points."""
    rules, hand = question(kind, 1)
    melds = PlainMelds(rules, Counter(hand))
    for uses, points in melds.points_by_uses.items():
        cards = [kind for kind, count in zip(melds.kinds, uses, strict=True) for _ in range(count)]
        assert points == judged(rules, cards)


def judged(rules, cards):
    """What the referee gives the cards as one meld, in any order; None where none is legal."""
    verdict = check_meld(rules, tuple(map(Laid, cards)))
    return verdict.points if verdict.legal else None
