"""A whole evening on real deals, through the browser only; the sheet says what an independent count says."""

from __future__ import annotations

import io
import re

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from scorepad.core.card_text import write_cards
from scorepad.rulebook import find_game
from tests.browser.test_tables import code_read, join_by_hand, open_table, press
from tests.by_night import by_night
from tests.evening.deals import evening
from tests.evening.recount import totals as recounted
from tests.profiles import thorough
from tests.web.test_every_game import evening_of

NAMES = ("Ann", "Ben", "Cy", "Dora", "Emil", "Fay")
PARTNERSHIPS = ((0, 3), (1, 4), (2, 5))
DEALS = 4 if thorough() else 2  # a correction follows the second, and one the last
SEED = 2026
AT_TABLE = re.compile(r"/t/[a-z0-9]+$")


def tap_in(page: Page, cards) -> None:
    """Each card by a tap on its key."""
    for card in cards:
        page.locator(f'.key[value="{card}"]').first.click()


def type_in(page: Page, cards) -> None:
    """All cards as text."""
    page.get_by_text("Type the cards").or_(page.locator(".typed summary")).first.click()
    page.get_by_label("Cards as text").fill(write_cards(cards))
    page.get_by_role("button", name="Read these cards").click()


def record(page: Page, player: int, cards, enter) -> None:
    """Going out, from the table's page and back to it."""
    page.get_by_role("link", name="Going out").click()
    page.get_by_text(re.compile(f"^{NAMES[player]} ×")).click()
    enter(page, cards)
    expect(page.locator(".live").first).to_contain_text(f"{len(cards)} card")
    page.get_by_role("button", name=re.compile(r"^Record −?\d")).click()
    page.wait_for_url(AT_TABLE)


def open_entry(page: Page, player: int, deal: int) -> None:
    """One tap on the cell of the grid."""
    page.get_by_role("link", name=re.compile(f"^{NAMES[player]}, deal {deal}:")).click()


def as_number(text: str) -> int:
    return int(text.replace("−", "-"))


def exactly(number: int) -> re.Pattern[str]:
    return re.compile(rf"^\s*{str(number).replace('-', '−')}\s*$")


@pytest.fixture
def phones(phone, new_phone):
    """Ann's phone and Ben's at a table of three partnerships; gives both and the address."""
    phone.goto("/new?game=chattahoochee")
    phone.get_by_text("More players").click()
    for seat, letter in enumerate("ABCABC"):
        phone.get_by_label(f"Partners of seat {seat + 1}", exact=True).select_option(letter)
        phone.get_by_label(f"Name in seat {seat + 1}", exact=True).fill(NAMES[seat])
    phone.get_by_label("Name of the table").fill("An evening")
    phone.get_by_role("button", name="Open the table").click()
    phone.get_by_role("link", name="To the table").click()
    phone.wait_for_url(AT_TABLE)
    address = phone.url
    other = new_phone()
    join_by_hand(other, code_read(phone, address), "Ben")
    return phone, other, address


def play(ann: Page, ben: Page) -> None:
    """All deals, recorded by turns on two phones; one entry for the wrong player is taken back."""
    deals = evening(SEED, PARTNERSHIPS, DEALS)
    for number, outs in enumerate(deals, start=1):
        for place, (player, cards) in enumerate(outs):
            page = (ann, ben)[(number + place) % 2]
            if (number, place) == (DEALS, 1):
                wrong = next(seat for seat in range(6) if seat not in {who for who, _ in outs[: place + 1]})
                record(page, wrong, cards, type_in)
                press(page, "Undo")
            record(page, player, cards, type_in if place else tap_in)
        for page in (ann, ben):
            expect(page.locator(".notice.ended")).to_be_visible()
        if number < DEALS:
            last = (ann, ben)[(number + len(outs) - 1) % 2]
            last.get_by_role("button", name=re.compile("^Next deal")).click()
            for page in (ann, ben):
                expect(page.get_by_role("link", name="Going out")).to_be_visible()
        if number == 2:
            correct_cards(ann, deals)
        if number == DEALS:
            correct_points(ben, deals)


def correct_cards(page: Page, deals) -> None:
    """In deal 1 the first hand held one card less than was recorded."""
    player, cards = deals[0][0]
    open_entry(page, player, 1)
    page.locator(f'.held[value="{cards[0]}"]').first.click()
    expect(page.locator(".live").first).to_contain_text(f"{len(cards) - 1} card")
    page.get_by_role("button", name=re.compile(r"^Record −?\d")).click()
    page.wait_for_url(AT_TABLE)


def correct_points(page: Page, deals) -> None:
    """In deal 2 the second hand is put right by its points alone."""
    player, _ = deals[1][1]
    open_entry(page, player, 2)
    page.get_by_role("button", name="Clear").first.click()
    expect(page.locator(".live").first).to_contain_text("No cards")
    expect(page.locator("[data-finding]")).to_have_count(0)
    page.locator(".plainly summary").click()
    page.get_by_label("Points before the multiplier").fill("25")
    page.get_by_label("Points before the multiplier").press("Tab")
    page.get_by_role("button", name=re.compile(r"^Record −?\d")).click()
    page.wait_for_url(AT_TABLE)


@pytest.mark.nightly
def test_a3_an_evening_of_six_players_in_three_partnerships(phones):
    """Two corrections, one undo: the page, the sheet and the PDF have the recounted totals."""
    ann, ben, address = phones
    play(ann, ben)
    log = ann.request.get(f"{address}/export.json").json()["events"]
    kinds = [event["kind"] for event in log]
    assert (kinds.count("corrected"), kinds.count("undone"), kinds.count("dealt")) == (2, 1, DEALS - 1)
    expected = recounted(log)
    together = [sum(expected[player] for player in group) for group in PARTNERSHIPS]
    sums = ann.locator(".grid tfoot tr").first.locator("td")
    for number in expected:  # Ben's correction comes to Ann's page by itself
        expect(sums.filter(has_text=exactly(number)).first).to_be_visible()
    on_page = sums.all_inner_texts()
    assert sorted(map(as_number, on_page)) == sorted(expected)
    ann.goto(f"{address}/sheet")
    printed = [as_number(text) for text in ann.locator(".totals td").all_inner_texts()]
    assert printed == [
        number for group, sum_ in zip(PARTNERSHIPS, together, strict=True)
        for number in (*(expected[player] for player in group), sum_)
    ]  # fmt: skip
    pdf = PdfReader(io.BytesIO(ann.request.get(f"{address}/sheet.pdf").body()))
    text = pdf.pages[0].extract_text()
    assert len(pdf.pages) == 1
    assert all(str(number).replace("-", "−") in text for number in (*expected, *together))


def totals(page: Page) -> tuple[int, ...]:
    """As they stand on the scoreboard, by seat."""
    sides = range(page.locator(".side .total").count())
    return tuple(as_number(page.locator(f".side-{side}.side .total").inner_text()) for side in sides)


def record_filled(page: Page, address: str, path: str) -> None:
    page.goto(f"{address}/{path}")
    page.get_by_role("button", name=re.compile("^Record (the deal|.?[0-9])")).click()
    page.wait_for_url(AT_TABLE)


def correct(page: Page, field: str, text: str) -> None:
    """The first deal's first score, from its cell in the grid."""
    page.get_by_role("link", name=re.compile("^Ann, deal 1:")).click()
    if field == "points":
        page.wait_for_url("**/entry/*")
        page.goto(f"{page.url.partition('?')[0]}?player=0&points={text}")
    else:
        if field:
            page.locator(f"[name={field}]").fill(text)
    page.get_by_role("button", name=re.compile("^Record (the correction|.?[0-9])")).click()
    page.wait_for_url(AT_TABLE)


@pytest.mark.parametrize("game", ["chattahoochee", by_night("canasta")])
def test_deals_of_hands_and_of_all_at_once_with_undo_correction_and_sheet(phone, game):
    """As for every game without a browser: every total is right at every step, and on the sheets."""
    recorded = evening_of(find_game(game))
    players = ("Ann", "Ben", "Cy")
    address = open_table(phone, *players, rules=f"?game={game}")
    for path in recorded.first:
        record_filled(phone, address, path)
    assert totals(phone) == recorded.totals[0]
    expect(phone.locator(".notice.ended").first).to_contain_text("Deal 1 is over.")
    press(phone, "Undo")
    expect(phone.locator(".notice.ended")).to_have_count(0)
    press(phone, "Redo")
    expect(phone.locator(".notice.ended")).to_have_count(1)
    correct(phone, *recorded.corrected)
    assert totals(phone) == recorded.totals[1]
    phone.get_by_role("button", name=re.compile("^Next deal")).click()
    expect(phone.get_by_role("heading", name=re.compile("^Deal 2"))).to_be_visible()
    for path in recorded.second:
        record_filled(phone, address, path)
    assert totals(phone) == recorded.totals[2]
    phone.goto(f"{address}/sheet")
    on_sheet = phone.locator(".totals td").all_inner_texts()
    assert tuple(map(as_number, on_sheet)) == recorded.totals[2]
    pdf = phone.request.get(f"{address}/sheet.pdf").body()
    words = "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    assert all(name in words for name in players)
    assert all(str(abs(total)) in words for total in recorded.totals[2])
