"""How many times a finger meets the screen for what people do every evening, counted by the browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_pad import key
from tests.browser.test_tables import code_of, go_out, open_table, press

COUNT = """
addEventListener("pointerdown", () => {
    sessionStorage.taps = 1 + Number(sessionStorage.taps || 0);
}, true);
"""
ELEVEN = "4C 5C 6C 7C 8C 7H 8H 9H TH QS KS"


def taps(page: Page) -> int:
    """The taps on this page's phone so far."""
    return int(page.evaluate("sessionStorage.taps || 0"))


@pytest.fixture
def counted(new_phone) -> Page:
    page = new_phone()
    page.add_init_script(COUNT)
    return page


@pytest.fixture
def table(phone) -> str:
    """The address of a table of two at which a deal was played."""
    address = open_table(phone, "Ann", "Ben")
    go_out(phone, "Ann", "4C", "5C", "6C")
    press(phone, "Next deal, Ben deals")
    expect(phone.locator("main")).to_contain_text("Deal 2")
    return address


def test_a_hand_of_eleven_cards_is_proven_after_twelve_taps(counted):
    counted.goto("/")
    counted.get_by_role("link", name="Solve a hand").click()
    for card in ELEVEN.split():
        key(counted, card).click()
    expect(counted.locator(".proof")).to_have_text("proven best")
    expect(counted.locator("[data-live]")).to_have_text("11 cards")
    assert taps(counted) <= 12


def test_a_table_is_joined_from_its_code_with_two_taps(phone, table, counted):
    """The phone's camera opens the address of the code."""
    counted.goto(f"/j/{code_of(phone, table).replace(' ', '')}")
    counted.get_by_role("button", name="Ben", exact=True).click()
    counted.wait_for_url(re.compile(r"/t/[a-z0-9]+$"))
    assert taps(counted) <= 2


def test_an_earlier_deal_is_mended_with_three_taps(phone, table):
    phone.add_init_script(COUNT)
    phone.goto(table)
    phone.locator('a[href*="/entry/"]').first.click()
    key(phone, "7C").click()
    phone.get_by_role("button", name=re.compile(r"^Record \d")).click()
    phone.wait_for_url(re.compile(r"/t/[a-z0-9]+$"))
    expect(phone.locator(".side-0 .total")).to_have_text("10")
    assert taps(phone) <= 3


def test_the_same_players_sit_at_a_new_table_with_two_taps(phone, table):
    phone.add_init_script(COUNT)
    phone.goto(table)
    phone.get_by_role("link", name=re.compile("^Play again")).click()
    phone.get_by_role("button", name="Open the table").click()
    phone.wait_for_url(re.compile("/invite"))
    assert phone.url.partition("/invite")[0] != table
    assert taps(phone) <= 2
