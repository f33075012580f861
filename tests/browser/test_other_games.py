"""Short evenings of the games that settle deals, by the browser alone; page and sheet equal a recount."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_evening import AT_TABLE, as_number
from tests.browser.test_tables import press

NAMES = ("Ann", "Ben", "Cy")


@pytest.fixture
def opened(phone):
    """Opens a table of the game; gives the phone on its page."""

    def open_game(game: str, rules: str = "") -> Page:
        phone.goto(f"/new?game={game}")
        if rules:
            phone.get_by_role("button", name=rules).click()
        for seat, name in enumerate(NAMES):
            phone.get_by_label(f"Name in seat {seat + 1}", exact=True).fill(name)
        phone.get_by_role("button", name="Open the table").click()
        phone.get_by_role("link", name="To the table").click()
        phone.wait_for_url(AT_TABLE)
        return phone

    return open_game


def tell(page: Page, winner: str | None, **told: int | str) -> None:
    """What everybody has, on the open page: a number typed, or cards tapped on the pad."""
    if winner:
        page.locator(".who:not(.unopened) label", has_text=re.compile(f"^{winner}$")).click()
    for name, what in told.items():
        line = page.locator(".line", has=page.get_by_text(name, exact=True))
        if isinstance(what, int):
            line.locator("input[name^=number]").fill(str(what))
            continue
        cards_of(page, line.locator("input[name^=number]"))
        tap(page, what)


def cards_of(page: Page, field: Locator) -> None:
    """The pad of cards in place of a number."""
    field.click()
    page.locator("[data-cards-key]").click()


def tap(page: Page, cards: str) -> None:
    """Cards on the pad, `/` for the next meld; then back to everybody."""
    for card in cards.split():
        if card == "/":
            page.get_by_role("button", name="Next meld").click()
        else:
            page.locator(f'.key[value="{card}"]').first.click()
    page.get_by_role("button", name="Done").click()
    page.wait_for_url(lambda url: "at=" not in url)


def live(page: Page, *scores: int) -> None:
    """The scores stand on the page before anything is recorded."""
    told = [f"Score {score:+d}".replace("-", "−") if score else "Score 0" for score in scores]
    expect(page.locator(".line .made")).to_have_text(told)


def record(page: Page, words: str = "Record the deal") -> None:
    page.get_by_role("button", name=words).click()
    page.wait_for_url(AT_TABLE)


def over(page: Page) -> Page:
    page.get_by_role("link", name="Deal over").click()
    return page


def next_deal(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Next deal")).click()
    expect(page.get_by_role("link", name="Deal over")).to_be_visible()


def correct(page: Page, deal: int) -> None:
    page.get_by_role("link", name=re.compile(f"^Ann, deal {deal}:")).click()


def totals(page: Page) -> list[int]:
    """On the scoreboard, which the grid, the sheet and the log counted again must all equal."""
    sides = range(page.locator(".side .total").count())
    shown = [as_number(page.locator(f".side-{side} .total").inner_text()) for side in sides]
    grid = page.locator(".grid tfoot tr").first.locator("td").all_inner_texts()
    assert list(map(as_number, grid)) == shown
    log = page.request.get(f"{page.url}/export.json").json()["events"]
    assert recounted(log) == shown
    address = page.url
    page.goto(f"{address}/sheet")
    assert [as_number(text) for text in page.locator(".totals td").all_inner_texts()] == shown
    page.goto(address)
    return shown


def recounted(log: list[dict]) -> list[int]:
    """Each player's total by the events of the log."""
    gone = {event["data"]["event"] for event in log if event["kind"] == "undone"}
    settled = {}
    for event in log:
        if event["number"] in gone:
            continue
        if event["kind"] in ("settled", "resettled"):
            settled[event["data"].get("entry", event["number"])] = event["data"]["hands"]
        if event["kind"] == "removed":
            del settled[event["data"]["entry"]]
    return [sum(hands[seat]["score"] for hands in settled.values()) for seat in range(len(NAMES))]


@pytest.mark.nightly
def test_b4_an_evening_of_basic_rummy(opened):
    """Cards and numbers, a correction by cards, an undo; the match ends at its target."""
    page = opened("basic-rummy")
    tell(over(page), "Ann", Ben="KH 3D", Cy=21)
    live(page, 34, 0, 0)
    record(page)
    expect(page.locator(".side-1 .standing")).to_have_text("13 left, scores 0")
    next_deal(page)
    tell(over(page), "Cy", Ann=60, Ben=40)
    record(page)
    expect(page.locator(".notice.ended").first).to_have_text("The match is over. Cy wins with 100.")
    correct(page, 1)
    page.get_by_role("button", name="Ben: 2 cards, change").click()
    tap(page, "2C")
    live(page, 36, 0, 0)
    record(page, "Record the correction")
    assert totals(page) == [36, 0, 100]
    press(page, "Undo")
    expect(page.locator(".side-0 .total")).to_have_text("34")
    press(page, "Undo")
    expect(page.get_by_role("link", name="Deal over")).to_be_visible()
    assert totals(page) == [34, 0, 0]


@pytest.mark.nightly
def test_f3_an_evening_of_rummy_500(opened):
    """Melds on the pad, one after the other, or their value as a number."""
    page = opened("rummy-500")
    tell(over(page), "Ben", Ann="AS", Cy=5)
    cards_of(page, page.get_by_label("Melded by Ann", exact=True))
    tap(page, "3C 4C 5C / KH KD KS")
    page.get_by_label("Melded by Ben", exact=True).fill("55")
    live(page, 27, 55, -5)
    record(page)
    assert totals(page) == [27, 55, -5]
    correct(page, 1)
    page.get_by_label("Left, Cy", exact=True).fill("10")
    live(page, 27, 55, -10)
    record(page, "Record the correction")
    assert totals(page) == [27, 55, -10]
    page.get_by_role("link", name="History", exact=False).first.click()
    expect(page.locator(".changes li").first).to_contain_text("Ann corrected deal 1: Cy −5 → −10")


@pytest.mark.nightly
def test_k4_an_evening_of_rummikub(opened):
    """Tiles on the pad; where nobody could go out numbers of tiles decide."""
    page = opened("rummikub")
    tell(over(page), "Ann", Ben="5R 10K", Cy=33)
    live(page, 48, -15, -33)
    record(page)
    next_deal(page)
    tell(over(page), "Nobody", Ann=3, Ben=13, Cy=7)
    for name, tiles in (("Ann", "2"), ("Ben", "1"), ("Cy", "2")):
        page.get_by_label(f"Tiles left, {name}").fill(tiles)
    live(page, -3, 10, -7)
    record(page)
    assert totals(page) == [45, -5, -40]
    correct(page, 1)
    page.locator(".plainly summary").click()
    page.get_by_role("button", name="Remove these scores").click()
    page.wait_for_url(AT_TABLE)
    assert totals(page) == [-3, 10, -7]


def test_what_is_typed_before_the_scripts_come_counts_as_well(opened):
    """On a slow network the page stands before it listens: scores follow all the same."""
    page = opened("avalanche")
    held = []
    page.route("**/scripts/*.js*", lambda route: held.append(route))
    over(page)
    tell(page, None, Ann=40, Ben=61, Cy=9)
    assert held
    for request in held:
        request.continue_()
    live(page, 40, 61, 9)
    page.unroute_all()
    record(page)
    assert totals(page) == [40, 61, 9]
