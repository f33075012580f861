"""Short evenings with melds laid in any turn, on phones in the hand: judged, recorded, seen by the others."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_evening import AT_TABLE
from tests.browser.test_tables import code_of, join, open_table, press


@pytest.fixture
def opened(phone):
    """Opens a table of Ann, Ben and Cy; gives Ann's phone on its page."""

    def open_game(game: str, query: str = "") -> Page:
        open_table(phone, "Ann", "Ben", "Cy", rules=f"?game={game}{query}")
        return phone

    return open_game


def choose(page: Page, who: str, what: str, cards: str = "") -> None:
    """A play on the page of plays, not yet recorded."""
    if AT_TABLE.search(page.url):
        page.get_by_role("link", name="Lay melds").click()
    page.locator(".who label", has_text=who).click()
    page.locator(".where label", has_text=what).first.click()
    for card in cards.split():
        page.locator(f'.key[value="{card}"]').first.click()


def lay(page: Page, who: str, what: str, cards: str = "", told: str = "") -> None:
    """A play judged as told, and recorded."""
    choose(page, who, what, cards)
    expect(page.locator(".dock [data-sum]")).to_have_text(told)
    page.get_by_role("button", name="Lay them").click()
    page.wait_for_url(AT_TABLE)


def leave(page: Page, link: str, who: str, cards: str, told: str) -> None:
    """Going out, or retiring, with these cards beside what lies there."""
    page.get_by_role("link", name=link).click()
    page.locator(".who label", has_text=who).click()
    for card in cards.split():
        page.locator(f'.key[value="{card}"]').first.click()
    expect(page.locator(".dock [data-sum]")).to_have_text(told)
    page.get_by_role("button", name=re.compile("^Record .?[0-9]")).click()
    page.wait_for_url(AT_TABLE)


def totals(page: Page) -> list[str]:
    sides = range(page.locator(".side .total").count())
    return [page.locator(f".side-{side} .total").inner_text() for side in sides]


@pytest.mark.nightly
def test_h8_an_evening_of_melds_in_any_turn(opened):
    """Laid, extended, merged, a wild taken out, an illegal play told; scored on going out."""
    page = opened("chattahoochee-alternate", "&o-jokers=2&o-filching=true")
    lay(page, "Ann", "A new meld", "4C 5C 6C", "0 → 6 points")
    lay(page, "Ben", "A new meld", "QH KH AH w", "0 → 6 points")
    lay(page, "Ann", "Add to ♣456", "7C", "6 → 10 points")
    lay(page, "Ann", "A new meld", "8C 9C", "10 → 13 points")
    choose(page, "Ann", "Add to ♣89", "QC")
    expect(page.locator(".faults")).to_contain_text("missing")
    press(page, "Lay them")
    expect(page.locator(".faults")).to_contain_text("missing")
    expect(page.locator('.key[value="QC"]').first).to_have_class(re.compile(r"\bin\b"))
    page.get_by_role("link", name="Table", exact=True).click()
    page.wait_for_url(AT_TABLE)
    lay(page, "Ann", "Merge ♣4567 and ♣89", told="13 → 21 points")
    lay(page, "Ann", "♥2 for the wild in Ben", told="21 → 21 points")
    expect(page.locator(".last")).to_contain_text("took a wild from Ben’s")
    press(page, "Undo")
    expect(page.locator(".last")).to_contain_text("Undid “Ann took a wild from Ben’s")
    lay(page, "Ann", "♥2 for the wild in Ben", told="21 → 21 points")
    leave(page, "Going out", "Ann", "TC w", "28 × 2 = 56")
    leave(page, "Going out", "Ben", "3H", "15 × 1 = 15")
    expect(page.locator(".notice.ended")).to_contain_text("Cy is the last one in.")
    assert totals(page) == ["56", "15", "0"]


def test_a_play_shows_on_the_other_phones_within_two_seconds(opened, new_phone):
    """On the table, and on the page of plays, where the cards typed there stay."""
    ann, ben, cy = opened("chattahoochee-alternate"), new_phone(), new_phone()
    code = code_of(ann, ann.url)
    join(ben, code, "Ben")
    join(cy, code, "Cy")
    choose(cy, "Cy", "A new meld", "4H 5H")
    expect(cy.locator(".dock [data-sum]")).to_have_text("0 → 3 points")
    expect(ben.locator("[data-sync]")).to_have_text("saved")
    lay(ann, "Ann", "A new meld", "4C 5C 6C", "0 → 6 points")
    expect(ben.locator(".lying .card")).to_have_count(3)
    expect(cy.locator(".dock > .notice")).to_contain_text("laid ♣456")
    cy.get_by_role("button", name="Lay them").click()
    cy.wait_for_url(AT_TABLE)
    expect(ben.locator(".lying .card")).to_have_count(5)


def test_what_she_does_is_kept_while_cards_go_in(opened):
    """A tap on the pad right before and after a choice loses neither."""
    page = opened("chattahoochee-alternate")
    lay(page, "Ann", "A new meld", "5C 6C", "0 → 3 points")
    page.get_by_role("link", name="Lay melds").click()
    page.locator('.key[value="7C"]').first.click()
    page.locator(".where label", has_text="Add to ♣56").click()
    page.locator('.key[value="8C"]').first.click()
    expect(page.locator(".dock [data-sum]")).to_have_text("3 → 10 points")
    page.reload()
    expect(page.locator(".dock [data-sum]")).to_have_text("3 → 10 points")
