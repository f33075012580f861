"""The scores over a video and in a frame on another page: live, readable, and nothing but the scores."""

from __future__ import annotations

import io
import re

import pytest
from flask import Flask, request
from PIL import Image
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.conftest import serving
from tests.browser.screen import expect_one_screen
from tests.browser.test_tables import open_table
from tests.by_night import by_night

BEN = re.compile(r"Ben\s+3702")
SMALLEST = """() => Math.min(...[...document.querySelectorAll('.side .name, .side .total')]
    .map(one => parseFloat(getComputedStyle(one).fontSize)))"""
CUT = """() => [...document.querySelectorAll('.side, .side .total')]
    .filter(one => { const { left, top, right, bottom } = one.getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight; }).length"""


def score(phone, table, seat, points):
    phone.goto(f"{table}/out?player={seat}&points={points}")
    phone.locator("[data-record]").click()
    phone.wait_for_url(re.compile("/t/[a-z0-9]+$"))


@pytest.fixture
def table(new_phone):
    """A table of four, and the phone of the first; Ben has 1,234 points before the multiplier."""
    ann = new_phone()
    address = open_table(ann, "Ann", "Ben", "Cy", "Leopoldine-Marie")
    score(ann, address, 1, 1234)
    return ann, address


def test_the_overlay_is_readable_over_a_video_and_follows_the_table(new_phone, table, tmp_path):
    """Nothing lies where no scores are; the share menu leads there; a stranger sees it too."""
    ann, address = table
    ann.get_by_text("Files and programs").click()
    ann.get_by_role("link", name="Overlay").click()
    ann.wait_for_url(re.compile("/overlay$"))
    stream = new_phone(viewport={"width": 1280, "height": 720}, has_touch=False)
    stream.goto(f"{address}/overlay")
    expect(stream.locator(".side.gold")).to_contain_text(BEN)
    picture = Image.open(io.BytesIO(stream.screenshot(path=tmp_path / "overlay.png", omit_background=True)))
    alphas = [picture.getpixel(place)[3] for place in ((1279, 0), (1279, 719), (900, 360), (2, 2))]
    assert alphas == [0, 0, 0, 0]
    assert stream.evaluate(SMALLEST) >= 28
    score(ann, address, 0, 40)
    expect(ann.get_by_text("out 2nd, 80")).to_be_visible()
    expect(stream.locator(".side").first).to_contain_text(re.compile(r"Ann\s+80"))
    assert stream.locator("a, form").count() == 0
    assert not violations(stream)


@pytest.mark.parametrize("size", [by_night("small"), by_night("usual"), "large"])
def test_no_side_is_cut_off_in_any_window(new_phone, table, size):
    stream = new_phone(has_touch=False)
    for width, height in ((1280, 720), (1920, 1080), (640, 360), (1280, 120)):
        stream.set_viewport_size({"width": width, "height": height})
        stream.goto(f"{table[1]}/overlay?size={size}")
        assert stream.evaluate(CUT) == 0, (width, height)
        expect_one_screen(stream)


def test_twelve_players_have_room(new_phone):
    ann = new_phone()
    address = open_table(ann, *(f"Player {letter}" for letter in "ABCDEFGHIJKL"))
    stream = new_phone(viewport={"width": 1280, "height": 720}, has_touch=False)
    stream.goto(f"{address}/overlay")
    assert stream.evaluate(CUT) == 0


@pytest.fixture
def blog():
    """The address of another site, which shows the page `at` in a frame."""
    app = Flask("blog")
    app.add_url_rule("/", "page", lambda: f'<iframe src="{request.args["at"]}" width="480" height="312">')
    with serving(app) as address:
        yield address


@pytest.mark.nightly
def test_another_page_shows_the_scores_in_a_frame_and_nothing_else(chromium, blog, table, tmp_path):
    """The page of the table itself isn’t shown there."""
    _, address = table
    page = chromium.new_page(viewport={"width": 560, "height": 400})
    page.goto(f"{blog}?at={address}/embed")
    frame = page.frame_locator("iframe")
    expect(frame.locator(".side.gold")).to_contain_text(BEN)
    assert frame.get_by_role("link", name="Friday").get_attribute("target") == "_blank"
    page.screenshot(path=tmp_path / "embed.png")
    page.goto(f"{blog}?at={address}")
    page.wait_for_load_state("networkidle")
    expect(frame.locator(".side")).to_have_count(0)
    page.close()
