"""How a page lies on its screen, looked at until it does: one that is still on its way is waited for."""

from __future__ import annotations

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

NO_WIDER = "document.documentElement.scrollWidth <= innerWidth"
NO_HIGHER = "document.documentElement.scrollHeight <= innerHeight"


def expect_no_sideways_scroll(page: Page) -> None:
    """The page is no wider than the screen."""
    _expect(page, NO_WIDER, "wider than the screen")


def expect_one_screen(page: Page) -> None:
    """All of the page is on the screen."""
    expect_no_sideways_scroll(page)
    _expect(page, NO_HIGHER, "higher than the screen")


def _expect(page: Page, fits: str, otherwise: str) -> None:
    try:
        page.wait_for_function(f"() => document.readyState === 'complete' && {fits}")
    except PlaywrightTimeoutError:
        raise AssertionError(f"{page.url} is {otherwise} of {page.viewport_size}") from None
