"""The pad without a server, in Chromium: files of a static host, and no network from the second page on."""

from __future__ import annotations

import functools
import gzip
import io
import json
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect
from pypdf import PdfReader

from page import build
from scorepad.cli.main import main
from scorepad.store.opening import open_store
from tests.browser.engines import CHROMIUM_ARGUMENTS, chromium_program, shell_program
from tests.browser.page_versions import VERSION_OF, make_newer
from tests.browser.page_walk import Walk
from tests.browser.test_evening import AT_TABLE, as_number, correct, record_filled, totals
from tests.by_night import by_night
from tests.made_page import made_page
from tests.web.test_every_game import Evening

SMALL = {"width": 390, "height": 664}
READY = "() => document.documentElement.dataset.scorepad === 'ready'"
DEALS = 5  # at once
ROOM_IS_COUNTED_WITHIN = 60  # seconds; Chromium remembers for some twenty how much there is
STARTS_WITHIN = 90_000  # milliseconds, on a machine that does much else
LARGEST, LARGEST_COMPRESSED = 25_000_000, 16_000_000  # bytes
HOSTS_LEVEL = 6  # of gzip, as hosts compress
POST = """async ([path, body, key]) => {
  const headers = { "Content-Type": "application/json", ...(key && { Authorization: `Bearer ${key}` }) };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return [answer.status, await answer.json()];
}"""

PLAYERS = ("Ann", "Ben", "Cy", "Dora")
MATCH = Evening(
    first=("over?winner=0&number-1=12&number-2=3&number-3=8&melded-0=30&melded-1=120&melded-3=15",),
    second=("over?winner=1&number-0=10&number-2=5&number-3=4&melded-1=400",),
    corrected=("number-1", "20"),
    totals=((30, 108, -3, 7), (30, 100, -3, 7), (20, 500, -8, 3)),
)
"""Rummy 500 to its end."""

RECORD = """([path, key, count]) => Promise.all(Array.from({ length: count }, (_, number) => fetch(path, {
  method: "POST", body: JSON.stringify({ points: { Ann: number, Ben: 0 } }),
  headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
}).then((answer) => answer.status)))"""
"""So many different deals at once, and how each was answered."""

LOOK_FOR_UPDATE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update().catch(() => {});
  while (registration.installing) await new Promise((looked) => setTimeout(looked, 50));
  return Boolean(registration.waiting);
}"""
"""Whether a new version has come."""

TAKES_NO_MORE = """() => {
  IDBObjectStore.prototype.put = () => { throw new DOMException("no room", "QuotaExceededError"); };
}"""

SEARCH = """(question) => {
  const headers = { "Content-Type": "application/json" }, body = JSON.stringify(question);
  window.stopping = new AbortController();
  window.found = fetch("api/v1/best", { method: "POST", headers, body, signal: stopping.signal });
  window.found.catch(() => {});
}"""
ORDER = """async () => {
  const names = { search: window.found, record: window.answered }, order = [];
  await Promise.all(Object.entries(names).map(([name, answer]) => answer.then(() => order.push(name))));
  return [order, await (await window.found).json()];
}"""
"""Which was answered first, and what was found."""

NOTHING_ASKED = """async () => {
  while (pending.size) await new Promise((looked) => setTimeout(looked, 50));
}"""
"""Waits until the service worker waits for no answer of Python."""
HARD_TABLE = (
    "9R 10R 11R 12R 13R, 5O 5R 5B 5K, 7R 7O 7K 7B, 12R 12O 12K, 11R 11K 11B, 6R 7R 8R 9R 10R, "
    "1O 1B 1R, 1O 2O 3O 4O, 10K 11K 12K 13K, 13R 13B 13O 13K, 5B 5K 5O, 10B 11B 12B, 7K 8K 9K, "
    "6K 6B 6R, 9O 10O 11O 12O 13O, 2K 2O 2B, 3B 3K 3O 3R, 7O 8O 9O 10O 11O, 8O 8K 8B 8R, 1K 2K 3K"
)
HARDEST_TABLE = (
    "w=7B 7R 7O 7K, 3K 3B 3R, 9R 10R 11R 12R 13R, 10O 11O 12O, 1B 2B 3B 4B 5B, 1O 2O 3O, "
    "10B 11B 12B, 5O 5K 5R, 11O 11K 11R 11B, 12B 12O 12K, 7K 7B 7R, 3R 4R 5R, 4K 4R 4B, "
    "2B 2K 2O, 9O 9R 9K, 8B 8O 8R 8K, 6B 6K 6O, 6R 6O 6K, 8B 8R 8K 8O, 1B 1R 1K 1O, "
    "13R 13O 13K 13B, 11K 12K 13K, 1K 2K 3K, 10O 10B 10K 10R, 9O 9B 9K, 5B 5O 5K"
)
HARD_BOARD = {
    "game": "rummikub",
    "options": {"aim": "points", "jokers": 0},
    "cards": "10K 6O 9B 4K 4K 1B 4R 2R 4B 1R 7B 6O 9K 12B",
    "table": HARD_TABLE.split(", "),
    "limit": 60,
}
HARDEST_BOARD = {
    "game": "rummikub",
    "options": {"repeated_colours": True, "jokers": 2},
    "cards": "12R 4K 4O 6B 10K 2R 7O 6R 3O 1R 9B 7B 2R 13B w",
    "table": HARDEST_TABLE.split(", "),
    "limit": 60,
}
"""A page without HiGHS takes a second or two to prove the first, and has never proven the second."""

TAKEN_OVER = """async () => {
  const isNew = (name) => name.endsWith("newer");
  while (!(await caches.keys()).every(isNew)) await new Promise((looked) => setTimeout(looked, 50));
}"""
"""Waits until there is nothing but the new version."""

TAKE_STORE = """() => new Promise((taken) => {
  const opening = indexedDB.open("scorepad /some/place/");
  opening.onsuccess = () => {
    const writing = opening.result.transaction("about", "readwrite");
    writing.objectStore("about").put("another", "owner");
    writing.oncomplete = taken;
  };
})"""
"""The store is another owner's, so that it refuses what Python saves."""


pytestmark = pytest.mark.timeout(600)  # the page is made first


class Files(SimpleHTTPRequestHandler):
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
def hosted(files: Path, handler: type[Files] = Files) -> Iterator[str]:
    """The address of the page while its host answers."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=str(files)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/some/place/"
    finally:
        server.shutdown()
        server.server_close()


def phone_of(chromium: Browser, profile: Path, program: str | None) -> BrowserContext:
    """The browser of one phone, with what it kept in the folder."""
    context = chromium.browser_type.launch_persistent_context(
        profile,
        executable_path=program,
        args=CHROMIUM_ARGUMENTS,
        viewport=SMALL,
        has_touch=True,
    )
    context.set_default_timeout(STARTS_WITHIN)
    return context


@pytest.fixture
def start(request, chromium, tmp_path):
    """Starts the browser of one phone, again where it was closed; what it kept is there."""
    started: list[BrowserContext] = []
    program = chromium_program() if request.node.get_closest_marker("whole_chromium") else shell_program()

    def begin() -> BrowserContext:
        started.append(phone_of(chromium, tmp_path / "profile", program))
        return started[-1]

    yield begin
    for context in started:
        context.close()


@pytest.fixture(scope="module")
def installed(chromium, files, tmp_path_factory) -> Iterator[tuple[BrowserContext, str]]:
    """A phone that has the page, one of its pages open, and the page's address, which no host answers."""
    context = phone_of(chromium, tmp_path_factory.mktemp("installed"), shell_program())
    with hosted(files) as address:
        opened(context, address)
    yield context, address
    context.close()


@pytest.fixture
def another(installed) -> Iterator[tuple[Page, str]]:
    """One more page of that phone, ready, and its address."""
    context, address = installed
    page = context.new_page()
    page.goto(address)
    page.wait_for_function(READY)
    yield page, address
    page.close()


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
    printed = PdfReader(io.BytesIO(page.pdf()))
    words = printed.pages[0].extract_text()
    assert len(printed.pages) == 1
    assert all(word in words for word in (*PLAYERS, *(str(abs(total)) for total in MATCH.totals[2])))
    saved = keep(page, f"{address}t/{table}", tmp_path)
    context.close()

    page = opened(start(), f"{address}t/{table}")
    assert totals(pad(page)) == MATCH.totals[2]
    restored = tmp_path / "full"
    assert main(["restore", str(saved), "--instance", str(restored)]) == 0
    with closing(open_store(restored / "scorepad.db")) as store:
        assert store.ids() == (table,)


@pytest.mark.nightly
@pytest.mark.parametrize("any_phone", ["firefox", "webkit"], indirect=True)
def test_the_same_walk_in_other_browsers(files, any_phone, tmp_path):
    """A proven hand, a match of four, its sheet and the backup, without a network; a reload has it all."""
    with hosted(files) as address:
        walk = Walk(any_phone, address)
        walk.start()
    walk.solve(("4C", "5C", "6C", "7C"))
    table = walk.play(MATCH, PLAYERS)
    saved = tmp_path / "saved.db"
    saved.write_bytes(walk.keep())
    walk.go(table)
    walk.reload()
    assert walk.totals() == MATCH.totals[2]
    restored = tmp_path / "full"
    assert main(["restore", str(saved), "--instance", str(restored)]) == 0
    with closing(open_store(restored / "scorepad.db")) as store:
        assert store.ids() == (table.removeprefix("t/"),)


def solve(page: Page, address: str) -> None:
    """A hand, proven while its cards are tapped."""
    pad(page).get_by_role("link", name=re.compile("^Solve a hand")).click()
    pad(page).wait_for_url("**/solve*")
    pad(page).goto(f"{address}solve?game=rummy-500")
    for card in ("4C", "5C", "6C", "7C"):
        pad(page).locator(f'.key[value="{card}"]:visible').click()
    expect(pad(page).locator(".proof")).to_have_text("proven best")


def play(page: Page, address: str) -> str:
    """A match of four in two deals, with an undo and a correction, to the sheet; the id of the table."""
    recorded, frame = MATCH, pad(page)
    frame.goto(f"{address}new?game=rummy-500")
    for seat, player in enumerate(PLAYERS):
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
    expect(frame.locator(".match-over")).to_be_visible()
    frame.goto(f"{table}/sheet")
    on_sheet = frame.locator(".totals td").all_inner_texts()
    assert tuple(map(as_number, on_sheet)) == recorded.totals[2]
    return table.rpartition("/")[2]


def keep(page: Page, table: str, folder: Path) -> Path:
    """The file with all tables, as a match that is over offers it."""
    pad(page).goto(table)
    pad(page).get_by_role("link", name="Keep my tables as a file").click()
    pad(page).wait_for_url("**/kept")
    with page.expect_download() as download:
        pad(page).get_by_role("link", name="Keep my tables as a file").click()
    download.value.save_as(folder / "saved.db")
    return folder / "saved.db"


@pytest.mark.nightly
def test_the_first_table_is_offered_as_a_file_that_another_browser_opens(files, start, tmp_path):
    """It has the tables, and may write in them; what was there before goes only where that was said."""
    context = start()
    with hosted(files) as address:
        page = opened(context, address)
    table, key = table_of_two(page)
    assert page.evaluate(RECORD, [f"{table}/deals", key, 1]) == [201]
    pad(page).goto(f"{address}{table.removeprefix('api/v1/').replace('tables', 't')}")
    expect(page.locator("#notice")).to_contain_text("may clear")
    page.locator("#notice").get_by_role("button", name="Keep my tables as a file").click()
    pad(page).wait_for_url("**/kept")
    expect(page.locator("#notice")).to_be_hidden()
    with page.expect_download() as download:
        pad(page).get_by_role("link", name="Keep my tables as a file").click()
    download.value.save_as(tmp_path / "saved.db")

    page = context.new_page()
    with hosted(files) as address:  # an address of its own, as another browser is
        page.goto(address)
        page.wait_for_function(READY)
    table_of_two(page)
    pad(page).goto(f"{address}kept")
    pad(page).get_by_label("File", exact=True).set_input_files(tmp_path / "saved.db")
    pad(page).get_by_label("Replace all tables that are here").check()
    pad(page).get_by_role("button", name="Open", exact=True).click()
    pad(page).wait_for_url(address)
    assert recorded_at(page, table) == [0]
    assert page.evaluate(RECORD, [f"{table}/deals", key, 2]) == [201, 201]


def table_of_two(page: Page) -> tuple[str, str]:
    """The path and the key of a new table."""
    _, table = page.evaluate(POST, ["api/v1/tables", {"game": "any-game", "players": ["Ann", "Ben"]}, ""])
    return f"api/v1/tables/{table['table']}", table["key"]


def recorded_at(page: Page, table: str) -> list[int]:
    """The points of Ann, deal by deal."""
    state = page.evaluate(f"() => fetch('{table}').then((answer) => answer.json())")
    return [deal["scores"]["Ann"] for deal in state["deals"]]


@pytest.mark.nightly
def test_what_was_not_saved_is_said_and_what_was_stays(files, start):
    """A browser that takes no more: 507, and another Python goes on from what is there."""
    context = start()
    context.add_init_script("delete window.SharedWorker;")  # whose workers a test can't reach
    with hosted(files) as address:
        page = opened(context, address)
    table, key = table_of_two(page)
    assert page.evaluate(RECORD, [f"{table}/deals", key, 1]) == [201]
    for worker in page.workers:
        worker.evaluate(TAKES_NO_MORE)
    status, answer = page.evaluate(POST, [f"{table}/deals", {"points": {"Ann": 1, "Ben": 0}}, key])
    assert (status, answer["error"]["code"]) == (507, "not-kept")
    assert recorded_at(page, table) == [0]
    assert page.evaluate(POST, [f"{table}/deals", {"points": {"Ann": 1, "Ben": 0}}, key])[0] == 201
    assert recorded_at(page, table) == [0, 1]


@pytest.mark.nightly
def test_what_there_was_no_room_for_is_said_and_what_was_saved_stays(files, start):
    """The same where the browser itself counts its room, and for all pages."""
    context = start()
    with hosted(files) as address:
        page = opened(context, address)
    table, key = table_of_two(page)
    origin = address.removesuffix("/some/place/")
    room = context.new_cdp_session(page)
    room.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    told: list[int] = []
    for number in range(ROOM_IS_COUNTED_WITHIN):
        status, answer = page.evaluate(POST, [f"{table}/deals", {"points": {"Ann": number, "Ben": 0}}, key])
        if status != 201:
            break
        told.append(number)
        page.wait_for_timeout(1000)
    assert (status, answer["error"]["code"]) == (507, "not-kept")
    room.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    assert recorded_at(page, table) == told
    other = context.new_page()
    other.goto(address)
    other.wait_for_function(READY)
    assert recorded_at(other, table) == told


@pytest.mark.nightly
def test_a_python_that_another_has_followed_leaves_the_answer_to_it(another):
    """It says neither that something was recorded nor that it was not."""
    page, _ = another
    table, key = table_of_two(page)
    page.evaluate(TAKE_STORE)
    assert page.evaluate(POST, [f"{table}/deals", {"points": {"Ann": 1, "Ben": 2}}, key])[0] == 201
    assert recorded_at(page, table) == [1]


def test_what_a_stopped_service_worker_was_asked_is_answered_once(another):
    """The next one asks the same again."""
    page, _ = another
    table, key = table_of_two(page)
    workers = page.context.new_cdp_session(page)
    workers.send("ServiceWorker.enable")
    page.evaluate(f"(given) => {{ window.answered = ({RECORD})(given); }}", [f"{table}/deals", key, DEALS])
    workers.send("ServiceWorker.stopAllWorkers")
    assert page.evaluate("() => window.answered") == [201] * DEALS
    assert sorted(recorded_at(page, table)) == [*range(DEALS)]


@pytest.mark.nightly
def test_a_new_version_comes_whole_and_never_under_a_form_half_typed(files, start, tmp_path):
    """A file that is not as announced keeps it off. It takes over all at once, where nothing is typed."""
    copied, context = shutil.copytree(files, tmp_path / "page"), start()
    with hosted(copied) as address:
        page = opened(context, address)
        make_newer(copied, "broken")
        with open(copied / "files" / "inside.js", "a") as file:
            file.write("// not as announced")
        assert not page.evaluate(LOOK_FOR_UPDATE)
        page.wait_for_timeout(1000)  # this host tells the versions of a file apart by the second
        shutil.copytree(files, copied, dirs_exist_ok=True)
        make_newer(copied, "newer")
        pad(page).goto(f"{address}new?game=any-game")
        field = pad(page).get_by_label("Name in seat 1", exact=True)
        field.fill("Ann")
        assert page.evaluate(LOOK_FOR_UPDATE)
        page.get_by_role("button", name="Use it now").click()
        page.evaluate(TAKEN_OVER)
        assert field.input_value() == "Ann"
        pad(page).get_by_role("link", name="scorepad").click()
        page.wait_for_function(
            f"() => {{ const said = () => {{ {VERSION_OF} }}; return said().join() === 'newer,newer'; }}"
        )


def test_a_record_is_answered_before_the_search_that_was_asked_first(another):
    """The search begins anew behind it, and is proven all the same."""
    page, _ = another
    table, key = table_of_two(page)
    page.evaluate(SEARCH, HARD_BOARD)
    page.evaluate(f"(given) => {{ window.answered = ({RECORD})(given); }}", [f"{table}/deals", key, DEALS])
    order, found = page.evaluate(ORDER)
    assert order == ["record", "search"]
    assert (found["proven"], found["points"]) == (True, 79)
    assert sorted(recorded_at(page, table)) == [*range(DEALS)]


@pytest.mark.parametrize("way", ["stopped", "another page"])
def test_a_search_ends_that_nobody_waits_for(another, way):
    """Long before its time is over, so that it takes nothing from what is asked later."""
    page, address = another
    pad(page).goto(f"{address}new")
    page.wait_for_function(READY)
    pad(page).evaluate(SEARCH, HARDEST_BOARD)
    if way == "stopped":
        pad(page).evaluate("() => window.stopping.abort()")
    else:
        pad(page).goto(f"{address}games")
    (worker,) = page.context.service_workers
    worker.evaluate(NOTHING_ASKED)


@pytest.mark.nightly
def test_two_pages_share_one_pad_and_follow_each_other(another):
    """The second is there at once, and shows what the first records."""
    page, address = another
    _, table = page.evaluate(POST, ["api/v1/tables", {"game": "any-game", "players": ["Ann", "Ben"]}, ""])
    other = page.context.new_page()
    other.goto(f"{address}t/{table['table']}")
    other.wait_for_function(READY)
    deal = {"points": {"Ann": 17, "Ben": 2}}
    assert page.evaluate(POST, [f"api/v1/tables/{table['table']}/deals", deal, table["key"]])[0] == 201
    expect(pad(other).locator(".side .total").first).to_contain_text("17")
    other.close()


def test_the_frame_is_told_of_the_edges_of_the_screen(another):
    """A notch and a bar of the phone: the browser tells the outer page alone."""
    page, address = another
    page.goto(f"{address}solve")
    page.wait_for_function(READY)
    insets = {"insets": {"top": 47, "bottom": 34}}
    page.context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", insets)
    page.evaluate("dispatchEvent(new Event('resize'))")
    assert pad(page).eval_on_selector("header.top", "one => getComputedStyle(one).paddingTop") == "47px"
    bottom = "one => getComputedStyle(one).getPropertyValue('--inset-bottom')"
    assert pad(page).eval_on_selector("html", bottom) == "34px"


def test_the_page_is_small_enough_for_a_phone(files):
    """All files together: as they are kept, and as a host sends them that compresses each."""
    contents = [file.read_bytes() for file in files.rglob("*") if file.is_file()]
    assert sum(map(len, contents)) <= LARGEST
    assert sum(len(gzip.compress(content, HOSTS_LEVEL)) for content in contents) <= LARGEST_COMPRESSED


@pytest.mark.parametrize("missing", ["indexedDB", "WebAssembly", by_night("SharedWorker")])
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


def test_a_browser_that_cannot_run_it_is_sent_to_a_full_pad(files, start, tmp_path, monkeypatch):
    """Where whoever makes the page names one."""
    copied = shutil.copytree(files, tmp_path / "page")
    monkeypatch.setattr(build, "TARGET", copied)
    monkeypatch.setenv(build.FULL_PAD, "https://pad.example/")
    build.write_page(json.loads((copied / "files" / "page.json").read_text())["parts"])
    page = start().pages[0]
    page.add_init_script("delete window.WebAssembly;")
    with hosted(copied) as address:
        page.goto(address)
        way = page.get_by_role("link", name="Open the pad on a server instead")
        expect(way).to_have_attribute("href", "https://pad.example/")
