"""Every kind of page: accessible, no wider than the screen, whole and usable under forced colours and with
text of twice the size, as people set them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask import request, template_rendered
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
from tests.profiles import thorough

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
ON_SCREEN = f"""async ([width, looks]) => {{
  const afterFrame = (done) => {{
    const {{ port1, port2 }} = new MessageChannel();
    port1.onmessage = done;
    requestAnimationFrame(() => port2.postMessage(null));
  }};
  do await new Promise(afterFrame); while (innerWidth !== width);
  const on = {LOOKS};
  return looks.flatMap((look) => on[look]());
}}"""
"""What the looks tell of a page, once it is laid out on a screen of this width."""
SCREENS = ((320, 568), (390, 664), (1280, 800), (360, 640), (390, 844), (820, 1180))
BY_DAY = 3  # of the screens: the narrowest phone, a usual one and a laptop
LAID_OUT = SCREENS[:4]
LARGE_TEXT = ((360, 640), (390, 844))
PLAIN = {"color_scheme": "light", "forced_colors": "none"}
BARS: dict[str, dict[str, Any]] = {
    "dark": PLAIN | {"color_scheme": "dark"},
    "forced colours": PLAIN | {"forced_colors": "active"},
}
HAS_BAR = "document.querySelector('.dock, .thumb') !== null"


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
ASKED = "Template-Asked"
DRAWN_FOR: dict[str, tuple[str, int]] = {}
EACH_KIND = pytest.mark.parametrize("kind", PAGES)


@pytest.fixture(autouse=True)
def read_photos(monkeypatch):
    """Every photo is read alike."""
    monkeypatch.setattr(reading, "read_pixels", lambda *_: convert(READ, PhotoReading))


@pytest.fixture(scope="session")
def made() -> dict[str, tuple[Sequence[str], list[Any]]]:
    """The addresses of the kinds that were asked for, and the cookies of the phone that made them."""
    return {}


@pytest.fixture
def pages(made, new_phone) -> Callable[[str], tuple[Page, Sequence[str]]]:
    """A phone that may open each page of a kind, and their addresses."""

    def open_to(kind: str) -> tuple[Page, Sequence[str]]:
        page = new_phone()
        if kind not in made:
            made[kind] = (PAGES[kind](page), page.context.cookies())
        addresses, cookies = made[kind]
        page.context.add_cookies(cookies)
        return page, addresses

    return open_to


def drawn_for(page: Page, address: str) -> tuple[str, int]:
    """The template of the page, and how long the page is, as it was when that was asked first."""
    if address not in DRAWN_FOR:
        DRAWN_FOR[address] = _drawn_now(page, address)
    return DRAWN_FOR[address]


def _drawn_now(page: Page, address: str) -> tuple[str, int]:
    names = []

    def note(_app, template, **_fields):
        if ASKED in request.headers:  # not by the page that is shown meanwhile
            names.append(template.name)

    with template_rendered.connected_to(note):
        length = len(page.request.get(address, headers={ASKED: "1"}).body())
    return names[-1], length


def fullest(page: Page, addresses: Sequence[str]) -> Sequence[str]:
    """The longest page of each template; by night all of them."""
    if thorough():
        return addresses
    longest: dict[str, tuple[int, str]] = {}
    for address in addresses:
        template, length = drawn_for(page, address)
        longest[template] = max(longest.get(template, (0, "")), (length, address))
    return [address for _, address in longest.values()]


def broken_names(page: Page) -> list[tuple[str, list[str]]]:
    """What axe finds: names, contrast, structure; in the dark contrast once more, as all else is alike
    there."""
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
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    sizes = LARGE_TEXT if thorough() else LARGE_TEXT[:1]
    found = [fault for size in sizes for fault in _on_screen(page, size, "cut")]
    page.evaluate("document.documentElement.style.fontSize = ''")
    return found


def laid_out(page: Page) -> list[str]:
    """What is smaller than a thumb, can't be met, lies on other words, or is wider than the screen."""
    return [fault for size in LAID_OUT for fault in _on_screen(page, size, "laid")]


def laid_out_and_covered(page: Page) -> list[str]:
    """The same on phones and a laptop, and what covers the keys or the button that the page is for, pushes
    them off the screen, or is cut by the bar."""
    found = []
    for size in SCREENS if thorough() else SCREENS[:BY_DAY]:
        looks = ("covered", "laid") if size in LAID_OUT else ("covered",)
        found += _on_screen(page, size, *looks)
    return found


def covered_otherwise(page: Page) -> list[str]:
    """What covers the bar in large text on small phones; by night on all screens, and in other colours."""
    if not page.evaluate(HAS_BAR):
        return []
    set_text(page, 32)
    sizes = SCREENS if thorough() else SCREENS[:2]
    found = [f"large text: {fault}" for size in sizes for fault in _on_screen(page, size, "covered")]
    set_text(page, 16)
    if thorough():
        for look, media in BARS.items():
            page.emulate_media(**media)
            found += [f"{look}: {fault}" for size in sizes for fault in _on_screen(page, size, "covered")]
        page.emulate_media(**PLAIN)
    return found


def _on_screen(page: Page, size: tuple[int, int], *looks: str) -> list[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return [f"{size[0]}x{size[1]}: {fault}" for fault in page.evaluate(ON_SCREEN, [size[0], looks])]


def set_text(page: Page, size: int) -> None:
    """Letters of this size, as people set them for all pages: what is measured in letters follows."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
    session.detach()


def expect_narrow_in_large_text(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 800})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect_no_sideways_scroll(page)
    page.evaluate("document.documentElement.style.fontSize = ''")


RULES = (broken_names, cut_in_large_text, covered_otherwise, faint, laid_out_and_covered)


@EACH_KIND
def test_a_page_is_accessible_whole_and_usable_as_people_set_it(pages, kind):
    """Each page is opened once, and every rule is asked of it; by day of one page of each template.

    No page is wider than a narrow phone, a usual one or a laptop. Those before a table aren't with text of
    twice the size either.
    """
    page, addresses = pages(kind)
    told = {}
    for address in fullest(page, addresses):
        page.set_viewport_size(PHONE)
        page.goto(address)
        for rule in RULES:
            if found := rule(page):
                told[address, rule.__name__] = found
        if kind in ("open", "pads"):
            expect_narrow_in_large_text(page)
    assert not told


@EACH_KIND
@pytest.mark.nightly
def test_long_words_are_neither_small_nor_cut_nor_under_another(pages, kind):
    """German has the longest. By day wider words than any language has are looked for on one phone."""
    page, addresses = pages(kind)
    page.set_extra_http_headers({"Accept-Language": "de"})
    told = {}
    for address in fullest(page, addresses):
        page.goto(address)
        if found := laid_out(page):
            told[address] = found
    assert not told


def test_every_template_is_laid_out_here(pages):
    """A new one needs a page among those above."""
    drawn = set()
    for kind in PAGES:
        page, addresses = pages(kind)
        drawn |= {drawn_for(page, address)[0] for address in addresses}
    folder = resource_folder("templates")
    names = {str(path.relative_to(folder)) for path in folder.rglob("*.html") if path.name[0] != "_"}
    assert names - drawn == NOT_HERE
