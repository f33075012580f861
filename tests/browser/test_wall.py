"""The wall, for a tablet on a shelf: who leads, the chart, the last hand and who deals, seen from afar."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.screen import expect_one_screen
from tests.browser.test_tables import go_out, open_table
from tests.by_night import by_night
from tests.catalogues import LANGUAGES

SMALL = """least => ['.wall-deal', '.name', '.standing', '.total', '.rank', '.last-hand p']
    .flatMap(selector => [...document.querySelectorAll(selector)])
    .filter(element => element.offsetParent && parseFloat(getComputedStyle(element).fontSize) < least)
    .map(element => element.className + ' ' + getComputedStyle(element).fontSize)"""


@pytest.mark.nightly
@pytest.mark.parametrize("size", [(1280, 800), by_night((1920, 1080))], ids=["1280x800", "1920x1080"])
def test_the_wall_is_read_from_four_metres(new_phone, size):
    """All of it on one screen, in letters of three hundredths of its height and more."""
    ann = new_phone(viewport={"width": 390, "height": 844})
    table = open_table(ann, "Ann", "Ben", "Cy", "Leopoldine-Marie")
    for player, suit in (("Ann", "C"), ("Ben", "S"), ("Cy", "D")):
        go_out(ann, player, f"4{suit}", f"5{suit}", f"6{suit}")
    ann.get_by_role("button", name="Next deal, Ben deals").click()
    expect(ann.locator("#deal-title")).to_contain_text("Deal 2")
    go_out(ann, "Ben", "QH", "KH", "AH")
    wall = new_phone(viewport={"width": size[0], "height": size[1]}, has_touch=False)
    wall.goto(f"{table}/wall")
    expect(wall.locator(".last-hand")).to_contain_text("Ben went out · 18")
    expect(wall.locator(".last-hand .card")).to_have_count(3)
    expect(wall.locator(".chart")).to_be_visible()
    expect(wall.locator(".wall-deal")).to_contain_text("Chattahoochee · Deal 2 · Ben deals 7 each, then Cy")
    expect(wall.locator(".rank")).to_have_text(["2", "1", "3", "4"])
    expect_one_screen(wall)
    assert wall.evaluate(SMALL, 0.03 * size[1]) == []
    assert not violations(wall)


CUT = """() => {
    const cut = ({ left, right, bottom }) => left < 0 || right > innerWidth || bottom > innerHeight;
    return [...document.querySelectorAll('.side, .side .name, .side .total, .wall-qr')]
        .filter(one => cut(one.getBoundingClientRect()) || one.scrollWidth > one.clientWidth + 2)
        .map(one => one.textContent.trim());
}"""


@pytest.mark.parametrize("players", [5, by_night(6), by_night(8), 12])
def test_no_player_is_cut_off(new_phone, players):
    """On a laptop and on a tablet, with a long name among them, in their seats and by rank."""
    ann = new_phone(viewport={"width": 390, "height": 844})
    names = ["Leopoldine-Marie", *(f"Player {letter}" for letter in "BCDEFGHIJKL"[: players - 1])]
    table = open_table(ann, *names)
    ann.goto(f"{table}/out?player=3&points=1234")
    ann.locator("[data-record]").click()
    ann.wait_for_url(re.compile("/t/[a-z0-9]+$"))
    wall = new_phone(viewport={"width": 1280, "height": 800}, has_touch=False)
    wall.goto(f"{table}/wall")
    for width, height in ((1280, 800), (1024, 768)):
        wall.set_viewport_size({"width": width, "height": height})
        expect_one_screen(wall)
        assert wall.evaluate(CUT) == []
    wall.get_by_text("By rank").click()
    first = min(
        wall.locator(".side").all(), key=lambda side: (side.bounding_box()["y"], side.bounding_box()["x"])
    )
    expect(first).to_contain_text("Player D")


def test_a_phone_that_stands_shows_every_name_in_a_row_of_its_own(new_phone):
    """None of eight is broken, and their ranks are large enough to read."""
    ann = new_phone(viewport={"width": 360, "height": 740})
    table = open_table(ann, *(f"Katarzyna {letter}" for letter in "ABCDEFGH"))
    ann.goto(f"{table}/out?player=3&points=1234")
    ann.locator("[data-record]").click()
    ann.wait_for_url(re.compile("/t/[a-z0-9]+$"))
    ann.goto(f"{table}/wall")
    assert len({side.bounding_box()["x"] for side in ann.locator(".side").all()}) == 1
    assert {name.bounding_box()["height"] < 30 for name in ann.locator(".side .name").all()} == {True}
    assert ann.locator(".rank").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 15


@pytest.mark.nightly
def test_the_top_of_the_wall_takes_two_rows_at_most_on_a_phone(new_phone):
    """In any language."""
    ann = new_phone(viewport={"width": 360, "height": 740})
    table = open_table(ann, "Ann", "Ben")
    heights = {}
    for language in ("en", *LANGUAGES):
        ann.set_extra_http_headers({"Accept-Language": language})
        ann.goto(f"{table}/wall")
        heights[language] = ann.locator(".top").bounding_box()["height"]
    assert max(heights.values()) < 110, heights
