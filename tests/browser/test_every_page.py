"""Forced colours and text of twice the size, as people set them: every page kind stays whole and usable."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec import convert
from playwright.sync_api import Page

from scorepad.photos import reading
from scorepad.photos.reading import PhotoReading
from tests.browser.photo_steps import ON_PHOTO
from tests.browser.test_photo import READ
from tests.photos.photo_files import file_of, picture

OPEN_PAGES = (
    *("/", "/new", "/join", "/import", "/games", "/games/chattahoochee", "/rules/rummikub"),
    *("/solve?cards=4C+5C+6C+QH", "/solve?cards=4C+5C+6C&lay=1&melds=4C+5C", "/solve?game=rummikub&cards=3R"),
    *("/solve?game=basic-rummy&side=table&table=4C+5C+6C", "/solve?cards=zz", "/solve/advice?cards=4C+5C"),
    *("/photo?to=/solve&field=cards", "/circles/new", "/nothing-here"),
)
TABLE_PAGES = (
    *("", "/wall", "/record", "/sheet", "/players", "/names", "/who", "/invite", "/photos", "/circles"),
    *(
        "/host",
        "/delete",
        "/note",
        "/deal/1",
        "/entry/2",
        "/out?player=1&cards=4C+5C+w",
        "/out?lay=1&cards=4C",
    ),
    *("/play?player=1&cards=4D", "/play?player=1&cards=QC+4D", "/groups"),
    "/groups?shared=1&groups=4C+5C+6C+/+9H+TH+JH+QH+KH+/+2D",
)
SETTLED_PAGES = (
    "/over?winner=0&number-1=12",
    "/over?at=1&left-1=4C+5C",
    "/groups?shared=1&groups=4C+5C+/+9H",
)

LOOKS = Path(__file__).with_name("display_settings.js").read_text()


def tables(page: Page) -> list[str]:
    """The addresses of all pages of a table whose melds are laid in any turn, and of one that is settled."""
    addresses = []
    for game, paths in (("chattahoochee-alternate&o-jokers=2", TABLE_PAGES), ("rummy-500", SETTLED_PAGES)):
        page.goto(f"/new?game={game}")
        for seat, name in enumerate(("Ann", "Bartholomew", "Cy")):
            page.get_by_label(f"Name in seat {seat + 1}", exact=True).fill(name)
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url(re.compile("/invite"))
        address = page.url.partition("/invite")[0]
        if len(paths) > len(SETTLED_PAGES):
            page.goto(f"{address}/out?player=0&points=1234")
            page.get_by_role("button", name=re.compile("^Record")).click()
            page.wait_for_url(re.compile("/t/[a-z0-9]+$"))
        addresses += [address + path for path in paths]
    return addresses


def photo_page(page: Page, monkeypatch, tmp_path) -> str:
    """The address of a photo that was read."""
    monkeypatch.setattr(reading, "read_pixels", lambda *_: convert(READ, PhotoReading))
    file = tmp_path / "photo.jpg"
    file.write_bytes(file_of(picture(400, 300)))
    page.goto("/photo?to=/solve&field=cards")
    page.get_by_label("Or choose one").set_input_files(file)
    page.get_by_role("button", name="Read the cards").click()
    page.wait_for_url(ON_PHOTO)
    return page.url


def told_on_every_page(
    page: Page, monkeypatch, tmp_path, look: str, before: str = ""
) -> dict[str, list[str]]:
    addresses = [*OPEN_PAGES, *tables(page), photo_page(page, monkeypatch, tmp_path)]
    told = {}
    for address in addresses:
        page.goto(address)
        if before:
            page.evaluate(before)
        told[address] = page.evaluate(f"{LOOKS}.{look}()")
    return {address: faults for address, faults in told.items() if faults}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_leave_every_control_and_every_choice_visible(
    new_phone, monkeypatch, tmp_path, scheme
):
    """What is picked is told from what is not by more than a colour of ours."""
    page = new_phone(forced_colors="active", color_scheme=scheme)
    assert told_on_every_page(page, monkeypatch, tmp_path, "faint") == {}


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844)])
def test_text_of_twice_the_size_is_neither_cut_nor_covered(new_phone, monkeypatch, tmp_path, width, height):
    """Nothing runs off the screen sideways, no label is cut, no control lies over its neighbour."""
    page = new_phone(viewport={"width": width, "height": height})
    double = "document.documentElement.style.fontSize = '200%'"
    assert told_on_every_page(page, monkeypatch, tmp_path, "cut", double) == {}
