"""Steps that the tests of photos share: taps are counted, photos taken, doubts answered."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.by_night import by_night
from tests.shared import SHARED

PHOTOS = SHARED / "photos"
ON_PHOTO = re.compile(r"/photo/[A-Za-z0-9_-]+\?")
SIZES = [(360, 640), by_night(390, 844)]
READ_WITHIN = 60_000  # milliseconds, on a busy machine


class Taps:
    """Taps on a page, counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def link(self, name: str) -> None:
        self.page.get_by_role("link", name=name).click()
        self.count += 1

    def button(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("button", name=name).click()
        self.count += 1

    def take_photo(self, file) -> None:
        """A photo taken and read, and put right."""
        take_photo(self.page, file)
        self.count += 1
        self.answer_doubts()

    def answer_doubts(self) -> None:
        """What the photo's page asks about is as it was read."""
        expect(self.page.locator("[data-live]")).not_to_be_empty()
        while self.page.locator("[data-one]").is_visible():
            self.page.locator("[data-keep]").click()
            self.count += 1


def take_photo(page: Page, file) -> None:
    """What the camera gives is the file; the panel stands open already."""
    expect(page.get_by_text("Take a photo", exact=True)).to_be_visible()
    page.locator(".taking input[capture]").set_input_files(file)
    page.wait_for_url(ON_PHOTO, timeout=READ_WITHIN)


def choose_photo(page: Page, file, read: str, use: str) -> None:
    """The same by forms alone; `read` is the button that sends the photo, `use` begins or ends the next."""
    page.get_by_role("button", name="Photo").click()
    page.get_by_label("Or choose one").set_input_files(file)
    page.get_by_role("button", name=read).click()
    page.get_by_role("button", name=re.compile(use)).click(timeout=READ_WITHIN)
