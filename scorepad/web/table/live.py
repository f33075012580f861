"""Tells phones that a table has changed: events with its number only, and the number for polling.

One watcher a process hears from the store which tables were written to, reads the heads of those that have
listeners, and wakes these.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from flask import Blueprint, Response, current_app, jsonify, request
from flask.blueprints import BlueprintSetupState

from scorepad.core.errors import ScorepadError
from scorepad.core.lasting_faults import Outage, StreamsRefused
from scorepad.store.engine import ChangeListener
from scorepad.store.opening import listen_for_changes, open_store
from scorepad.tables import service
from scorepad.web import observing, requests, visitors

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store

bp = Blueprint("live", __name__)

AFTER_A_FAULT = 0.5  # seconds until the store is asked again
# Seconds until a listener hears something. A phone that hears nothing for twice as long says so, and one that
# went away is noticed as soon.
HEARTBEAT = 5.0
RETRY = 2000  # milliseconds until a phone connects again
# nginx would hold a stream back until its buffer is full; no-transform keeps proxies from compressing it.
HEADERS = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}

log = logging.getLogger(__name__)


@dataclass
class _WatchedTable:
    """A table with its number of listeners, its head if known, and the condition that wakes them."""

    changed: threading.Condition
    listeners: int = 0
    head: int | None = None


class Watcher:
    """Tracks the heads of tables that have listeners, and wakes these on a change."""

    def __init__(
        self,
        open_engine: Callable[[], AbstractContextManager[Store]],
        listen: Callable[[], ChangeListener],
    ) -> None:
        self._open_engine, self._listen = open_engine, listen
        self._tables: dict[str, _WatchedTable] = {}
        self._lock = threading.Lock()
        self._running = False
        self._outage = Outage(log)
        self.listeners = 0
        self.closed = False

    @contextmanager
    def watching(self, table_id: str) -> Iterator[None]:
        """Track the table's head within the context."""
        self._add_listener(table_id)
        try:
            yield
        finally:
            self._drop_listener(table_id)

    def first_head(self, table_id: str, head: int) -> None:
        """Set the head of a watched table as read a moment ago, unless a head is known already."""
        with self._lock:
            if self._tables[table_id].head is None:
                self._set_head(table_id, head)

    def wait(self, table_id: str, known: int | None, seconds: float) -> int | None:
        """Wait until the head of a watched table is not `known`, and return it. None after `seconds` or once
        closed."""
        wait_until = time.monotonic() + seconds
        with self._lock:
            table = self._tables[table_id]
            while not self.closed and (seconds_left := wait_until - time.monotonic()) > 0:
                if table.head not in (None, known):
                    return table.head
                table.changed.wait(seconds_left)
        return None

    def close(self) -> None:
        """End every wait, present and future."""
        with self._lock:
            self.closed = True
            for table in self._tables.values():
                table.changed.notify_all()

    def _add_listener(self, table_id: str) -> None:
        with self._lock:
            # A condition for each table, so that a change wakes its listeners alone; all share the lock.
            self._tables.setdefault(table_id, _WatchedTable(threading.Condition(self._lock))).listeners += 1
            self.listeners += 1
            if self._running:
                return
            self._running = True
        threading.Thread(target=self._watch_store, name="live", daemon=True).start()

    def _drop_listener(self, table_id: str) -> None:
        with self._lock:
            self.listeners -= 1
            table = self._tables[table_id]
            table.listeners -= 1
            if not table.listeners:
                del self._tables[table_id]

    def _watch_store(self) -> None:
        while self._watched_tables():
            try:
                with closing(self._listen()) as changes, self._open_engine() as store:
                    self._follow_changes(changes, store)
            except ScorepadError as error:
                self._outage.goes_on(error)
                time.sleep(AFTER_A_FAULT)
            # The thread goes on whatever happens, or no phone of this process would hear of changes.
            except Exception:
                log.exception("the heads of the watched tables could not be read")
                time.sleep(AFTER_A_FAULT)

    def _follow_changes(self, changes: ChangeListener, store: Store) -> None:
        changed: Collection[str] | None = None
        while tables := self._watched_tables():
            # At first, and whenever the listener cannot say what changed, all heads are asked for.
            if asked_for := tables if changed is None else tables.intersection(changed):
                self._tell_heads({log: end.head for log, end in store.log_ends(asked_for).items()})
                self._outage.is_over()
            changed = changes.wait()

    def _watched_tables(self) -> frozenset[str]:
        with self._lock:
            tables = frozenset() if self.closed else frozenset(self._tables)
            # Under the same lock as a new listener: either this thread sees it, or it starts another.
            self._running = bool(tables)
            return tables

    def _tell_heads(self, heads: Mapping[str, int]) -> None:
        with self._lock:
            for table_id in heads.keys() & self._tables.keys():
                self._set_head(table_id, heads[table_id])

    def _set_head(self, table_id: str, head: int) -> None:
        table = self._tables[table_id]
        if table.head != head:
            table.head = head
            table.changed.notify_all()


@bp.record
def _make_watcher(state: BlueprintSetupState) -> None:
    database = state.app.config["DATABASE"]
    state.app.extensions["live"] = Watcher(
        lambda: closing(open_store(database)), partial(listen_for_changes, database)
    )


@bp.get("/t/<table_id>/events")
def events(table_id: str) -> Response:
    """The stream for a phone, with the heartbeat as an event of its own, `event: here`."""
    return stream(table_id, "event: here\ndata: here\n\n")


def stream(table_id: str, heartbeat: str = ": here\n\n") -> Response:
    """Server-sent events: `event: head`, `data: n`, from the number in Last-Event-ID on; `heartbeat` while
    nothing changes.

    Answers 503 if so many streams are open that pages would find no connection. Phones then poll every few
    seconds.
    """
    watcher: Watcher = current_app.extensions["live"]
    if watcher.listeners >= current_app.config["STREAMS"]:
        observing.tell_shortage(StreamsRefused(watcher.listeners))
        return Response(status=503, headers={"Retry-After": str(round(HEARTBEAT))})
    known = request.headers.get("Last-Event-ID", type=int)
    with ExitStack() as while_open:
        while_open.callback(visitors.count_stream())
        # Watched before the head is read, so that no change falls between the two.
        while_open.enter_context(watcher.watching(table_id))
        watcher.first_head(table_id, service.head(requests.store(), table_id))
        lines = _event_stream(watcher, table_id, known, heartbeat)
        response = Response(lines, mimetype="text/event-stream", headers=HEADERS)
        response.call_on_close(while_open.pop_all().close)
    return response


@bp.get("/t/<table_id>/head")
def head(table_id: str) -> Response:
    """The table's number for phones that poll; 304 if they have it."""
    number = service.head(requests.store(), table_id)
    response = jsonify(head=number)
    response.set_etag(str(number))
    response.make_conditional(request)
    return response


def _event_stream(watcher: Watcher, table_id: str, known: int | None, heartbeat: str) -> Iterator[str]:
    yield f"retry: {RETRY}\n\n"
    while not watcher.closed:
        number = watcher.wait(table_id, known, HEARTBEAT)
        if number is None:
            yield heartbeat
        else:
            known = number
            yield f"id: {number}\nevent: head\ndata: {number}\n\n"
