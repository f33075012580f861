"""Hands recorded while the search is slow, against the pack audit, and again after an undo."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import go_back
from tests.browser.test_tables import go_out, open_table, press

AT_TABLE = re.compile(r"/t/[a-z0-9]+$")
FOUND = 4000  # milliseconds, as in forms.js


@pytest.fixture
def ann(phone: Page) -> Page:
    """Ann's phone at a table of three."""
    open_table(phone, "Ann", "Ben", "Cy")
    return phone


def tap(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f'.key[value="{card}"]').first.click()


def record(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Record")).last.click()


def test_a4_record_right_after_the_last_card_sends_what_is_shown_then(ann):
    """The page waits the moment that it takes to show the melds."""
    ann.get_by_role("link", name="Going out").click()
    tap(ann, "4C", "5C", "6C", "7C")
    record(ann)
    ann.wait_for_url(AT_TABLE)
    expect(ann.locator(".side-0 .total")).to_have_text("20")
    expect(ann.locator(".follow")).to_have_count(0)


def test_a4_a_hand_is_recorded_while_no_melds_are_found_and_they_follow(phone):
    """The answer never comes: the cards count with their plainest runs; later the melds are found."""
    ann = phone
    ann.clock.install()
    open_table(ann, "Ann", "Ben", "Cy", rules="?game=chattahoochee&o-melds=both")
    ann.get_by_role("link", name="Going out").click()
    ann.route("**/out/answer*", lambda _: None)
    tap(ann, "4C", "5C", "6C", "7C", "QH")
    record(ann)
    ann.clock.run_for(FOUND)
    ann.wait_for_url(AT_TABLE)
    expect(ann.locator(".side-0 .total")).to_have_text("22")
    expect(ann.locator(".follow")).to_have_text("Melds to come. Find the melds")
    ann.get_by_role("link", name="Find the melds").click()
    expect(ann.get_by_role("heading", name="Melds of deal 1")).to_be_visible()
    record(ann)
    ann.wait_for_url(AT_TABLE)
    expect(ann.locator(".side-0 .total")).to_have_text("22")
    expect(ann.locator(".follow")).to_have_count(0)


@pytest.mark.whole_chromium
def test_a_hand_that_was_undone_need_not_be_typed_again(ann):
    """On the phone that typed it, for whoever is not out; gone again once it counts."""
    go_out(ann, "Ann", "4C", "5C", "6C", "7C")
    ann.get_by_role("link", name="Going out").click()
    expect(ann.get_by_text("Use the hand you typed before")).to_have_count(0)
    go_back(ann)
    press(ann, "Undo")
    expect(ann.locator(".side-0 .total")).to_have_text("0")
    ann.get_by_role("link", name="Going out").click()
    ann.get_by_role("link", name="Use the hand you typed before").click()
    expect(ann.locator(".tray .held")).to_have_count(4)
    record(ann)
    ann.wait_for_url(AT_TABLE)
    expect(ann.locator(".side-0 .total")).to_have_text("20")


def test_own_melds_that_were_undone_come_back_as_they_were_laid(ann):
    """With the hands of two players kept, each is named."""
    ann.goto(f"{ann.url}/out?player=0&cards=4C+5C+6C+7C&lay=1&melds=4C+5C+/+6C+7C")
    record(ann)
    ann.wait_for_url(AT_TABLE)
    go_out(ann, "Ben", "QH")
    for total in (".side-1 .total", ".side-0 .total"):
        press(ann, "Undo")
        expect(ann.locator(total)).to_have_text("0")
    ann.get_by_role("link", name="Going out").click()
    ann.get_by_role("link", name="Use the hand you typed before: Ann").click()
    expect(ann.get_by_role("button", name="Record 12")).to_be_visible()


def test_what_everybody_had_left_need_not_be_typed_again(phone):
    """After the scores of a deal were undone."""
    open_table(phone, "Ann", "Ben", rules="?game=basic-rummy")
    phone.get_by_role("link", name="Deal over").click()
    phone.locator(".who").get_by_text("Ann").click()
    phone.get_by_label("Left, Ben", exact=True).fill("12")
    phone.get_by_role("button", name="Record the deal").click()
    phone.wait_for_url(AT_TABLE)
    press(phone, "Undo")
    phone.get_by_role("link", name="Deal over").click()
    phone.get_by_role("link", name="Use what you typed before").click()
    expect(phone.get_by_label("Left, Ben", exact=True)).to_have_value("12")


def test_who_went_out_is_not_asked_for_cards_left(phone):
    """The field is struck, the next key passes it by, and what stood there is not sent."""
    open_table(phone, "Ann", "Ben", rules="?game=rummy-500")
    phone.get_by_role("link", name="Deal over").click()
    left = phone.get_by_label("Left, Ann", exact=True)
    left.fill("9")
    phone.locator(".who").get_by_text("Ann").click()
    expect(left).to_be_disabled()
    phone.get_by_label("Melded by Ann", exact=True).fill("55")
    phone.get_by_label("Melded by Ann", exact=True).press("Enter")
    expect(phone.get_by_label("Melded by Ben", exact=True)).to_be_focused()
    phone.get_by_label("Left, Ben", exact=True).fill("10")
    phone.get_by_role("button", name="Record the deal").click()
    phone.wait_for_url(AT_TABLE)
    expect(phone.locator(".side .total").first).to_have_text("55")
