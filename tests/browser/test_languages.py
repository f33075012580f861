"""Other languages on a small phone: longer words are neither cut nor laid over one another, and pages written
from the right are mirrored, but for cards and figures."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from scorepad.web import create_app
from tests.browser.conftest import serving
from tests.browser.test_pad import best, key
from tests.browser.test_tables import open_table
from tests.by_night import by_night
from tests.catalogues import LONG, RIGHT_TO_LEFT, write_made_up

SMALL = {"width": 360, "height": 640}
EITHER = pytest.mark.parametrize("language", [by_night(LONG), RIGHT_TO_LEFT])
FAULTS = """() => {
    const styleOf = (element) => getComputedStyle(element), unseen = ".unseen, .skip, svg";
    const shown = (element) => element.checkVisibility({ visibilityProperty: true });
    const seen = (element) => shown(element) && !element.closest(unseen);
    const rolls = (element) => /auto|scroll/.test(styleOf(element).overflowX);
    const scrolls = (element) => element && (rolls(element) || scrolls(element.parentElement));
    const said = (element) => element.getAttribute("aria-label") || element.textContent;
    const words = (element) => said(element).trim().slice(0, 40);
    const faults = [], width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) faults.push("the page is wider than the screen");

    for (const element of document.querySelectorAll("body *")) {
        const box = element.getBoundingClientRect();
        const speaks = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (!seen(element) || !speaks || !box.width || scrolls(element)) continue;
        if (box.left < -1 || box.right > width + 1) faults.push(`beyond the edge: ${words(element)}`);
        const cuts = styleOf(element).overflowX !== "visible" && styleOf(element).textOverflow !== "ellipsis";
        if (cuts && element.scrollWidth > element.clientWidth + 1) faults.push(`cut: ${words(element)}`);
    }

    const range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        if (!seen(text.parentElement)) continue;
        // what is left in plain letters are names of people, which may be long
        for (const word of text.data.matchAll(/[\\p{L}\\p{M}~]{3,18}/gu)) {
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.bottom / 8)));
            if (lines.size > 1 && /[^A-Za-z]/.test(word[0])) faults.push(`broken: ${word[0]}`);
        }
    }

    const common = (a, b) => [
        Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
    ];
    const meet = (one, other) => [...one.getClientRects()].some((a) => (
        [...other.getClientRects()].some((b) => Math.min(...common(a, b)) > 2)
    ));
    const all = "main a, main button, main select, main input:not([type=hidden]), header a, summary";
    const controls = [...document.querySelectorAll(all)].filter(
        (element) => seen(element) && !scrolls(element) && !element.closest(".thumb, .dock")
    );
    for (const [place, one] of controls.entries()) {
        for (const other of controls.slice(place + 1)) {
            if (one.contains(other) || other.contains(one) || !meet(one, other)) continue;
            faults.push(`on each other: ${words(one)} | ${words(other)}`);
        }
    }
    return faults;
}"""
"""What is wrong with the page's boxes: text beyond the edge or cut off, words broken in two, one control over
another. The bar at the bottom lies over the page on purpose."""


@pytest.fixture(scope="module")
def live_server(tmp_path_factory):
    """A pad that speaks the made-up languages too."""
    folder = tmp_path_factory.mktemp("languages")
    for language in (LONG, RIGHT_TO_LEFT):
        write_made_up(folder / "translations", language)
    settings = {"INSTANCE": str(folder / "i"), "BABEL_TRANSLATION_DIRECTORIES": str(folder / "translations")}
    with serving(create_app({**settings, "LIMITS": False})) as address:
        yield address


@pytest.fixture
def small(new_phone) -> Page:
    return new_phone(viewport=SMALL)


def speak(page: Page, language: str) -> None:
    """The page is shown in that language from now on."""
    origin = page.evaluate("location.origin")
    page.context.add_cookies([{"name": "language", "value": language, "url": origin}])
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", language)


def nothing_is_cut(page: Page, *addresses: str) -> None:
    faults = {}
    for address in addresses:
        page.goto(address)
        if found := page.evaluate(FAULTS):
            faults[address] = found
    assert not faults


@EITHER
def test_the_pages_before_a_table(small, language):
    small.goto("/")
    speak(small, language)
    nothing_is_cut(small, "/", "/join", "/new", "/new?game=rummikub", "/sheet")


@EITHER
def test_the_pages_of_a_table(small, language):
    """Home, the table, going out, the players, the wall and the sheet."""
    table = open_table(small, "Ann", "Bartholomew", "Cy", "Dee")
    small.get_by_role("link", name="Going out").click()
    for card in ("4C", "5C", "6C"):
        key(small, card).click()
    best(small, "6")
    small.locator("[data-record]").click()
    expect(small.locator(".outs li")).to_have_count(1)
    speak(small, language)
    pages = (
        "",
        "/out?cards=4c+5c+6c",
        "/players",
        "/wall",
        "/sheet",
        "/record",
        "/deal/1",
        "/names",
        "/invite",
    )
    nothing_is_cut(small, "/", *(table + page for page in pages))


@EITHER
def test_a_deal_that_is_over(small, language):
    table = open_table(small, "Ann", "Bartholomew", "Cy", rules="?game=rummy-500")
    speak(small, language)
    over = ("/over", "/over?winner=0&melded-0=40&melded-1=12&number-1=7&number-2=30", "/over?at=1&side=left")
    nothing_is_cut(small, table, *(table + page for page in over))


def test_a_page_written_from_the_right_is_mirrored(small):
    """The way home is at the right, totals at the left; cards stay from left to right."""
    table = open_table(small, "Ann", "Ben", rules="?game=basic-rummy")
    speak(small, RIGHT_TO_LEFT)
    small.goto(table)
    middle = SMALL["width"] / 2
    assert small.locator(".home").bounding_box()["x"] > middle
    name, total = (small.locator(f".side >> nth=0 >> .{part}").bounding_box() for part in ("name", "total"))
    assert total["x"] < middle < name["x"] + name["width"]
    small.goto("/solve?game=chattahoochee&cards=4c+5c+6c")
    first, last = (small.locator(f".answer .card >> nth={place}").bounding_box()["x"] for place in (0, 2))
    assert first < last


@EITHER
def test_of_many_names_the_one_that_is_picked_is_in_sight(small, language):
    """A row of names is wider than the screen; it is scrolled to the player."""
    names = ("Ann", "Bartholomew", "Cornelia", "Dee", "Ernestine", "Ferdinand")
    table = open_table(small, *names)
    speak(small, language)
    for seat in (5, 0):
        small.goto(f"{table}/out?player={seat}")
        box = small.locator(".who label:has(:checked)").bounding_box()
        assert 0 <= box["x"] <= SMALL["width"] - box["width"]
