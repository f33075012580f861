"""A proof by cores holds for what the search calls best, and for nothing that is changed in it."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from scorepad.chattahoochee.interlock.core_proof import core_proof
from scorepad.core.bonuses import LyingBeside
from scorepad.core.cards import WILD, Laid
from scorepad.core.check import check
from scorepad.core.notation import read_cards
from scorepad.optimize import best
from scorepad.proofs.certificates import Core, NotChecked, ProofFault
from scorepad.proofs.core_check import check_cores
from scorepad.proofs.plain_layers import PlainLayers
from scorepad.proofs.plain_places import second_steps
from scorepad.rulebook import find_game
from tests.chattahoochee.interlock.brute_force import arrangements, most_points
from tests.profiles import examples

GAME = find_game("chattahoochee-interlocking")
KINDS = {
    "four ranks": ({}, 12, 0, "5678"),
    "five ranks": ({}, 15, 0, "56789"),
    "all ranks": ({}, 24, 0, ""),
    "two zeroes": ({"schedule": "two-zeroes"}, 18, 0, ""),
    "the original schedule": ({"schedule": "original"}, 14, 0, ""),
    "leaps": ({"leaps": "1 2 3"}, 14, 0, ""),
    "quartets": ({"quartet_bonus": 8}, 16, 0, ""),
    "one wild": ({}, 14, 1, "56789"),
    "two wilds": ({}, 12, 2, "56789"),
    "two wilds, all ranks": ({}, 20, 2, ""),
    "two wilds, two zeroes": ({"schedule": "two-zeroes"}, 14, 2, ""),
    "a wild beside any card": ({"adjacent_naturals": "no"}, 12, 1, ""),
}


def question(kind, seed, size=None):
    """Rules and a hand of a kind."""
    options, usual_size, wilds, ranks = KINDS[kind]
    rules = GAME.rules({"packs": 2, "jokers": 4} | options)
    deck = [card for card in rules.pack.cards if not ranks or card.rank in ranks] * rules.packs
    random.Random(f"{kind} {seed}").shuffle(deck)
    return rules, deck[: size or usual_size] + [WILD] * wilds


def proof_of(rules, hand):
    """The cores of a search of any length."""
    return core_proof(rules, hand, best(rules, hand, limit=20).points, time.perf_counter() + 60)


@pytest.mark.parametrize("kind", KINDS)
def test_the_best_is_proven_and_less_is_not(kind):
    """The bound of an answer that is proven by cores holds; they do not reach a point less."""
    for seed in range(examples(6)):
        rules, hand = question(kind, seed)
        answer = best(rules, hand, limit=20)
        assert answer.proven
        if answer.proven_by == "HiGHS":
            continue
        proof = proof_of(rules, hand)
        check_cores(rules, hand, answer.points, proof)
        with pytest.raises((ProofFault, NotChecked)):
            check_cores(rules, hand, answer.points - 1, proof)


@pytest.mark.parametrize(
    "cards",
    ["5C 6H 6S 5S 6C 5D 7S 4H 3S 6S 3C w w", "7D 6H 3S 7D 6C 4H 6S 7H 6D 4D 7S 5C 4C 7C w w w"],
)
def test_two_wilds_beside_the_first_rank_earn_nothing(cards):
    """I3: what crossing two wilds there would earn is no part of the proof, nor of what is checked."""
    rules = GAME.rules({"packs": 2, "jokers": 4})
    hand = [laid.card for laid in read_cards(cards, rules.pack)]
    proof = proof_of(rules, hand)
    check_cores(rules, hand, best(rules, hand, limit=20).points, proof)


def changed(proof, change):
    """The proof with each of its cores changed in turn."""
    for place, step in enumerate(proof.steps):
        if isinstance(step, Core):
            yield replace(proof, steps=(*proof.steps[:place], change(step), *proof.steps[place + 1 :]))


@pytest.mark.parametrize(("size", "seed"), [(22, 13), (26, 33)])
def test_a_proof_with_cores_of_one_counter_is_checked(size, seed):
    """One more of a core false is one literal, whichever cores lead to it."""
    rules, hand = question("five ranks", seed, size)
    check_cores(rules, hand, best(rules, hand, limit=20).points, proof_of(rules, hand))


@pytest.mark.parametrize("kind", ["five ranks", "two wilds"])
def test_no_core_may_be_changed(kind):
    """A greater loss, a literal less in a core, or one that means nothing proves nothing."""
    rules, hand = question(kind, 1)
    proof = proof_of(rules, hand)
    bound = best(rules, hand, limit=20).bound
    check_cores(rules, hand, bound, proof)
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


def test_branches_cover_all_cases():
    """Without the branches that a proof needs, or what bounds the gains, it does not reach its bound."""
    needed = 0
    for seed in range(examples(6)):
        rules, hand = question("two wilds", seed)
        bound = best(rules, hand, limit=20).bound
        proof = proof_of(rules, hand)
        for wrong in (replace(proof, branches=()), replace(proof, gain_steps=(), branches=())):
            try:
                check_cores(rules, hand, bound, wrong)
            except (NotChecked, ProofFault):
                needed += 1
    assert needed


@pytest.mark.parametrize(
    "kind", [kind for kind, (_, _, wilds, _) in KINDS.items() if not wilds and kind != "quartets"]
)
def test_no_arrangement_is_worth_more_than_its_layers(kind):
    """Every arrangement of seven cards, judged by the referee, against what the layers of its melds earn."""
    rules, hand = question(kind, 0, 7)
    layers = PlainLayers(rules, Counter(hand))
    for melds in arrangements(rules, tuple(sorted(hand)), {}):
        points = check(rules, [meld.laid for meld in melds]).points
        assert points <= layers.lone_points + earned(layers, melds)


def earned(layers, melds):
    """What the layers of these melds earn: the j-th where j cards and more lie."""
    lying = Counter()
    for verdict in melds:
        kinds = [laid.card for laid in verdict.laid]
        suits = {kind.suit for kind in kinds}
        for kind in kinds if len(suits) == 2 else ():
            lying[verdict.leap, kind, next(suit for suit in suits if suit != kind.suit)] += 1
    there = {(*place, layer) for place, count in lying.items() for layer in range(1, count + 1)}
    return sum(weight for stretch, (_, weight) in layers.earned_by.items() if covers(layers, there, stretch))


def covers(layers, there, stretch):
    """Whether naturals lie at all places of a stretch."""
    places = list(stretch.begins)
    for _ in range(stretch.length):
        if not there.issuperset(places):
            return False
        places = [(*layers.next_place(place[:3]), place[3]) for place in places]
    return True


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "wild" in kind])
def test_the_layers_of_a_hand_with_wilds_earn_no_less_than_its_best(kind):
    """RC2's heaviest choice among what could be earned, against every arrangement of a small hand."""
    for seed in range(examples(3)):
        rules, hand = question(kind, seed, 6)
        assert most_of_layers(rules, hand) >= most_points(rules, hand)


def most_of_layers(rules, hand, partners=()):
    """The most that the layers of a hand can earn, by RC2."""
    layers = PlainLayers(rules, Counter(hand), partners)
    formula = WCNF()
    formula.extend(layers.clauses)
    for literal, weight in layers.earned_by.values():
        formula.append([literal], weight=weight)
    with RC2(formula) as solver:
        solver.compute()
        heaviest = sum(weight for _, weight in layers.earned_by.values()) - solver.cost
    return heaviest + layers.lone_points


BESIDE = ["four ranks", "five ranks", "the original schedule", "leaps", "one wild", "two wilds"]


def beside_partners(kind, seed, size=None):
    """A question of a kind, with up to three melds of partners from the same ranks."""
    rules, hand = question(kind, seed, size)
    _, others = question(kind, f"{seed} partners", 16)
    melds = [meld for meld in best(rules, [card for card in others if card != WILD]).melds if len(meld) > 1]
    return rules, hand, [with_wild(meld) if seed % 2 else meld for meld in melds[: 1 + seed % 3]]


def with_wild(meld):
    """The meld with a wild in it where it is long enough (H15)."""
    return (*meld[:2], Laid(WILD, meld[2].card), *meld[3:]) if len(meld) > 3 else meld


@pytest.mark.parametrize("kind", BESIDE)
def test_the_best_beside_melds_of_partners_is_proven_and_less_is_not(kind):
    """I7: the melds of partners are layers that are always there."""
    for seed in range(examples(6)):
        rules, hand, partners = beside_partners(kind, seed)
        answer = best(rules, hand, partners=LyingBeside(partners), limit=20)
        if answer.proven_by != "cores":
            continue
        proof = core_proof(rules, hand, answer.points, time.perf_counter() + 60, partners)
        check_cores(rules, hand, answer.points, proof, partners)
        with pytest.raises((ProofFault, NotChecked)):
            check_cores(rules, hand, answer.points - 1, proof, partners)


@pytest.mark.parametrize("kind", BESIDE)
def test_the_best_beside_melds_of_partners_with_wilds_is_the_best_of_all(kind):
    """I7: against every arrangement of a small hand."""
    for seed, size in [(75, 7), *((seed, 5) for seed in range(1, 2 * examples(4), 2))]:
        rules, hand, partners = beside_partners(kind, seed, size)
        answer = best(rules, hand, partners=LyingBeside(partners), limit=20)
        assert answer.proven
        assert answer.points == most_points(rules, hand, LyingBeside(partners))


@pytest.mark.parametrize("kind", BESIDE)
def test_beside_partners_the_layers_earn_no_less_than_the_best(kind):
    """RC2's heaviest choice among what could be earned, against every arrangement of a small hand."""
    for seed in range(examples(3)):
        rules, hand, partners = beside_partners(kind, seed, 5)
        assert most_of_layers(rules, hand, partners) >= most_points(rules, hand, LyingBeside(partners))


def test_second_steps_add_up_to_the_schedule():
    """A stretch is worth the sum of what all stretches within it add."""
    values = [0, 0, 1, 4, 9, 20, 21]
    steps = second_steps(values)
    for length, value in enumerate(values):
        within = sum((length - part + 1) * steps[part] for part in range(1, length + 1))
        assert within + (length + 1) * steps[0] == value


def test_other_wilds_and_other_games_are_not_checked():
    """Cores prove what melds earn that interlock, with wilds that stand for anything."""
    rules, hand = question("four ranks", 0)
    proof = proof_of(rules, hand)
    with pytest.raises(NotChecked):
        check_cores(find_game("chattahoochee").rules({}), hand, 1000, proof)
    with pytest.raises(NotChecked):
        check_cores(GAME.rules({"wild_reach": "own-suit", "wild_rank": "6"}), hand, 1000, proof)
