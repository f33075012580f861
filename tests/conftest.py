"""Fixtures that most tests share: an app on a store of its own, and a client of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright

from scorepad.web import create_app

# The same examples every time, so that a red test is red again; bench/ draws new ones, as many as one likes.
settings.register_profile(
    "scorepad",
    deadline=None,
    print_blob=True,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("scorepad")


CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's own Chromium, started once: playwright allows no second start beside it."""
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def app(tmp_path):
    """The app on a fresh instance folder."""
    return create_app({"TESTING": True, "INSTANCE": str(tmp_path / "instance")})


@pytest.fixture
def client(app):
    """A phone that knows no table yet."""
    return app.test_client()
