"""The keys of a phone in its cookie, as older code reads and writes them.

Version 0.1.0 knows a phone by these lists alone. While machines are upgraded one after another, a phone goes
back and forth between both. So what the store has of it is also written to the cookie, and what an older
machine wrote there is copied to the store. The release after the next one needs none of this.

Each list has a checksum, written by this code. A list that differs from its checksum was written by an older
machine, and is newer than the store. Any other list is at most as new as the store, and is not read.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable

from flask import session

from scorepad.store.engine import JoinedLog

MOST = {"tables": 24, "circles": 8}  # the newest ones: what a cookie of 4 KB holds beside the photos
FIELDS = {"tables": 3, "circles": 2}  # circles have no seats
_CHECKSUMS = "own_lists"


def unread_list(kind: str) -> tuple[JoinedLog, ...]:
    """The list as an older machine wrote it, the newest last; empty once it was marked as read."""
    known = session.get(_CHECKSUMS, {}).get(kind)
    return () if known == _checksum(kind) else _listed(kind)


def mark_as_read(kind: str) -> None:
    """Mark the list as copied to the store."""
    session[_CHECKSUMS] = {**session.get(_CHECKSUMS, {}), kind: _checksum(kind)}


def write_newest(kind: str, joined: JoinedLog) -> None:
    """Append what the phone just joined to the list."""
    others = [entry for entry in _listed(kind) if entry.id != joined.id]
    _write(kind, [*others, joined][-MOST[kind] :])


def write_known(kind: str, log_id: str, joined: JoinedLog | None) -> None:
    """Update the list's entry for that log; None removes it. A missing entry is put first if there is
    room."""
    listed = _listed(kind)
    before = next((entry for entry in listed if entry.id == log_id), None)
    if before == joined or (before is None and len(listed) >= MOST[kind]):
        return
    entries = [joined if entry is before else entry for entry in listed] if before else [joined, *listed]
    _write(kind, [entry for entry in entries if entry])


def _write(kind: str, entries: Iterable[JoinedLog]) -> None:
    """Write the list. One that an older machine wrote stays unread."""
    was_read = not unread_list(kind)
    session[kind] = [[entry.id, entry.key, entry.seat][: FIELDS[kind]] for entry in entries]
    if was_read:
        mark_as_read(kind)


def _listed(kind: str) -> tuple[JoinedLog, ...]:
    listed = session.get(kind) or []
    if isinstance(listed, dict):  # as 0.1.0 had it at first
        return tuple(JoinedLog(id, at_table["key"], at_table["seat"]) for id, at_table in listed.items())
    return tuple(JoinedLog(*fields) for fields in listed)


def _checksum(kind: str) -> int:
    return zlib.crc32(json.dumps(session.get(kind) or []).encode())
