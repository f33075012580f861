"""Reading and recording on Firefox 115, Safari 15.4 and Chrome 105: nothing throws, nothing vanishes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import go_back
from tests.browser.older import OLDER, becomes, read_by
from tests.browser.screen import expect_no_sideways_scroll
from tests.browser.test_tables import go_out, open_by_hand, open_table
from tests.by_night import by_night

SMALL = {"width": 390, "height": 664}
SMALLEST = {"width": 320, "height": 568}


@pytest.fixture(params=[by_night("Firefox 115"), "Safari 15.4", by_night("Chrome 105")])
def browser(request):
    return OLDER[request.param]


@pytest.fixture
def older(new_phone, browser):
    """Makes a phone of that browser; its size is the one given."""

    def make(size: dict[str, int] = SMALL) -> Page:
        phone = new_phone(viewport=size, is_mobile=True)
        becomes(phone.context, browser)
        return phone

    return make


def reached(part: Locator) -> None:
    """It can be scrolled to, and lies above all else there."""
    part.scroll_into_view_if_needed()
    part.click(trial=True)


def test_a_hand_is_recorded_and_seen_on_the_board(older):
    phone = older()
    open_by_hand(phone, "Ann", "Ben", "Cy")
    expect(phone.locator("[data-sync]")).to_have_text("saved")
    phone.get_by_role("link", name="Going out").click()
    for card in ("4C", "KD", "9H"):
        reached(phone.locator(f'.key[value="{card}"] >> visible=true').first)
    go_back(phone)
    go_out(phone, "Ann", "4C", "5C", "6C", "7C")
    expect(phone.locator(".side-0 .total")).to_have_text("20")
    expect_no_sideways_scroll(phone)
    reached(phone.get_by_role("button", name="Undo"))


@pytest.mark.parametrize("size", [by_night(SMALL), SMALLEST], ids=["small", "smallest"])
@pytest.mark.parametrize("pack", ["five-crowns", by_night("tarot-78")])
def test_every_suit_of_a_pack_has_its_keys(older, pack, size):
    phone = older(size)
    phone.goto(f"/solve?o-pack={pack}")
    suits = phone.locator(".suit-keys")
    for place in range(suits.count()):
        tab, first = phone.locator(".tab").nth(place), suits.nth(place).locator(".key").first
        if tab.is_visible():
            tab.click()
        reached(first)
    expect_no_sideways_scroll(phone)


def test_what_is_chosen_can_be_told(older):
    """A choice that is ticked looks unlike the others."""
    phone = older()
    open_table(phone, "Ann", "Ben", "Cy")
    phone.get_by_role("link", name="Going out").click()
    chips = phone.locator(".who .chip")
    chips.nth(1).click()
    pictures = []
    for place in (1, 2):
        mark = chips.nth(place)
        shown = mark.locator("input").evaluate("one => one.getBoundingClientRect().width > 10")
        pictures.append((mark.evaluate("one => getComputedStyle(one).backgroundColor"), shown))
    assert pictures[0][0] != pictures[1][0] or pictures[0][1]


@pytest.mark.parametrize("game", [by_night("rummy-500"), "indian-rummy"])
def test_points_of_a_deal_are_typed_and_recorded(older, game):
    phone = older(SMALLEST)
    table = open_table(phone, "Ann", "Ben", rules=f"?game={game}")
    phone.get_by_role("link", name="Deal over").click()
    reached(phone.locator(".who label", has_text="Ben"))
    for field in phone.locator(".lines input:visible").all():
        reached(field)
        assert field.bounding_box()["width"] >= 40
    for name in phone.locator(".line > .name:visible").all():
        assert name.bounding_box()["width"] >= 32
    phone.locator(".who label", has_text="Ann").first.click()
    phone.locator(".line input:visible").last.fill("25")
    phone.locator("[name=record]").first.click()
    phone.wait_for_url(table)


def test_just_points_are_typed_and_recorded(older):
    phone = older()
    table = open_table(phone, "Ann", "Ben", "Cy")
    phone.get_by_role("link", name="Going out").click()
    phone.get_by_text("Just points").click()
    field = phone.get_by_label("Points before the multiplier")
    reached(field)
    assert field.bounding_box()["width"] >= 60
    field.fill("17")
    phone.get_by_role("button", name=re.compile("^Record")).click()
    phone.wait_for_url(table)
    expect(phone.locator(".side-0 .total")).to_have_text("34")


def test_house_rules_open_and_are_used(older):
    phone = older()
    phone.goto("/solve?game=chattahoochee")
    phone.locator(".house summary").click()
    reached(phone.get_by_role("button", name="Use these rules"))
    phone.locator(".house summary").first.click()
    reached(phone.locator(".which summary").first)
    expect_no_sideways_scroll(phone)


def test_the_wall_ranks_and_fits(older, new_phone, browser):
    phone = older()
    table = open_table(phone, "Ann", "Ben", "Cy", "Di", "Eve", "Flo")
    go_out(phone, "Cy", "4C", "5C", "6C", "7C")
    wall = new_phone(viewport={"width": 1280, "height": 720}, has_touch=False)
    becomes(wall.context, browser)
    wall.goto(f"{table}/wall")
    wall.locator(".bar .chip").click()
    top = "one => one.getBoundingClientRect().top"
    expect(wall.locator(".sides > .side-2 .total")).to_have_text(re.compile("[1-9]"))
    sides = wall.locator(".sides > .side")
    assert wall.locator(".sides > .side-2").evaluate(top) <= min(side.evaluate(top) for side in sides.all())
    assert sides.last.bounding_box()["height"] > 60
    expect_no_sideways_scroll(wall)


def test_the_sheet_keeps_its_measure(older):
    """A page as wide as the phone, and as high as the paper is for that width."""
    phone = older()
    table = open_table(phone, "Ann", "Ben", "Cy")
    phone.goto(f"{table}/sheet")
    paper = phone.locator(".paper").first
    sides = (
        "one => ['height', 'width'].map((side) => getComputedStyle(one).getPropertyValue(`--paper-${side}`))"
    )
    height, width = map(float, paper.evaluate(sides))
    box = paper.bounding_box()
    assert 150 < box["width"] <= 390
    assert box["height"] == pytest.approx(box["width"] * height / width, rel=0.01)


def test_an_older_browser_drops_what_it_cannot_read():
    styles = """
    a, b:has(c) { top: 0 } /* one selector, the whole rule */
    @supports selector(:has(*)) { d:has(e) { top: 0 } } @supports not selector(:has(*)) { f { top: 0 } }
    @container page (width < 9rem) { g { top: 0 } } @media (min-width: 1rem) { h { top: 0; i { top: 0 } } }
    """
    firefox, safari = (read_by(OLDER[name], styles) for name in ("Firefox 115", "Safari 15.4"))
    assert [letter for letter in "abcdefghi" if re.search(rf"\b{letter}\b", firefox)] == ["f", "g", "h"]
    assert [letter for letter in "abcdefghi" if re.search(rf"\b{letter}\b", safari)] == [
        "a",
        "b",
        "c",
        "d",
        "e",
        "h",
    ]
