"""Twelve players at a table: nothing runs over the edge of a phone, and the wall shows everybody (H5)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screen import expect_no_sideways_scroll, expect_one_screen
from tests.by_night import by_night
from tests.open_tables import NAMES as SHORT

NAMES = (*SHORT[:11], "Leopoldine-Marie Therese")


def open_twelve(phone: Page, letters: str = "") -> str:
    """The address of a table of twelve, in partnerships by their letters."""
    phone.goto("/new?game=chattahoochee")
    phone.get_by_text("More players").click()
    for seat, name in enumerate(NAMES):
        phone.get_by_label(f"Name in seat {seat + 1}", exact=True).fill(name)
    for seat, letter in enumerate(letters):
        phone.get_by_label(f"Partners of seat {seat + 1}", exact=True).select_option(letter)
    phone.get_by_role("button", name="Open the table").click()
    phone.wait_for_url("**/invite?*")
    return phone.url.rpartition("/")[0]


@pytest.mark.parametrize("letters", [by_night(""), "ABCDEFABCDEF"], ids=["alone", "pairs"])
def test_h5_twelve_players_fit_on_a_phone_and_on_the_wall(new_phone, letters):
    """In pairs of six letters as well; everybody counts against those who are no partners."""
    phone = new_phone(viewport={"width": 360, "height": 640})
    table = open_twelve(phone, letters)
    for page in ("", "/out", "/wall", "/sheet", "/names", "/note"):
        phone.goto(table + page)
        expect_no_sideways_scroll(phone)
    phone.goto(table)
    counts = phone.locator(".member .counts")
    expect(counts).to_have_text(["×10" if letters else "×11"] * 12)
    for width, height in ((1280, 800), (1024, 768)):
        phone.set_viewport_size({"width": width, "height": height})
        phone.goto(f"{table}/wall")
        expect(phone.locator(".member")).to_have_count(12)
        expect_one_screen(phone)
