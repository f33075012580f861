"""What the phone says it kept is kept: each entry is recorded once, or stands in the list with its reason."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests.browser.conftest import go_back
from tests.browser.test_tables import code_of, go_out, join, open_table
from tests.by_night import by_night

AT_TABLE = re.compile(r"/t/[a-z0-9]+$")
RECORDS = re.compile(r"/t/[a-z0-9]+/(out|over|deal/\d+|undo|next|names)$")
AWAY = "offline, kept, will be sent"
MOVES_ON, FOUND, SILENT = 2500, 4000, 10_000  # milliseconds, as in forms.js and live.js
# Two taps within a moment are one.
A_MOMENT_LATER = "const now = performance.now(); performance.now = () => now + 1600; null"
LEASED_BEFORE_THE_CLOCK_WENT_BACK = """() => new Promise((done, failed) => {
  indexedDB.open("scorepad").onsuccess = ({ target: { result: store } }) => {
    const change = store.transaction(["entries", "leases"], "readwrite");
    change.objectStore("entries").getAll().onsuccess = ({ target: { result: [{ line }] } }) => {
      change.objectStore("leases").put({ line, by: "a page that was left", until: Date.now() + 20000 });
      sessionStorage.back = 1;
    };
    change.oncomplete = () => { store.close(); done(); };
    change.onabort = () => failed(change.error);
  };
})"""


@pytest.fixture
def ann(phone: Page) -> Page:
    """Ann's phone at a table of three."""
    open_table(phone, "Ann", "Ben", "Cy")
    return phone


@pytest.fixture
def timed(phone: Page) -> Page:
    """Ann's phone at a table of three. Its pages wait by a clock that a test can move on."""
    phone.clock.install()
    open_table(phone, "Ann", "Ben", "Cy")
    return phone


def wait_for_reason(page: Page, reason: str) -> None:
    """Open the list, which has one entry, until it says why that one waits."""
    wait_for_entries(page, 1)
    page.locator("[data-opens]").click()
    expect(page.locator(".waits li")).to_contain_text(reason)


def enter_points(page: Page, player: str, points: int) -> None:
    """Fill in the form of going out, and record it."""
    page.locator(".who").get_by_text(re.compile(f"^{player} ×")).click()
    if not page.get_by_label("Points before the multiplier").is_visible():
        page.locator("summary", has_text="Just points").click()
    page.get_by_label("Points before the multiplier").fill(str(points))
    page.get_by_role("button", name=re.compile(r"^Record")).last.click()


def to_going_out(page: Page) -> None:
    page.get_by_role("link", name="Going out").click()
    page.wait_for_url(re.compile("/out"))


def waiting(page: Page) -> list[str]:
    """The entries of the list, in words."""
    return page.locator(".waits li strong").all_text_contents()


def wait_for_entries(page: Page, number: int) -> None:
    expect(page.locator(".waits li")).to_have_count(number)


def send_now(page: Page) -> None:
    """Tap the button, though the phone may send by itself at the same moment, and the page move on."""
    with suppress(Error):
        page.evaluate("document.querySelector('[data-send-now]').click()")


def open_page(page: Page, address: str) -> None:
    """Open a page, though the phone may send at the same moment, and the page before move on by itself."""
    for _ in range(5):
        with suppress(Error):
            page.goto(address)
            return
    page.goto(address)


def records(page: Page) -> list[str]:
    """What the table's history says happened, the newest first."""
    open_page(page, re.match(r".*/t/[a-z0-9]+", page.url)[0] + "/record")
    return page.locator(".changes li").all_inner_texts()


def test_two_entries_from_one_page_without_a_network_are_both_recorded(ann):
    """The second has an operation of its own, and is not stale behind the first."""
    to_going_out(ann)
    ann.context.set_offline(True)
    enter_points(ann, "Ann", 33)
    wait_for_entries(ann, 1)
    expect(ann.locator("[data-sync]")).to_have_text(AWAY)
    expect(ann.get_by_label("Points before the multiplier")).to_have_value("")
    enter_points(ann, "Ben", 44)
    wait_for_entries(ann, 2)
    ann.context.set_offline(False)
    wait_for_entries(ann, 0)
    said = " ".join(records(ann))
    assert "Ann went out: 33 × 2 = 66" in said
    assert "Ben went out: 44 × 1 = 44" in said


def test_a_second_entry_while_the_first_is_being_sent_is_recorded_too(timed):
    """The answer to the first takes long; the second has other content."""
    ann = timed
    to_going_out(ann)
    held: list[Route] = []
    ann.context.route(RECORDS, lambda route: held.append(route) if not held else route.continue_())
    enter_points(ann, "Ann", 33)
    expect(ann.locator("[data-sync]")).to_have_text("sending …")
    wait_for_entries(ann, 1)
    ann.clock.run_for(MOVES_ON)
    expect(ann.get_by_label("Points before the multiplier")).to_have_value("")
    enter_points(ann, "Ben", 44)
    wait_for_entries(ann, 2)
    held[0].continue_()
    wait_for_entries(ann, 0)
    said = " ".join(records(ann))
    assert "Ann went out: 33" in said
    assert "Ben went out: 44" in said


@pytest.mark.nightly
def test_another_entry_within_a_moment_of_the_first_is_recorded_too(ann):
    """Only the same content is the same tap. No time passes on the phone between the two."""
    to_going_out(ann)
    ann.context.set_offline(True)
    ann.evaluate("performance.now = () => 0")
    enter_points(ann, "Ann", 12)
    enter_points(ann, "Ben", 13)
    wait_for_entries(ann, 2)
    points = "Points before the multiplier"
    assert waiting(ann) == [f"Going out: Ann, {points}: 12", f"Going out: Ben, {points}: 13"]
    ann.context.set_offline(False)
    wait_for_entries(ann, 0)
    said = " ".join(records(ann))
    assert "Ann went out: 12 × 2 = 24" in said
    assert "Ben went out: 13 × 1 = 13" in said


def test_an_entry_is_what_stood_there_when_record_was_tapped(timed):
    """The best melds of its cards are still being found while the next one is entered."""
    ann = timed
    to_going_out(ann)
    ann.context.route(re.compile(r"/out/answer\?"), lambda _: None)
    record = ann.get_by_role("button", name=re.compile(r"^Record"))
    for player, card in (("Ann", "4C"), ("Ben", "5D")):
        ann.locator(".who").get_by_text(re.compile(f"^{player} ×")).click()
        ann.locator(f'.key[value="{card}"]').first.click()
        record.last.click()
    ann.clock.run_for(FOUND)
    ann.wait_for_url(AT_TABLE)
    said = " ".join(records(ann))
    assert "Ann went out" in said
    assert "Ben went out" in said


def test_an_entry_that_is_being_typed_stays_while_the_one_before_it_gets_no_answer(timed):
    """The page would be empty for the next entry by then, or have left for the table."""
    ann = timed
    to_going_out(ann)
    ann.context.route(RECORDS, lambda _: None)
    enter_points(ann, "Ann", 33)
    expect(ann.locator("[data-sync]")).to_have_text("sending …")
    points = ann.get_by_label("Points before the multiplier")
    points.fill("44")
    wait_for_entries(ann, 1)
    ann.clock.run_for(MOVES_ON)
    assert len(ann.evaluate("queue.all()")) == 1  # which the page has looked at too, before it would move on
    expect(points).to_have_value("44")
    assert ann.url.partition("?")[0].endswith("/out")


@pytest.mark.nightly
def test_two_notes_of_one_page_without_a_network_are_both_recorded(ann):
    ann.goto(f"{ann.url}/note")
    ann.context.set_offline(True)
    for text in ("Rain", "Sun"):
        ann.get_by_label("Note").fill(text)
        ann.get_by_role("button", name="Add the note").click()
        expect(ann.get_by_label("Note")).to_have_value("")
    wait_for_entries(ann, 2)
    ann.context.set_offline(False)
    wait_for_entries(ann, 0)
    said = " ".join(records(ann))
    assert "Rain" in said
    assert "Sun" in said


@pytest.mark.nightly
def test_undo_tapped_twice_without_a_network_undoes_twice(ann):
    go_out(ann, "Ann", "4C", "5C")
    go_out(ann, "Ben", "QH")
    ann.goto(ann.url)
    ann.context.set_offline(True)
    for number in (1, 2):
        ann.get_by_role("button", name="Undo").click()
        wait_for_entries(ann, number)
        ann.evaluate(A_MOMENT_LATER)
    ann.context.set_offline(False)
    wait_for_entries(ann, 0)
    ann.goto(ann.url)
    expect(ann.locator(".side-0 .total")).to_have_text("0")
    expect(ann.locator(".side-1 .total")).to_have_text("0")


@pytest.mark.parametrize("taps", [2, by_night(3)])
def test_one_entry_tapped_several_times_in_a_moment_is_recorded_once(ann, taps):
    to_going_out(ann)
    ann.locator("summary", has_text="Just points").click()
    ann.get_by_label("Points before the multiplier").fill("33")
    ann.evaluate(
        "taps => { for (let tap = 0; tap < taps; tap++) document.querySelector('[data-record]').click(); }",
        taps,
    )
    ann.wait_for_url(AT_TABLE)
    assert sum("went out" in line for line in records(ann)) == 1


@pytest.mark.nightly
def test_what_waits_of_the_same_player_is_changed_by_a_word_alone(ann):
    to_going_out(ann)
    ann.context.set_offline(True)
    enter_points(ann, "Ann", 33)
    wait_for_entries(ann, 1)
    enter_points(ann, "Ann", 34)
    ann.get_by_role("dialog").get_by_role("button", name="Keep it").click()
    assert waiting(ann) == ["Going out: Ann, Points before the multiplier: 33"]
    ann.evaluate(A_MOMENT_LATER)
    ann.get_by_role("button", name=re.compile(r"^Record")).last.click()
    ann.get_by_role("dialog").get_by_role("button", name="Change it").click()
    expect(ann.locator(".waits li strong")).to_contain_text("34")
    ann.context.set_offline(False)
    wait_for_entries(ann, 0)
    assert [line for line in records(ann) if "went out: 34" in line]


def test_undo_takes_back_what_waits_by_a_word_alone(ann):
    go_out(ann, "Ann", "4C", "5C")
    to_going_out(ann)
    ann.context.route(RECORDS, lambda route: route.abort())
    enter_points(ann, "Ben", 44)
    wait_for_entries(ann, 1)
    ann.goto(ann.url.split("/out")[0])
    ann.get_by_role("button", name="Undo").click()
    ann.get_by_role("dialog").get_by_role("button", name="Throw away").click()
    wait_for_entries(ann, 0)
    ann.context.unroute(RECORDS)
    expect(ann.locator(".side-0 .standing")).to_contain_text("out 1st")


ANSWERS = {
    "a portal’s page": {"status": 200, "body": "<h1>Welcome to the hotel</h1>", "content_type": "text/html"},
    "a portal’s way": {"status": 302, "headers": {"Location": "/"}},
    "somebody’s 403": {"status": 403, "body": "no"},
    "a fault": {"status": 500, "body": "no"},
    "a full store": {"status": 503, "headers": {"Retry-After": "1"}},
    "too many": {"status": 429},
    "another pad’s word": {
        "status": 200,
        "headers": {"Scorepad-Operation": "another recorded"},
        "body": "{}",
    },
}
LIKE_500 = (403, 429)


@pytest.mark.parametrize(
    "answer", [by_night(one) if one["status"] in LIKE_500 else one for one in ANSWERS.values()], ids=ANSWERS
)
def test_an_answer_that_is_not_the_pads_keeps_the_entry(ann, answer):
    """Only the pad's word for this operation ends it; then "Send now" sends it."""
    to_going_out(ann)
    ann.context.route(RECORDS, lambda route: route.fulfill(**answer))
    enter_points(ann, "Ann", 33)
    wait_for_entries(ann, 1)
    ann.locator("[data-opens]").click()
    reason = "can’t record it now" if answer["status"] != 302 else "doesn’t answer"
    expect(ann.locator(".waits li")).to_contain_text(reason)
    ann.context.unroute(RECORDS)
    send_now(ann)
    wait_for_entries(ann, 0)
    assert [line for line in records(ann) if "Ann went out: 33" in line]


def test_a_phone_that_only_watches_by_now_reads_why_and_records_once_it_has_joined(ann):
    to_going_out(ann)
    cookies = ann.context.cookies()
    ann.context.clear_cookies()
    enter_points(ann, "Ann", 33)
    wait_for_reason(ann, "Not recorded yet: This phone only watches.")
    ann.context.add_cookies(cookies)
    send_now(ann)
    wait_for_entries(ann, 0)
    assert [line for line in records(ann) if "Ann went out: 33" in line]


def test_an_entry_for_a_table_that_is_gone_reads_so_and_stays_until_a_person_drops_it(ann):
    table = ann.url
    to_going_out(ann)
    ann.context.route(RECORDS, lambda route: route.abort())
    enter_points(ann, "Ann", 33)
    wait_for_entries(ann, 1)
    ann.goto(f"{table}/delete")
    ann.evaluate("document.getElementById('delete').removeAttribute('data-send')")  # not behind what waits
    ann.get_by_role("button", name="Delete the table").click()
    ann.wait_for_url("/")
    ann.context.unroute(RECORDS)
    open_page(ann, "/waiting")
    expect(ann.locator(".waits li.refused")).to_contain_text("Not recorded: There’s no such table.")
    ann.get_by_role("button", name="Throw away").click()
    ann.get_by_role("dialog").get_by_role("button", name="Throw away").click()
    wait_for_entries(ann, 0)


def test_an_answer_that_is_cut_keeps_the_entry_and_nothing_is_recorded_twice(ann):
    to_going_out(ann)

    def cut(route: Route) -> None:
        route.fetch(max_redirects=0)
        with suppress(Error):  # the network is well again meanwhile
            route.abort()

    ann.context.route(RECORDS, cut)
    enter_points(ann, "Ann", 33)
    wait_for_reason(ann, "doesn’t answer")
    ann.context.unroute(RECORDS)
    send_now(ann)
    wait_for_entries(ann, 0)
    assert sum("went out" in line for line in records(ann)) == 1


@pytest.mark.nightly
def test_the_trouble_of_one_table_holds_up_no_other(ann):
    first = ann.url
    second = open_table(ann, "Dev", "Eva", name="Saturday")
    ann.goto(first)
    to_going_out(ann)
    ann.context.route(
        re.compile(re.escape(first) + "/out$"),
        lambda route: route.fulfill(status=500) if route.request.method == "POST" else route.continue_(),
    )
    enter_points(ann, "Ann", 33)
    wait_for_entries(ann, 1)
    ann.goto(second)
    go_out(ann, "Dev", "4C", "5C")
    expect(ann.locator(".waits li")).to_have_count(1)
    expect(ann.locator("[data-summary]")).to_contain_text("Friday")
    expect(ann.locator(".side-0 .total")).to_have_text(re.compile("[1-9]"))


def test_what_waits_is_in_sight_on_every_page_and_goes_by_a_word_alone(ann):
    to_going_out(ann)
    ann.context.route(RECORDS, lambda route: route.abort())
    enter_points(ann, "Ann", 33)
    wait_for_entries(ann, 1)
    for page in ("/", "/solve", "/new", "/waiting", "/help/"):
        ann.goto(page)
        expect(ann.locator("[data-summary]")).to_contain_text("Waiting to be sent: 1")
    open_page(ann, "/waiting")
    ann.get_by_role("button", name="Throw away").click()
    ann.get_by_role("dialog").get_by_role("button", name="Keep it").click()
    wait_for_entries(ann, 1)
    ann.get_by_role("button", name="Throw away").click()
    ann.get_by_role("dialog").get_by_role("button", name="Throw away").click()
    wait_for_entries(ann, 0)
    expect(ann.get_by_text("Nothing is waiting.")).to_be_visible()


def test_a_refusal_is_kept_until_its_page_has_been_seen(ann, new_phone):
    """Somebody else's entry comes first; the pad refuses this one while its page cannot come."""
    other = new_phone()
    address = ann.url
    join(other, code_of(ann, address), "Ben")
    to_going_out(ann)
    ann.context.route(RECORDS, lambda route: route.abort())
    enter_points(ann, "Ann", 33)
    wait_for_entries(ann, 1)
    go_out(other, "Ann", "4C", "5C")

    def only_the_queue(route: Route) -> None:
        route.continue_() if route.request.headers.get("scorepad-operation") else route.abort()

    ann.context.unroute(RECORDS)
    ann.context.route(RECORDS, only_the_queue)
    open_page(ann, "/waiting")
    expect(ann.locator(".waits li.refused")).to_contain_text("Not recorded: ")
    ann.reload()
    expect(ann.locator(".waits li.refused")).to_contain_text(
        "Going out: Ann, Points before the multiplier: 33"
    )
    ann.context.unroute(RECORDS)
    ann.get_by_role("button", name="Correct it").click()
    expect(ann.get_by_label("Points before the multiplier")).to_have_value("33")
    wait_for_entries(ann, 0)


@pytest.mark.nightly
def test_a_refusal_takes_no_form_away_in_which_the_next_entry_is_typed(ann, new_phone):
    other = new_phone()
    join(other, code_of(ann, ann.url), "Ben")
    to_going_out(ann)
    held: list[Route] = []
    ann.context.route(RECORDS, lambda route: held.append(route))
    with ann.expect_request(RECORDS):
        enter_points(ann, "Ann", 33)
    ann.get_by_label("Points before the multiplier").fill("44")
    go_out(other, "Ann", "4C", "5C")
    held[0].continue_()
    expect(ann.locator(".waits li.refused")).to_contain_text("Not recorded: ")
    expect(ann.get_by_label("Points before the multiplier")).to_have_value("44")


def test_two_pages_of_one_phone_share_the_queue_and_send_nothing_twice(ann):
    to_going_out(ann)
    ann.context.route(RECORDS, lambda route: route.abort())
    enter_points(ann, "Ann", 33)
    wait_for_entries(ann, 1)
    other = ann.context.new_page()
    other.goto("/waiting")
    wait_for_entries(other, 1)
    sent: list[str] = []
    ann.context.on(
        "requestfinished", lambda request: sent.append(request.url) if request.method == "POST" else None
    )
    ann.context.unroute(RECORDS)
    send_now(other)
    wait_for_entries(other, 0)
    wait_for_entries(ann, 0)
    assert len(sent) == 1


def test_what_an_older_version_of_the_pad_kept_is_sent(ann):
    to_going_out(ann)
    fields = ann.evaluate(
        """() => [...new FormData(document.getElementById("hand"))].map(([name, value]) =>
          [name, name === "points" ? "33" : value]).concat([["record", "1"]])"""
    )
    entry = {"op": "older-version-1", "action": ann.evaluate("document.getElementById('hand').action")}
    ann.evaluate(
        "list => localStorage.setItem('scorepad:waiting', JSON.stringify(list))", [entry | {"fields": fields}]
    )
    ann.goto("/")
    ann.wait_for_function("() => !localStorage.getItem('scorepad:waiting')")
    wait_for_entries(ann, 0)
    ann.goto(entry["action"])
    assert [line for line in records(ann) if "Ann went out: 33" in line]


SLOW = "IDBObjectStore.prototype.add = () => ({});"  # the store never says that it has the entry


def test_an_entry_whose_page_goes_before_the_store_has_it_is_sent_by_the_next_page(ann):
    """And what was typed is no draft any more."""
    to_going_out(ann)
    form = ann.url
    ann.evaluate(SLOW)
    enter_points(ann, "Ann", 33)
    ann.goto(form)
    expect(ann.get_by_label("Points before the multiplier")).to_have_value("")
    wait_for_entries(ann, 0)
    ann.wait_for_function("() => !localStorage.getItem('scorepad:waiting')")
    assert len([line for line in records(ann) if "Ann went out: 33" in line]) == 1


NO_STORE = (
    "Object.defineProperty(window, 'indexedDB', { value: { open() { throw new Error('private'); } } });"
)
FULL = """
IDBObjectStore.prototype.add = function () { throw new DOMException("full", "QuotaExceededError"); };
"""


NO_STORAGE = FULL + "Storage.prototype.setItem = IDBObjectStore.prototype.add;"


@pytest.mark.parametrize(
    ("trouble", "until"),
    [
        by_night(NO_STORE, "Keep the pad open"),
        (FULL, "Keep the pad open"),
        (NO_STORAGE, "Leave this page open"),
    ],
    ids=["private", "full", "nothing"],
)
def test_a_phone_that_cannot_keep_says_so_and_what_must_stay_open(ann, trouble, until):
    """The next page sends what the store did not take, if the phone lets pages leave it anything."""
    ann.add_init_script(trouble)
    to_going_out(ann)
    ann.context.route(RECORDS, lambda route: route.abort())
    enter_points(ann, "Ann", 33)
    expect(ann.get_by_text("This phone can’t keep entries")).to_contain_text(until)
    wait_for_entries(ann, 1)
    ann.context.unroute(RECORDS)
    send_now(ann)
    ann.wait_for_url(AT_TABLE)
    assert [line for line in records(ann) if "Ann went out: 33" in line]


@pytest.mark.parametrize("trouble", [NO_STORE, by_night(FULL)], ids=["private", "full"])
def test_what_the_store_does_not_take_is_sent_by_the_next_page(ann, trouble):
    ann.add_init_script(trouble)
    to_going_out(ann)
    ann.context.route(RECORDS, lambda route: route.abort())
    enter_points(ann, "Ann", 33)
    wait_for_entries(ann, 1)
    table = ann.url.removesuffix("/out")
    ann.once("dialog", lambda dialog: dialog.accept())  # the browser asks before the page goes
    ann.goto("/")
    wait_for_entries(ann, 1)
    ann.context.unroute(RECORDS)
    send_now(ann)
    wait_for_entries(ann, 0)
    ann.wait_for_function("() => !localStorage.getItem('scorepad:waiting')")
    ann.goto(table)
    assert len([line for line in records(ann) if "Ann went out: 33" in line]) == 1


# Of the page before: what it comes back from, and that it is done with its entry.
SLEEPS = """
addEventListener("pageshow", ({ persisted }) => sessionStorage.setItem("cached", persisted));
addEventListener("DOMContentLoaded", () => {
  if (!window.queue) return;
  const { keep } = queue;
  queue.keep = (entry) => keep(entry).finally(() => sessionStorage.setItem("kept", entry.op));
});
"""


@pytest.mark.whole_chromium
@pytest.mark.parametrize("trouble", [SLOW, by_night(FULL)], ids=["slow", "full"])
def test_a_page_that_slept_does_not_send_what_was_thrown_away_elsewhere(ann, trouble):
    """It handed the entry over as it went, whether it was still being kept or the store had refused it."""
    ann.add_init_script(SLEEPS)
    to_going_out(ann)
    ann.evaluate(trouble + "null")
    ann.context.route(RECORDS, lambda route: route.abort())
    enter_points(ann, "Ann", 33)
    wait_for_entries(ann, 1 if trouble == FULL else 0)
    ann.once("dialog", lambda dialog: dialog.accept())
    ann.goto("/")
    wait_for_entries(ann, 1)
    ann.locator("[data-opens]").click()
    ann.locator(".waits li").get_by_role("button", name="Throw away").click()
    ann.locator("dialog").get_by_role("button", name="Throw away").click()
    wait_for_entries(ann, 0)
    go_back(ann)
    ann.wait_for_function("() => sessionStorage.getItem('kept')")
    ann.wait_for_function("() => sessionStorage.getItem('cached') === 'true'")
    wait_for_entries(ann, 0)
    ann.context.unroute(RECORDS)
    ann.evaluate("queue.sendNow()")
    assert ann.evaluate("queue.all()") == []
    assert ann.evaluate("localStorage.getItem('scorepad:waiting')") is None
    assert not [line for line in records(ann) if "Ann went out: 33" in line]


def test_the_next_page_sends_what_it_was_left_under_the_same_operation(ann):
    to_going_out(ann)
    ann.evaluate(SLOW)
    ann.evaluate(
        "addEventListener('pagehide', () => sessionStorage.setItem('left', localStorage['scorepad:waiting']))"
    )
    enter_points(ann, "Ann", 33)
    with ann.expect_request(RECORDS) as sent:
        ann.goto("/")
    left = ann.evaluate("JSON.parse(sessionStorage.getItem('left')).map(({ op }) => op)")
    assert left == [sent.value.headers["scorepad-operation"]]
    wait_for_entries(ann, 0)


@pytest.mark.nightly
def test_a_clock_that_is_set_back_holds_up_nothing(ann):
    """Where there are no locks, pages take turns by a lease, which a clock must not stretch."""
    ann.add_init_script(
        "Object.defineProperty(navigator, 'locks', { value: undefined });"
        "const now = Date.now; Date.now = () => now() - (sessionStorage.back ? 86400000 : 0);"
    )
    to_going_out(ann)
    ann.context.route(RECORDS, lambda route: route.abort())
    enter_points(ann, "Ann", 33)
    wait_for_entries(ann, 1)
    open_page(ann, "/waiting")
    wait_for_entries(ann, 1)
    ann.evaluate(LEASED_BEFORE_THE_CLOCK_WENT_BACK)
    ann.context.unroute(RECORDS)
    send_now(ann)
    wait_for_entries(ann, 0)
    ann.goto("/")
    expect(ann.locator(".waits")).to_be_hidden()


@pytest.mark.nightly
def test_a_network_that_answers_nothing_is_told(timed):
    """Whatever is asked hangs; the page says since when, and a record gets out once the network is back."""
    ann = timed
    events = re.compile("/events$")
    ann.context.route(events, lambda route: route.abort())
    ann.reload()
    expect(ann.locator("[data-sync]")).to_have_text("saved")
    held: list[Route] = []
    silent = re.compile("/t/")
    ann.context.route(silent, lambda route: held.append(route))
    ann.clock.run_for(SILENT + 1000)
    expect(ann.locator("[data-sync]")).to_have_text(re.compile("^not heard from since "))
    ann.context.unroute(silent)
    expect(ann.locator("[data-sync]")).to_have_text("saved")


def test_what_is_typed_stays_on_the_phone_until_it_is_recorded(ann):
    note = f"{ann.url}/note"
    ann.goto(note)
    ann.get_by_label("Note").fill("Rain")
    ann.goto("/")
    ann.goto(note)
    expect(ann.get_by_label("Note")).to_have_value("Rain")
    ann.get_by_role("button", name="Throw it away").click()
    expect(ann.get_by_label("Note")).to_have_value("")
    ann.get_by_label("Note").fill("Sun")
    ann.get_by_role("button", name="Add the note").click()
    ann.wait_for_url(AT_TABLE)
    ann.goto(note)
    expect(ann.get_by_label("Note")).to_have_value("")


def test_a_link_tapped_right_after_record_waits_until_the_entry_is_kept(timed):
    """The best melds are still being found; the entry has the cards."""
    ann = timed
    to_going_out(ann)
    ann.context.route("**/out/answer*", lambda _: None)
    ann.locator('.key[value="4C"]').first.click()
    ann.evaluate("() => ['[data-record]', '.on-table'].forEach((one) => document.querySelector(one).click())")
    ann.clock.run_for(FOUND)
    ann.wait_for_url(AT_TABLE)
    wait_for_entries(ann, 0)
    assert [line for line in records(ann) if "Ann went out" in line]
