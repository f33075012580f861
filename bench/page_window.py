"""A window of WebKit that keeps what a page stores: one under a driver forgets it all when it ends.

Nothing but the page itself can be asked in such a window. So the host's copy of the page has a script that
fetches from the host what to do, and tells it what came of that.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.cookiejar import Cookie
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

from selenium.common.exceptions import WebDriverException

from tests.browser.engines import FAILED, MINI_BROWSER, PATIENCE, Phone
from tests.browser.page_versions import make_newer, replace
from tests.serving import end_group

ASKED, ANSWERED = "/asked", "/answered"
LISTENS_FOR = 2  # seconds, then the page asks again: less than the next browser takes to start
REST = 500  # milliseconds between two questions where the host does not answer
LOOPS = """<script>
(async () => {
  const rest = () => new Promise((rested) => setTimeout(rested, REST));
  const tell = (answer) => fetch("/answered", { method: "POST", body: JSON.stringify(answer) });
  for (;;) {
    const answer = await fetch("/asked", { cache: "no-store" }).catch(() => null);
    if (!answer || answer.status !== 200) { await rest(); continue; }
    const { number, script, given } = await answer.json();
    let value = null, failed = "";
    try { value = new Function(script).apply(window, given); } catch (error) { failed = String(error); }
    await tell({ number, value, failed }).catch(() => {});
  }
})();
</script>
</body>"""


class Asked:
    """What a page is asked, and what it answers."""

    def __init__(self) -> None:
        self._questions: queue.Queue[dict[str, Any]] = queue.Queue()
        self._answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self._number = 0

    def ask(self, script: str, given: tuple[object, ...]) -> Any:
        """What the body of a function returns in the page.

        Raises WebDriverException, as a driver does, if it fails or no page answers.
        """
        self._number += 1
        with suppress(queue.Empty):  # nobody has taken it: that page is gone
            self._questions.get_nowait()
        self._questions.put({"number": self._number, "script": script, "given": given})
        while True:
            try:
                answer = self._answers.get(timeout=PATIENCE)
            except queue.Empty:
                raise WebDriverException(f"no page answers: {script}") from None
            if answer["number"] != self._number:
                continue
            if answer["failed"]:
                raise WebDriverException(answer["failed"])
            return answer.get("value")

    def hand_out(self, host: SimpleHTTPRequestHandler) -> None:
        """Answer a page that asks what to do."""
        try:
            question = json.dumps(self._questions.get(timeout=LISTENS_FOR)).encode()
        except queue.Empty:
            question = b""
        host.send_response(200 if question else 204)
        host.send_header("Content-Length", str(len(question)))
        host.end_headers()
        with suppress(OSError):  # that browser has ended
            host.wfile.write(question)

    def take(self, host: SimpleHTTPRequestHandler) -> None:
        """Take what a page answers."""
        self._answers.put(json.loads(host.rfile.read(int(host.headers["Content-Length"]))))
        host.send_response(204)
        host.end_headers()


def make_asking(files: Path) -> None:
    """Have the page ask the host what to do."""
    replace(files / "index.html", "</body>", LOOPS.replace("REST", str(REST)))
    make_newer(files, "asking")


class WindowPhone(Phone):
    """A window on one page."""

    def __init__(self, asked: Asked, profile: Path) -> None:
        self._asked, self._profile = asked, profile
        self._process: subprocess.Popen[bytes] | None = None

    def open(self, address: str) -> bool:
        if self._process:
            self.run("delete document.documentElement.dataset.scorepad; setTimeout(() => location.reload())")
            return True
        folders = {name: str(self._profile / name) for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME")}
        browser = str(next(Path("/").glob(MINI_BROWSER)))
        names_profile = f"--cookies-file={self._profile / 'cookies'}"
        self._process = subprocess.Popen(
            ["xvfb-run", "-a", "dbus-run-session", browser, names_profile, address],
            env=os.environ | folders,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        return True

    def run(self, script: str, *given: object) -> Any:
        return self._asked.ask(script, given)

    def pages(self) -> int:
        return 1

    def new_page(self) -> None:
        raise NotImplementedError

    def turn_to(self, number: int) -> None:
        raise NotImplementedError

    def close_page(self) -> None:
        raise NotImplementedError

    def take_cookies(self, address: str, cookies: list[Cookie]) -> None:
        raise NotImplementedError

    def end(self) -> None:
        """Close the window."""
        if self._process:
            end_group(self._process)


@contextmanager
def webkit_window(asked: Asked, profile: Path) -> Iterator[WindowPhone]:
    """A window with what an earlier one has kept in the same profile."""
    phone = WindowPhone(asked, profile)
    try:
        yield phone
    finally:
        with suppress(*FAILED):
            phone.end()
