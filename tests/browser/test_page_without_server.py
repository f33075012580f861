"""The pad without a server, in Chromium: files of a static host, and no network from the second page on."""

from __future__ import annotations

import functools
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Frame, Page, expect

from scorepad.cli.main import main
from scorepad.rulebook import find_game
from scorepad.store.opening import open_store
from tests.browser.engines import CHROMIUM, CHROMIUM_ARGUMENTS
from tests.browser.test_evening import AT_TABLE, as_number, correct, record_filled, totals
from tests.made_page import made_page
from tests.web.test_every_game import evening_of

SMALL = {"width": 390, "height": 664}
READY = "() => document.documentElement.dataset.scorepad === 'ready'"
STARTS_WITHIN = 90_000  # milliseconds, on a machine that does much else
LARGEST = 25_000_000  # bytes
POST = """async ([path, body, key]) => {
  const headers = { "Content-Type": "application/json", ...(key && { Authorization: `Bearer ${key}` }) };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return [answer.status, await answer.json()];
}"""

TAKE_STORE = """() => new Promise((taken) => {
  const opening = indexedDB.open("scorepad /some/place/");
  opening.onsuccess = () => {
    const writing = opening.result.transaction("about", "readwrite");
    writing.objectStore("about").put("another", "owner");
    writing.oncomplete = taken;
  };
})"""
"""The store is another owner's, so that it refuses what Python saves."""


class _Files(SimpleHTTPRequestHandler):
    """The files below `/some/place/`, as a static host gives them."""

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix("/some/place"))

    def log_message(self, *_args: object) -> None:
        """Tests say what went wrong."""


@pytest.fixture(scope="session")
def files() -> Path:
    """The folder of the page, made once a run of all tests."""
    return made_page()


@contextmanager
def hosted(files: Path) -> Iterator[str]:
    """The address of the page while its host answers."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Files, directory=str(files)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/some/place/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def start(chromium, tmp_path):
    """Starts the browser of one phone, again where it was closed; what it kept is there."""
    started: list[BrowserContext] = []

    def begin() -> BrowserContext:
        context = chromium.browser_type.launch_persistent_context(
            tmp_path / "profile",
            executable_path=next(filter(None, map(shutil.which, CHROMIUM))),
            args=CHROMIUM_ARGUMENTS,
            viewport=SMALL,
            has_touch=True,
        )
        context.set_default_timeout(STARTS_WITHIN)
        started.append(context)
        return context

    yield begin
    for context in started:
        context.close()


def opened(context: BrowserContext, address: str) -> Page:
    """The outer page, once a page of the app says that it is ready."""
    page = context.pages[0]
    page.goto(address)
    page.wait_for_function(READY)
    return page


def pad(page: Page) -> Frame:
    """The page of the app."""
    return next(frame for frame in page.frames if frame != page.main_frame)


def test_a_hand_a_match_a_sheet_and_a_backup_without_a_network(files, start, tmp_path):
    """Files come once; all that a phone does without a network comes from the phone from then on."""
    context = start()
    with hosted(files) as address:
        page = opened(context, address)
    solve(page, address)
    table = play(page, address)
    assert page.url == f"{address}t/{table}/sheet"
    saved = keep(page, address, tmp_path)
    context.close()

    page = opened(start(), f"{address}t/{table}")
    assert totals(pad(page)) == evening_of(find_game("rummy-500")).totals[2]
    restored = tmp_path / "full"
    assert main(["restore", str(saved), "--instance", str(restored)]) == 0
    with closing(open_store(restored / "scorepad.db")) as store:
        assert store.ids() == (table,)


def solve(page: Page, address: str) -> None:
    """A hand, proven while its cards are tapped."""
    pad(page).get_by_role("link", name=re.compile("^Solve a hand")).click()
    pad(page).wait_for_url("**/solve*")
    pad(page).goto(f"{address}solve?game=rummy-500")
    for card in ("4C", "5C", "6C", "7C"):
        pad(page).locator(f'.key[value="{card}"]:visible').click()
    expect(pad(page).locator(".proof")).to_have_text("proven best")


def play(page: Page, address: str) -> str:
    """Two deals of three players with an undo and a correction, to the sheet; the id of the table."""
    recorded = evening_of(find_game("rummy-500"))
    frame = pad(page)
    frame.goto(f"{address}new?game=rummy-500")
    for seat, player in enumerate(("Ann", "Ben", "Cy")):
        field = frame.get_by_label(f"Name in seat {seat + 1}", exact=True)
        field.fill(player)
        field.press("Enter")
    frame.get_by_role("button", name="Open the table").click()
    frame.wait_for_url(AT_TABLE)
    table = frame.url
    for path in recorded.first:
        record_filled(frame, table, path)
    frame.get_by_role("button", name="Undo", exact=True).click()
    expect(frame.locator(".notice.ended")).to_have_count(0)
    frame.get_by_role("button", name="Redo", exact=True).click()
    expect(frame.locator(".notice.ended")).to_have_count(1)
    correct(frame, *recorded.corrected)
    assert totals(frame) == recorded.totals[1]
    frame.get_by_role("button", name=re.compile("^Next deal")).click()
    expect(frame.get_by_role("heading", name=re.compile("^Deal 2"))).to_be_visible()
    for path in recorded.second:
        record_filled(frame, table, path)
    assert totals(frame) == recorded.totals[2]
    frame.goto(f"{table}/sheet")
    on_sheet = frame.locator(".totals td").all_inner_texts()
    assert tuple(map(as_number, on_sheet)) == recorded.totals[2]
    return table.rpartition("/")[2]


def keep(page: Page, address: str, folder: Path) -> Path:
    """The file with all tables."""
    pad(page).goto(f"{address}kept")
    with page.expect_download() as download:
        pad(page).get_by_role("link", name="Keep my tables as a file").click()
    download.value.save_as(folder / "saved.db")
    return folder / "saved.db"


def test_what_could_not_be_saved_is_said_and_what_was_stays(files, start):
    """A store that takes nothing more: 507, and another Python goes on from what is there."""
    with hosted(files) as address:
        page = opened(start(), address)
    _, table = page.evaluate(POST, ["api/v1/tables", {"game": "any-game", "players": ["Ann", "Ben"]}, ""])
    deal = [f"api/v1/tables/{table['table']}/deals", {"points": {"Ann": 1, "Ben": 2}}, table["key"]]
    assert page.evaluate(POST, deal)[0] == 201
    page.evaluate(TAKE_STORE)
    status, answer = page.evaluate(POST, deal)
    assert (status, answer["error"]["code"]) == (507, "not-kept")
    state = page.evaluate(f"() => fetch('api/v1/tables/{table['table']}').then((answer) => answer.json())")
    assert len(state["deals"]) == 1
    assert page.evaluate(POST, deal)[0] == 201


def test_two_pages_share_one_pad_and_follow_each_other(files, start):
    """The second is there at once, and shows what the first records."""
    context = start()
    with hosted(files) as address:
        page = opened(context, address)
    _, table = page.evaluate(POST, ["api/v1/tables", {"game": "any-game", "players": ["Ann", "Ben"]}, ""])
    other = context.new_page()
    other.goto(f"{address}t/{table['table']}")
    other.wait_for_function(READY)
    deal = {"points": {"Ann": 17, "Ben": 2}}
    assert page.evaluate(POST, [f"api/v1/tables/{table['table']}/deals", deal, table["key"]])[0] == 201
    expect(pad(other).locator(".side .total").first).to_contain_text("17")


def test_the_page_is_small_enough_for_a_phone(files):
    """All files together."""
    assert sum(file.stat().st_size for file in files.rglob("*") if file.is_file()) <= LARGEST


@pytest.mark.parametrize("missing", ["indexedDB", "WebAssembly", "SharedWorker"])
def test_a_browser_that_cannot_run_it_is_told_so(files, start, missing):
    """In words, before anything is loaded; a browser without shared workers starts one of the page's own."""
    context = start()
    page = context.pages[0]
    page.add_init_script(f"delete window.{missing};")
    with hosted(files) as address:
        page.goto(address)
        if missing == "SharedWorker":
            page.wait_for_function(READY)
        else:
            expect(page.locator("#refused")).to_contain_text("This browser")
