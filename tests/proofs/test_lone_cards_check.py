"""Hands whose bound knows what lone cards part (one card has a value) are checked with that."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import replace

import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from pysat.solvers import Glucose4

from scorepad.chattahoochee.interlock.best_interlocks import search_interlocks
from scorepad.chattahoochee.interlock.core_proof import core_proof
from scorepad.core.cards import WILD
from scorepad.core.check import check
from scorepad.core.notation import read_cards
from scorepad.core.rule_parts import Schedule
from scorepad.proofs.certificates import Core, LoneCardsProof, NotChecked, ProofFault
from scorepad.proofs.checking import check_proof
from scorepad.proofs.plain_layers import LoneCardLayers
from tests.chattahoochee.interlock.brute_force import arrangements
from tests.chattahoochee.interlock.hands import deal
from tests.chattahoochee.interlock.meld_tuples import most_points
from tests.chattahoochee.interlock.test_dense_hands import circle
from tests.chattahoochee.interlock.test_lone_cards import KINDS, ORIGINAL
from tests.profiles import examples
from tests.proofs.test_core_check import most_of_layers

PARTED = "5D 5H 6D 6H 6H 7D"
POINTS = 16
OF_ORIGINAL = {"schedule": Schedule("original")}
SMALL_KINDS = {
    "three ranks in all": (circle(3, suits=3).variant(**OF_ORIGINAL), 9),
    "five ranks in all": (circle(5, suits=2).variant(**OF_ORIGINAL), 10),
    "five ranks, leaps one and two": (circle(5, leaps=(1, 2), suits=2).variant(**OF_ORIGINAL), 9),
    "seven ranks in all": (circle(7, suits=2).variant(**OF_ORIGINAL), 11),
}


def proof_of(rules, hand, points):
    """The cores of a search of any length that knows so many points."""
    return core_proof(rules, hand, points, time.perf_counter() + 60)


def refute(rules, hand, points, proof):
    """The proof does not show that nothing is worth more."""
    with pytest.raises((ProofFault, NotChecked)):
        check_proof(rules, hand, points, proof)


def open_hand(rng, rules, sizes, ranks=""):
    """A hand that could close no circle, and its layers."""
    while True:
        hand = deal(rng, rules, rng.randint(*sizes), 0, ranks)
        try:
            return hand, LoneCardLayers(rules, Counter(hand))
        except NotChecked:
            continue


@pytest.fixture(scope="module")
def parted():
    """♦5 ♥6 ♦7 and another ♥6, beside ♥5 ♦6: a hand that layers count for a point too much, and its proof."""
    hand = [laid.card for laid in read_cards(PARTED, ORIGINAL.pack)]
    return hand, proof_of(ORIGINAL, hand, POINTS)


def test_a_hand_with_a_card_that_could_not_lie_alone_is_checked(parted):
    """What passes through its place takes off what the layers alone leave."""
    hand, proof = parted
    assert isinstance(proof, LoneCardsProof)
    check_proof(ORIGINAL, hand, POINTS, proof)
    refute(ORIGINAL, hand, POINTS - 1, proof)
    refute(ORIGINAL, hand, POINTS, proof.cores)


def test_nothing_of_it_may_be_changed(parted):
    """A greater loss, a literal less in all cores, no cores, no or other meanings of literals."""
    hand, proof = parted
    cores = proof.cores
    literals, stretches = zip(*cores.stretches, strict=True)
    for wrong in (
        replace(cores, steps=changed(cores.steps, lambda core: replace(core, loss=core.loss + 1))),
        replace(cores, steps=changed(cores.steps, lambda core: replace(core, literals=core.literals[1:]))),
        replace(cores, steps=()),
        replace(cores, stretches=()),
        replace(cores, stretches=tuple(zip(literals, stretches[::-1], strict=True))),
    ):
        refute(ORIGINAL, hand, POINTS, LoneCardsProof(wrong))


def changed(steps, change):
    """The steps with all cores changed."""
    return tuple(change(step) if isinstance(step, Core) else step for step in steps)


def test_it_speaks_of_naturals_alone_and_of_no_melds_of_partners(parted):
    """With a wild, or beside a meld on the table, such a proof is out of reach."""
    hand, proof = parted
    with pytest.raises(NotChecked):
        check_proof(ORIGINAL, [*hand, WILD], 1000, proof)
    with pytest.raises(NotChecked):
        check_proof(ORIGINAL, hand, 1000, proof, [tuple(read_cards("5C 6S", ORIGINAL.pack))])


@pytest.mark.parametrize("kind", SMALL_KINDS)
@pytest.mark.parametrize("seed", range(examples(10)))
def test_every_arrangement_is_among_its_layers(kind, seed):
    """The cards of its melds lie in them, with all that these cover, and earn what the referee pays."""
    rules, size = SMALL_KINDS[kind]
    hand, layers = open_hand(random.Random(f"{kind} {seed}"), rules, (size, size))
    weight_of = dict(layers.earned_by.values())
    with Glucose4(bootstrap_with=layers.clauses) as solver:
        for melds in arrangements(rules, tuple(sorted(hand)), {}):
            lying, had = laid_as_layers(layers, melds)
            naturals = [lit if place in lying else -lit for place, lit in layers.natural_at.items()]
            assert len(lying) == sum(lit > 0 for lit in naturals)
            assert solver.solve(assumptions=[*naturals, *had])
            points = check(rules, [meld.laid for meld in melds]).points
            assert points <= layers.lone_points + sum(weight_of[lit] for lit in had)


def laid_as_layers(layers, melds):
    """The places with the cards of melds of two and more, and the literals of all that melds cover whole."""
    runs = [run_of(verdict) for verdict in melds if len(verdict.laid) > 1]
    counts = Counter(place for run in runs for place in run)
    lying = {(*place, layer) for place, count in counts.items() for layer in range(1, count + 1)}
    had = [
        literal
        for stretch, (literal, _) in layers.earned_by.items()
        if all(times_covered(layers, runs, begin, stretch.length) >= begin[3] for begin in stretch.begins)
    ]
    return lying, had


def run_of(verdict):
    """The places of a meld."""
    kinds = [laid.card for laid in verdict.laid]
    suits = {kind.suit for kind in kinds}
    return [(verdict.leap, kind, next(iter(suits - {kind.suit}))) for kind in kinds]


def times_covered(layers, runs, begin, length):
    """The number of melds that cover a stretch of one layer whole."""
    stretch = [begin[:3]]
    while len(stretch) < length:
        stretch.append(layers.next_place(stretch[-1]))
    return sum(set(stretch) <= set(run) for run in runs)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(examples(15)))
def test_its_layers_earn_what_another_program_finds(kind, seed):
    """And no more than layers of which nothing is said."""
    rules, sizes, ranks = KINDS[kind]
    hand, layers = open_hand(random.Random(f"{kind} {seed}"), rules, sizes, ranks)
    assert most_points(rules, hand)[0] == most_of(layers) <= most_of_layers(rules, hand)


def most_of(layers):
    """The most that layers of naturals can earn, by RC2."""
    formula = WCNF()
    formula.extend(layers.clauses)
    for literal, weight in layers.earned_by.values():
        formula.append([literal], weight=weight)
    with RC2(formula) as solver:
        solver.compute()
        return layers.lone_points + sum(weight for _, weight in layers.earned_by.values()) - solver.cost


@pytest.mark.parametrize("seed", range(examples(20)))
def test_hands_of_34_cards_are_checked(seed):
    """Those of two packs that the search is held to."""
    hold_answer(ORIGINAL, deal(random.Random(seed), ORIGINAL, 34))


def hold_answer(rules, hand):
    """What cores prove is checked, a point less is refuted."""
    answer = search_interlocks(rules, hand, limit=20)
    assert answer.proven
    if answer.proven_by == "cores":
        proof = proof_of(rules, hand, answer.points)
        check_proof(rules, hand, answer.points, proof)
        refute(rules, hand, answer.points - 1, proof)
