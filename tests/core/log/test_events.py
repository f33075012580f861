"""Events as data: every field that is wrong is named, and text is one clean line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.core.log.endings import FinalHand
from scorepad.core.log.events import UnreadableEvent, numbered, read_event
from scorepad.core.log.schema import clean_text
from tests.open_tables import Log, points

EVENT = Log(players=2).out(1, (0, 5)).events[1].as_dict()


def test_an_event_survives_the_way_out_and_in():
    """What `as_dict` writes, `read_event` reads."""
    for event in Log(players=3).out(1, (0, 5)).add("closed", deal=1, reason="tea").events:
        assert read_event(event.as_dict()) == event


def test_a_final_hand_has_the_cards_melded_and_those_left():
    """Both are read again when a newer pad takes in a file."""
    hand = FinalHand(0, (("4C", "5C", "6C"),), 15, ("KH",), 10, None, 5)
    assert hand.written_melds == (("4C", "5C", "6C"), ("KH",))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kind": "gone"}, "kind must be one of avalanche, circle-made"),
        ({"kind": ["out"]}, "kind must be"),
        ({"at": "yesterday"}, "at must be a moment"),
        ({"op": ""}, "op must be"),
        ({"extra": 1}, "extra isn’t known"),
        ({"data": points(0, 5)}, "deal is missing"),
        ({"data": {"deal": 1, **points(0, 5, points=True)}}, "points must be a whole number"),
        ({"data": {"deal": 1, **points(12, 5)}}, "player must be the seat"),
        ({"data": {"deal": 1, **points(0, 5, note="two\nlines")}}, "note must be one line"),
        ({"data": {"deal": 1, **points(0, 5, bonuses=[{"kind": "x"}])}}, "bonuses must be"),
        ({"data": {"deal": 1, **points(0, 5, disputed="yes")}}, "disputed must be true or false"),
        ({"data": {"deal": 1, **points(0, 5, to_follow=1)}}, "to_follow must be true or false"),
        ({"op": "", "data": {"deal": 0}}, "player is missing"),
    ],
)
def test_every_wrong_field_is_named(change, sentence):
    """The error names the event and the field."""
    with pytest.raises(UnreadableEvent, match="Event 2: ") as wrong:
        read_event({**EVENT, **change})
    assert sentence in wrong.value.message


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda some: st.lists(some)))
def test_nothing_else_reads_as_an_event(data):
    """Any other value, in the place of an event or of one of its fields, is refused in words."""
    wrong = [data, *({**EVENT, name: data} for name in ("kind", "data", "at", "number"))]
    for value in wrong:
        try:
            read_event(value)
        except UnreadableEvent:
            continue
        assert value == {**EVENT, "number": data}


@given(st.text())
def test_cleaned_text_is_one_line_and_stays_as_it_is(text):
    """Cleaning again changes nothing, and the store and a file can hold what is left."""
    once = clean_text(text)
    assert clean_text(once) == once
    assert once.encode().decode() == once
    assert once.splitlines() in ([], [once])


def test_numbers_run_without_a_gap_and_operations_are_whole():
    """An operation's events lie side by side."""
    log = Log(players=3).out(1, (0, 5), (1, 5)).events
    assert numbered(log)
    assert not numbered(log[1:])
    assert not numbered([log[0], log[2]])
