"""Wilds where one rank of an interlock is worth something by itself (`original`, `square`, `fibonacci`)."""

from __future__ import annotations

import random
import time

import pytest

from scorepad.chattahoochee.interlock.best_interlocks import layers_hold, lone_value, search_interlocks
from scorepad.chattahoochee.interlock.interlock_problem import interlock_problem
from scorepad.chattahoochee.interlock.solved_layers import solve_layers
from scorepad.chattahoochee.interlock.stretches import StretchEncoder
from scorepad.core.cards import WILD, Laid
from scorepad.core.rule_parts import Interlocks, Schedule
from scorepad.core.rules import Leaps
from tests.chattahoochee.interlock.hands import RULES, deal
from tests.chattahoochee.interlock.meld_tuples import most_points
from tests.chattahoochee.interlock.test_dense_hands import agree, circle
from tests.profiles import examples

ORIGINAL = RULES.variant(schedule=Schedule("original"))
KINDS = {
    "one wild": (ORIGINAL, (6, 9), 1, "5678"),
    "two wilds": (ORIGINAL, (5, 8), 2, "56789"),
    "three wilds": (ORIGINAL, (5, 7), 3, "567"),
    "squares": (RULES.variant(schedule=Schedule("square")), (6, 8), 2, "5678"),
    "fibonacci": (RULES.variant(schedule=Schedule("fibonacci")), (6, 9), 1, "QKA2"),
    "three packs": (ORIGINAL.variant(packs=3), (6, 8), 2, "567"),
    "leaps one and two": (ORIGINAL.variant(leaps=Leaps((1, 2))), (5, 7), 2, "5678"),
    "interlocks alone": (RULES.variant(interlocks=Interlocks(Schedule("square"))), (6, 8), 2, "5678"),
    "melds alone": (
        ORIGINAL.variant(interlocks=Interlocks(Schedule("one-zero"))),
        (6, 8),
        2,
        "5678",
    ),
}


def any_hand(kind, seed):
    """Rules and a hand of a kind."""
    rules, sizes, wilds, ranks = KINDS[kind]
    rng = random.Random(f"{kind} {seed}")
    return rules, deal(rng, rules, rng.randint(*sizes), wilds, ranks)


@pytest.mark.parametrize("kind", KINDS)
def test_the_best_is_what_another_program_finds(kind):
    """And it is proven."""
    for seed in range(examples(8)):
        agree(*any_hand(kind, seed))


@pytest.mark.parametrize("kind", KINDS)
def test_wilds_alone_are_worth_nothing(kind):
    """H15: a wild stands between naturals, and there are none."""
    rules, *_ = KINDS[kind]
    answer = search_interlocks(rules, (WILD,), limit=5)
    assert (answer.points, answer.bound, answer.melds) == (0, 0, ((Laid(WILD),),))


@pytest.mark.parametrize("kind", KINDS)
def test_layers_by_themselves_bound_what_another_program_finds(kind):
    """Without columns, which would hide a bound that is too low."""
    for seed in range(100, 100 + examples(12)):
        rules, hand = any_hand(kind, seed)
        problem = interlock_problem(rules, hand, ())
        assert layers_hold(problem)
        most = most_points(rules, hand)[0] - lone_value(problem) * problem.natural_counts.total()
        plain, sharper = (
            solve_layers(problem, time.perf_counter() + 60, encoder_class=encoder_class).bound
            for encoder_class in (StretchEncoder, None)
        )
        assert most <= sharper <= plain


def test_a_meld_of_one_natural_and_wilds_is_left_to_the_columns():
    """Where no two naturals need lie side by side (H15) such a meld interlocks at its one rank."""
    rules, hand = any_hand("one wild", 0)
    assert not layers_hold(interlock_problem(rules.variant(adjacent_naturals=False), hand, ()))
    rules = circle(5, suits=2).variant(schedule=Schedule("original"))
    hand = deal(random.Random(0), rules, 18, 1)
    assert not layers_hold(interlock_problem(rules, hand, ()))  # a circle could be closed
    assert search_interlocks(rules, hand[-6:], limit=60).proven
