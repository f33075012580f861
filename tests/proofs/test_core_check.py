"""A proof by cores holds for what the search calls best, and for nothing that is changed in it."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from scorepad.core.check import check
from scorepad.games import find
from scorepad.optimize import best
from scorepad.optimize.interlock.core_proof import core_proof
from scorepad.proofs.certificates import Core, NotChecked, ProofFault
from scorepad.proofs.core_check import check_cores
from scorepad.proofs.plain_layers import PlainLayers, second_steps
from tests.optimize.interlock.brute_force import _arrangements
from tests.profiles import examples

GAME = find("chattahoochee-interlocking")
KINDS = {
    "four ranks": ({}, 12, "5678"),
    "five ranks": ({}, 15, "56789"),
    "all ranks": ({}, 24, ""),
    "two zeroes": ({"schedule": "two-zeroes"}, 18, ""),
    "the original schedule": ({"schedule": "original"}, 14, ""),
    "leaps": ({"leaps": "1 2 3"}, 14, ""),
    "quartets": ({"quartet_bonus": 8}, 16, ""),
}


def question(kind, seed, size=None):
    """Rules and a hand of a kind."""
    options, usual_size, ranks = KINDS[kind]
    rules = GAME.rules({"packs": 2} | options)
    deck = [card for card in rules.pack.cards if not ranks or card.rank in ranks] * rules.packs
    random.Random(f"{kind} {seed}").shuffle(deck)
    return rules, deck[: size or usual_size]


def proof_of(rules, hand):
    """The cores of a search of any length."""
    return core_proof(rules, hand, time.perf_counter() + 60)


@pytest.mark.parametrize("kind", KINDS)
def test_the_best_is_proven_and_less_is_not(kind):
    """The bound of an answer that is proven by cores holds; they do not reach a point less."""
    for seed in range(examples(6)):
        rules, hand = question(kind, seed)
        answer = best(rules, hand, limit=20)
        assert answer.proven_by == "cores"
        proof = proof_of(rules, hand)
        check_cores(rules, hand, answer.points, proof)
        with pytest.raises((ProofFault, NotChecked)):
            check_cores(rules, hand, answer.points - 1, proof)


def changed(proof, change):
    """The proof with each of its cores changed in turn."""
    for place, step in enumerate(proof.steps):
        if isinstance(step, Core):
            yield replace(proof, steps=(*proof.steps[:place], change(step), *proof.steps[place + 1 :]))


def test_no_core_may_be_changed():
    """A greater loss, a literal less in a core, or one that means nothing proves nothing."""
    rules, hand = question("five ranks", 0)
    proof = proof_of(rules, hand)
    bound = best(rules, hand, limit=20).bound
    greater = changed(proof, lambda core: replace(core, loss=core.loss + 1))
    fewer = changed(proof, lambda core: replace(core, literals=core.literals[1:]))
    unknown = changed(proof, lambda core: replace(core, literals=(*core.literals, 10**6)))
    for wrong in (*islice(greater, 20), *islice(unknown, 20)):
        with pytest.raises(ProofFault):
            check_cores(rules, hand, bound, wrong)
    with pytest.raises(ProofFault, match="can be had"):
        check_all(rules, hand, bound, fewer)


def check_all(rules, hand, bound, proofs):
    """Check one after the other; some core has no literal to spare."""
    for proof in proofs:
        check_cores(rules, hand, bound, proof)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "quartets"])
def test_no_arrangement_is_worth_more_than_its_layers(kind):
    """Every arrangement of seven cards, judged by the referee, against what the layers of its melds earn."""
    rules, hand = question(kind, 0, 7)
    layers = PlainLayers(rules, Counter(hand))
    for melds in _arrangements(rules, tuple(sorted(hand)), {}):
        points = check(rules, [meld.laid for meld in melds]).points
        assert points <= layers.base + earned(layers, melds)


def earned(layers, melds):
    """What the layers of these melds earn: the j-th where j cards and more lie."""
    lying = Counter()
    for verdict in melds:
        kinds = [laid.card for laid in verdict.laid]
        suits = {kind.suit for kind in kinds}
        for kind in kinds if len(suits) == 2 else ():
            lying[verdict.leap, kind, next(suit for suit in suits if suit != kind.suit)] += 1
    there = {(*place, layer) for place, count in lying.items() for layer in range(1, count + 1)}
    return sum(weight for naturals, weight in layers.earned.items() if naturals <= there)


def test_second_steps_add_up_to_the_schedule():
    """A stretch is worth the sum of what all stretches within it add."""
    values = [0, 0, 1, 4, 9, 20, 21]
    steps = second_steps(values)
    for length, value in enumerate(values):
        within = sum((length - part + 1) * steps[part] for part in range(1, length + 1))
        assert within + (length + 1) * steps[0] == value


def test_wilds_and_other_games_are_not_checked():
    """Cores prove what naturals earn where melds interlock."""
    rules, hand = question("four ranks", 0)
    proof = proof_of(rules, hand)
    with pytest.raises(NotChecked):
        check_cores(find("chattahoochee").rules({}), hand, 1000, proof)
    assert core_proof(GAME.rules({"wild_rank": "5"}), hand, time.perf_counter() + 5) is None
