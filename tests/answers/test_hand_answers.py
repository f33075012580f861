"""The answers of the referee's service: what it writes reads back, and nothing unjudged gets out."""

from __future__ import annotations

import random

import pytest

from scorepad import best
from scorepad.answers import hand_answers
from scorepad.core.check import check
from scorepad.core.notation import read_melds
from scorepad.core.packs import FRENCH
from tests.optimize.hands import any_hand, any_rules, small_pack, with_wild_ranks
from tests.profiles import examples


def reread(rules, answer, field):
    """The melds of an answer, judged again from their written form."""
    text = " / ".join(" ".join(getattr(meld, field)) for meld in answer.melds)
    return check(rules, read_melds(text, rules.pack))


@pytest.mark.parametrize("seed", range(4))
def test_n5_the_best_melds_as_written_are_worth_what_was_said(seed):
    """`laid` says what every wild stands for, so it is judged the same, wild ranks and leaps included."""
    rng = random.Random(seed)
    for _ in range(examples(120)):
        rules = any_rules(rng, rng.choice([FRENCH, small_pack(rng)]))
        rules = with_wild_ranks(rng, rules) if rng.random() < 0.5 else rules
        hand = any_hand(rng, rules, rng.randint(0, 12), rng.choice([0, 1, 2]))
        answer = hand_answers.best(rules, hand)
        verdict = reread(rules, answer, "laid")
        assert verdict.legal
        assert verdict.points == answer.points


@pytest.mark.parametrize("seed", range(4))
def test_h16_the_bare_cards_read_the_same_where_only_jokers_are_wild(seed):
    """In the order given, a plain `w` stands for what its place says."""
    rng = random.Random(seed)
    for _ in range(examples(60)):
        rules = any_rules(rng, FRENCH)
        hand = any_hand(rng, rules, rng.randint(0, 20), rng.choice([0, 1, 2, 3]))
        answer = hand_answers.best(rules, hand)
        verdict = reread(rules, answer, "cards")
        assert verdict.legal
        assert verdict.points == answer.points


@pytest.mark.parametrize(("cards", "opens"), [("QH KH AH 3S 3H 3D", True), ("AH 2H 3H 3S 3D 3C", False)])
def test_romme_r4_melds_below_forty_open_only_as_a_whole_hand(cards, opens):
    assert best("romme", cards).opens is opens
    whole = "AH 2H 3H 3S 3D 3C 2C 2S 2D 4C 4S 4D 4H"
    assert (best("romme", whole).opens, best("romme", whole).goes_out) == (True, True)
