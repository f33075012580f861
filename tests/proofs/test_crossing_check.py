"""Dense hands whose melds cross where a wild needs two naturals (H15) are checked with what that costs."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import replace

import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from scorepad.core.notation import read_cards
from scorepad.optimize.interlock import search_interlocks
from scorepad.optimize.interlock.core_proof import core_proof
from scorepad.proofs.certificates import Core, CrossingProof, NotChecked, ProofFault
from scorepad.proofs.checking import check_proof
from scorepad.proofs.plain_crossings import CrossedLayers
from tests.optimize.interlock.hands import RULES, deal
from tests.optimize.interlock.meld_tuples import most_points
from tests.optimize.interlock.test_crossings import KINDS
from tests.optimize.interlock.test_dense_hands import LARGE_KINDS, any_hand
from tests.profiles import examples
from tests.proofs.test_core_check import most_of_layers

CROSSING = "5C 5C 5D 5H 5S 5S 6C 6C 6D 6H 6S 7C 7C 7D 7H 7S 8C 8D 8S 9C 9D 9D 9H 9H 9S 9S w w"
POINTS = 349


def proof_of(rules, hand, points):
    """The cores of a search of any length that knows so many points."""
    return core_proof(rules, hand, points, time.perf_counter() + 60)


def refute(rules, hand, points, proof):
    """The proof does not show that nothing is worth more."""
    with pytest.raises((ProofFault, NotChecked)):
        check_proof(rules, hand, points, proof)


@pytest.fixture(scope="module")
def crossing():
    """A hand whose melds would have to cross past a wild for more points, and its proof."""
    hand = [laid.card for laid in read_cards(CROSSING, RULES.pack)]
    return hand, proof_of(RULES, hand, POINTS)


def test_a_hand_whose_melds_would_have_to_cross_is_checked(crossing):
    """Where the two naturals lie takes off what the layers alone leave."""
    hand, proof = crossing
    assert isinstance(proof, CrossingProof)
    check_proof(RULES, hand, POINTS, proof)
    refute(RULES, hand, POINTS - 1, proof)
    refute(RULES, hand, POINTS, proof.cores)


def test_nothing_of_it_may_be_changed(crossing):
    """A greater loss, a literal less in all cores, no branches, or other meanings of literals."""
    hand, proof = crossing
    literals, stretches = zip(*proof.with_a_wild_more, strict=True)
    for wrong in (
        replace(proof, cores=cores_changed(proof, lambda core: replace(core, loss=core.loss + 1))),
        replace(proof, cores=cores_changed(proof, lambda core: replace(core, literals=core.literals[1:]))),
        replace(proof, cores=replace(proof.cores, branches=())),
        replace(proof, with_a_wild_more=()),
        replace(proof, with_a_wild_more=tuple(zip(literals, stretches[::-1], strict=True))),
    ):
        refute(RULES, hand, POINTS, wrong)


def cores_changed(proof, change):
    """The cores with all that hold wherever wilds lie changed."""
    steps = tuple(change(step) if isinstance(step, Core) else step for step in proof.cores.steps)
    return replace(proof.cores, steps=steps)


@pytest.mark.parametrize("kind", LARGE_KINDS)
def test_dense_hands_are_checked(kind):
    """All that cores prove of the hands on which the search is compared with another program."""
    for seed in range(examples(15)):
        rules, hand = any_hand(random.Random(f"{kind} {seed}"), kind)
        hold_answer(rules, hand)


@pytest.mark.parametrize("seed", range(examples(20)))
def test_dense_hands_of_28_cards_are_checked(seed):
    """Five ranks of two packs and two wilds."""
    hold_answer(RULES, deal(random.Random(f"d{seed}"), RULES, 26, 2, "56789"))


def hold_answer(rules, hand):
    """What cores prove is checked, a point less is refuted."""
    answer = search_interlocks(rules, hand, limit=3)
    if answer.proven_by == "cores":
        proof = proof_of(rules, hand, answer.points)
        check_proof(rules, hand, answer.points, proof)
        refute(rules, hand, answer.points - 1, proof)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(examples(10)))
def test_crossed_layers_earn_no_less_than_another_program_finds(kind, seed):
    """And no more than layers of which nothing is said."""
    rules, sizes, wilds, ranks = KINDS[kind]
    rng = random.Random(f"{kind} {seed}")
    hand = deal(rng, rules, rng.randint(sizes[0], sizes[1] - 1), wilds, ranks)
    most, _ = most_points(rules, hand)
    assert most <= most_of_crossed_layers(rules, hand) <= most_of_layers(rules, hand)


def most_of_crossed_layers(rules, hand):
    """The most that they can earn, by RC2; what a stretch earns with a wild more is counted once."""
    layers = CrossedLayers(rules, Counter(hand))
    earned = [
        *layers.whole_by.values(),
        *(
            value
            for by_stretch in (layers.earned_by, layers.more_by)
            for stretch, value in by_stretch.items()
            if stretch not in layers.whole_by
        ),
    ]
    formula = WCNF()
    formula.extend(layers.clauses)
    for literal, weight in earned:
        if weight:
            formula.append([literal], weight=weight)
    with RC2(formula) as solver:
        solver.compute()
        return sum(weight for _, weight in earned) - solver.cost
