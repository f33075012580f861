"""The site, made once a run of all tests, and a host that gives its files."""

from __future__ import annotations

import fcntl
import functools
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.site.places import SITE, TOP


class _Files(SimpleHTTPRequestHandler):
    def log_message(self, *_args: object) -> None:
        """Tests say what went wrong."""


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the site, whose pages name themselves below `SITE`."""
    folder, run = TOP / "build" / "site-tested", os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    made = folder.with_name("site-made-for")
    made.parent.mkdir(exist_ok=True)
    with open(made, "a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        if file.read() != run:
            command = [sys.executable, TOP / "docs" / "make_site.py", folder]
            environment = os.environ | {"SITE": SITE}
            done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
            assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
            file.truncate(0)
            file.write(run)
    return folder


@pytest.fixture(scope="session")
def hosted(site: Path) -> Iterator[str]:
    """The address of the site while its host answers."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Files, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
