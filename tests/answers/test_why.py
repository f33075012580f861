"""Why an arrangement is the best, in lines that add up to its points (A1, A2)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from scorepad.answers import hand_questions, why
from scorepad.answers.why import ValueLine

TEN = "4C 5C 6C 6C 7C 7C 8C 8C 9C TC"


def best(cards, **options):
    return hand_questions.best({"game": "chattahoochee", "cards": cards, "options": options})


def check(melds, **options):
    return hand_questions.check({"game": "chattahoochee", "melds": melds, "options": options})


def test_a1_one_line_for_each_meld():
    """♣456789T is seven cards and 28; ♣678 three and 6."""
    assert why.value_lines(best(TEN)) == [
        ValueLine("♣456789T", "7 cards", 28),
        ValueLine("♣678", "3 cards", 6),
    ]


def test_h14_wilds_are_counted_apart():
    """♣56w♣89 is four cards and one wild, 10."""
    assert why.value_lines(best("5C 6C w 8C 9C", jokers=2)) == [
        ValueLine("♣56w♣89", "4 cards and 1 wild", 10)
    ]


def test_h24_bonuses_have_lines_of_their_own():
    """Four sevens: four melds of 1 and the quartet."""
    found = why.value_lines(best("7C 7S 7H 7D", quartet_bonus=20))
    assert [line.points for line in found] == [1, 1, 1, 1, 20]
    assert found[-1].shown == "Quartet of 7"


@pytest.mark.parametrize("cards", [TEN, "4C 5C w 7H 8H w KD", "AS KS 2S QS TS"])
def test_the_lines_add_up(cards):
    """To the points of the answer."""
    answer = best(cards, jokers=2)
    assert sum(line.points for line in why.value_lines(answer)) == answer.points


def test_the_proof_is_said_with_its_bound():
    """Proven, or at most how much after how long."""
    answer = best(TEN)
    assert why.proof_words(answer) == "Proven: nothing is worth more."
    cut = replace(answer, proven=False, bound=41, seconds=2.003)
    assert why.proof_words(cut) == "At most 41. Not proven in 2 s."


@pytest.mark.parametrize(
    ("points", "bound", "told"),
    [(34, 41, 41), (34, 68, 68), (34, 69, None), (0, 1, None), (-45, -10, -10), (-45, 0, 0), (-45, 10, None)],
)
def test_a_bound_far_above_the_points_is_not_told(points, bound, told):
    """Where it is further from the points than they are from nothing; as a number it stands in the answer."""
    cut = replace(best(TEN), proven=False, points=points, bound=bound, seconds=2.003)
    assert (cut.told_bound, cut.bound) == (told, bound)
    words = "Not proven in 2 s." if told is None else f"At most {told}. Not proven in 2 s."
    assert why.proof_words(cut) == words
    assert ("at most" in repr(cut)) == (told is not None)


def test_a2_her_melds_stand_beside_the_best():
    """What both have comes first; the rest is paired by points."""
    pairs = why.line_pairs(check("4C 5C 6C 7C 8C / 6C 7C 8C 9C TC / QH"), best(f"{TEN} QH"))
    assert [
        (pair.own_line and pair.own_line.points, pair.best_line and pair.best_line.points) for pair in pairs
    ] == [
        (1, 1),
        (15, 28),
        (15, 6),
    ]
    assert [pair.is_same for pair in pairs] == [True, False, False]


def test_a2_more_melds_than_the_best_stand_alone():
    """Four single cards against one run."""
    pairs = why.line_pairs(check("4C / 5C / 6C / 7C"), best("4C 5C 6C 7C"))
    assert [pair.best_line is None for pair in pairs] == [False, True, True, True]
    assert sum(pair.own_line.points for pair in pairs) == 4


def test_a_joker_of_a_set_that_is_open_counts_as_a_wild():
    """♠3 ♥3 w: two cards and a wild, whatever its suit."""
    verdict = hand_questions.check({"game": "rummy-500", "melds": "3S 3H w"})
    assert why.value_lines(verdict) == [ValueLine("♠3♥3w", "2 cards and 1 wild", 21)]
