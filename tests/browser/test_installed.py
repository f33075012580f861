"""Where the pad comes by https: installed, used without a network, the screen kept on, scores shared."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scorepad.web import create_app
from tests.browser.conftest import serving
from tests.browser.test_pad import best, key
from tests.browser.test_tables import open_table
from tests.browser.test_without_network import CONTROLLED, until, visit, wait_kept

BY_HTTPS = {"X-Forwarded-Proto": "https"}


@pytest.fixture
def secure(new_phone, tmp_path):
    """A phone at a pad behind a proxy that speaks https, as its headers tell.

    The browser trusts its own machine as it trusts https; only the pages' referrers stay those of http.
    """
    settings = {"INSTANCE": str(tmp_path), "LIMITS": False, "PROXIES": 1, "WTF_CSRF_SSL_STRICT": False}
    with serving(create_app(settings)) as address:
        yield new_phone(base_url=address, extra_http_headers=BY_HTTPS, service_workers="allow")


def test_the_solver_opens_without_a_network_and_keeps_what_is_tapped(secure):
    """With the game of the page that was seen last; it finds the best melds once it reaches the pad."""
    visit(secure, "/solve?game=chattahoochee")
    secure.goto("/solve?game=basic-rummy")
    wait_kept(secure, "/solve?game=basic-rummy")
    secure.context.set_offline(True)
    secure.goto("/solve?game=basic-rummy")
    for card in ("4C", "5C", "6C"):
        key(secure, card).click()
    expect(secure.locator("[data-live]")).to_have_text("3 cards")
    expect(secure.locator(".state")).to_have_text("offline, cards kept")
    secure.context.set_offline(False)
    best(secure, "0 left")


def test_a_table_goes_on_where_the_network_comes_back(secure):
    visit(secure, "/")
    address = open_table(secure, "Ann", "Ben")
    wait_kept(secure, address)
    secure.context.set_offline(True)
    secure.goto(address)
    expect(secure.locator("[data-sync]")).to_have_attribute("data-state", "offline")
    secure.context.set_offline(False)
    expect(secure.locator("[data-sync]")).to_have_attribute("data-state", "saved")


def test_the_screen_stays_on_from_the_first_tap(secure):
    secure.add_init_script("navigator.wakeLock.request = async (kind) => { window.lock = kind; }")
    secure.goto("/solve?game=chattahoochee")
    assert secure.evaluate("window.lock") is None
    key(secure, "4C").click()
    secure.wait_for_function("() => window.lock === 'screen'")


def test_scores_are_shared_as_a_text_with_the_address(secure):
    secure.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    address = open_table(secure, "Ann", "Ben")
    secure.get_by_role("button", name="Share the scores").click()
    shared = secure.wait_for_function("() => window.shared").json_value()
    assert shared == {"text": "Friday (Chattahoochee, deal 1): 1. Ann 0, 1. Ben 0", "url": address}


def test_scores_are_shared_as_a_picture_where_files_are_taken(secure):
    secure.add_init_script(
        """navigator.canShare = (what) => what.files.every((file) => file.type === "image/png");
        window.shared = new Promise((go) => {
            navigator.share = async (what) => go([what.text, what.files.map((file) => file.size)]);
        });"""
    )
    open_table(secure, "Ann", "Ben")
    secure.get_by_role("button", name="Share the scores").click()
    text, sizes = secure.evaluate("window.shared")
    assert text.startswith("Friday (Chattahoochee")
    assert len(sizes) == 1
    assert sizes[0] > 1000


def test_a_browser_finds_the_manifest(secure):
    secure.goto("/")
    manifest = secure.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href).then((it) => it.json())"
    )
    assert (manifest["name"], manifest["display"], manifest["start_url"]) == ("scorepad", "standalone", "/")
    assert secure.request.get(manifest["icons"][0]["src"]).ok


def test_the_pads_own_machine_counts_as_https(new_phone):
    """As browsers see it."""
    own = new_phone(service_workers="allow")
    open_table(own, "Ann", "Ben")
    until(lambda: own.evaluate(CONTROLLED))
    assert own.locator("link[rel=manifest]").count() == 1
