"""A4: cards recorded before their melds are found are laid legally, and never worth more than the best."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad import optimize
from scorepad.core.cards import WILD
from scorepad.core.check import check
from scorepad.core.values import left_value
from scorepad.rulebook import find_game
from scorepad.tables.recording import longest_first_is_best, plain_layings
from tests.profiles import examples

TABLES = {
    "plain": find_game("chattahoochee").rules({}),
    "five jokers": find_game("chattahoochee").rules({"jokers": 5}),
    "both": find_game("chattahoochee").rules({"melds": "both", "jokers": 2}),
    "leaps": find_game("chattahoochee").rules({"leaps": "1 2 3"}),
    "sevens wild": find_game("chattahoochee").rules({"wild_rank": "7", "wilds_apart": "yes"}),
    "interlocking": find_game("chattahoochee-interlocking").rules({}),
    "leap-rummy": find_game("leap-rummy").rules({"jokers": 2}),
    "squares": find_game("chattahoochee").rules({"schedule": "square", "quartet_bonus": 20}),
    "own values": find_game("chattahoochee").rules({"schedule": "table", "schedule_table": "5 6 7"}),
}


def hands(rules):
    deck = [*rules.pack.cards * rules.packs, *[WILD] * rules.jokers]
    return st.lists(st.sampled_from(range(len(deck))), min_size=1, max_size=14, unique=True).map(
        lambda places: [deck[place] for place in places]
    )


@pytest.mark.parametrize("table", TABLES)
@settings(max_examples=examples(25))
@given(st.data())
def test_a4_every_plain_laying_holds_the_cards_and_the_last_is_legal(table, data):
    """Every card in a meld or in hand; at the least, single cards or nothing melded can be recorded."""
    rules = TABLES[table]
    hand = data.draw(hands(rules))
    ways = plain_layings(rules, hand)
    for melds, left in ways:
        assert Counter([*left, *(laid.card for meld in melds for laid in meld)]) == Counter(hand)
        assert not (left and rules.scoring.must_meld_all)
    assert any(check(rules, melds).legal for melds, _ in ways)


@pytest.mark.parametrize("table", ["plain", "squares", "five jokers"])
@settings(max_examples=examples(25))
@given(st.data())
def test_a4_nothing_is_left_to_follow_where_the_longest_runs_are_the_best(table, data):
    """The search finds nothing better; with a wild in hand it may."""
    rules = TABLES[table]
    hand = data.draw(hands(rules))
    melds, left = plain_layings(rules, hand)[0]
    points = check(rules, melds).points - (left_value(rules, left) if rules.scoring.left_counts else 0)
    best = optimize.best(rules, hand)
    if longest_first_is_best(rules, hand):
        assert best.points == points
    else:
        assert WILD in hand
        assert best.points >= points


def test_a4_no_such_promise_where_it_does_not_hold():
    """Two suits by turns, leaps, wilds of the pack, interlocks, steps that fall, melds on the table."""
    cards = list(TABLES["plain"].pack.cards[:6])
    promised = {name for name, rules in TABLES.items() if longest_first_is_best(rules, cards)}
    assert promised == {"plain", "squares", "five jokers", "sevens wild"}
