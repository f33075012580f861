"""The pad out of reach of a phone: switched off, silent, or behind a proxy that does not reach it. Pages that
were kept open as they were seen last, and the pad's own words stand where others do not.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from time import sleep

import pytest
from playwright.sync_api import Page, Route, expect

from scorepad.machine import folders
from scorepad.web import create_app
from tests.browser.conftest import PATIENCE, PHONE, go_back, serving
from tests.browser.engines import CHROMIUM_ARGUMENTS, chromium_program
from tests.browser.test_queue import send_now
from tests.browser.test_tables import code_of, join, open_table
from tests.by_night import by_night

CONTROLLED = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
KEPT = "async (address) => { const kept = await caches.match(address); return kept ? kept.text() : ''; }"
FILES_OF_PAGE = """() => Promise.all([...document.querySelectorAll("link[rel=stylesheet], script")].map(
  async (one) => (await fetch(one.href || one.src)).ok))"""
PAUSE = 0.1  # seconds
MOVES_ON = 2500  # milliseconds, as in forms.js
NOT_HERE = "Not here without the network"


class Pad:
    """A pad at one address, which can be switched off and on, and the network before it."""

    def __init__(self, instance: Path) -> None:
        self.settings = {"INSTANCE": str(instance), "LIMITS": False}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.network, self.heard, self.stack = "well", Event(), ExitStack()
        self.start()

    def start(self) -> None:
        app = create_app(self.settings)
        app.wsgi_app = self.between(app.wsgi_app)
        self.network = "well"
        self.stack.enter_context(serving(app, self.port))

    def stop(self) -> None:
        self.stack.close()

    def between(self, app):
        def answer(environ, start_response):
            silent = self.heard
            if self.network == "silent":
                silent.wait(PATIENCE / 1000)
            if self.network == "proxy":
                start_response("502 Bad Gateway", [("Content-Type", "text/html")])
                return [b"<html><h1>502 Bad Gateway</h1></html>"]
            return app(environ, start_response)

        return answer

    def be_silent(self) -> None:
        self.heard.clear()
        self.network = "silent"

    def be_heard(self) -> None:
        self.network = "well"
        self.heard.set()


@pytest.fixture
def pad(tmp_path):
    running = Pad(tmp_path / "instance")
    yield running
    running.be_heard()
    running.stop()


@pytest.fixture
def phone(new_phone, pad) -> Page:
    return new_phone(base_url=pad.address, service_workers="allow")


def visit(page: Page, address: str) -> None:
    """Open a page; the worker has kept the first pages, and sees what comes next."""
    page.goto(address)
    until(lambda: page.evaluate(CONTROLLED))


def wait_kept(page: Page, address: str, words: str = "</html>") -> None:
    until(lambda: words in page.evaluate(KEPT, address))


def until(is_so: Callable[[], bool]) -> None:
    """Wait for it: a page's own promises are asked again and again."""
    tries = (sleep(PAUSE) for _ in range(int(PATIENCE / 1000 / PAUSE)))
    assert is_so() or any(is_so() for _ in tries)


@pytest.mark.parametrize("first", ["/", by_night("/solve?game=basic-rummy"), by_night("/help/first-evening")])
def test_after_one_visit_the_first_pages_open_without_the_pad(phone, pad, first):
    """`/solve` is sent on to the game that was played last, and opens without being sent."""
    visit(phone, first)
    pad.stop()
    for address in ("/", "/solve", "/solve?game=gin-rummy"):
        phone.goto(address)
        heading = "The score pad that knows" if address == "/" else "What’s in my hand?"
        expect(phone.locator("h1").first).to_contain_text(heading)
        expect(phone.locator(".unreached")).to_be_visible()
        assert all(phone.evaluate(FILES_OF_PAGE))


def test_with_the_network_off_the_first_pages_open(phone):
    visit(phone, "/")
    phone.context.set_offline(True)
    phone.goto("/solve")
    expect(phone.locator("h1")).to_have_text("What’s in my hand?")
    phone.goto("/")
    expect(phone.get_by_role("link", name="Solve a hand")).to_be_visible()
    phone.context.set_offline(False)


@pytest.mark.parametrize(
    ("game", "pages"),
    [
        ("rummikub", {"Deal over": "/over"}),
        ("chattahoochee-alternate", {"Going out": "/out", "Lay melds": "/play"}),
    ],
)
def test_forms_of_a_table_open_without_having_been_opened(phone, pad, game, pages):
    visit(phone, "/")
    table = open_table(phone, "Ann", "Ben", rules=f"?game={game}")
    for below in pages.values():
        wait_kept(phone, table + below)
    pad.stop()
    for name, below in pages.items():
        phone.goto(table)
        expect(phone.locator("[data-sync]")).to_have_attribute("data-state", "offline")
        phone.get_by_role("link", name=name, exact=True).click()
        phone.wait_for_url(table + below)
        expect(phone.locator("[data-sync]")).to_have_attribute("data-state", "offline")
        expect(phone.locator("form[data-send]").first).to_be_attached()


def test_what_was_typed_of_a_deal_is_found_again_on_the_kept_form(phone, pad):
    """On the way back from the table, and after a reload at the address that says it."""
    visit(phone, "/")
    table = open_table(phone, "Ann", "Ben", rules="?game=romme")
    wait_kept(phone, table + "/over")
    pad.stop()
    phone.goto(table + "/over")
    phone.locator(".who label", has_text=re.compile("^Ann$")).click()
    phone.get_by_label("Left, Ben", exact=True).fill("23")
    for again in (lambda: phone.goto(table + "/over"), phone.reload, phone.reload):
        expect(phone.get_by_label("Left, Ben", exact=True)).to_have_value("23")
        expect(phone.locator('[name="winner"][value="0"]')).to_be_checked()
        again()


def test_what_was_entered_on_a_kept_form_is_recorded_once_the_pad_is_back(phone, pad):
    """The same form twice: what waits is listed, and the worker passes on what is sent in the background."""
    phone.clock.install()
    visit(phone, "/")
    table = open_table(phone, "Ann", "Ben", "Cy")
    wait_kept(phone, f"{table}/out")
    pad.stop()
    for number, (name, points) in enumerate((("Ann", "17"), ("Ben", "20")), 1):
        phone.goto(f"{table}/out")
        phone.get_by_text(re.compile(f"^{name} ×")).click()
        phone.get_by_text("Just points").click()
        phone.get_by_label("Points before the multiplier").fill(points)
        phone.get_by_role("button", name="Record").click()
        expect(phone.locator(".waits li")).to_have_count(number)
        phone.clock.run_for(MOVES_ON)
        phone.wait_for_url(table)
    phone.goto("/waiting")
    expect(phone.get_by_role("button", name="Throw away")).to_have_count(2)
    pad.start()
    send_now(phone)
    expect(phone.get_by_role("button", name="Throw away")).to_have_count(0)
    phone.goto(table)
    expect(phone.locator(".side-0 .total")).to_have_text("34")
    expect(phone.locator(".side-1 .total")).to_have_text("20")


def test_the_table_of_a_first_visit_opens_with_its_forms(phone, new_phone, pad):
    """The page was there before its worker."""
    ann = new_phone(base_url=pad.address)
    table = open_table(ann, "Ann", "Ben")
    code = code_of(ann, table)
    join(phone, code, "Ben")
    phone.wait_for_function(CONTROLLED)
    wait_kept(phone, f"{table}/out")
    pad.stop()
    phone.goto(f"{table}/out")
    expect(phone.locator("form#hand")).to_be_attached()


@pytest.mark.nightly
def test_a_page_that_came_just_before_its_worker_is_kept(phone, new_phone, pad):
    """The worker holds the page by the time that its scripts run."""
    table = open_table(new_phone(base_url=pad.address), "Ann", "Ben")
    held: list[Route] = []
    phone.route("**/scripts/**", lambda route: held.append(route))
    with phone.expect_request("**/scripts/**"):
        phone.goto(table, wait_until="commit")
    phone.evaluate(f"navigator.serviceWorker.register('/worker.js').then(() => {CONTROLLED})")
    until(lambda: phone.evaluate(CONTROLLED))
    for route in held:
        route.continue_()
    phone.unroute("**/scripts/**")
    wait_kept(phone, table)


@pytest.mark.nightly
@pytest.mark.whole_chromium
def test_a_page_that_is_not_kept_is_in_the_pads_own_words(phone, pad):
    """With the ways to what is kept, and it comes by itself once the pad answers."""
    visit(phone, "/")
    table = open_table(phone, "Ann", "Ben", name="Friday")
    wait_kept(phone, f"{table}/out")
    pad.stop()
    for address in ("/t/aaaaaaaaaaaa", f"{table}/out?deal=1&place=1", "/?before=1", f"{table}/record"):
        phone.goto(address)
        expect(phone.locator("h1")).to_have_text(NOT_HERE)
    phone.get_by_role("link", name="Friday Ann, Ben").click()
    expect(phone.locator("h1")).to_have_text("Friday")
    go_back(phone)
    expect(phone.locator("h1")).to_have_text(NOT_HERE)
    phone.get_by_role("link", name="Home", exact=True).click()
    phone.get_by_role("link", name="Continue: Friday").click()
    expect(phone.locator("h1")).to_have_text("Friday")
    phone.goto("/join")
    expect(phone.locator("h1")).to_have_text(NOT_HERE)
    pad.start()
    expect(phone.get_by_label("Code")).to_be_visible()


def test_a_form_that_does_not_reach_the_pad_stays_as_it_was_typed(phone, pad):
    """One that is not sent from the phone's queue, and needs its answer."""
    visit(phone, "/join")
    phone.get_by_label("Code").fill("ABC234")
    pad.stop()
    for _ in range(2):
        phone.get_by_role("button", name="Join", exact=True).click()
        expect(phone.locator(".notices")).to_contain_text("What you entered is still here")
    expect(phone.locator(".notice")).to_have_count(1)
    expect(phone.get_by_label("Code")).to_have_value("ABC234")
    pad.start()
    phone.get_by_role("button", name="Join", exact=True).click()
    expect(phone.get_by_text("No table has the code")).to_be_visible()


@pytest.mark.nightly
@pytest.mark.whole_chromium
def test_going_back_to_a_page_that_is_not_kept(phone, pad):
    visit(phone, "/")
    phone.goto("/join")
    phone.goto("/")
    pad.stop()
    go_back(phone)
    expect(phone.get_by_label("Code")).to_be_visible()


@pytest.mark.nightly
def test_a_silent_network_shows_what_is_kept_and_keeps_what_comes_late(phone, new_phone, pad):
    visit(phone, "/")
    table = open_table(phone, "Ann", "Ben")
    wait_kept(phone, f"{table}/out")
    code = code_of(phone, table)
    phone.goto("/")
    other = new_phone(base_url=pad.address)
    join(other, code, "Ben")
    other.goto(f"{table}/out?player=1&points=5")
    other.get_by_role("button", name="Record").click()
    other.wait_for_url(table)
    pad.be_silent()
    phone.goto(table)
    expect(phone.locator(".side-1 .total")).to_have_text("0")
    expect(phone.locator("[data-sync]")).to_have_attribute("data-state", "offline")
    pad.be_heard()
    wait_kept(phone, table, "out 1st, 5")


@pytest.mark.nightly
def test_a_proxy_that_does_not_reach_the_pad_does_not_stand_before_what_is_kept(phone, pad):
    visit(phone, "/")
    pad.network = "proxy"
    phone.goto("/")
    expect(phone.get_by_role("link", name="Solve a hand")).to_be_visible()
    phone.goto("/join")
    expect(phone.locator("h1")).to_have_text(NOT_HERE)


def test_a_table_is_kept_as_it_was_seen_last(phone, new_phone, pad):
    """Also where other phones changed it while its page stayed open."""
    visit(phone, "/")
    table = open_table(phone, "Ann", "Ben", "Cy")
    code = code_of(phone, table)
    other = new_phone(base_url=pad.address)
    join(other, code, "Ben")
    other.goto(f"{table}/out?player=1&points=5")
    other.get_by_role("button", name="Record").click()
    expect(phone.locator(".side-1 .total")).to_have_text("10")
    wait_kept(phone, table, "out 1st, 10")
    head = other.locator("[data-head]").get_attribute("data-head")
    wait_kept(phone, f"{table}/out", f'data-head="{head}"')


@pytest.mark.nightly
def test_the_newest_tables_are_kept_and_no_deleted_one(phone):
    visit(phone, "/")
    tables = [open_table(phone, "Ann", "Ben", name=f"Table {number}") for number in range(6)]
    wait_kept(phone, f"{tables[-1]}/out")
    until(lambda: not phone.evaluate(KEPT, tables[0]))
    assert not phone.evaluate(KEPT, f"{tables[0]}/out")
    assert all(phone.evaluate(KEPT, table) for table in tables[1:])
    phone.goto(f"{tables[-1]}/delete")
    phone.get_by_role("button", name="Delete the table").click()
    phone.wait_for_url("/")
    until(lambda: not phone.evaluate(KEPT, f"{tables[-1]}/out"))
    assert not phone.evaluate(KEPT, tables[-1])


@pytest.mark.nightly
def test_a_phone_that_only_watches_keeps_no_form(phone):
    visit(phone, "/")
    table = open_table(phone, "Ann", "Ben")
    code = code_of(phone, table)
    wait_kept(phone, f"{table}/out")
    phone.context.clear_cookies()
    phone.goto(f"/j/{code}")
    phone.get_by_role("button", name="Just watch").click()
    phone.wait_for_url(table)
    until(lambda: not phone.evaluate(KEPT, f"{table}/out"))


def test_messages_are_read_once(phone, pad):
    """None is kept with its page, and a page that is kept unseen takes none away."""
    visit(phone, "/")
    table = open_table(phone, "Ann", "Ben")
    phone.goto(f"{table}/delete")
    phone.get_by_role("button", name="Delete the table").click()
    expect(phone.locator(".notices")).to_contain_text("is deleted")
    wait_kept(phone, "/", "data-kept")
    pad.stop()
    phone.goto("/")
    expect(phone.locator("h1")).to_be_visible()
    expect(phone.locator(".notices")).to_have_text("")


@pytest.mark.nightly
def test_another_language_has_all_kept_anew(phone, pad):
    visit(phone, "/")
    table = open_table(phone, "Ann", "Ben")
    wait_kept(phone, f"{table}/out")
    phone.goto("/")
    phone.get_by_role("button", name="Deutsch").click()
    phone.wait_for_url("/")
    wait_kept(phone, "/away", 'lang="de"')
    wait_kept(phone, f"{table}/out", 'lang="de"')
    pad.stop()
    phone.goto("/join")
    expect(phone.locator("html")).to_have_attribute("lang", "de")
    assert phone.locator("h1").inner_text() != NOT_HERE


@pytest.mark.nightly
def test_a_new_version_has_its_own_pages_with_its_own_files(phone, pad, tmp_path, monkeypatch):
    """An old page that is open, or kept, goes on with the old files until the new one has come whole."""
    visit(phone, "/")
    table = open_table(phone, "Ann", "Ben")
    wait_kept(phone, f"{table}/out")
    pad.stop()
    found = folders.resource_folder
    new = shutil.copytree(found("static"), tmp_path / "static")
    for file in (*new.glob("*.js"), *new.glob("*.css")):
        file.write_text(file.read_text() + "\n/* of the new version */\n")
    monkeypatch.setattr(folders, "resource_folder", lambda name: new if name == "static" else found(name))
    phone.goto(f"{table}/out")
    assert all(phone.evaluate(FILES_OF_PAGE))
    pad.start()
    hand = phone.context.new_page()
    hand.goto("/solve")
    of_new = hand.locator("link[rel=stylesheet]").get_attribute("href")
    wait_kept(hand, of_new, "of the new version")
    expect(phone.locator("[data-sync]")).to_have_attribute("data-state", "saved")
    old = phone.locator("script[src*='+live']").get_attribute("src")
    until(lambda: old not in hand.evaluate(KEPT, f"{table}/out"))
    until(lambda: not hand.evaluate(KEPT, old))
    pad.stop()
    for address in ("/", "/solve", table, f"{table}/out"):
        phone.goto(address)
        assert all(phone.evaluate(FILES_OF_PAGE)), address
        assert "of the new version" in phone.evaluate(
            "fetch(document.querySelector('link[rel=stylesheet]').href).then((file) => file.text())"
        )


@pytest.mark.nightly
def test_a_browser_that_was_killed_opens_again_without_the_pad(chromium, pad, tmp_path):
    profile = tmp_path / "profile"

    def started():
        return chromium.browser_type.launch_persistent_context(
            profile,
            executable_path=chromium_program(),
            args=CHROMIUM_ARGUMENTS,
            base_url=pad.address,
            viewport=PHONE,
        )

    context = started()
    context.set_default_timeout(PATIENCE)
    page = context.pages[0]
    visit(page, "/")
    table = open_table(page, "Ann", "Ben")
    wait_kept(page, f"{table}/out")
    os.kill(int(os.readlink(profile / "SingletonLock").rpartition("-")[2]), signal.SIGKILL)
    pad.stop()
    for name in profile.glob("Singleton*"):
        name.unlink()
    context = started()
    page = context.pages[0]
    page.goto("/")
    page.get_by_role("link", name="Continue: Friday").click()
    page.get_by_role("link", name="Going out").click()
    expect(page.locator("form#hand")).to_be_attached()
    context.close()
