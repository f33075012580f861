"""Avalanche on two phones: every play is seen by both, a page opened again shows it, undo goes back."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.test_evening import AT_TABLE
from tests.browser.test_tables import code_of, join, open_table, press


def verdict(page: Page, words: str) -> None:
    expect(page.locator(".verdict")).to_have_text(words)


def play(page: Page, *ranks: str) -> None:
    for number, rank in enumerate(ranks, 1):
        page.get_by_role("group", name="Ranks").get_by_role("button", name=rank, exact=True).click()
        expect(page.locator(".lying b")).to_have_count(number)
    page.get_by_role("button", name="Play").click()


def test_v5_two_phones_see_a_play_live_and_keep_the_game(phone, new_phone):
    """Ann's phone and Ben's: what one tells the other shows, what the other taps meanwhile stays."""
    table, other = open_table(phone, "Ann", "Ben", "Cy", rules="?game=avalanche"), new_phone()
    join(other, code_of(phone, table), "Ben")
    for page in (phone, other):
        page.goto(f"{table}/referee")
        verdict(page, "Ben begins.")
    other.get_by_role("button", name="Snowfall").click()
    verdict(other, "Ben drew a card.")
    verdict(phone, "Ben drew a card.")
    expect(phone.locator(".piles .turn")).to_contain_text("Cy plays")
    other.get_by_role("button", name="K", exact=True).click()
    expect(other.locator(".lying b")).to_have_count(1)
    play(phone, "6", "6", "6")
    verdict(phone, "Cy started an avalanche with three sixes.")
    verdict(other, "Cy started an avalanche with three sixes.")
    expect(other.locator(".lying b")).to_have_text("K")
    expect(other.locator(".dock")).to_contain_text(
        "One king on three sixes: fewer cards than before, so it falls."
    )
    other.get_by_role("button", name="Play").click()
    verdict(other, "Ann let the avalanche fall with one king: 4 cards go to Cy.")
    phone.reload()
    expect(phone.locator(".piles tr", has_text="Cy")).to_contain_text("4")
    press(phone, "Undo")
    verdict(phone, "Cy started an avalanche with three sixes.")
    verdict(other, "Cy started an avalanche with three sixes.")
    press(other, "Redo")
    verdict(phone, "Ann let the avalanche fall with one king: 4 cards go to Cy.")
    phone.get_by_role("link", name="Deal over").click()
    expect(phone.locator("input[name=number-2]")).to_have_value("4")
    phone.get_by_role("button", name="Record the deal").click()
    phone.wait_for_url(AT_TABLE)
    expect(other.locator(".dock")).to_contain_text("Deal 1 is over.")
