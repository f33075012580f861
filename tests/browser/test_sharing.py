"""A whole table photographed: from the table's page to the record in five taps, on phones in the hand."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.photo_steps import PHOTOS, SIZES, Taps
from tests.browser.screen import expect_no_sideways_scroll
from tests.browser.test_evening import AT_TABLE
from tests.browser.test_plays import opened
from tests.vision.card_rows import card_row
from tests.vision.conftest import dejavu_letters

__all__ = ["dejavu_letters", "opened"]

SHARING = re.compile(r"/t/[a-z0-9]+/groups")
TABLE = (1500, 2000)  # pixels down and across


@pytest.fixture(scope="module")
def table_photo(tmp_path_factory):
    """Three drawn melds around a table: before who holds the phone, to the left, and to the right."""
    picture = np.full((*TABLE, 3), (60, 110, 40), np.uint8)
    places = (
        (["4C", "5C", "6C", "7C"], 1000, 600),
        (["9H", "TH", "JH"], 40, 40),
        (["2D", "3D", "4D"], 40, 1150),
    )
    for names, top, left in places:
        row = cv2.resize(card_row(names, step=220), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        picture[top : top + row.shape[0], left : left + row.shape[1]] = row[:, : TABLE[1] - left]
    path = tmp_path_factory.mktemp("photos") / "table.jpg"
    assert cv2.imwrite(str(path), picture)
    return path


def shared(page: Page, file) -> Taps:
    """The page that shares the photo's groups out."""
    taps = Taps(page)
    taps.link("Photo of the table")
    taps.take_photo(file)
    taps.button(re.compile("^Use these"))
    page.wait_for_url(SHARING)
    return taps


def picked(page: Page) -> list[str]:
    return page.locator(".group-of :checked").evaluate_all(
        "inputs => inputs.map(input => input.parentElement.textContent.trim())"
    )


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_table_is_recorded_in_five_taps(opened, table_photo, width, height):
    """Everybody's melds by where they lie; undone at once, and the photo taken again knows them."""
    page = opened("chattahoochee-alternate")
    page.set_viewport_size({"width": width, "height": height})
    taps = shared(page, table_photo)
    assert picked(page) == ["Ben", "Cy", "Ann"]
    boxes = [chip.bounding_box() for chip in page.locator(".group-of .chip").all()]
    assert min(min(box["height"], box["width"]) for box in boxes) >= 44
    expect_no_sideways_scroll(page)
    taps.button("Record 3 melds")
    page.wait_for_url(AT_TABLE)
    assert taps.count <= 5
    expect(page.locator(".lying .card")).to_have_count(10)
    expect(page.locator(".last")).to_contain_text("Ben laid ♥9 10 J; Cy laid ♦234; Ann laid ♣4567")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".lying .card")).to_have_count(0)


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photos lie beside the repository")
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_real_photo_of_groups_is_shared_out_and_put_right(opened, width, height):
    """Two groups are no melds and say why; set aside, the others are recorded."""
    page = opened("chattahoochee-alternate")
    page.set_viewport_size({"width": width, "height": height})
    shared(page, PHOTOS / "groups-cork-1.jpg")
    groups = page.locator(".group-of")
    expect(groups).to_have_count(4)
    expect(page.locator(".boxes text")).to_have_text(["1", "2", "3", "4"])
    page.get_by_role("button", name="Record 4 melds").click()
    expect(page.get_by_role("alert")).to_contain_text("Please fix 2 things")
    expect(page.locator(".group-of .why")).to_have_count(2)
    for wrong in (1, 2):
        groups.nth(wrong).locator("label", has_text="Nobody").click()
    expect(page.locator(".group-of .why")).to_have_count(0)
    for number, player in ((0, "Ann"), (3, "Cy")):
        groups.nth(number).locator("label", has_text=player).click()
    expect(page.get_by_role("button", name="Record 2 melds")).to_be_visible()
    page.get_by_role("button", name="Record 2 melds").click()
    page.wait_for_url(AT_TABLE)
    expect(page.locator(".last")).to_contain_text("Ann laid ♥45; Cy laid ♣QK")


@pytest.mark.nightly
def test_a_reload_keeps_what_was_picked(opened, table_photo):
    """The choice travels in the address."""
    page = opened("chattahoochee-alternate")
    shared(page, table_photo)
    page.locator(".group-of").first.locator("label", has_text="Cy").click()
    page.wait_for_url(re.compile("who-0=2"))
    page.reload()
    assert picked(page) == ["Cy", "Cy", "Ann"]
