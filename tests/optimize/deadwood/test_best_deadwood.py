"""Sets and runs: least left over, then fewest cards left, then most melds (B7); melds of the table (B2)."""

from __future__ import annotations

import json
import random
from itertools import combinations

import pytest

from scorepad import optimize
from scorepad.answers import hand_answers
from scorepad.answers.terms import Terms
from scorepad.answers.verification import verified
from scorepad.core.card_text import write_melds
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.check import check
from scorepad.core.notation import read_cards, read_melds
from scorepad.core.packs import FRENCH
from scorepad.core.values import left_value
from scorepad.rulebook import find_game
from tests.optimize.every_arrangement import arrangements
from tests.shared import SHARED

BENCH = SHARED / "bench" / "rummy.json"
INSTANCES = json.loads(BENCH.read_text())["instances"] if BENCH.exists() else []


@pytest.mark.skipif(not INSTANCES, reason="the folder of proven optima is not here")
def test_b7_every_published_hand_leaves_the_published_least():
    """Two hundred hands of one and two packs."""
    assert len(INSTANCES) == 200
    for instance in INSTANCES:
        rules = find_game("basic-rummy").rules({"packs": instance["packs"]})
        hand = [laid.card for laid in read_cards(" ".join(instance["hand"]), FRENCH)]
        answer = hand_answers.best(rules, hand)
        assert answer.proven, instance
        assert answer.left_value == instance["min_deadwood"], instance


def test_b7_of_equal_value_fewest_cards_stay_and_most_melds_lie():
    """Against every way to lay hands of eight cards."""
    rules = find_game("basic-rummy").rules({"packs": 2})
    deck = [card for card in FRENCH.cards if card.rank in "3456TJ" and card.suit in "CHD"] * 2
    for seed in range(25):
        hand = random.Random(seed).sample(deck, 8)
        found = optimize.best(rules, hand)
        order = (left_value(rules, found.left), len(found.left), -len(found.melds))
        ways = arrangements(rules, tuple(sorted(hand)))
        assert order == min((left_value(rules, left), len(left), -len(melds)) for melds, left in ways)


def test_f3_an_ace_is_worth_more_above_the_king():
    """Laid low it counts 1, laid high 15; so it goes to the king and the two stays."""
    rules = find_game("rummy-500").rules({"jokers": 0})
    found = optimize.best(rules, [laid.card for laid in read_cards("♣QKA23", FRENCH)])
    assert write_melds(found.melds) == "QC KC AC"
    assert (found.points, found.left) == (35 - 5, (Card("2", "C"), Card("3", "C")))


def test_f3_four_aces_are_joined_to_a_run_whose_two_is_a_joker():
    """Laid as a set of three and a run, the ace of spades counts 1 in place of 15."""
    rules = find_game("rummy-500").rules({"jokers": 2})
    found = optimize.best(rules, [laid.card for laid in read_cards("♣A ♦A ♥A ♠A ♠3 w", FRENCH)])
    assert (found.points, found.proven, len(found.melds)) == (78, True, 1)


@pytest.mark.parametrize(
    ("table", "hand", "left"),
    [
        ("♣456", "3C 7C 8C TC", "TC"),
        ("♣5 ♥5 ♦5", "5S 6S", "6S"),
        ("♣456 / ♥789", "7C TH JH 2D", "2D"),
        ("♣456 / ♣8 ♥8 ♦8", "7C 8S 8C 9C", ""),
    ],
)
def test_b2_cards_are_laid_off_on_the_melds_of_the_table(table, hand, left):
    """At both ends of runs and into sets; a run grown by a seven goes on with the eight."""
    rules = find_game("basic-rummy").rules({"packs": 2})
    cards = [laid.card for laid in read_cards(hand, FRENCH)]
    answer = hand_answers.best(rules, cards, Terms(table=read_melds(table, FRENCH)))
    assert answer.proven
    assert " ".join(answer.left) == left


def test_b2_no_way_to_lay_off_leaves_less():
    """Against every set of cards that some order of laying can use up, melds of the table first."""
    rules = find_game("basic-rummy").rules({})
    table = read_melds("♣567 / ♥9 ♦9 ♠9", FRENCH)
    deck = [card for card in FRENCH.cards if card.suit == "C" or card.rank == "9"]
    deck = [card for card in deck if card not in {laid.card for meld in table for laid in meld}]
    for seed in range(12):
        hand = random.Random(seed).sample(deck, 5)
        answer = hand_answers.best(rules, hand, Terms(table=table))
        assert answer.left_value == _least_left(rules, table, tuple(hand))


def _least_left(rules, table, hand):
    """The least value left when cards go singly to melds of the table, and the rest is melded."""
    ways = arrangements(rules, tuple(sorted(hand)))
    least = min(left_value(rules, left) for _, left in ways)
    for card, (place, meld) in ((card, one) for card in hand for one in enumerate(table)):
        for longer in ((*meld, Laid(card)), (Laid(card), *meld)):
            if check(rules, [longer]).legal:
                others = list(hand)
                others.remove(card)
                after = (*table[:place], longer, *table[place + 1 :])
                least = min(least, _least_left(rules, after, tuple(others)))
                break
    return least


def test_a_search_cut_off_says_so():
    """The best found is legal, the bound holds, and it is not called proven."""
    rules = find_game("rummy-500").rules({"packs": 2})
    hand = [*FRENCH.cards, *FRENCH.cards, *[WILD] * 4]
    found = optimize.best(rules, hand, limit=0.01)
    verified(rules, hand, found)
    assert not found.proven
    assert found.bound > found.points


def test_f2_two_jokers_and_more_complete_any_meld():
    """Every hand of five from a few cards and three jokers has its jokers melded where any card allows it."""
    rules = find_game("rummy-500").rules({"packs": 2, "jokers": 2})
    for naturals in combinations([Card(rank, "C") for rank in "29K"], 2):
        found = optimize.best(rules, [*naturals, WILD, WILD, WILD, WILD])
        verified(rules, [*naturals, WILD, WILD, WILD, WILD], found)
        assert found.left == ()
