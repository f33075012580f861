"""Every kind of page: accessible, no wider than the screen, whole and usable under forced colours and with
text of twice the size, as people set them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask import template_rendered
from msgspec import convert
from playwright.sync_api import Page

from scorepad.machine.folders import resource_folder
from scorepad.photos import reading
from scorepad.photos.reading import PhotoReading
from tests.browser.accessibility import violations
from tests.browser.conftest import PHONE
from tests.browser.photo_steps import ON_PHOTO
from tests.browser.screen import expect_no_sideways_scroll
from tests.browser.test_games import BOARD, INTERLOCKED
from tests.browser.test_packs import HANDS
from tests.browser.test_pad import TEN
from tests.browser.test_photo import READ
from tests.browser.test_tables import open_table
from tests.photos.photo_files import file_of, picture

ADVICE = "/solve/advice?cards=4C+5C"
OPEN_PAGES = (
    *("/", "/new", "/join", "/import", "/carry", "/games", "/rules/rummikub", "/photo?to=/solve&field=cards"),
    "/games/new",
    *(f"/games/{game}" for game in ("chattahoochee", "rummikub", "canasta")),
    *("/rules/chattahoochee?jokers=4&name=Friday", "/circles/new", "/nothing-here", "/away", "/waiting"),
    *("/help/", "/help/rules", "/help/first-evening", "/improve?find=Record"),
)
PADS = (
    *("/solve", f"/solve?cards={quote(TEN)}&multiplier=3", "/solve?cards=4C+5C+6C&lay=1&melds=4C+5C"),
    *("/solve?cards=4C+5C+6C+QH&lay=1&melds=4C+6C+/+5C", "/solve?o-packs=9&cards=4C", "/solve?cards=4C+5X"),
    *("/solve?game=rummikub&cards=3R", BOARD, BOARD + "&side=table", INTERLOCKED),
    *("/solve?game=basic-rummy&side=table&table=4C+5C+6C", "/solve?cards=zz", ADVICE),
    *(f"/solve?o-pack={pack}&cards={quote(HANDS[pack][0])}" for pack in ("rummikub", "spanish-40")),
)
TABLE_PAGES = (
    *("", "/wall", "/record", "/sheet", "/players", "/players?add=1", "/players?order=1.0.2"),
    *("/names", "/who", "/invite", "/photos", "/circles", "/host", "/delete", "/note", "/review", "/carry"),
    *("/deal/1", "/deal/1/order", "/entry/2", "/house-rules"),
    *("/out?player=1&cards=4C+5C+w", "/out?lay=1&cards=4C", "/out?lay=1&cards=4C+5C&melds=4C", "/groups"),
    *("/play", "/play?player=2&cards=4D", "/play?player=2&cards=QC+4D"),
    *("/play?player=1&where=add-0&cards=w", "/play?player=1&where=add-0&cards=QC+4D"),
    "/groups?shared=1&groups=4C+5C+6C+/+9H+TH+JH+QH+KH+/+2D",
)
SETTLED_PAGES = (
    *("/over", "/over?winner=0&number-1=12", "/over?at=1&left-1=4C+5C", "/over?at=1&side=melds"),
    *("/groups", "/groups?shared=1&groups=4C+5C+6C+/+9H&who-1=nobody&player=9"),
)
NAMES = ("Ann", "Bartholomew-Maximilian", "Cy")
LOOKS = Path(__file__).with_name("every_page.js").read_text()
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
LAID_OUT = ((320, 568), (360, 640), (390, 664), (1280, 800))
SCREENS = ((320, 568), (360, 640), (390, 664), (390, 844), (820, 1180), (1280, 800))
BARS: dict[str, dict[str, Any]] = {
    "plain": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced colours": {"color_scheme": "light", "forced_colors": "active"},
    "large text": {"color_scheme": "light", "forced_colors": "none"},
}
LARGE_TEXT = ((360, 640), (390, 844))
SIZES = ((320, "100%"), (390, "100%"), (1280, "100%"))


def table_pages(page: Page) -> list[str]:
    """Those of a table where melds are laid in any turn: Ann is out, one meld lies there."""
    address = open_table(page, *NAMES, rules="?game=chattahoochee-alternate&o-jokers=2")
    for path in ("out?player=0&points=1234", "play?player=1&cards=4C+5C+6C+7C"):
        page.goto(f"{address}/{path}")
        page.locator("[data-record]").click()
        page.wait_for_url(re.compile("/t/[a-z0-9]+$"))
    return [address + path for path in TABLE_PAGES]


def settled_pages(page: Page) -> list[str]:
    """Those of tables where a deal is over for everybody at once, and an empty sheet."""
    rummikub = open_table(page, *NAMES, rules="?game=rummikub")
    canasta = open_table(page, *NAMES, rules="?game=canasta")
    page.goto(f"{canasta}/over?winner=0&number-1=12&number-2=3&melded-0=90&kind1-0=1")
    page.get_by_role("button", name="Record the deal").click()
    page.get_by_role("button", name=re.compile("^Next deal")).click()
    page.get_by_role("link", name="Deal over").wait_for()
    indian = open_table(page, *NAMES, rules="?game=indian-rummy")
    address = open_table(page, *NAMES, rules="?game=rummy-500")
    darts = open_table(page, *NAMES, rules="?game=any-game&o-columns=darts")
    skat = open_table(page, *NAMES, rules="?game=any-game&o-columns=skat")
    halves = open_table(page, *NAMES, rules="?game=any-game&o-halves=true")
    okey = open_table(page, *NAMES, "Dee", rules="?game=okey-101")
    rounds = (
        f"{halves}/over?number-0=12345½&number-1=−½",
        f"{okey}/over",
        f"{darts}/over?t-dart1-0=60&t-dart2-1=19",
        f"{skat}/over?t-declarer-0=1&r-game=24",
        f"{darts}/points",
    )
    others = ("/sheet", canasta, f"{canasta}/wall", f"{rummikub}/over?winner=nobody", f"{indian}/over")
    return [*others, *rounds, *(address + path for path in SETTLED_PAGES)]


def photo_page(page: Page) -> list[str]:
    """That of a photo that was read."""
    page.goto("/photo?to=/solve&field=cards")
    photo = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": file_of(picture(400, 300))}
    page.get_by_label("Or choose one").set_input_files(photo)
    page.get_by_role("button", name="Read the cards").click()
    page.wait_for_url(ON_PHOTO)
    return [page.url]


def match_pages(page: Page) -> list[str]:
    """Those of a match that is over, and of what was recorded in it; and the referee of Avalanche."""
    address = open_table(page, *NAMES, rules="?game=rummy-500")
    for deal in (1, 2, 3):
        page.goto(f"{address}/over?winner=0&number-1=12&number-2={deal}&melded-0=210&melded-1=60&melded-2=80")
        page.get_by_role("button", name="Record the deal").click()
        page.wait_for_url(address)
        if deal < 3:
            page.get_by_role("button", name=re.compile("^Next deal")).click()
            page.get_by_role("link", name="Deal over").wait_for()
    avalanche = open_table(page, *NAMES, rules="?game=avalanche")
    paths = ("", "/won", "/deals", "/overlay", "/deal/1", "/ending/2", "/players", "/wall")
    spades = open_table(page, *NAMES, "Dee", rules="?game=any-game&o-columns=spades")
    return [*(address + path for path in paths), f"{avalanche}/referee", f"{spades}/over"]


def circle_pages(page: Page) -> list[str]:
    """Those of a circle of one table."""
    table = open_table(page, *NAMES)
    page.goto(f"{table}/out?player=0&points=40")
    page.locator("[data-record]").click()
    page.wait_for_url(table)
    page.goto(f"{table}/circles")
    page.get_by_role("link", name="Start a circle with this table").click()
    page.get_by_label("Name of the circle").fill("Fridays")
    page.get_by_role("button", name="Start the circle").click()
    page.wait_for_url(re.compile("/invite"))
    code = page.locator(".code").inner_text().replace(" ", "")
    circle = page.url.partition("/invite")[0]
    return [circle, f"{circle}/settings", f"{circle}/plays", f"{circle}/invite", f"/circles/join/{code}"]


PAGES: dict[str, Callable[[Page], Sequence[str]]] = {
    "open": lambda _: OPEN_PAGES,
    "pads": lambda _: PADS,
    "table": table_pages,
    "settled": settled_pages,
    "match": match_pages,
    "circle": circle_pages,
    "photo": photo_page,
}
NOT_HERE = {
    "base.html",  # what all others are drawn in
    *("photos/none.html", "photos/wait.html"),  # a photo without cards, and one that is being read
    *(
        "hand/withheld.html",
        "recording/entry.html",
        "recording/ending.html",
    ),  # what a watcher, or who is in, may see
    "table/missing_game.html",  # of a game that was here once
    "table/rules_compared.html",  # what a form of the page before it leads to
}
EACH_KIND = pytest.mark.parametrize("kind", PAGES)


@pytest.fixture(autouse=True)
def read_photos(monkeypatch):
    """Every photo is read alike."""
    monkeypatch.setattr(reading, "read_pixels", lambda *_: convert(READ, PhotoReading))


def opened(page: Page, kind: str) -> Iterator[str]:
    """Each page of the kind, opened; gives its address."""
    for address in PAGES[kind](page):
        page.goto(address)
        yield address


def broken_names(page: Page) -> list[tuple[str, list[str]]]:
    """What axe finds: names, contrast, structure; in the dark contrast once more, as all else is alike
    there."""
    page.emulate_media(color_scheme="light")
    # Headings of advice are of the third level, as beneath a hand.
    found = [] if page.url.endswith(ADVICE) else violations(page)
    page.emulate_media(color_scheme="dark")
    found += violations(page, "color-contrast")
    page.emulate_media(color_scheme="light")
    return found


def faint(page: Page) -> list[str]:
    """What forced colours leave invisible: controls, and choices told apart by a colour of ours alone."""
    page.emulate_media(forced_colors="active")
    found = page.evaluate(f"{LOOKS}.faint()")
    page.emulate_media(forced_colors="none")
    return found


def cut_in_large_text(page: Page) -> list[str]:
    """What text of twice the size cuts, covers or pushes off the screen sideways."""
    found = []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for size in LARGE_TEXT:
        found += _on_screen(page, size, "cut")
    page.evaluate("document.documentElement.style.fontSize = ''")
    return found


def laid_out(page: Page) -> list[str]:
    """What is smaller than a thumb, can't be met, or lies on other words, on phones and a laptop."""
    return [fault for size in LAID_OUT for fault in _on_screen(page, size, "laid")]


def covered(page: Page) -> list[str]:
    """What covers the keys or the button that the page is for, pushes them off the screen, or is cut by the
    bar."""
    found = []
    for look, media in BARS.items():
        page.emulate_media(**media)
        set_text(page, 32 if look == "large text" else 16)
        for size in SCREENS:
            found += [f"{look}: {fault}" for fault in _on_screen(page, size, "covered")]
    page.emulate_media(**BARS["plain"])
    set_text(page, 16)
    return found


def _on_screen(page: Page, size: tuple[int, int], look: str) -> list[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(DRAWN)
    return [f"{size[0]}x{size[1]}: {fault}" for fault in page.evaluate(f"{LOOKS}.{look}()")]


def set_text(page: Page, size: int) -> None:
    """Letters of this size, as people set them for all pages: what is measured in letters follows."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
    session.detach()


def expect_narrow(page: Page, sizes: Sequence[tuple[int, str]]) -> None:
    for width, text in sizes:
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate("size => { document.documentElement.style.fontSize = size }", text)
        expect_no_sideways_scroll(page)
    page.evaluate("document.documentElement.style.fontSize = ''")


RULES = (broken_names, faint, cut_in_large_text, laid_out, covered)


@EACH_KIND
def test_a_page_is_accessible_whole_and_usable_as_people_set_it(new_phone, kind):
    """Each page is opened once, and every rule is asked of it.

    No page is wider than a narrow phone, a usual one or a laptop. Those before a table aren't with text of
    twice the size either.
    """
    page = new_phone()
    sizes = (*SIZES, (320, "200%")) if kind in ("open", "pads") else SIZES
    told = {}
    for address in opened(page, kind):
        for rule in RULES:
            page.set_viewport_size(PHONE)
            if found := rule(page):
                told[address, rule.__name__] = found
        expect_narrow(page, sizes)
    assert not told


@EACH_KIND
def test_long_words_are_neither_small_nor_cut_nor_under_another(new_phone, kind):
    """German has the longest."""
    page = new_phone()
    told = {}
    addresses = PAGES[kind](page)
    page.set_extra_http_headers({"Accept-Language": "de"})
    for address in addresses:
        page.goto(address)
        if found := laid_out(page):
            told[address] = found
    assert not told


def test_every_template_is_laid_out_here(new_phone):
    """A new one needs a page among those above."""
    drawn: set[str] = set()

    def note(_app, template, **_fields):
        drawn.add(template.name)

    with template_rendered.connected_to(note):
        for pages in PAGES.values():
            phone = new_phone()
            for address in pages(phone):
                phone.request.get(address)
    folder = resource_folder("templates")
    names = {str(path.relative_to(folder)) for path in folder.rglob("*.html") if path.name[0] != "_"}
    assert names - drawn == NOT_HERE
