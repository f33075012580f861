"""A live pad on an instance of its own, and browsers the size of a phone and of a laptop."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, expect
from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler, make_server

from scorepad.web import create_app
from tests.browser.engines import Phone, chromium_phone, firefox_phone, webkit_phone
from tests.browser.network import Network, between

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}
PATIENCE = 30_000  # milliseconds, also from a tap on one phone to another; a busy machine is slow, not broken

expect.set_options(timeout=PATIENCE)

# A tap waits until the page takes one: a test is there before the page's scripts, and a person is not.
TAPPED_WHEN_READY = """
(() => {
  const hold = () => { document.documentElement.style.pointerEvents = "none"; };
  const root = new MutationObserver(() => { root.disconnect(); hold(); });
  document.documentElement ? hold() : root.observe(document, { childList: true });
  addEventListener("DOMContentLoaded", () => {
    root.disconnect();
    document.documentElement.style.pointerEvents = "";
  });
})();
"""


class _Handler(WSGIRequestHandler):
    def log(self, *_args: object) -> None:
        """Tests say what went wrong; the server does not."""

    def make_environ(self) -> WSGIEnvironment:
        """Files are read at once: the server forgets to close one whose browser has left meanwhile."""
        return {**super().make_environ(), "wsgi.file_wrapper": _read_at_once}


def _read_at_once(file: IO[bytes], _buffer_size: int) -> list[bytes]:
    with file:
        return [file.read()]


@pytest.fixture(scope="session")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The instance folder of the running pad."""
    return tmp_path_factory.mktemp("instance")


@pytest.fixture(scope="session")
def live_server(instance: Path) -> Iterator[str]:
    """The address of a running pad with an empty store."""
    with serving(create_app({"INSTANCE": str(instance), "LIMITS": False})) as address:
        yield address


@contextmanager
def serving(app: Flask, port: int = 0) -> Iterator[str]:
    """The app answers at this address meanwhile, at any port that is free unless one is named."""
    server = make_server("127.0.0.1", port, app, threaded=True, request_handler=_Handler)
    assert isinstance(server, ThreadedWSGIServer)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def a_chromium(request: pytest.FixtureRequest, chromium: Browser) -> Browser:
    """The whole Chromium for tests marked `whole_chromium`, its shell for all others."""
    if request.node.get_closest_marker("whole_chromium"):
        return request.getfixturevalue("whole_chromium")
    return chromium


@pytest.fixture
def new_phone(a_chromium: Browser, live_server: str):
    """Makes one more phone, each with cookies of its own; keywords go to the context."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def make(**options) -> Page:
        settings = {"viewport": PHONE, "has_touch": True, "base_url": live_server, "service_workers": "block"}
        settings |= options
        context = a_chromium.new_context(**settings)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(TAPPED_WHEN_READY)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: _note(troubles, message))
        return page

    yield make
    for context in contexts:
        context.close()
    assert not troubles, troubles


def _note(troubles: list[str], message) -> None:
    """Whatever a strict content policy refused is a fault of the page."""
    if "Content Security Policy" in message.text:
        troubles.append(message.text)


@pytest.fixture
def webkit() -> Iterator[Phone]:
    """A phone with WebKit; a session that goes from evening to evening stops answering."""
    with webkit_phone() as phone:
        yield phone


@pytest.fixture(scope="session")
def firefox() -> Iterator[Phone]:
    """A phone with Firefox, started once a worker; it keeps things by address."""
    with firefox_phone() as phone:
        yield phone


@pytest.fixture(params=["chromium", "webkit", "firefox"])
def any_phone(request: pytest.FixtureRequest) -> Iterator[Phone]:
    """A phone with each browser in turn."""
    if request.param != "chromium":
        yield request.getfixturevalue(request.param)
        return
    with chromium_phone(request.getfixturevalue("a_chromium"), viewport=PHONE, has_touch=True) as phone:
        yield phone


@pytest.fixture
def network(live_server: str) -> Iterator[Network]:
    """A network before the pad, at an address of its own."""
    with between(live_server) as one:
        yield one


def go_back(page: Page) -> None:
    """Go back as a person does. The whole Chromium may have the page in its page cache, and loads nothing."""
    with page.expect_event("framenavigated"):
        page.evaluate("history.back()")
    page.wait_for_function("() => document.readyState === 'complete'")


@pytest.fixture
def phone(new_phone) -> Page:
    """A phone in the hand: 390×844."""
    return new_phone()


@pytest.fixture
def laptop(new_phone) -> Page:
    """A laptop: 1280×800."""
    return new_phone(viewport=LAPTOP, has_touch=False)
