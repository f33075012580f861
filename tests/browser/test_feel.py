"""A touch and a tone when something was recorded: off unless this phone wants them, stilled with motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.test_tables import go_out, open_table
from tests.by_night import by_night

FELT = """
const feel = (what) => { sessionStorage.felt = (sessionStorage.felt || "") + what; return true; };
navigator.vibrate = (length) => feel("v" + length);
const Tone = window.AudioContext;
window.AudioContext = class extends Tone {
  constructor() { super(); feel("s"); }
};
"""


@pytest.mark.parametrize(
    ("ticked", "motion", "felt"),
    [
        by_night((), "no-preference", None),
        (("Vibrate", "Play a soft tone"), "no-preference", "v30s"),
        (("Vibrate", "Play a soft tone"), "reduce", "s"),
        by_night(("Play a soft tone",), "no-preference", "s"),
    ],
    ids=["off", "both", "reduced motion", "tone alone"],
)
def test_a_phone_feels_what_it_wants_when_something_is_recorded(new_phone, ticked, motion, felt):
    phone = new_phone(reduced_motion=motion)
    phone.add_init_script(FELT)
    table = open_table(phone, "Ann", "Ben")
    phone.goto(f"{table}/who")
    expect(phone.get_by_label("Vibrate")).not_to_be_checked()
    for tick in ticked:
        phone.get_by_label(tick).check()
    phone.goto(table)
    go_out(phone, "Ann", "4C", "5C")
    phone.wait_for_function("felt => (sessionStorage.felt || null) === felt", arg=felt)


def test_a_phone_that_cannot_vibrate_is_not_offered_it(phone):
    phone.add_init_script("delete Navigator.prototype.vibrate;")
    table = open_table(phone, "Ann", "Ben")
    phone.goto(f"{table}/who")
    expect(phone.get_by_label("Play a soft tone")).to_be_visible()
    expect(phone.get_by_label("Vibrate")).to_have_count(0)
