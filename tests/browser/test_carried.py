"""A table carried to a second phone by its link, which the phone opens as it comes from a chat."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.test_tables import open_table


def test_a_link_from_another_phone_is_looked_at_and_opened(phone, laptop):
    """What stands behind its # goes into the form by itself, and neither a reload nor Back sends it again."""
    table = open_table(phone, "Ann", "Ben")
    phone.goto(f"{table}/carry")
    expect(phone.get_by_alt_text("QR code that holds the table")).to_be_visible()
    carried = phone.get_by_label("Link").input_value().partition("#")[2]
    laptop.goto(f"/carry#{carried}")
    expect(laptop.locator("main")).to_contain_text("Chattahoochee · Ann, Ben · 0 deals · since")
    assert laptop.evaluate("location.hash") == ""
    laptop.get_by_role("button", name="Open the table").click()
    laptop.get_by_role("button", name="Ben", exact=True).click()
    laptop.wait_for_url(re.compile(r"/t/[a-z0-9]+$"))
    expect(laptop.get_by_role("heading", name="Friday")).to_be_visible()
