"""The pad without a server on the home screen: what a browser wants for that, and when the page offers it."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_page_without_server import (
    POST,
    READY,
    files,
    hosted,
    opened,
    pad,
    start,
    table_of_two,
)
from tests.by_night import by_night

__all__ = ["files", "start"]

MAY_BE_INSTALLED = """() => {
  const event = new Event("beforeinstallprompt");
  event.prompt = () => { window.isPrompted = true; };
  dispatchEvent(event);
}"""
"""What Chromium says of a page that it can install, where somebody looks at it."""
OFFER = "Put the pad on your home screen"
SIZES = (192, 512)
"""Of the icons that Chromium and Android ask for."""


@pytest.mark.nightly
def test_the_manifest_has_what_an_installed_page_needs(files: Path):
    """A name, a start and a scope below the page, a window of its own, and icons of the sizes it names."""
    manifest = json.loads((files / "page.webmanifest").read_text())
    assert manifest["name"]
    assert len(manifest["short_name"]) <= 12  # more is cut below an icon
    assert manifest["display"] == "standalone"
    page = "https://host.example/some/place/page.webmanifest"
    assert {urljoin(page, manifest[name]) for name in ("id", "start_url", "scope")} == {urljoin(page, ".")}
    assert [f"{size}x{size}" for size in SIZES] == [icon["sizes"] for icon in manifest["icons"][1:]]
    for icon, size in zip(manifest["icons"][1:], SIZES, strict=True):
        assert "any" in icon["purpose"].split()
        assert struct.unpack(">II", (files / icon["src"]).read_bytes()[16:24]) == (size, size)


@pytest.mark.nightly
@pytest.mark.whole_chromium
def test_chromium_finds_no_fault_in_it(files, start):
    """From the address of a table too, whose outer page is the same."""
    with hosted(files) as address:
        page = opened(start(), address)
        page.goto(f"{address}solve")
        page.wait_for_function(READY)
        browser = page.context.new_cdp_session(page)
        found = browser.send("Page.getAppManifest")
        assert (found["url"], found["errors"]) == (f"{address}page.webmanifest", [])
        faults = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [fault["errorId"] for fault in faults if fault["errorId"] != "in-incognito"] == []


@pytest.mark.nightly
@pytest.mark.parametrize("answer", ["Add to home screen", by_night("Close")])
def test_the_home_screen_is_offered_once_at_the_end_of_the_first_match(files, start, answer):
    with hosted(files) as address:
        page = opened(start(), address)
    notice = page.locator("#notice")
    table, _ = table_of_two(page)
    see(page, f"{address}{table.removeprefix('api/v1/').replace('tables', 't')}")
    notice.get_by_role("button", name="Close").click()  # that the browser may clear the tables
    first, second = ended_match(page, address), ended_match(page, address)
    page.evaluate(MAY_BE_INSTALLED)
    see(page, f"{address}new")
    expect(notice).to_be_hidden()
    see(page, first)
    expect(notice).to_contain_text(OFFER)
    notice.get_by_role("button", name=answer).click()
    assert bool(page.evaluate("() => window.isPrompted")) is (answer != "Close")
    see(page, second)
    expect(pad(page).locator(".match-over")).to_be_visible()
    expect(notice).to_be_hidden()


def ended_match(page: Page, address: str) -> str:
    """The address of a table whose match was over after one deal."""
    opening = {"game": "any-game", "players": ["Ann", "Ben"], "options": {"deals": 1}}
    _, table = page.evaluate(POST, ["api/v1/tables", opening, ""])
    deal = [f"api/v1/tables/{table['table']}/deals", {"points": {"Ann": 1, "Ben": 2}}, table["key"]]
    assert page.evaluate(POST, deal)[0] == 201
    return f"{address}t/{table['table']}"


def see(page: Page, address: str) -> None:
    """Open a page of the app."""
    pad(page).goto(address)
    page.wait_for_function(READY)
