"""Hands whose wilds could close a circle of two suits: closed, with a gap, or with the wilds elsewhere."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from scorepad.core.cards import WILD, Card, Laid
from scorepad.optimize.interlock import search_interlocks
from scorepad.optimize.interlock.circle_gaps import best_with_gap
from scorepad.optimize.interlock.closed_circles import best_if_closed, circles_to_part, places_missing
from scorepad.optimize.interlock.interlock_problem import interlock_problem
from scorepad.optimize.interlock.solved_layers import solve_layers
from tests.optimize.interlock.brute_force import judged
from tests.optimize.interlock.hands import RULES
from tests.optimize.interlock.meld_tuples import most_points
from tests.optimize.interlock.test_dense_hands import agree, circle
from tests.profiles import examples

FAR = float("inf")


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


def whole_circle(*missing):
    """All cards of spades and hearts but these, and a wild for each of them."""
    kinds = [card for card in RULES.pack.cards if card.suit in "SH"]
    return [kind for kind in kinds if str(kind) not in missing] + [WILD] * len(missing)


@pytest.mark.parametrize("ranks", [3, 5])
@pytest.mark.parametrize("suits", [2, 3, 4])
def test_hands_that_could_close_a_circle_are_what_another_program_finds(ranks, suits):
    rng = random.Random(f"{ranks} {suits}")
    rules = circle(ranks, suits=suits)
    for _ in range(examples(6)):
        agree(rules, closable_hand(rng, rules, 9))


@pytest.mark.parametrize("seed", range(examples(8)))
def test_no_case_by_itself_is_bounded_below_what_another_program_finds(seed):
    """All three without columns, which would hide a bound that is too low or a search that is too weak."""
    rng = random.Random(seed)
    rules = circle(rng.choice([3, 5]), suits=rng.choice([2, 3]))
    circles = []
    while not circles:  # none where fewer than all wilds could close another circle
        hand = closable_hand(rng, rules, 9)
        problem = interlock_problem(rules, hand, ())
        circles = circles_to_part(problem)
    bridges = tuple(places_missing(problem, closable) for closable in circles)
    bounds = [solve_layers(replace(problem, bridges=bridges), FAR).bound]
    for closable in circles:
        bounds += [
            best_if_closed(problem, closable, 0, FAR)[0],
            best_with_gap(problem, closable, 0, FAR).bound,
        ]
    assert max(bounds) >= most_points(rules, hand)[0]


@pytest.mark.parametrize("missing", [("5S", "9H", "QS"), ("5S", "6H", "7S", "8H")])
def test_with_a_gap_no_meld_is_worth_more_than_the_bound(missing):
    """Each meld of all places of the circle but one, wilds among them, as the referee judges it."""
    problem = interlock_problem(RULES, whole_circle(*missing), ())
    (closable,) = circles_to_part(problem)
    kinds = [problem.places.cards[place] for place in closable]
    bound = best_with_gap(problem, closable, 0, FAR).bound
    for gap in range(len(kinds)):
        if str(kinds[gap]) not in missing:
            run = kinds[gap + 1 :] + kinds[:gap]
            meld = tuple(Laid(WILD, kind) if str(kind) in missing else Laid(kind) for kind in run)
            assert judged(RULES, [meld, (Laid(kinds[gap]),)]) <= bound


@pytest.mark.parametrize(("missing", "points"), [(["5S"], 1092), (["5S", "9H"], 881), (["5S", "5H"], 1068)])
def test_two_suits_that_wilds_complete_are_proven(missing, points):
    """One meld of all naturals interlocks with itself (I6); of two places of a rank one may stay empty."""
    answer = search_interlocks(RULES, whole_circle(*missing), limit=600)
    assert answer.proven
    assert answer.points == judged(RULES, answer.melds) == points


def test_a_closed_circle_is_laid_where_two_melds_overlap_at_both_seams():
    """♠8 ♥8 once more: two melds of 14 cards, from 8 to 8, are worth more than one that goes round."""
    eights = [card for card in RULES.pack.cards if card.rank == "8" and card.suit in "SH"]
    answer = search_interlocks(RULES, whole_circle("5S") + eights, limit=600)
    assert answer.proven
    assert sorted(map(len, answer.melds)) == [14, 14]
    assert answer.points == judged(RULES, answer.melds) == 1183


def test_circles_where_two_ranks_are_missing_in_both_suits_are_not_told_apart():
    """Two wilds at a rank take one off: a stretch past several of them is worth less than one before them."""
    for missing, count in ((["5S", "5H", "6S", "7H"], 1), (["5S", "5H", "6S", "6H"], 0)):
        assert len(circles_to_part(interlock_problem(RULES, whole_circle(*missing), ()))) == count


def test_nothing_lies_across_the_seams_of_two_melds_that_close_a_circle():
    """Beside one layer all round, as if it had no seam, the other cards would be worth two points more."""
    rules = circle(5, suits=3)
    names = ("AS", "3S", "4S", "5S", "AH", "2H", "3H", "4H", "5H", "3H", "4H", "4S")
    hand = [Card(*name) for name in names] + [WILD]
    problem = interlock_problem(rules, hand, ())
    (closable,) = circles_to_part(problem)
    assert best_if_closed(problem, closable, 0, FAR)[0] == most_points(rules, hand)[0] == 83
