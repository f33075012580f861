"""Dense hands of six to 22 cards, the search against a program that shares nothing with it."""

from __future__ import annotations

import random

import pytest

from scorepad.chattahoochee.interlock.best_interlocks import score_laid, search_interlocks
from scorepad.chattahoochee.interlock.interlock_problem import interlock_problem
from scorepad.chattahoochee.interlock.legal_runs import legal_runs
from scorepad.core.cards import WILD, Card
from scorepad.core.packs import FRENCH_48, Pack
from scorepad.core.rule_parts import Interlocks, Schedule
from scorepad.core.rules import Leaps
from tests.by_night import by_night, each_nth
from tests.chattahoochee.interlock.brute_force import judged
from tests.chattahoochee.interlock.hands import RULES, SUITS, any_schedule, any_schedules, deal
from tests.chattahoochee.interlock.meld_tuples import most_points
from tests.profiles import examples

EACH = examples(14)


def circle(ranks, leaps=(1,), suits=4):
    """Rules of two packs of that many ranks."""
    pack = Pack("small", "Small pack", SUITS[:suits], tuple("A23456789TJQ"[:ranks]))
    return RULES.variant(pack=pack, leaps=Leaps(leaps))


def own_values(of_runs, of_interlocks):
    """Rules of two packs with these schedules."""
    return RULES.variant(schedule=Schedule(of_runs), interlocks=Interlocks(Schedule(of_interlocks)))


KINDS = {
    "four ranks": (RULES, (10, 13), (0, 1), "5678"),
    "four ranks, two wilds": (RULES, (8, 11), (2, 2), "5678"),
    "four ranks, three wilds": (RULES, (6, 8), (3, 3), "5678"),
    "five ranks": (RULES, (13, 16), (0, 1), "56789"),
    "five ranks, two wilds": (RULES, (9, 11), (2, 2), "56789"),
    "four ranks round the corner": (RULES, (9, 11), (1, 2), "QKA2"),
    "two wilds, two zeroes": (RULES.variant(schedule=Schedule("two-zeroes")), (9, 11), (2, 2), "5678"),
    "wilds apart": (RULES.variant(wilds_apart=True), (8, 10), (2, 2), "5678"),
    "interlocks by two zeroes, two wilds": (own_values("one-zero", "two-zeroes"), (9, 11), (2, 2), "5678"),
    "runs by squares, interlocks by zeroes": (own_values("square", "one-zero"), (10, 12), (0, 0), "5678"),
    "five ranks in all": (circle(5), (8, 10), (0, 1), ""),
    "five ranks in all, two suits": (circle(5, suits=2), (7, 10), (0, 1), ""),
    "seven ranks in all": (circle(7, suits=3), (9, 11), (0, 1), ""),
    "four ranks in all": (circle(4, suits=3), (8, 10), (0, 1), ""),
    "four ranks in all, two suits": (circle(4, suits=2), (7, 10), (0, 0), ""),
    "six ranks in all": (circle(6, suits=3), (9, 12), (0, 1), ""),
    "six ranks, leap two": (circle(6, (2,), suits=3), (8, 10), (0, 1), ""),
    "eight ranks, leaps two and four": (circle(8, (2, 4), suits=2), (8, 10), (0, 1), ""),
    "twelve ranks": (RULES.variant(pack=FRENCH_48), (9, 11), (1, 2), "JQA2"),
    "twelve ranks, leap three": (circle(12, (3,), suits=2), (7, 10), (0, 1), "A47T"),
}

LARGE_KINDS = {
    "five ranks, 14 cards": (RULES, (14, 16), (1, 1), "56789"),
    "five ranks, 14 cards, two wilds": (RULES, (14, 14), (2, 2), "56789"),
    "five ranks, 14 cards, two zeroes": (
        RULES.variant(schedule=Schedule("two-zeroes")),
        (14, 16),
        (2, 2),
        "56789",
    ),
    "five ranks of three packs": (RULES.variant(packs=3), (14, 16), (1, 1), "56789"),
    "five ranks round the corner, 14 cards": (RULES, (14, 16), (1, 1), "QKA23"),
    "six ranks, 16 cards": (RULES, (16, 18), (1, 1), "456789"),
    "six ranks, 14 cards, two wilds": (RULES, (14, 15), (2, 2), "456789"),
    "seven ranks, 18 cards": (RULES, (18, 22), (1, 1), "3456789"),
    "seven ranks, 15 cards, two wilds": (RULES, (15, 17), (2, 2), "3456789"),
    "seven ranks, 14 cards, three wilds": (RULES, (14, 15), (3, 3), "3456789"),
}


def agree(rules, hand):
    """Both are what the referee says they are, the search proves its own, and neither is worth more."""
    answer = search_interlocks(rules, hand, limit=600)
    assert judged(rules, answer.melds) == answer.points
    most, melds = most_points(rules, hand)
    assert judged(rules, melds) == most
    assert answer.bound >= most, (rules, hand)
    assert answer.proven, (rules, hand)
    assert answer.points == most, (rules, hand)


def any_hand(rng, kind):
    """Rules and a hand of a kind."""
    rules, sizes, wilds, ranks = (KINDS | LARGE_KINDS)[kind]
    return rules, deal(rng, rules, rng.randint(*sizes), rng.randint(*wilds), ranks)


@pytest.mark.parametrize("kind", KINDS)
def test_dense_hands_are_proven_at_what_another_program_finds(kind):
    """Two packs: four or five ranks of thirteen, and whole circles of odd and even ranks."""
    rng = random.Random(kind)
    for _ in range(EACH):
        agree(*any_hand(rng, kind))


@pytest.mark.parametrize("kind", each_nth(LARGE_KINDS, 2))
def test_hands_of_14_to_22_cards_with_wilds_are_what_another_program_finds(kind):
    """A hundred where the run is thorough; bench/dense_hands.py compares ten thousand."""
    for seed in range(examples(10)):
        agree(*any_hand(random.Random(f"{kind} {seed}"), kind))


@pytest.mark.parametrize("seed", range(4))
def test_under_any_schedule(seed):
    """Values that fall, that jump, and that count one card."""
    rng = random.Random(seed)
    for _ in range(EACH):
        rules, hand = any_hand(rng, rng.choice(["five ranks in all, two suits", "four ranks in all"]))
        agree(rules.variant(schedule=any_schedule(rng)), hand[:8])


@pytest.mark.parametrize("seed", each_nth(range(6), 3))
def test_interlocks_by_a_schedule_of_their_own(seed):
    """I3: convex or not, counting one card or not, for melds and for interlocks apart."""
    rng = random.Random(100 + seed)
    for _ in range(EACH):
        rules, hand = any_hand(rng, rng.choice(["five ranks in all", "four ranks", "four ranks, two wilds"]))
        agree(any_schedules(rng, rules), hand[-8:])


def closable_hand(rng, rules, cards):
    """So many cards and wilds in place of the kinds of two suits that are not among them."""
    suits = rng.sample([suit.letter for suit in rules.pack.suits], 2)
    kinds = [card for card in rules.pack.cards if card.suit in suits]
    missing = rng.sample(kinds, rng.randint(1, 2))
    others = [card for card in rules.pack.cards * rules.packs if card not in missing]
    hand = [kind for kind in kinds if kind not in missing]
    for kind in hand:
        others.remove(kind)
    more = max(0, min(cards - len(hand), len(others)))
    return hand + rng.sample(others, more) + [WILD] * len(missing)


@pytest.mark.parametrize("ranks", [3, 5])
@pytest.mark.parametrize("suits", [2, 3, by_night(4)])
def test_hands_that_could_close_a_circle_are_what_another_program_finds(ranks, suits):
    """Cards and wilds all round a circle of two suits."""
    rng = random.Random(f"{ranks} {suits}")
    rules = circle(ranks, suits=suits)
    for _ in range(examples(6)):
        agree(rules, closable_hand(rng, rules, 9))


@pytest.mark.parametrize(("missing", "points"), [(["5S"], 1092), (["5S", "9H"], 881), (["5S", "5H"], 1068)])
def test_the_bound_holds_where_wilds_complete_two_suits(missing, points):
    """One meld of all naturals interlocks with itself (I6)."""
    kinds = [card for card in RULES.pack.cards if card.suit in "SH"]
    hand = [kind for kind in kinds if str(kind) not in missing] + [WILD] * len(missing)
    answer = search_interlocks(RULES, hand, limit=0.5)
    assert judged(RULES, answer.melds) == answer.points <= points <= answer.bound


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
    assert (True, True, False, False, True) in {run.natural for run in runs}
