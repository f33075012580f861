"""A phone that speaks HTTP to a running pad: its cookie, its forms, and the address that it comes from."""

from __future__ import annotations

import re
import secrets
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode

SECONDS = 30.0


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: Any, **_named: Any) -> None:
        return None


@dataclass
class WebPhone:
    """A phone at `address`, as a proxy on the pad's own machine names it; none: the machine itself."""

    port: int
    address: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    cookies: CookieJar = field(default_factory=CookieJar)

    def __post_init__(self) -> None:
        self._opener = urllib.request.build_opener(
            _NoRedirect, urllib.request.HTTPCookieProcessor(self.cookies)
        )
        if self.address:
            self.headers = {**self.headers, "X-Forwarded-For": self.address}

    def send(
        self, path: str, body: bytes | None = None, kind: str = "", within: float = SECONDS
    ) -> tuple[int, str, str]:
        """The status, where it leads and the text of the answer. Raises OSError where there is none."""
        headers = {**self.headers, **({"Content-Type": kind} if kind else {})}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body, headers)
        try:
            answer = self._opener.open(request, timeout=within)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return answer.status, answer.headers.get("Location", ""), answer.read().decode("utf-8", "replace")

    def get(self, path: str) -> int:
        """The status of a page."""
        return self.send(path)[0]

    def post(self, path: str, fields: dict[str, object], form: str = "/join") -> tuple[int, str, str]:
        """Send a form with the token of the page `form`."""
        sent = {**fields, "csrf_token": self.token(form)}
        return self.send(path, urlencode(sent).encode(), "application/x-www-form-urlencoded")

    def submit(self, path: str, fields: dict[str, object]) -> int:
        """The status of a form that has its token already."""
        return self.send(path, urlencode(fields).encode(), "application/x-www-form-urlencoded")[0]

    def token(self, form: str) -> str:
        """The token of the page, which a form must have."""
        token = re.search(r'name="csrf_token" value="([^"]+)"', self.send(form)[2])
        return token[1] if token else ""

    def new_table(self, *names: str, name: str = "Friday") -> str:
        """The id of a table that this phone opens and may write to."""
        players = {f"name-{row}": player for row, player in enumerate(names or ("Ann", "Ben", "Cy", "Di"))}
        fields = {"game": "chattahoochee", "name": name, "op": secrets.token_urlsafe(9), **players}
        status, leads_to, page = self.post("/new", fields, "/new")
        assert status == 303, (status, page)
        return leads_to.split("/")[2]

    def note(self, table: str, text: str) -> int:
        """The status of a note to the table's deal."""
        return self.post(f"/t/{table}/note", {"text": text, "op": secrets.token_urlsafe(9)})[0]
