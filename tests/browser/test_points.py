"""Points of any game, typed on the keys of the page."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.test_evening import AT_TABLE


def key(phone, name):
    phone.locator(f".number-keys [value='{name}']").click()


def test_two_taps_a_minus_a_step_and_the_next_player(phone, live_server):
    """The keys type into the field that was tapped last, and nothing opens the phone's own keyboard."""
    phone.goto(live_server)
    phone.get_by_role("link", name=re.compile("^Any other game")).click()
    phone.get_by_role("button", name="3 players").click()
    phone.wait_for_url(AT_TABLE)
    phone.get_by_role("link", name="Enter points").click()
    fields = phone.locator(".points-of input")
    expect(fields.first).to_have_attribute("inputmode", "none")
    for pressed in ("1", "2", "5", "back", "next", "−", "7"):
        key(phone, pressed)
    fields.nth(2).click()
    phone.get_by_role("button", name="Player 3: 1 more").click()
    assert [field.input_value() for field in fields.all()] == ["12", "−7", "1"]
    expect(phone.locator(".line .made")).to_have_text(["Score +12", "Score −7", "Score +1"])
    phone.get_by_role("button", name="Record the round").click()
    phone.wait_for_url(AT_TABLE)
    expect(phone.locator(".side .total")).to_have_text(["12", "1", "−7"])
