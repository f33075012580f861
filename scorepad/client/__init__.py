"""A small client of a pad's tables, for programs: all that a program may do there, and `follow`. The standard
library alone.

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
from urllib.parse import quote
from urllib.request import Request, urlopen
from uuid import uuid4

State = dict[str, Any]
"""A table as it stands: `deals`, `totals`, `over`, `winners`, `number` and more."""
Told = dict[str, Any]
"""Any other answer, by the names of its fields."""

TABLES = "/api/v1/tables"
TIMEOUT = 30.0  # seconds; a stream says at least every 15 that it is there
TRIES = 3  # of a request that nobody answered; what is sent again does nothing more
PAUSE = 2.0  # seconds before a request is sent again
PAGE = 100  # items of a list that are asked for at a time


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
        """How the table stands. Raises PadRefusal."""
        return self._get("")

    def deals(self) -> Iterator[Told]:
        """Its deals, the first one first, read page by page: `number`, `scores`, `ended`. Raises
        PadRefusal."""
        return self._items("deals", "deals")

    def record(self) -> Iterator[Told]:
        """What happened, the oldest first, read page by page: `number`, `at`, `by`, `sentence`, `undone`.
        Raises PadRefusal."""
        return self._items("record", "changes")

    def review(self) -> Told:
        """What each hand made and held, deal by deal; `unsearched` says how many hands it lacks as yet.
        Raises PadRefusal."""
        return self._get("/review")

    def play(self) -> Told:
        """The table as a play of BG Stats. Raises PadRefusal."""
        return self._get("/bgsplay")

    def record_deal(self, **deal: Any) -> State:
        """Record an ended deal, given as in a question of `score`. Returns the table after it. Raises
        PadRefusal."""
        return self._change("POST", "deals", deal)

    def correct_deal(self, number: int, **deal: Any) -> State:
        """Tell the deal of that number anew, as `record_deal` takes it; the table after it. Raises
        PadRefusal."""
        return self._change("PATCH", f"deals/{number}", deal)

    def record_entry(self, player: str, **hand: Any) -> State:
        """Record a player who goes out, with `melds`, `cards` or `points`. Returns the table after it. Raises
        PadRefusal."""
        return self._change("POST", "entries", {"player": player, **hand})

    def end_deal(self, note: str = "") -> State:
        """End the current deal by hand, with a note for the record; the table after it. Raises PadRefusal."""
        return self._change("POST", "end", {"note": note})

    def name_winners(self, winners: Sequence[str] | None, places: Mapping[str, int] | None = None) -> State:
        """Name the winners after an ended deal: players or sides, `[]` for nobody; None lets the points
        decide.

        `places` are those of others, if the points don't decide them. Returns the table after it. Raises
        PadRefusal.
        """
        told = {"winners": None if winners is None else list(winners)}
        return self._change("POST", "winners", {**told, "places": dict(places)} if places else told)

    def add_points(self, name: str, points: float, note: str = "") -> State:
        """Give a player points at any time, where points are typed; the table after it. Raises
        PadRefusal."""
        return self._change("POST", "points", {"player": name, "points": points, "note": note})

    def undo(self) -> State:
        """Take back the newest thing that counts; the table after it. Raises PadRefusal."""
        return self._change("POST", "undo", {})

    def redo(self) -> State:
        """Do again what was undone last; the table after it. Raises PadRefusal."""
        return self._change("POST", "redo", {})

    def add_player(self, name: str, **more: Any) -> State:
        """Somebody sits down, or comes back; `more` are `start`, the points to begin with, and `partner`. The
        table after it. Raises PadRefusal."""
        return self._change("POST", "players", {"name": name, **more})

    def rename_player(self, name: str, new_name: str) -> State:
        """Another name for a player, or somebody who takes over with the points; the table after it. Raises
        PadRefusal."""
        return self._change("PATCH", f"players/{_part(name)}", {"name": new_name})

    def remove_player(self, name: str) -> State:
        """A player leaves and keeps the points; the table after it. Raises PadRefusal."""
        return self._change("DELETE", f"players/{_part(name)}", {})

    def change(self, *, since: str = "now", **chosen: Any) -> State:
        """Choose anew, with the host's key: `name`, `options`, `preset`, `partnerships`, `seats`, `dealer`.
        `since` is "now", or "start" where the deals that have ended are counted anew. The table after it.
        Raises PadRefusal."""
        return self._change("PATCH", "", {**chosen, "from": since})

    def delete(self) -> None:
        """Delete the table, with the host's key. Raises PadRefusal."""
        self._change("DELETE", "", None)

    def given_keys(self) -> list[Told]:
        """The keys of programs, the oldest first, with the host's key: `id`, `name`, `scope`, `given_at`.
        Raises PadRefusal."""
        return list(self._get("/keys")["keys"])

    def give_key(self, name: str = "", scope: str = "read") -> Told:
        """A new key for a program of that name, with the host's key: `key`, which is told this once, and
        `id`. The scope is "read" or "write". Raises PadRefusal."""
        return self._change("POST", "keys", {"name": name, "scope": scope})

    def reading_key(self) -> str:
        """A new key that only reads, to give away. Raises PadRefusal where this is not the host's key."""
        return str(self.give_key()["key"])

    def take_key_back(self, key_id: str) -> None:
        """The key of that `id` opens the table no longer. Raises PadRefusal."""
        self._change("DELETE", f"keys/{_part(key_id)}", None)

    def webhooks(self) -> list[Told]:
        """Who hears of the table, the oldest first, with the host's key: `id`, `url`, `secret`, `tries`,
        `fault`. Raises PadRefusal."""
        return list(self._get("/webhooks")["webhooks"])

    def set_webhook(self, url: str) -> Told:
        """Tell that address of every deal, with the host's key: `id`, and the `secret` that signs what it is
        sent. Raises PadRefusal."""
        return self._change("POST", "webhooks", {"url": url})

    def remove_webhook(self, hook_id: str) -> None:
        """The webhook of that `id` hears no more. Raises PadRefusal."""
        self._change("DELETE", f"webhooks/{_part(hook_id)}", None)

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

    def _get(self, path: str) -> Told:
        return _send("GET", self._url + path, self.key)

    def _change(self, method: str, what: str, body: Mapping[str, Any] | None) -> Told:
        return _send(method, f"{self._url}/{what}".rstrip("/"), self.key, body)

    def _items(self, what: str, name: str) -> Iterator[Told]:
        """The items of a list that comes in pages."""
        after: int | None = 0
        while after is not None:
            page = self._get(f"/{what}?limit={PAGE}&after={after}")
            yield from page[name]
            after = page["next"]

    def _numbers(self, known: str) -> Iterator[str]:
        """The table's number after each change, until the stream ends."""
        headers = _headers(self.key) | ({"Last-Event-ID": known} if known else {})
        with _opened(Request(f"{self._url}/events", headers=headers)) as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    yield line[len(b"data: ") :].decode().strip()


def open_table(address: str, game: str, players: Sequence[str], **more: Any) -> TableClient:
    """A new table at the pad of that address; `more` are its `options`, `preset`, `partnerships`, `name`.
    Raises PadRefusal."""
    opened = _send("POST", address.rstrip("/") + TABLES, "", {"game": game, "players": list(players), **more})
    return TableClient(address, opened["table"], opened["key"], opened["code"])


def _headers(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"} if key else {}


def _part(name: str) -> str:
    """A name as a part of an address."""
    return quote(name, safe="")


def _send(method: str, url: str, key: str, body: Mapping[str, Any] | None = None) -> Told:
    """What the pad answers; asked again under the same id where no answer came."""
    headers = _headers(key)
    if method != "GET":
        headers |= {"Content-Type": "application/json", "Idempotency-Key": uuid4().hex}
    data = None if body is None else json.dumps(body).encode()
    for tries_left in reversed(range(TRIES)):
        try:
            with _opened(Request(url, data, headers, method=method)) as answer:
                told: Told = json.loads(answer.read() or b"{}")
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
