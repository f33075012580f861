"""The keys of a phone in its cookie, as machines with older code read and write them.

Version 0.1.0 knows a phone by these lists alone. While machines are upgraded one after another, a phone goes
back and forth between both: what the store has of it is written to the cookie too, and what an older machine
wrote there is carried over to the store. The release after the next one needs none of this.

A list has the checksum of what this code wrote. A list that differs from it is an older machine's, and newer
than the store. Any other list is at most as new as the store, so that nothing comes back from it.
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
    """What an older machine wrote, the one joined last at the end; nothing once it was marked as read."""
    known = session.get(_CHECKSUMS, {}).get(kind)
    return () if known == _checksum(kind) else _listed(kind)


def mark_as_read(kind: str) -> None:
    """The store has all of the list."""
    session[_CHECKSUMS] = {**session.get(_CHECKSUMS, {}), kind: _checksum(kind)}


def write_newest(kind: str, joined: JoinedLog) -> None:
    """What the phone joined just now goes to the end of the list."""
    others = [entry for entry in _listed(kind) if entry.id != joined.id]
    _write(kind, [*others, joined][-MOST[kind] :])


def write_known(kind: str, log_id: str, joined: JoinedLog | None) -> None:
    """The list has what the phone is there, at its place, else at the beginning where there is room; nothing
    of it where it is None."""
    listed = _listed(kind)
    before = next((entry for entry in listed if entry.id == log_id), None)
    if before == joined or (before is None and len(listed) >= MOST[kind]):
        return
    entries = [joined if entry is before else entry for entry in listed] if before else [joined, *listed]
    _write(kind, [entry for entry in entries if entry])


def _write(kind: str, entries: Iterable[JoinedLog]) -> None:
    """What an older machine wrote beside them is still to be read."""
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
