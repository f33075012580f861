"""Cards that a layer leaves alone, where one card has a value: what bounds the melds that cross there."""

from __future__ import annotations

import random
import time

import pytest

from scorepad.answers.verification import verified
from scorepad.chattahoochee.interlock.best_interlocks import layers_hold, lone_value, search_interlocks
from scorepad.chattahoochee.interlock.interlock_problem import interlock_problem
from scorepad.chattahoochee.interlock.lone_cards import lone_cards_count
from scorepad.chattahoochee.interlock.solved_layers import solve_layers
from scorepad.chattahoochee.interlock.stretches import StretchEncoder
from scorepad.core.notation import read_cards
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Leaps
from scorepad.optimize import best
from tests.chattahoochee.interlock.brute_force import judged
from tests.chattahoochee.interlock.hands import RULES, deal
from tests.chattahoochee.interlock.meld_tuples import most_points
from tests.chattahoochee.interlock.test_dense_hands import circle
from tests.profiles import examples

ORIGINAL = RULES.variant(schedule=Schedule("original"))
KINDS = {
    "four ranks": (ORIGINAL, (8, 13), "5678"),
    "five ranks": (ORIGINAL, (9, 13), "56789"),
    "three packs": (ORIGINAL.variant(packs=3), (8, 12), "567"),
    "squares": (RULES.variant(schedule=Schedule("square")), (8, 12), "5678"),
    "leaps one and two": (ORIGINAL.variant(leaps=Leaps((1, 2))), (8, 11), "5678"),
    "seven ranks in all": (circle(7).variant(schedule=Schedule("original")), (9, 13), ""),
    "four ranks in all": (circle(4).variant(schedule=Schedule("original")), (7, 10), ""),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(examples(60)))
def test_the_sharper_bound_is_what_another_program_finds(kind, seed):
    rules, sizes, ranks = KINDS[kind]
    rng, problem = random.Random(f"{kind} {seed}"), None
    while not (problem and layers_hold(problem) and lone_cards_count(problem)):  # no circle could be closed
        hand = deal(rng, rules, rng.randint(*sizes), 0, ranks)
        problem = interlock_problem(rules, hand, ())
    bound = solve_layers(problem, time.perf_counter() + 60).bound
    assert bound + lone_value(problem) * problem.natural_counts.total() == most_points(rules, hand)[0]


def test_a_run_is_divided_where_a_card_was_left_alone():
    """♦5 ♥6 ♦7 beside ♥5 ♦6, and ♥6 alone, would be counted for 17: it is one of two melds or in none."""
    hand = [laid.card for laid in read_cards("5D 5H 6D 6H 6H 7D", ORIGINAL.pack)]
    problem = interlock_problem(ORIGINAL, hand, ())
    plain = solve_layers(problem, time.perf_counter() + 60, encoder_class=StretchEncoder)
    assert plain.bound + len(hand) == 17
    answer = search_interlocks(ORIGINAL, hand)
    assert answer.proven_by == "cores"
    assert judged(ORIGINAL, answer.melds) == answer.points == 16


@pytest.mark.parametrize("seed", range(examples(20)))
def test_hands_of_34_cards_are_laid_and_proven(seed):
    answer = search_interlocks(ORIGINAL, deal(random.Random(seed), ORIGINAL, 34), limit=60)
    assert answer.proven_by == "cores"
    assert judged(ORIGINAL, answer.melds) == answer.points


def test_a_natural_lies_alone_though_a_wild_like_it_is_in_a_run():
    """One two of clubs is wild and lies in the run; the other one, a natural, is laid by itself."""
    wild_twos = RULES.variant(
        wild_rank="2", wild_rank_mode="also-natural", leaps=Leaps((3, 6)), adjacent_naturals=False
    )
    cards = tuple(laid.card for laid in read_cards("2C 2C 5C JC", wild_twos.pack))
    found = best(wild_twos, cards)
    assert (found.proven, found.points) == (True, 1)
    assert sorted(laid.card for meld in found.melds for laid in meld) == sorted(cards)
    verified(wild_twos, cards, found)
