"""Tables on phones in the hand: joined, recorded, followed live, put right, and never lost offline."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Page, expect

from scorepad.web.table import hand_searches
from tests.by_night import by_night

AT_TABLE = re.compile(r"/t/[a-z0-9]+$")
HIDDEN = re.compile(r'<input type="hidden" name="(csrf_token|op)" value="([^"]*)"')


def open_table(page: Page, *names: str, name: str = "Friday", rules: str = "?game=chattahoochee") -> str:
    """A new table on its page, and its address; the phone is the first player's."""
    fields = dict(parse_qsl(rules.removeprefix("?"))) | {"name": name}
    fields |= {f"name-{seat}": player for seat, player in enumerate(names)}
    hidden = HIDDEN.findall(page.request.get(f"/new{rules}").text())
    answer = page.request.post("/new", form=fields | dict(hidden), max_redirects=0)
    assert answer.status == 303, answer.text()
    page.goto(answer.headers["location"].partition("/invite")[0])
    return page.url


def open_by_hand(page: Page, *names: str, name: str = "Friday", rules: str = "?game=chattahoochee") -> str:
    """A new table by its form, as `open_table` gives it."""
    page.goto(f"/new{rules}")
    for seat, player in enumerate(names):
        field = page.get_by_label(f"Name in seat {seat + 1}", exact=True)
        field.fill(player)
        field.press("Enter")
    page.get_by_label("Name of the table").fill(name)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("link", name="To the table").wait_for()
    page.get_by_role("link", name="To the table").click()
    page.wait_for_url(AT_TABLE)
    return page.url


def join(page: Page, code: str, who: str) -> None:
    """Be this player at the table of the code, on its page."""
    door = f"/j/{code.replace(' ', '')}"
    names = page.request.get(door).text()
    seat = re.search(rf'name="seat"\s+value="(\d+)"[^>]*>{who}<', names)
    assert seat, names
    answer = page.request.post(door, form=dict(HIDDEN.findall(names)) | {"seat": seat[1]}, max_redirects=0)
    page.goto(answer.headers["location"])


def join_by_hand(page: Page, code: str, who: str) -> None:
    """Type the code, and pick a name."""
    page.goto("/join")
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_role("button", name=who, exact=True).click()
    page.wait_for_url(AT_TABLE)


def code_of(page: Page, table: str) -> str:
    """The code that joins the table, `ABC234`."""
    invitation = page.request.get(f"{table}/invite").text()
    return invitation.partition('aria-label="Code ')[2].partition('"')[0].replace(" ", "")


def code_read(page: Page, table: str) -> str:
    """The code as it stands on the invitation, beside its QR code."""
    page.goto(f"{table}/invite")
    code = page.locator(".code").inner_text()
    expect(page.get_by_alt_text("QR code that joins the table")).to_be_visible()
    page.goto(table)
    return code


def go_out(page: Page, player: str, *cards: str) -> None:
    """Tap the cards of a hand and record it."""
    page.get_by_role("link", name="Going out").click()
    page.get_by_text(re.compile(f"^{player} ×")).click()
    for card in cards:
        page.locator(f'.key[value="{card}"]').first.click()
    page.get_by_role("button", name=re.compile(r"^Record \d")).click()
    page.wait_for_url(re.compile(r"/t/[a-z0-9]+$"))


def press(page: Page, name: str) -> None:
    """A button that sends a form; what is tapped next falls on the page that answers it."""
    page.wait_for_function("document.readyState === 'complete'")  # a page of the page cache loads nothing
    with page.expect_event("load"):
        page.get_by_role("button", name=name, exact=True).click()


@pytest.fixture
def table(phone: Page, new_phone):
    """Ann's phone and Ben's at one table of three; gives both and the address."""
    address = open_table(phone, "Ann", "Ben", "Cy")
    other = new_phone()
    join(other, code_of(phone, address), "Ben")
    return phone, other, address


def test_two_hands_undo_and_correction_show_on_the_other_phone(table):
    """What one phone records the other shows within two seconds, and so undo and correction."""
    ann, ben, _ = table
    expect(ben.locator("[data-sync]")).to_have_text("saved")
    go_out(ann, "Ann", "4C", "5C", "6C", "7C")
    expect(ben.locator(".side-0 .total")).to_have_text("20")
    expect(ben.locator(".side-0 .standing")).to_have_text("out 1st, 20")

    go_out(ann, "Ben", "QH", "KH", "AH", "2H")
    expect(ben.locator(".notice.ended")).to_contain_text("Cy is the last one in")
    expect(ben.get_by_role("button", name="Next deal, Ben deals")).to_be_visible()

    press(ben, "Undo")
    expect(ann.locator(".side-1 .total")).to_have_text("0")
    expect(ann.get_by_role("link", name="Going out")).to_be_visible()

    ben.get_by_role("link", name="Ann, deal 1").click()
    ben.locator('.key[value="8C"]').first.click()
    ben.get_by_role("button", name="Record 30").click()
    expect(ann.locator(".side-0 .total")).to_have_text("30")
    ann.get_by_role("link", name="History").click()
    expect(ann.locator(".changes li").first).to_contain_text(
        "Ben corrected Ann’s hand in deal 1: 10 → 15 points"
    )


MOVED = """() => {
  window.moved = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    window.moved += this.matches(".side");
    return animate.apply(this, given);
  };
}"""


@pytest.mark.parametrize("wish", ["no-preference", by_night("reduce")])
def test_a_row_slides_to_its_place_where_motion_is_welcome(table, wish):
    """Cy goes out and leads: the rows change places, and the total is right at once or soon."""
    ann, ben, _ = table
    ben.emulate_media(reduced_motion=wish)
    ben.evaluate(MOVED)
    go_out(ann, "Cy", "4C", "5C", "6C", "7C")
    expect(ben.locator(".side-2 .total")).to_have_text("20")
    assert bool(ben.evaluate("window.moved")) == (wish == "no-preference")


def test_a_hand_in_the_making_survives_the_others_score(table):
    """Somebody goes out meanwhile: the cards stay, the multiplier falls, and the page says why."""
    ann, ben, _ = table
    ann.get_by_role("link", name="Going out").click()
    for card in ("4C", "5C", "6C"):
        ann.locator(f'.key[value="{card}"]').first.click()
    expect(ann.locator(".dock [data-sum]")).to_have_text("6 × 2 = 12")
    go_out(ben, "Ben", "QH")
    expect(ann.locator(".dock [data-sum]")).to_have_text("6 × 1 = 6")
    expect(ann.get_by_text("Meanwhile: Ben went out: 1 × 2 = 2")).to_be_in_viewport(ratio=1)
    expect(ann.get_by_role("radio", name=re.compile("^Cy"))).to_have_count(1)
    expect(ann.get_by_role("radio", name=re.compile("^Ben"))).to_have_count(0)
    expect(ann.locator(".tray .held")).to_have_count(3)
    ann.get_by_role("button", name="Record 6").click()
    expect(ann.locator(".side-0 .total")).to_have_text("6")


def test_an_offline_record_is_kept_and_sent_later(table):
    """Without a connection Record keeps the hand; reconnected, it is recorded once and shown everywhere."""
    ann, ben, _ = table
    ann.get_by_role("link", name="Going out").click()
    for card in ("4C", "5C", "6C"):
        ann.locator(f'.key[value="{card}"]').first.click()
    record = ann.get_by_role("button", name="Record 12")
    expect(record).to_be_visible()
    ann.context.set_offline(True)
    record.click()
    expect(ann.locator("[data-sync]")).to_have_text("offline, kept, will be sent")
    expect(ann.locator(".waits li strong")).to_have_text("Going out: Ann, 4C 5C 6C")
    expect(ann.locator(".tray .held")).to_have_count(0)
    ann.context.set_offline(False)
    ann.wait_for_url(re.compile(r"/t/[a-z0-9]+$"))
    expect(ann.locator(".side-0 .total")).to_have_text("12")
    expect(ben.locator(".side-0 .total")).to_have_text("12")
    expect(ann.locator(".outs li")).to_have_count(1)


@pytest.mark.nightly
def test_polling_where_events_cannot_pass(table, new_phone):
    """A phone whose events are blocked asks every two seconds instead."""
    ann, _, address = table
    watcher = new_phone()
    watcher.route("**/events", lambda route: route.abort())
    watcher.goto(address)
    go_out(ann, "Ann", "4C", "5C")
    expect(watcher.locator(".side-0 .total")).to_have_text("6")


def test_a_review_fills_itself_while_its_hands_are_searched(phone: Page, monkeypatch):
    """One hand a request here; what was opened stays open."""
    monkeypatch.setattr(hand_searches, "BEGIN_SECONDS", 0.0)
    table = open_table(phone, "Ann", "Ben", "Cy", "Di")
    for player, cards in (("Ann", "5C 6C 7C"), ("Ben", "4D 5D 6D"), ("Cy", "4S 5S 6S")):
        phone.goto(
            f"{table}/out?player={'ABC'.index(player[0])}&lay=1&cards={cards}&melds={cards[:2]}+/+{cards[3:]}"
        )
        press(phone, re.compile(r"^Record \d"))
    phone.goto(f"{table}/review")
    phone.locator("summary").first.click()
    expect(phone.locator("[data-unsearched]")).to_have_count(0)
    expect(phone.locator(".figures .missed")).to_have_count(3)
    expect(phone.locator("details").first).to_have_attribute("open", "")
