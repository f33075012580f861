"""Wilds in the second layer whose two naturals lie in the first: what is laid, and what bounds it."""

from __future__ import annotations

import random
import time

import pytest

from scorepad.core.cards import WILD, Card
from scorepad.core.notation import read_cards
from scorepad.core.schedules import Schedule
from scorepad.optimize.interlock import search_interlocks
from scorepad.optimize.interlock.best_interlocks import crossings_hold, layers_hold, lone_value, score_laid
from scorepad.optimize.interlock.crossings import CrossingEncoder
from scorepad.optimize.interlock.interlock_problem import interlock_problem
from scorepad.optimize.interlock.layered_formula import encode_layers
from scorepad.optimize.interlock.model_to_melds import legal_runs
from scorepad.optimize.interlock.switch_tree import find_heaviest_model
from tests.optimize.interlock.brute_force import judged
from tests.optimize.interlock.hands import RULES, deal
from tests.optimize.interlock.meld_tuples import most_points
from tests.profiles import examples

KINDS = {
    "two wilds": (RULES, (8, 12), 2, "5678"),
    "two wilds, five ranks": (RULES, (9, 13), 2, "56789"),
    "two wilds, three ranks": (RULES, (7, 11), 2, "567"),
    "three wilds": (RULES, (6, 9), 3, "5678"),
    "one wild, two zeroes": (RULES.variant(schedule=Schedule("two-zeroes")), (10, 13), 1, "5678"),
    "two wilds, three packs": (RULES.variant(packs=3), (8, 11), 2, "567"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(examples(12)))
def test_the_sharper_bound_is_never_below_what_another_program_finds(kind, seed):
    """Dense hands, where melds cross; and never above the plain formula's."""
    rules, sizes, wilds, ranks = KINDS[kind]
    rng = random.Random(f"{kind} {seed}")
    hand = deal(rng, rules, rng.randint(*sizes), wilds, ranks)
    problem = interlock_problem(rules, hand, ())
    assert layers_hold(problem)
    assert crossings_hold(problem)
    most, _ = most_points(rules, hand)
    deadline = time.perf_counter() + 60
    plain, sharper = (
        find_heaviest_model(encode_layers(problem, deadline, **given).formula, deadline)
        for given in ({}, {"encoder_class": CrossingEncoder})
    )
    assert sharper.proven
    lone_points = lone_value(problem) * problem.natural_counts.total()
    assert most <= sharper.bound + lone_points <= plain.bound + lone_points


def test_a_hand_whose_melds_would_have_to_cross_is_proven():
    """♣5 w ♣7 lacks two naturals, which ♣7 ♦8 ♣9 have: what crosses there has the wild, 25 points less."""
    naturals = "5C 5C 5D 5H 5S 5S 6C 6C 6D 6H 6S 7C 7C 7D 7H 7S 8C 8D 8S 9C 9D 9D 9H 9H 9S 9S w w"
    hand = [laid.card for laid in read_cards(naturals, RULES.pack)]
    answer = search_interlocks(RULES, hand, limit=60)
    assert answer.proven_by == "cores"
    assert judged(RULES, answer.melds) == answer.points == 349


def test_melds_change_places_where_one_lacks_two_naturals():
    """♥5 ♣6 ♥7 ♣8 ♥9 and ♣6 w w ♥9 are laid as ♥5 ♣6 w w ♥9 and ♣6 ♥7 ♣8 ♥9 (H15), 47 points more."""
    layers = (
        ("5C 6D 7C 8D 9C", "5H 6C 7H 8C 9H", "6S 7D 8S 9D", "6H 7S 8H 9S"),
        ("6D 7C 8D 9C", "6C w7H w8C 9H", "7S 8H"),
    )
    naturals = [Card(*text) for melds in layers for meld in melds for text in meld.split() if "w" not in text]
    problem = interlock_problem(RULES, [*naturals, WILD, WILD], ())
    covered = []
    for melds in layers:
        naturals_at, wilds_at = set(), set()
        for meld in melds:
            cards = [text.lstrip("w") for text in meld.split()]
            for text, (rank, suit) in zip(meld.split(), cards, strict=True):
                other_suit = next(other for _, other in cards if other != suit)
                place = problem.places.place_of[1, Card(rank, suit), other_suit]
                (wilds_at if "w" in text else naturals_at).add(place)
        covered.append((naturals_at, wilds_at))
    runs = legal_runs(problem, covered)
    assert score_laid(problem, runs) == 710
    natural_of = {run.natural for run in runs}
    assert (True, True, False, False, True) in natural_of
