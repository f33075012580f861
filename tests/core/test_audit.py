"""P1: the pack audit."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from scorepad.core.audit import audit_cards, cards_in_play
from scorepad.core.cards import WILD, Card
from scorepad.core.packs import FRENCH
from scorepad.core.rules import Rules
from scorepad.rulebook import find_game

kinds = st.one_of(st.sampled_from(FRENCH.cards), st.just(WILD))


@given(st.integers(1, 3), st.integers(0, 6), st.lists(kinds, max_size=60))
def test_p1_exactly_the_cards_beyond_the_packs_are_named(packs, jokers, cards):
    """One finding for each kind of card held more often than the packs and jokers allow."""
    named = {
        finding.cards[0] for finding in audit_cards(Rules("chattahoochee", packs=packs, jokers=jokers), cards)
    }
    held = Counter(cards)
    assert named == {card for card in held if held[card] > (jokers if card == WILD else packs)}


def test_p1_the_sentence_says_how_many_and_how_many_there_are():
    """In listing order, in words."""
    cards = [Card("Q", "H")] * 3 + [Card("4", "C")] * 2 + [WILD] * 2
    assert [
        finding.sentence for finding in audit_cards(Rules("chattahoochee", packs=1, jokers=1), cards)
    ] == [
        "Two ♣4, but the pack holds one.",
        "Three ♥Q, but the pack holds one.",
        "Two wild cards, but this game has one.",
    ]


def test_p1_the_cards_in_play_are_those_of_all_packs_and_the_jokers():
    """Phase 10 has skips twice in each of its two halves."""
    for game, options, cards in (
        ("avalanche", {"packs": 3}, 162),
        ("phase-10", {}, 108),
        ("leap-rummy", {"pack": "pinochle-5"}, 40),
    ):
        assert cards_in_play(find_game(game).rules(options)) == cards, game
