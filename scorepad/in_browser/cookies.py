"""The cookies of the pad in a browser. The browser itself takes none from a service worker."""

from __future__ import annotations

import json
from collections.abc import Iterable
from http.cookies import SimpleCookie
from pathlib import Path


class Cookies:
    """All pages share them. A file of the instance folder has them, so they are saved with the tables."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._values: dict[str, str] = json.loads(file.read_text("utf-8")) if file.is_file() else {}

    def text(self) -> str:
        """All of them, as `replace` takes them."""
        return json.dumps(self._values)

    def replace(self, text: str) -> None:
        """Have those of the text in place of these, in the file too."""
        self._values = json.loads(text)
        self._file.write_text(self.text(), "utf-8")

    def header(self) -> str:
        """The value of the header Cookie."""
        return "; ".join(f"{name}={value}" for name, value in self._values.items())

    def take(self, set_cookies: Iterable[str]) -> None:
        """Keep what these values of the header Set-Cookie say; the file is written only if that changes."""
        before = dict(self._values)
        for text in set_cookies:
            for name, cookie in SimpleCookie(text).items():
                if cookie["max-age"] == "0":
                    self._values.pop(name, None)
                else:
                    self._values[name] = cookie.coded_value
        if self._values != before:
            self._file.write_text(self.text(), "utf-8")
