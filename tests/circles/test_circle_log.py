"""A circle is a fold over its log: its name, its tables, whose names are one person's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.core.log.circle import (
    Circle,
    CircleMade,
    CircleRenamed,
    PersonParted,
    PersonRenamed,
    TableAdded,
    TableTakenOut,
    fold_circle,
)
from scorepad.core.log.event_data import Event, Refused
from scorepad.core.log.events import read_event
from scorepad.core.log.table import fold
from tests.open_tables import AT, Log

NAMES = ("Ann", "Ben", "Bob", "Robert", "ann", "BOB")


def circle(*changes):
    """The circle after these changes of one that was just made."""
    return fold_circle(
        Event(number, f"op-{number}", change, "Ann", AT)
        for number, change in enumerate((CircleMade("Fridays"), *changes), 1)
    )


def test_a_circle_has_the_tables_that_were_put_in_and_not_taken_out():
    """In the order in which they came; its newest name counts."""
    changes = (TableAdded("a"), TableAdded("b"), TableTakenOut("a"), TableAdded("c"), CircleRenamed("Us"))
    assert (circle(*changes).tables, circle(*changes).name) == (("b", "c"), "Us")


def test_what_cannot_be_is_refused():
    """A table twice, a table that is not in it, and an end without a start."""
    for changes in (
        (TableAdded("a"), TableAdded("a")),
        (TableTakenOut("a"),),
        (CircleMade("Again"),),
    ):
        with pytest.raises(Refused):
            circle(*changes)
    with pytest.raises(Refused):
        fold_circle([Event(1, "op", TableAdded("a"), "", AT)])


def test_the_logs_of_tables_and_of_circles_are_not_mixed():
    """A file of a table that holds an event of a circle is refused, and the other way round."""
    table_log = Log(players=2).events
    with pytest.raises(Refused):
        fold([*table_log, Event(2, "op", TableAdded("a"), "", AT)])
    with pytest.raises(Refused):
        fold_circle(table_log)


def test_a_log_that_told_two_spellings_of_a_name_apart_still_opens():
    """Both are the same person, who has the newest name; what parted both parts them together."""
    composed, decomposed = "Caf\u00e9", "Cafe\u0301"
    renamed = (PersonRenamed(composed, "Robert"), PersonRenamed(decomposed, "Rob"))
    assert {circle(*renamed).person(name) for name in (composed, decomposed)} == {"Rob"}
    parted = circle(*renamed, PersonParted(composed), PersonParted(decomposed))
    assert {parted.person(name) for name in (composed, decomposed)} == {composed, decomposed}


def test_two_names_are_made_one_person_and_parted_again():
    """Spelling aside; a person who was joined to is renamed with all names."""
    joined = circle(PersonRenamed("Bob", "Robert"), PersonRenamed("Robert", "Rob"))
    assert {joined.person(name) for name in ("Bob", "bob", "Robert", "Rob")} == {"Rob"}
    parted = joined.after([Event(4, "op-4", PersonParted("Bob"), "", AT)])
    assert (parted.person("Bob"), parted.person("Robert")) == ("Bob", "Rob")


def test_events_of_circles_come_back_from_json():
    """As those of tables do."""
    for event in circle(TableAdded("abc"), PersonRenamed("Bob", "Rob"), PersonParted("Bob")).events:
        assert read_event(event.as_dict()) == event


CHANGES = st.one_of(
    st.builds(PersonRenamed, st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.builds(PersonParted, st.sampled_from(NAMES)),
)


@given(st.lists(CHANGES, max_size=12))
def test_a_person_is_one_whatever_was_renamed(changes):
    """Who a name means does not change by asking again, and names that differ in case alone mean the same."""
    folded = Circle(name="Us")
    for change in changes:
        try:
            folded = change.apply_to(folded)
        except Refused:
            continue
    for name in NAMES:
        person = folded.person(name).casefold()
        assert folded.person(person).casefold() == person
        assert folded.person(name.upper()).casefold() == person
