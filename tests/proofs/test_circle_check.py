"""Hands whose wilds together could close circles of two suits are checked case by case."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import replace

import pytest

from scorepad.core.cards import WILD, Card
from scorepad.core.schedules import Schedule
from scorepad.optimize.interlock import search_interlocks
from scorepad.optimize.interlock.circle_gaps import best_with_gap
from scorepad.optimize.interlock.closed_circles import best_if_closed, circles_to_part
from scorepad.optimize.interlock.core_proof import core_proof
from scorepad.optimize.interlock.interlock_problem import interlock_problem
from scorepad.proofs import core_check
from scorepad.proofs.certificates import CirclesProof, Core, NotChecked, ProofFault
from scorepad.proofs.checking import check_proof
from scorepad.proofs.circle_check import circles_of
from scorepad.proofs.covered_check import check_covered
from scorepad.proofs.gap_check import check_with_gap
from tests.optimize.interlock.hands import RULES
from tests.optimize.interlock.meld_tuples import most_points
from tests.optimize.interlock.test_closable_circles import closable_hand, whole_circle
from tests.optimize.interlock.test_dense_hands import circle
from tests.profiles import examples

EIGHTS = [card for card in RULES.pack.cards if card.rank == "8" and card.suit in "SH"]


def proof_of(rules, hand, points):
    """The cases of a search of any length that knows so many points."""
    return core_proof(rules, hand, points, time.perf_counter() + 60)


def refute(rules, hand, points, proof):
    """The proof does not show that nothing is worth more."""
    with pytest.raises((ProofFault, NotChecked)):
        check_proof(rules, hand, points, proof)


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        (whole_circle("5S"), 1092),
        (whole_circle("5S", "9H"), 881),
        (whole_circle("5S", "5H"), 1068),
        (whole_circle("5S") + EIGHTS, 1183),
    ],
)
def test_two_suits_that_wilds_complete_are_checked(hand, points):
    """With a gap for one meld that interlocks with itself (I6), covered whole where 8 lies twice."""
    proof = proof_of(RULES, hand, points)
    check_proof(RULES, hand, points, proof)
    refute(RULES, hand, points - 1, proof)


def test_each_case_is_bounded_by_itself():
    """♠8 ♥8 once more: two melds from 8 to 8 are the best, and covered whole is the case that holds them."""
    hand = whole_circle("5S") + EIGHTS
    (circle_here,), proof = circles_of(RULES, Counter(hand)), proof_of(RULES, hand, 1183)
    check_covered(RULES, Counter(hand), circle_here, 1183)
    with pytest.raises(NotChecked):
        check_covered(RULES, Counter(hand), circle_here, 1182)
    check_with_gap(RULES, Counter(hand), circle_here, 1182, proof.with_gaps[0])


def test_nothing_is_counted_across_the_seams_of_two_melds_that_close_a_circle():
    """Beside one layer all round, as if it had no seam, the other cards would be worth two points more."""
    rules = circle(5, suits=3)
    names = ("AS", "3S", "4S", "5S", "AH", "2H", "3H", "4H", "5H", "3H", "4H", "4S")
    hand = Counter([Card(*name) for name in names] + [WILD])
    (circle_here,) = circles_of(rules, hand)
    check_covered(rules, hand, circle_here, 83)
    with pytest.raises(NotChecked, match="1 points above"):
        check_covered(rules, hand, circle_here, 82)


def test_with_too_many_cores_to_find_nothing_is_checked(monkeypatch):
    """What is left beside cards all round is small, or out of reach."""
    hand = Counter(closable_hand(random.Random(0), RULES, 44))
    circle_here = circles_of(RULES, hand)[0]
    monkeypatch.setattr(core_check, "_MOST_FOUND", 5)
    with pytest.raises(NotChecked, match="too many cores"):
        check_covered(RULES, hand, circle_here, 0)


@pytest.mark.parametrize("missing", [("5S",), ("5S", "5H"), ("5S", "6H", "7S"), ("5S", "5H", "9S", "KH")])
def test_each_case_comes_to_the_bound_of_the_search(missing):
    """With a gap and covered whole, whatever the other cases are worth."""
    hand = [*whole_circle(*missing), *EIGHTS]
    problem, counts = interlock_problem(RULES, hand, ()), Counter(hand)
    (closable,), (circle_here,) = circles_to_part(problem), circles_of(RULES, counts)
    bound = best_with_gap(problem, closable, 0, float("inf")).bound
    check_with_gap(RULES, counts, circle_here, bound, proof_of(RULES, hand, bound).with_gaps[0])
    check_covered(RULES, counts, circle_here, best_if_closed(problem, closable, 0, float("inf"))[0])


@pytest.mark.parametrize("ranks", [3, 5])
@pytest.mark.parametrize("suits", [2, 3, 4])
def test_hands_that_could_close_a_circle_are_checked(ranks, suits):
    """All that cores prove of the hands on which the search is compared with another program."""
    rng = random.Random(f"{ranks} {suits}")
    rules = circle(ranks, suits=suits)
    for _ in range(examples(6)):
        hand = closable_hand(rng, rules, 9)
        answer = search_interlocks(rules, hand, limit=600)
        proof = proof_of(rules, hand, answer.points)
        if answer.proven_by == "cores":
            check_proof(rules, hand, answer.points, proof)
        if proof is not None:
            refute(rules, hand, answer.points - 1, proof)


@pytest.mark.parametrize("seed", range(examples(15)))
def test_less_than_another_program_finds_is_never_accepted(seed):
    """Whatever a search leaves that was told to look for no more than a point less."""
    rng = random.Random(seed)
    rules = circle(rng.choice([3, 5]), suits=rng.choice([2, 3]))
    rules = rules.variant(schedule=Schedule(rng.choice(["one-zero", "two-zeroes"])))
    hand = closable_hand(rng, rules, rng.choice([8, 9]))
    most, _ = most_points(rules, hand)
    if proof := proof_of(rules, hand, most - 1):
        refute(rules, hand, most - 1, proof)


@pytest.mark.parametrize("seed", range(examples(10)))
def test_hands_of_44_cards_that_could_close_a_circle_are_checked(seed):
    """Two packs, one wild or two; some have a bound that is met by nothing that is known in the time."""
    hand = closable_hand(random.Random(f"s{seed}"), RULES, 44)
    answer = search_interlocks(RULES, hand, limit=5)
    if answer.proven_by == "cores":
        proof = proof_of(RULES, hand, answer.points)
        check_proof(RULES, hand, answer.points, proof)
        refute(RULES, hand, answer.points - 1, proof)


def test_no_case_may_be_missing():
    """Neither the gap of a circle, nor where wilds lie elsewhere, nor may a gap be in another circle."""
    hand = whole_circle("5S", "9H")
    proof = proof_of(RULES, hand, 881)
    (gap,) = proof.with_gaps
    leap, card, other = gap.place
    refute(RULES, hand, 881, proof.elsewhere)
    refute(RULES, hand, 881, replace(proof, with_gaps=()))
    refute(RULES, hand, 881, replace(proof, with_gaps=(gap, gap)))
    refute(RULES, hand, 881, replace(proof, elsewhere=replace(proof.elsewhere, steps=(), branches=())))
    another = replace(gap, place=(leap, card._replace(suit="C"), other))
    refute(RULES, hand, 881, replace(proof, with_gaps=(another,)))


def test_no_core_of_a_gap_may_be_changed():
    """A greater loss, a literal less in all cores, or no names for what is counted by gap."""
    hand = whole_circle("5S")
    proof = proof_of(RULES, hand, 1092)
    (gap,) = proof.with_gaps
    for wrong in (
        cores_changed(gap, lambda core: replace(core, loss=core.loss + 1)),
        cores_changed(gap, lambda core: replace(core, literals=core.literals[1:])),
        replace(gap, by_gap=()),
    ):
        refute(RULES, hand, 1092, CirclesProof(proof.elsewhere, (wrong,)))


def cores_changed(gap, change):
    """The proof of a gap with all of its cores changed."""
    steps = tuple(change(step) if isinstance(step, Core) else step for step in gap.cores.steps)
    return replace(gap, cores=replace(gap.cores, steps=steps))


def test_circles_of_an_even_number_of_ranks_are_not_checked():
    """Nor those that fewer than all wilds could close, nor beside melds of partners."""
    rules = circle(4, suits=2)
    hand = closable_hand(random.Random(1), rules, 8)
    with pytest.raises(NotChecked):
        circles_of(rules, Counter(hand))
    hand = whole_circle("5S")
    with pytest.raises(NotChecked):
        circles_of(RULES, Counter([*hand, hand[-1]]))
    proof = proof_of(RULES, hand, 1092)
    with pytest.raises(NotChecked):
        check_proof(RULES, hand, 1092, proof, [search_interlocks(RULES, EIGHTS).melds[0]])
