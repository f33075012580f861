"""A small client for programs, with the standard library alone: open a table, record, undo, follow.

    table = open_table("http://localhost:8000", "gin-rummy", ["Ann", "Ben"])
    table.record_deal(winner="Ann", left={"Ben": "QH QS 4C"})
    for state in table.follow():
        print(state["totals"])

What is asked and answered is described in docs/programs.md, and by the pad in /api/v1/openapi.json.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

State = dict[str, Any]
"""A table as it stands: `deals`, `totals`, `over`, `winners`, `number` and more."""

TABLES = "/api/v1/tables"
TIMEOUT = 30.0  # seconds; a stream says at least every 15 that it is there
TRIES = 3  # of a request that nobody answered; what is sent again does nothing more
PAUSE = 2.0  # seconds before a request is sent again


class PadRefusal(Exception):
    """The pad refused a request: the HTTP `status`, its `code` and sentence, and the `table` as it stands, if
    it was the table that refused."""

    def __init__(self, status: int, body: Mapping[str, Any]) -> None:
        error = body.get("error", {})
        super().__init__(error.get("message", f"The pad answered with {status}."))
        self.status = status
        self.code: str = error.get("code", "")
        self.table: State | None = body.get("table")


@dataclass(frozen=True)
class TableClient:
    """A table of the pad at `address`; without a `key` it is only watched. `code` is for phones."""

    address: str
    id: str
    key: str = field(default="", repr=False)
    code: str = field(default="", repr=False)

    def state(self) -> State:
        """The present state of the table."""
        return _send(self._url, self.key)

    def record_deal(self, **deal: Any) -> State:
        """Record an ended deal, given as in a question of `score`. Returns the table after it. Raises
        PadRefusal."""
        return self._change("deals", deal)

    def record_entry(self, player: str, **hand: Any) -> State:
        """Record a player who goes out, with `melds`, `cards` or `points`. Returns the table after it. Raises
        PadRefusal."""
        return self._change("entries", {"player": player, **hand})

    def name_winners(self, winners: Sequence[str] | None, places: Mapping[str, int] | None = None) -> State:
        """Name the winners after an ended deal: players or sides, `[]` for nobody; None lets the points
        decide.

        `places` are those of others, if the points don't decide them. Returns the table after it. Raises
        PadRefusal.
        """
        told = {"winners": None if winners is None else list(winners)}
        return self._change("winners", {**told, "places": dict(places)} if places else told)

    def add_points(self, name: str, points: float, note: str = "") -> State:
        """Give a player points at any time, in a game whose points are typed. Returns the table after it.
        Raises PadRefusal."""
        return self._change("points", {"player": name, "points": points, "note": note})

    def undo(self) -> State:
        """Undo the newest operation that counts. Returns the table after it. Raises PadRefusal."""
        return self._change("undo", {})

    def reading_key(self) -> str:
        """Make a new key for reading only, to give away. Raises PadRefusal unless this is the host's key."""
        return str(self._change("keys", {})["key"])

    def follow(self) -> Iterator[State]:
        """Yield the table now, and after each change, without end. While the pad is away, it is asked again.
        Raises PadRefusal."""
        known = ""
        while True:
            with suppress(OSError, HTTPException):
                for number in self._numbers(known):
                    known = number
                    yield self.state()
            time.sleep(PAUSE)

    @property
    def _url(self) -> str:
        return f"{self.address.rstrip('/')}{TABLES}/{self.id}"

    def _change(self, what: str, body: Mapping[str, Any]) -> State:
        return _send(f"{self._url}/{what}", self.key, body)

    def _numbers(self, known: str) -> Iterator[str]:
        """The table's number after each change, until the stream ends."""
        headers = _headers(self.key) | ({"Last-Event-ID": known} if known else {})
        with _opened(Request(f"{self._url}/events", headers=headers)) as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    yield line[len(b"data: ") :].decode().strip()


def open_table(address: str, game: str, players: Sequence[str], **more: Any) -> TableClient:
    """Open a table at the pad of that address; `more` are `options`, `preset`, `partnerships`, `name`. Raises
    PadRefusal."""
    opened = _send(address.rstrip("/") + TABLES, "", {"game": game, "players": list(players), **more})
    return TableClient(address, opened["table"], opened["key"], opened["code"])


def _headers(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"} if key else {}


def _send(url: str, key: str, body: Mapping[str, Any] | None = None) -> State:
    """The pad's answer. Without one, the request is sent again under the same id."""
    headers = _headers(key)
    data = None
    if body is not None:
        headers |= {"Content-Type": "application/json", "Idempotency-Key": uuid4().hex}
        data = json.dumps(body).encode()
    for tries_left in reversed(range(TRIES)):
        try:
            with _opened(Request(url, data, headers)) as answer:
                told: State = json.load(answer)
                return told
        except (OSError, HTTPException):
            if not tries_left:
                raise
        time.sleep(PAUSE)
    raise AssertionError("the last try has answered or raised")


def _opened(request: Request) -> Any:
    """The open response. Raises PadRefusal, and OSError without an answer."""
    try:
        return urlopen(request, timeout=TIMEOUT)
    except HTTPError as error:
        with error, suppress(ValueError):
            raise PadRefusal(error.code, json.load(error)) from None
        raise PadRefusal(error.code, {}) from None
