"""The app as the worker of the page (`page/files/python.js`) asks it: JavaScript in, plain values out."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from jinja2 import FileSystemBytecodeCache

from scorepad.answers.verbs import ADDRESSES
from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import say
from scorepad.in_browser import tables_file
from scorepad.in_browser.cookies import Cookies
from scorepad.jobs import client
from scorepad.machine.folders import DATABASE
from scorepad.web import create_app
from scorepad.web.offers import JOIN, LIVE, OWN_WORKER, PDF, PHOTOS, PROGRAMS, SMALLER_ANSWERS
from scorepad.web.outcomes import scorepad_error

INSTANCE = "/pad"
"""The folder whose files the page keeps, in the memory of Python."""
PREPARED = Path(__file__).with_name("prepared")
"""What `bin/page` has made once, so that no start makes it: an empty store, and the templates compiled."""
NOT_OFFERED = (JOIN, LIVE, OWN_WORKER, PDF, PHOTOS, PROGRAMS, SMALLER_ANSWERS)
THIS_MACHINE = "127.0.0.1"
TEMPLATES = "templates"
CHANGES_NOTHING = ("GET", "HEAD", "OPTIONS")
QUESTIONS = frozenset(f"/api/v1/{address}" for address in ADDRESSES.values())
"""Addresses that are posted to, and change nothing either."""
Answer = tuple[int, list[tuple[str, str]], bytes]
"""Status, headers, body."""


class NotKept(ScorepadError):
    """The browser did not save what changed."""

    code = "not-kept"

    def __init__(self) -> None:
        super().__init__(
            say(
                "Not recorded: this browser has no room left for your tables. What was recorded before is "
                "safe. Make room on this phone, then enter it again."
            )
        )


def _tell_nobody(_is_searching: bool) -> None:
    """Nobody interrupts a search."""


class AskedApp:
    """The app below the address of the page.

    `searching` is called with True before a search whose request changes nothing, and with False after it.
    In between, the request may be interrupted.
    """

    def __init__(
        self, address: str, instance: str = INSTANCE, *, searching: Callable[[bool], None] = _tell_nobody
    ) -> None:
        self._tell_searching = searching
        parts = urlsplit(address)
        self._scheme, self._host, self._prefix = parts.scheme, parts.netloc, parts.path.rstrip("/")
        settings = {
            "INSTANCE": instance,
            "FRAMED": True,
            "HOSTS": self._host,
            "LIMITS": False,
            "STREAMS": 0,
            "WITHOUT": NOT_OFFERED,
        }
        _lay_store(Path(instance))
        self._app = create_app(settings)
        self._use_templates(PREPARED)
        self._cookies = Cookies(Path(instance, "cookies.json"))
        tables_file.init_app(self._app, self._cookies)

    def prepare(self, folder: str) -> None:
        """Make in the folder what `PREPARED` has; this pad is new."""
        (Path(folder) / TEMPLATES).mkdir()
        shutil.copy(self._app.config["DATABASE"], Path(folder) / DATABASE)
        self._use_templates(Path(folder))
        for name in self._app.jinja_env.list_templates(["html"]):
            self._app.jinja_env.get_template(name)

    def _use_templates(self, prepared: Path) -> None:
        """Take the templates as they were compiled."""
        if (prepared / TEMPLATES).is_dir():
            self._app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(prepared / TEMPLATES))

    def is_replaced(self) -> bool:
        """Whether other tables have come in place of those that this pad began with."""
        return bool(self._app.extensions[tables_file.REPLACED])

    def answer(self, method: str, address: str, headers: Any, body: Any) -> Answer | None:
        """The answer to a request. None if its search was interrupted: then nothing has happened, and it can
        be asked again."""
        environ = self._environ(method, address, headers.to_py(), body.to_bytes())
        is_question = method in CHANGES_NOTHING or environ["PATH_INFO"] in QUESTIONS
        token = client.around_own_jobs.set(self._searching if is_question else nullcontext)
        try:
            return self._answer(environ)
        except KeyboardInterrupt:
            return None
        finally:
            client.around_own_jobs.reset(token)

    @contextmanager
    def _searching(self) -> Iterator[None]:
        self._tell_searching(True)
        try:
            yield
        finally:
            self._tell_searching(False)

    def _answer(self, environ: Mapping[str, object]) -> Answer:
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, fields: list[tuple[str, str]], _error: object = None) -> None:
            started[:] = [(status, fields)]

        chunks: Iterable[bytes] = self._app.wsgi_app(environ, start)  # type: ignore[arg-type]
        content = b"".join(chunks)
        if close := getattr(chunks, "close", None):
            close()
        status, fields = started[0]
        if not self.is_replaced():  # the session of this request is of the tables that are gone
            self._cookies.take(value for name, value in fields if name.lower() == "set-cookie")
        return int(status[:3]), [pair for pair in fields if pair[0].lower() != "set-cookie"], content

    def not_kept(self, address: str, headers: Any) -> Answer:
        """What is said in place of an answer to what the browser did not save."""
        with self._app.request_context(self._environ("GET", address, headers.to_py(), b"")):
            response = self._app.make_response(scorepad_error(NotKept()))
        return response.status_code, list(response.headers), response.get_data()

    def _environ(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes
    ) -> dict[str, object]:
        parts = urlsplit(address)
        path = unquote_to_bytes(parts.path).decode("latin-1")
        environ: dict[str, object] = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": self._prefix,
            "PATH_INFO": path.removeprefix(self._prefix),
            "QUERY_STRING": parts.query,
            "SERVER_NAME": self._host.partition(":")[0],
            "SERVER_PORT": self._host.partition(":")[2] or ("443" if self._scheme == "https" else "80"),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": THIS_MACHINE,
            "HTTP_HOST": self._host,
            "HTTP_COOKIE": self._cookies.header(),
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": self._scheme,
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        for name, value in headers.items():
            variable = name.upper().replace("-", "_")
            environ[variable if variable == "CONTENT_TYPE" else f"HTTP_{variable}"] = value
        return environ


def _lay_store(instance: Path) -> None:
    """Begin with the prepared store where there is nothing yet."""
    if (PREPARED / DATABASE).is_file() and not (instance.is_dir() and any(instance.iterdir())):
        instance.mkdir(parents=True, exist_ok=True)
        shutil.copy(PREPARED / DATABASE, instance)
