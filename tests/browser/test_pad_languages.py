"""The pad, photos, house rules and circles in other languages: scripts say the page's words, longer ones have
room, and cards keep their order where people write from the right."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.photo_steps import ON_PHOTO
from tests.browser.test_languages import EITHER, live_server, nothing_is_cut, small, speak
from tests.browser.test_pad import key
from tests.browser.test_photo import READ, photo, reads
from tests.browser.test_tables import open_table
from tests.catalogues import RIGHT_TO_LEFT, make_up

__all__ = ["live_server", "photo", "reads", "small"]

HAND = "4c+5c+6c+8h+9h+th+qd+kd+as+7s+7d"
CROWDED = """() => {
    const controls = [...document.querySelectorAll(".dock :is(button, label, summary)")].filter(
        (element) => element.checkVisibility() && !element.closest(".unseen, .tray, .hand-left, .folded")
    );
    const words = (element) => element.textContent.trim().slice(0, 30) || element.value;
    const boxes = controls.map((element) => [words(element), element.getBoundingClientRect()]);
    const wide = document.documentElement.clientWidth, faults = [];
    for (const [place, [name, box]] of boxes.entries()) {
        if (box.left < -1 || box.right > wide + 1) faults.push(`beyond the edge: ${name}`);
        for (const [other, far] of boxes.slice(place + 1)) {
            const across = Math.min(box.right, far.right) - Math.max(box.left, far.left);
            const down = Math.min(box.bottom, far.bottom) - Math.max(box.top, far.top);
            if (Math.min(across, down) > 2) faults.push(`on each other: ${name} | ${other}`);
        }
    }
    return faults;
}"""
"""What is wrong with the controls at the bottom: beyond the edge of the screen, or one over another."""


def nothing_is_crowded(page: Page) -> None:
    assert not page.evaluate(CROWDED), page.url


@EITHER
def test_nothing_of_the_pad_is_cut(small, language):
    """While cards are tapped, typed or laid, on the table too, and with the advice beside them."""
    small.goto("/solve?game=chattahoochee")
    speak(small, language)
    pages = (
        "/solve?game=chattahoochee",
        f"/solve?game=chattahoochee&o-jokers=2&multiplier=3&cards={HAND}+w",
        f"/solve?game=chattahoochee&cards={HAND}&melds=4C+5C+6C+/+8H&lay=1",
        "/solve?game=rummikub&cards=4R+5R+6R+4B&table=1B+2B+3B",
        "/solve?game=rummy-500&cards=4C+5C+6C&table=7H+7D+7S&side=table",
        "/solve?game=basic-rummy&cards=4C+5C+6C+8H+9D",
        "/solve/advice?game=basic-rummy&cards=4C+5C+6C+8H+9D",
    )
    for page in pages:
        nothing_is_cut(small, page)
        nothing_is_crowded(small)


@EITHER
def test_nothing_of_the_house_rules_is_cut(small, language):
    small.goto("/solve?game=chattahoochee")
    speak(small, language)
    games = ("chattahoochee", "leap-rummy", "rummikub")
    nothing_is_cut(small, *(f"/{page}/{game}" for page in ("games", "rules") for game in games))
    small.goto("/solve?game=chattahoochee")
    small.locator(".house summary").click()
    nothing_is_crowded(small)


@EITHER
def test_nothing_of_a_circle_is_cut(small, language):
    table = open_table(small, "Ann", "Bartholomew", "Cy").partition("/t/")[2]
    for seat, cards in (("0", HAND), ("1", "4d+5d")):
        small.goto(f"/t/{table}/out?cards={cards}&player={seat}")
        small.locator("[data-record]").click()
        small.wait_for_url(re.compile(r"/t/[a-z0-9]+$"))
    small.goto(f"/circles/new?table={table}")
    small.locator("#circle-name").fill("Fridays")
    small.locator("[form=circle]").click()
    small.wait_for_url(re.compile("/invite"))
    circle = small.url.partition("/invite")[0]
    speak(small, language)
    pages = ("", "?span=month", "?first=2026-01-01&last=x", "/invite", "/settings")
    nothing_is_cut(small, "/circles/new", f"/t/{table}/circles", *(circle + page for page in pages))


@EITHER
def test_the_script_of_the_pad_says_the_words_of_the_page(small, language):
    """How many cards there are, what lies where, what a tap does, and why one more does not go in."""
    small.goto("/solve?game=chattahoochee")
    speak(small, language)
    expect(small.locator("[data-live]")).to_have_text(make_up("No cards yet", language))
    for _ in range(2):
        key(small, "4C").click()
    two_cards = make_up("{number} cards", language).replace("{number}", "2")
    expect(small.locator("[data-live]")).to_have_text(two_cards)
    four = key(small, "4C").get_attribute("data-card")
    holding = make_up("{card}, {number} in the hand", language).replace("{number}", "2")
    expect(key(small, "4C")).to_have_accessible_name(holding.replace("{card}", four))
    key(small, "4C").click(force=True)
    both = make_up("All {number} {card} are already in the hand.", language).replace("{number}", "2")
    expect(small.locator("[data-said]")).to_have_text(both.replace("{card}", four))


@EITHER
def test_a_photo_is_put_right_in_the_words_of_the_page(small, language, reads, photo):
    reads(READ)
    small.goto("/solve?game=chattahoochee&cards=KH")
    speak(small, language)
    small.locator(".shoot").click()
    small.locator(".taking input[capture]").set_input_files(photo)
    small.wait_for_url(ON_PHOTO)
    nothing_is_crowded(small)
    expect(small.locator("[data-keep]")).to_have_text(make_up("Yes", language))
    for _ in range(2):
        small.locator("[data-keep]").click()
    use = make_up("Use these {number} cards", language).replace("{number}", "4")
    expect(small.locator("[data-use]")).to_have_text(use)
    nothing_is_crowded(small)
    small.locator("[data-rows] button").first.click()
    expect(small.locator("[data-keep]")).to_have_text(make_up("Done", language))
    nothing_is_crowded(small)


def test_cards_keep_their_order_where_people_write_from_the_right(small):
    """On the keys, in the tray, and among the cards to lay; their page is mirrored."""
    small.goto("/solve?game=chattahoochee&cards=4c+5c+6c")
    speak(small, RIGHT_TO_LEFT)
    for cards in ('.suit-keys[data-suit="C"] .key:nth-child(-n + 7)', ".tray .held"):
        lefts = [card.bounding_box()["x"] for card in small.locator(cards).all()]
        assert len(lefts) >= 3
        assert lefts == sorted(lefts)
    small.goto("/solve?game=chattahoochee&cards=4c+5c+6c&lay=1")
    lefts = [card.bounding_box()["x"] for card in small.locator(".hand-left .lift").all()]
    assert lefts == sorted(lefts)
    assert small.locator(".home").bounding_box()["x"] > small.viewport_size["width"] / 2
