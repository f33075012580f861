"""A shared board and a rack photographed one after the other: the best play in five taps."""

from __future__ import annotations

import re

import cv2
import pytest
from playwright.sync_api import Page, expect

from tests.browser.photo_steps import PHOTOS, SIZES, Taps, choose_photo, take_photo
from tests.browser.screen import expect_no_sideways_scroll
from tests.vision.conftest import dejavu_letters
from tests.vision.tile_pictures import drawn

__all__ = ["dejavu_letters"]

BOARD = [["R4", "R5", "R6", "R7"], ["K9", "R9", "B9"]]
RACK = [["R8", "O9", "K2"]]
TILES = PHOTOS / "tiles"


@pytest.fixture(scope="module")
def photos(tmp_path_factory):
    """Drawn photos of the board and of the rack."""
    paths = {name: tmp_path_factory.mktemp("photos") / f"{name}.png" for name in ("board", "rack")}
    for path, rows in zip(paths.values(), (BOARD, RACK), strict=True):
        assert cv2.imwrite(str(path), drawn(rows, seed=2))
    return paths


def best_play(page: Page, board, rack) -> Taps:
    """From the page of the best play, over both photos, to the answer."""
    taps = Taps(page)
    taps.button("Two photos: of the table, then of the rack")
    taps.take_photo(board)
    taps.button(re.compile("^Use .* then the rack$"))
    taps.take_photo(rack)
    taps.button(re.compile("^Use these"))
    page.wait_for_url(re.compile("/solve"))
    return taps


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_k3_the_board_and_then_the_rack_lead_to_the_best_play_in_five_taps(new_phone, photos, width, height):
    """R8 goes to the run and O9 to the group; the sets on the table are those of the first photo."""
    page = new_phone(viewport={"width": width, "height": height})
    page.goto("/solve?game=rummikub")
    expect(page.get_by_role("button", name=re.compile("^Two photos"))).to_be_in_viewport(ratio=1)
    taps = best_play(page, photos["board"], photos["rack"])
    assert taps.count <= 5
    expect(page.locator(".found .sum.first")).to_contain_text("Place 2 tiles")
    expect(page.get_by_role("button", name="Table · 2")).to_be_visible()
    expect_no_sideways_scroll(page)


@pytest.mark.nightly
@pytest.mark.skipif(not PHOTOS.exists(), reason="the photos lie beside the repository")
def test_k3_real_photos_of_a_board_and_a_rack_are_solved(phone):
    """Misread tiles are put right on the way, if there are any; the play is a proven one."""
    phone.goto("/solve?game=rummikub")
    best_play(phone, TILES / "tiles-board-1.jpg", TILES / "tiles-rack-1.jpg")
    expect(phone.locator(".found .sum.first")).to_contain_text("Place")
    expect(phone.get_by_role("button", name="Table · 4")).to_be_visible()


def test_a_table_of_rummikub_leads_there_under_its_own_house_rules(phone, photos):
    """From its page; a table without advice does not."""
    for query, shown in (("&o-jokers=1", True), ("", False)):
        phone.goto(f"/new?game=rummikub{query}")
        for seat, name in enumerate(("Ann", "Ben")):
            phone.get_by_label(f"Name in seat {seat + 1}", exact=True).fill(name)
        if not shown:
            phone.get_by_text("No advice before going out").click()
        phone.get_by_role("button", name="Open the table").click()
        phone.get_by_role("link", name="To the table").click()
        link = phone.get_by_role("link", name="Best play")
        expect(link).to_have_count(int(shown))
        if shown:
            link.click()
            take_photo(phone, photos["board"])
            expect(phone.get_by_role("button", name=re.compile("then the rack"))).to_be_visible()


def test_a_phone_without_script_takes_both_photos(new_phone, photos):
    """By forms alone."""
    page = new_phone(java_script_enabled=False)
    page.goto("/solve?game=rummikub")
    page.get_by_role("button", name="Two photos: of the table, then of the rack").click()
    for use, file in (("then the rack", "board"), ("^Use these", "rack")):
        choose_photo(page, photos[file], "Read the tiles", use)
    expect(page.locator(".found .sum.first")).to_contain_text("Place 2 tiles")
