"""Service: open a table that arrives by a link, a QR code or a file.

The phone may have an earlier state of that table already. Two logs are of one table if they agree as far as
both go. Events missing here are added; nothing here is ever changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.core.log.event_data import Event
from scorepad.core.log.table import fold
from scorepad.store.engine import NotFound
from scorepad.store.opening import open_store
from scorepad.tables.carried import file_of_carried, is_carried
from scorepad.tables.imports import import_table, read_table_file

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store


@dataclass(frozen=True, slots=True)
class OwnCopy:
    """A table that the phone already has, and how many events of the arriving log it holds."""

    id: str
    events: int


def look_job(request: Mapping[str, Any], database: str | Path) -> dict[str, Any]:
    """A job: describe the table in `text`, and say which of the `known` tables it is and how many events that
    one lacks."""
    with closing(open_store(database)) as store:
        events = _read(request["text"])
        own_copy = _own_copy(store, request["known"], events)
    table = fold(events)
    return {
        "name": table.name,
        "game": table.game,
        "options": dict(table.options),
        "players": table.names,
        "deals": sum(deal.ended for deal in table.deals),
        "since": events[0].at,
        "here": own_copy.id if own_copy else "",
        "lacks": len(events) - own_copy.events if own_copy else 0,
    }


def open_job(request: Mapping[str, Any], database: str | Path) -> dict[str, str]:
    """A job: open the table in `text`. Returns its id, and the key if it is new.

    If it is one of the `known` tables and that lacks nothing, that is opened. If it is one of the `hosted`,
    the missing events are added. Otherwise a new table is made by operation `op`.
    """
    with closing(open_store(database)) as store:
        events = _read(request["text"])
        own_copy = _own_copy(store, request["known"], events)
        if own_copy and own_copy.events == len(events):
            return {"id": own_copy.id, "key": ""}
        if own_copy and own_copy.id in request["hosted"]:
            _go_on(store, own_copy, events)
            return {"id": own_copy.id, "key": ""}
        opened = import_table(
            store, _as_file(request["text"]), op=request["op"], note_words=request["note_words"]
        )
    return {"id": opened.id, "key": opened.key}


def _as_file(text: str) -> str:
    return file_of_carried(text) if is_carried(text) else text


def _read(text: str) -> tuple[Event, ...]:
    """Read the log from a link or file. Raises ScorepadError with every fault found."""
    return read_table_file(_as_file(text))


def _own_copy(store: Store, known: Iterable[str], events: Sequence[Event]) -> OwnCopy | None:
    """The known table whose log agrees with these events as far as both go, the longest one; None if none
    agrees."""
    copies = list(_copies(store, known, events))
    return max(copies, key=lambda copy: copy.events, default=None)


def _copies(store: Store, known: Iterable[str], events: Sequence[Event]) -> Iterator[OwnCopy]:
    told = [_told(event) for event in events]
    for table_id in known:
        with suppress(NotFound):
            # Of other tables nothing but their first event is read.
            if [_told(event) for event in store.after(table_id, 0, 1)] != told[:1]:
                continue
            there = [_told(event) for event in store.after(table_id, 0, len(events))]
            if there == told[: len(there)]:
                yield OwnCopy(table_id, len(there))


def _told(event: Event) -> tuple[object, ...]:
    """The parts of an event that identify it, whatever operation wrote it."""
    return event.data, event.by, datetime.fromisoformat(event.at)


def _go_on(store: Store, own_copy: OwnCopy, events: Sequence[Event]) -> None:
    """Append the missing events, operation by operation. Raises Stale if somebody else writes there."""
    head = own_copy.events
    for _, operation in groupby(events[head:], key=lambda event: event.op):
        head += len(store.append(own_copy.id, tuple(operation), expected=head))
