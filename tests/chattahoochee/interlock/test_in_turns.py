"""I8: the best of a hand beside own melds on the table, which interlock, against every arrangement."""

from __future__ import annotations

import random

import pytest

from scorepad.answers.verification import verified
from scorepad.chattahoochee.interlock.in_turns import keeps_melds_whole
from scorepad.core.bonuses import LyingBeside, PartnerOut
from scorepad.core.check import check, check_meld
from scorepad.core.notation import read_cards, read_melds
from scorepad.core.rules import Leaps
from scorepad.optimize import best
from scorepad.rulebook import find_game
from tests.chattahoochee.interlock.brute_force import most_points
from tests.chattahoochee.interlock.hands import any_meld, deal, small_rules

GAME = find_game("chattahoochee-interlocking")
RULES = GAME.rules({"any_turn": True, "jokers": 4})


def cards(text):
    return [laid.card for laid in read_cards(text, RULES.pack)]


def melds(text):
    return read_melds(text, RULES.pack)


@pytest.mark.parametrize("seed", range(2))
def test_i8_equals_brute_force(seed):
    """12 hands a seed of few ranks, with one own meld or two, and a partner's perhaps."""
    rng = random.Random(800 + seed)
    for _ in range(12):
        rules = small_rules(rng).variant(leaps=Leaps((1,)), any_turn=True, packs=6)
        own = [meld for meld in (any_meld(rng, rules) for _ in range(rng.randint(1, 2))) if len(meld) < 5]
        own = [check_meld(rules, meld).laid for meld in own if check_meld(rules, meld).legal]
        partners = [check_meld(rules, any_meld(rng, rules)).laid] if rng.random() < 0.4 else []
        partners = [meld for meld in partners if check_meld(rules, meld).legal]
        hand = deal(rng, rules, rng.randint(1, 3), rng.randint(0, 1))
        if own:
            beside = LyingBeside(partners)
            answer = best(rules, hand, table=own, partners=beside, limit=20)
            verified(rules, hand, answer, own, beside)
            assert keeps_melds_whole(answer.melds, own)
            assert answer.proven
            assert answer.points == most_points(rules, [*hand, *own], beside), (rules, hand, own, partners)


TWO_OUT = (
    (PartnerOut(melds("3D 4H 5D 6H"), melds("2D 3H 4D 5H 6D"), melds("2H 3D 4H 5D 6H 7D")),),
    (PartnerOut(melds("2H 3D 4H 5D 6H 7D"), melds("2D 3H 4D 5H 6D")),),
)


@pytest.mark.parametrize("partners_out", TWO_OUT)
def test_i8_of_two_partners_melds_the_one_that_scored_does_not_again(partners_out):
    """Each of both interlocks with hers; the one that has scored does not, and a card in hand grows both."""
    own, partners = melds("2D 3H 4D 5H 6D"), melds("2H 3D 4H 5D 6H 7D / 3D 4H 5D 6H")
    rules, beside = RULES.variant(packs=6, jokers=0), LyingBeside(partners, partners_out)
    for hand in ("7H", "AH", "KS"):
        answer = best(rules, cards(hand), table=own, partners=beside, limit=20)
        verified(rules, cards(hand), answer, own, beside)
        most = most_points(rules, [*cards(hand), *own], beside)
        assert (answer.points, answer.proven) == (most, True)


@pytest.mark.parametrize("seed", range(2))
def test_i8_beside_what_has_scored_the_bound_holds(seed):
    """Of a hand that may lay what has scored once more it may stay open which is which; then it says so."""
    rng = random.Random(seed)
    for _ in range(8):
        own = melds(rng.choice(("7H 8D", "7H 8D 9H", "7D 8H", "7H 8D / 7D 8H")))
        partners = melds(" / ".join(rng.sample(("7D 8H 9D", "8H 9D", "7D 8H", "6D 7H 8D 9H"), 2)))
        goings_out = [PartnerOut(partners[:1], own, partners[1:]), PartnerOut(partners[1:], own)]
        beside = LyingBeside(partners, goings_out[: rng.randint(1, 2)])
        hand = [rng.choice(cards("6D 7H 8D 9H 7H 8D")) for _ in range(rng.randint(1, 3))]
        rules = RULES.variant(packs=8, jokers=0)
        answer = best(rules, hand, table=own, partners=beside, limit=20)
        verified(rules, hand, answer, own, beside)
        most = most_points(rules, [*hand, *own], beside)
        assert answer.points <= most <= answer.bound, (hand, own, beside)


@pytest.mark.parametrize(
    ("hand", "own", "partners", "points"),
    [
        ("6H 7D 8H 9D", "7H 8D 9H", "", 6 + 3 + 3 * 3),
        ("6H 7D 8H 9D", "7H 8D 9H", "8H 9D TH", 6 + 3 + 9 + 2 * 1),
        ("8D", "7H / 9H TD", "", 6),
        ("6D", "5H w 7H 8D", "", 3),
        ("9H TD", "7H 8D / 7D 8H", "", 6 + 1 + 2),
    ],
)
def test_i8_her_melds_are_extended_merged_and_interlock(hand, own, partners, points):
    """With new melds, with each other, and with partners' melds; a wild stays what it stood for."""
    table, beside = melds(own), LyingBeside(melds(partners))
    table = [check_meld(RULES, meld).laid for meld in table]
    answer = best(RULES, cards(hand), table=table, partners=beside)
    verified(RULES, cards(hand), answer, table, beside)
    assert (answer.points, answer.proven) == (points, True)


def test_i8_a_meld_broken_up_would_be_worth_more():
    """♥5♦6♥7 may not lend its ♦6: the bound without that bond stays above what can be laid."""
    rules = RULES.variant(packs=1)
    own = melds("♥5♦6♥7♦8 / ♣6♥7♣8")
    hand = cards("5D 6H 7D 8H 5C 7C")
    answer = best(rules.variant(packs=2), hand, table=own)
    assert keeps_melds_whole(answer.melds, own)
    assert answer.points == check(rules, answer.melds).points
    assert answer.proven
