"""Tells phones that a table has changed: events that carry its number only, and the number to poll.

One watcher a process asks the store for the heads of the watched tables and wakes their listeners, so
that hundreds of phones cost one query.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager

from flask import Blueprint, Response, current_app, jsonify, request
from flask.blueprints import BlueprintSetupState

from scorepad.store.engine import Engine
from scorepad.store.opening import open_store
from scorepad.tables import service
from scorepad.web import requests

bp = Blueprint("live", __name__)

ASK_EVERY = 0.2  # seconds
HEARTBEAT = 15.0  # seconds; also how soon a phone that went away is noticed
RETRY = 2000  # milliseconds until a phone connects again
HEADERS = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}

log = logging.getLogger(__name__)


class Watcher:
    """Knows the heads of the tables that somebody listens to, and wakes who waits for a change."""

    def __init__(self, opened: Callable[[], AbstractContextManager[Engine]]) -> None:
        self._opened = opened
        self._heads: dict[str, int] = {}
        self._listeners: Counter[str] = Counter()
        self._changed = threading.Condition()
        self._running = False
        self.closed = False

    @contextmanager
    def watching(self, table_id: str) -> Iterator[None]:
        """The table is watched meanwhile."""
        self._add_listener(table_id)
        try:
            yield
        finally:
            self._drop_listener(table_id)

    def wait(self, table_id: str, known: int | None, seconds: float) -> int | None:
        """The table's head as soon as it is not `known`; None after `seconds` or when closed."""
        wait_until = time.monotonic() + seconds
        with self._changed:
            while not self.closed and (seconds_left := wait_until - time.monotonic()) > 0:
                head = self._heads.get(table_id)
                if head is not None and head != known:
                    return head
                self._changed.wait(seconds_left)
        return None

    def close(self) -> None:
        """End every wait, now and later."""
        with self._changed:
            self.closed = True
            self._changed.notify_all()

    def _add_listener(self, table_id: str) -> None:
        with self._changed:
            self._listeners[table_id] += 1
            if self._running:
                return
            self._running = True
        threading.Thread(target=self._watch_store, name="live", daemon=True).start()

    def _drop_listener(self, table_id: str) -> None:
        with self._changed:
            self._listeners[table_id] -= 1
            if not self._listeners[table_id]:
                del self._listeners[table_id]
                self._heads.pop(table_id, None)

    def _watch_store(self) -> None:
        while self._watched_tables():
            try:
                with self._opened() as store:
                    self._ask_heads(store)
            except Exception:
                log.exception("the heads of the watched tables could not be read")
                time.sleep(ASK_EVERY)

    def _ask_heads(self, store: Engine) -> None:
        while tables := self._watched_tables():
            self._tell_heads(store.heads(tables))
            time.sleep(ASK_EVERY)

    def _watched_tables(self) -> frozenset[str]:
        with self._changed:
            tables = frozenset() if self.closed else frozenset(self._listeners)
            self._running = bool(tables)
            return tables

    def _tell_heads(self, heads: Mapping[str, int]) -> None:
        with self._changed:
            watched = {table: head for table, head in heads.items() if table in self._listeners}
            if any(self._heads.get(table) != head for table, head in watched.items()):
                self._heads |= watched
                self._changed.notify_all()


@bp.record
def _make_watcher(state: BlueprintSetupState) -> None:
    database = state.app.config["DATABASE"]
    state.app.extensions["live"] = Watcher(lambda: closing(open_store(database)))


@bp.get("/t/<table_id>/events")
def events(table_id: str) -> Response:
    """Server-sent events: `event: head`, `data: n`, from the number in Last-Event-ID on."""
    service.head(requests.store(), table_id)
    known = request.headers.get("Last-Event-ID", type=int)
    stream = _event_stream(current_app.extensions["live"], table_id, known)
    return Response(stream, mimetype="text/event-stream", headers=HEADERS)


@bp.get("/t/<table_id>/head")
def head(table_id: str) -> Response:
    """The table's number for phones that poll; 304 while it is the one they know."""
    number = service.head(requests.store(), table_id)
    response = jsonify(head=number)
    response.set_etag(str(number))
    response.make_conditional(request)
    return response


def _event_stream(watcher: Watcher, table_id: str, known: int | None) -> Iterator[str]:
    yield f"retry: {RETRY}\n\n"
    with watcher.watching(table_id):
        while not watcher.closed:
            number = watcher.wait(table_id, known, HEARTBEAT)
            if number is None:
                yield ": here\n\n"
            else:
                known = number
                yield f"id: {number}\nevent: head\ndata: {number}\n\n"
