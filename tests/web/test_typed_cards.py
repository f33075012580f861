"""Cards being typed: what taps do to them, and that nothing typed is ever lost."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scorepad.core.packs import FRENCH
from scorepad.rulebook import find_game
from scorepad.web.hand.typed_cards import TypedCards

RULES = find_game("chattahoochee").rules({})
CARDS = st.sampled_from([str(card) for card in FRENCH.cards])
TAPS = st.one_of(
    CARDS.map(lambda card: {"add": card}),
    CARDS.map(lambda card: {"remove": card}),
    st.sampled_from([{"clear": "1"}, {"undo": "1"}]),
)


def test_p1_a_card_is_added_as_often_as_the_packs_hold_it():
    """Two packs hold two of a card; the third tap changes nothing and says why."""
    entry = TypedCards(RULES).add("7H").add("7H")
    third = entry.add("7H")
    assert entry.text == third.text == "7H 7H"
    assert "two" in third.said


def test_a_wild_without_jokers_in_play_is_refused_with_the_way_to_get_them():
    """The house rules are named, since that is where jokers are put into play."""
    assert "house rules" in TypedCards(RULES).add("w").said
    assert TypedCards(replace(RULES, jokers=1)).add("w").text == "w"


def test_undo_without_a_past_takes_the_last_card():
    """A shared link carries cards and no past."""
    assert TypedCards(RULES, "♣45").undo().text == "4C"
    assert TypedCards(RULES, "").undo().text == ""


def test_n6_text_that_does_not_read_stays_as_it_was_typed():
    """A tap after a mistyped piece adds to the text and loses none of it."""
    entry = TypedCards(RULES, "4C 5X")
    assert entry.error is not None
    assert entry.add("7H").text == "4C 5X 7H"
    assert entry.remove("4C").text == "4C 5X"
    assert entry.clear().undo().text == "4C 5X"


@given(st.lists(TAPS, max_size=30))
def test_no_taps_leave_cards_that_the_packs_do_not_hold(taps):
    """After any taps the text reads and holds at most two of each card."""
    entry = TypedCards(RULES)
    for tap in taps:
        entry = entry.tapped(tap)
    assert entry.error is None
    assert all(entry.cards.count(card) <= RULES.packs for card in entry.cards)


@given(st.lists(TAPS, max_size=12))
def test_the_last_change_is_always_undone(taps):
    """One undo after any tap that changed the cards brings them back."""
    entry = TypedCards(RULES)
    for tap in taps:
        after = entry.tapped(tap)
        if "undo" not in tap and after.text != entry.text:
            assert after.undo().cards == entry.cards
        entry = after
