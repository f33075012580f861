"""A circle on phones: made of a table, joined by tapping its link, a table opened in it, its page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.screen import expect_no_sideways_scroll
from tests.browser.test_tables import go_out, open_table
from tests.by_night import by_night
from tests.catalogues import LANGUAGES

WIDE_TABLES = """[...document.querySelectorAll(".scroll-x")]
    .filter((table) => table.scrollWidth > table.clientWidth).map((table) => table.innerText.slice(0, 60))"""
SMALL = (360, 640)
SIZES = pytest.mark.parametrize("size", [SMALL, by_night((390, 844))], ids=["360x640", "390x844"])


@pytest.fixture
def circle(new_phone):
    """Makes a circle of one table that was played: the phone that made it, its address and the table's."""

    def make(size):
        ann = new_phone(viewport={"width": size[0], "height": size[1]})
        table = open_table(ann, "Ann", "Ben", "Cy")
        go_out(ann, "Ann", "4C", "5C", "6C")
        go_out(ann, "Ben", "9H")
        ann.goto(table)
        ann.get_by_role("link", name="Circles").click()
        ann.get_by_role("link", name="Start a circle with this table").click()
        ann.get_by_label("Name of the circle").fill("Friday rummy")
        ann.get_by_role("button", name="Start the circle").click()
        expect(ann.get_by_role("heading", name="Invite the others")).to_be_visible()
        return ann, ann.url.partition("/invite")[0], table

    return make


def code_of(page, address):
    page.goto(f"{address}/invite")
    expect(page.get_by_alt_text("QR code that joins the circle")).to_be_visible()
    return page.locator(".code").inner_text().replace(" ", "")


@SIZES
def test_a_circle_is_made_joined_and_played_in(circle, new_phone, size):
    """Two taps join it; a table opened from its page is in it, its people a tap away; home remembers it."""
    ann, address, table = circle(size)
    code = code_of(ann, address)
    ben = new_phone(viewport={"width": size[0], "height": size[1]})
    ben.goto(table)
    assert "Friday rummy" not in ben.content()
    ben.goto(f"/circles/join/{code}")
    ben.get_by_role("button", name="Join the circle").click()
    row = ben.get_by_role("table").first.get_by_role("row", name="Ann")
    expect(row).to_contain_text("12")
    ben.get_by_role("link", name="New table").click()
    for seat, name in enumerate(("Ben", "Cy"), 1):
        ben.get_by_role("button", name=f"+ {name}").click()
        expect(ben.get_by_label(f"Name in seat {seat}", exact=True)).to_have_value(name)
    ben.get_by_label("Name of the table").fill("Second")
    ben.get_by_role("button", name="Open the table").click()
    ben.get_by_role("link", name="To the table").click()
    expect(ben.get_by_role("link", name="Friday rummy")).to_be_visible()
    ann.goto("/")
    expect(ann.get_by_role("link", name="Friday rummy 2 tables")).to_be_visible()
    ann.get_by_role("link", name="Friday rummy").click()
    expect(ann.get_by_role("link", name="Second")).to_be_visible()
    expect_no_sideways_scroll(ann)
    expect_no_sideways_scroll(ben)


@pytest.mark.nightly
@pytest.mark.parametrize("scheme", ["light", by_night("dark")])
@SIZES
def test_the_pages_of_a_circle_are_accessible(circle, size, scheme):
    """axe finds nothing on any of them, and none scrolls sideways."""
    ann, address, table = circle(size)
    ann.emulate_media(color_scheme=scheme)
    code = code_of(ann, address)
    troubles = {}
    pages = (address, f"{address}?first=2001-01-01&last=x", f"{address}/settings", f"{address}/invite")
    for path in (
        *pages,
        f"/circles/join/{code}",
        f"{table}/circles",
        f"/circles/new?table={table[-12:]}",
        "/",
    ):
        ann.goto(path)
        expect_no_sideways_scroll(ann)
        if broken_rules := violations(ann):
            troubles[path] = broken_rules
    assert not troubles


@pytest.mark.nightly
def test_no_table_of_a_circle_scrolls_sideways_on_a_phone(circle):
    """In any language, with all its columns: everyone's points that were missed are among them."""
    ann, address, _table = circle(SMALL)
    ann.goto(address)
    ann.get_by_role("button", name=re.compile("^Compare")).click()
    expect(ann.get_by_role("columnheader", name="Missed")).to_be_visible()
    wide = {}
    for language in ("en", *LANGUAGES):
        ann.set_extra_http_headers({"Accept-Language": language})
        ann.goto(address)
        if told := ann.evaluate(WIDE_TABLES):
            wide[language] = told
    assert not wide
