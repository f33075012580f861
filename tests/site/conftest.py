"""The site, made once, and a host that gives its files."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.made_site import made_site


class _Files(SimpleHTTPRequestHandler):
    def log_message(self, *_args: object) -> None:
        """Tests say what went wrong."""


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the site, whose pages name themselves below `SITE`."""
    return made_site()


@pytest.fixture(scope="session")
def hosted(site: Path) -> Iterator[str]:
    """The address of the site while its host answers."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Files, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
