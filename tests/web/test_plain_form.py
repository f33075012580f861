"""Forms of plain fields: every fault at its field, nothing lost, drawn as they are declared."""

from __future__ import annotations

import pytest
from flask import render_template_string

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import say
from scorepad.store.engine import NotFound
from scorepad.web.plain_form import (
    NOT_OFFERED,
    AtMost,
    BoundedField,
    ChipsField,
    Filled,
    LineField,
    PlainForm,
    TickField,
    TypedField,
)

NAMELESS, TOO_LONG, NO_NUMBER = (say("Type a name."), say("Type less."), say("Type a number."))
DRAWN = '{% from "_form.html" import form_field %}{% for field in form %}{{ form_field(field) }}{% endfor %}'


class Questions(PlainForm):
    name = LineField(say("Name"), validators=[Filled(NAMELESS), AtMost(5, TOO_LONG)])
    number = TypedField(
        say("Points"), read=lambda text: int(text) if text.isdecimal() else None, fault=NO_NUMBER
    )
    rows = BoundedField(say("Rows"), least=1, highest=60, default=12)
    keeps = TickField(say("Yes"))
    seats = ChipsField(say("Who?"), choices={"0": "Ann", "1": "Ben"})


def sent(app, method="POST", known=None, **fields):
    """The form of a request with these fields."""
    where = {"data": fields} if method == "POST" else {"query_string": fields}
    with app.test_request_context("/", method=method, **where):
        form = Questions(**(known or {}))
        form.validate()
        return form, render_template_string(DRAWN, form=form)


def test_every_fault_is_told_at_once_at_its_field_and_what_was_typed_stays(app):
    form, drawn = sent(app, name="Alexandra", number="ten")
    assert form.errors == {"name": [TOO_LONG], "number": [NO_NUMBER]}
    assert form.told == "Type less. Type a number."
    for part in ('value="Alexandra"', 'value="ten"', 'id="number-error">Type a number.'):
        assert part in drawn


@pytest.mark.parametrize("name", ["", " ", "\x00\n"])
def test_a_field_that_must_be_filled_wants_something_visible(app, name):
    form, _ = sent(app, name=name)
    assert form.errors["name"] == [NAMELESS]


def test_a_bound_is_declared_once_for_browsers_and_for_what_is_sent(app):
    _, drawn = sent(app, name="Ann")
    assert 'maxlength="5"' in drawn
    assert ('min="1"' in drawn, 'max="60"' in drawn) == (True, True)


@pytest.mark.parametrize(("typed", "rows"), [("0", 1), ("7", 7), ("61", 60), ("many", 12), ("99999", 12)])
def test_a_bounded_number_is_the_nearest_that_is_allowed(app, typed, rows):
    form, _ = sent(app, name="Ann", rows=typed)
    assert form.rows.data == rows


def test_a_field_that_was_not_sent_keeps_its_value(app):
    form, _ = sent(app, known={"keeps": True, "number": 4}, name="Ann")
    assert (form.keeps.data, form.number.data) == (True, 4)
    form, _ = sent(app, known={"keeps": True}, name="Ann", keeps="false")
    assert form.keeps.data is False


def test_the_address_of_its_page_fills_a_form_in(app):
    form, _ = sent(app, "GET", name="Ann", keeps="true")
    assert (form.name.data, form.keeps.data) == ("Ann", True)


def test_a_refusal_is_told_at_the_field_that_it_names(app):
    parts = [ScorepadError(say("No."), at="number"), ScorepadError(say("Never."), at="elsewhere")]
    form, _ = sent(app, name="Ann", number="1")
    form.take(ScorepadError(say("No. Never."), parts=parts))
    assert (form.number.errors, form.form_errors) == (["No."], ["Never."])


def test_an_error_that_is_no_refusal_has_a_page_of_its_own(app):
    form, _ = sent(app, name="Ann")
    with pytest.raises(NotFound):
        form.take(NotFound(say("It is gone."), at="name"))


@pytest.mark.parametrize(
    ("typed", "seats", "faults"),
    [
        ([], [], []),
        (["0", "1"], [0, 1], []),
        (["0", "2"], [0, 2], [NOT_OFFERED]),
        (["0", "Ben"], [], [NOT_OFFERED]),
    ],
)
def test_chips_are_chosen_among_those_shown(app, typed, seats, faults):
    """What does not read chooses nobody."""
    form, drawn = sent(app, name="Ann", seats=typed)
    assert (form.seats.data, form.seats.errors) == (seats, faults)
    assert drawn.count('type="checkbox" name="seats"') == 2
    assert drawn.count('name="seats" value="0" checked') == (0 in seats)
