"""What a phone may do at a table: its keys, kept in its signed cookie, and the player that it belongs to.

A phone without a key watches. Who is at the table is a matter of trust; who may write is not: a key counts
while the store knows it, and the store is asked at each request.
"""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from flask import current_app, g, request, session

from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.core.sentence import say
from scorepad.store.engine import Engine, Logs, NotAllowed, NotFound

MOST_TABLES = 24  # what a cookie of 4 KB holds
MOST_ASKED = 3  # of them, about which the store is asked where a request names none
_JOINED_KEY = "tables"


@dataclass(frozen=True, slots=True)
class Phone:
    """This phone at one table: its key, empty when it only watches, and its player's seat, if it has one."""

    key: str = ""
    seat: int | None = None

    @property
    def writes(self) -> bool:
        return bool(self.key)

    def name(self, table: Table) -> str:
        """Its player's name, empty for a phone that is nobody's own, or whose player's joining was undone."""
        known = self.seat is not None and self.seat < len(table.players)
        return table.players[self.seat].name if known and self.seat is not None else ""


def phone(table_id: str) -> Phone:
    """What this phone is at the table; nothing once its key was taken back."""
    at_table = _joined_tables().get(table_id)
    if not at_table or (at_table["key"] and not opens(_store(), table_id, at_table["key"])):
        return Phone()
    return Phone(at_table["key"], at_table["seat"])


def opens(logs: Logs, log_id: str, key: str) -> bool:
    """Whether the key opens the table, or the circle, for writing. The store is asked once a request."""
    answers: dict[tuple[str, str], bool] = g.setdefault("key_answers", {})
    if (log_id, key) not in answers:
        try:
            answers[log_id, key] = logs.check_key(log_id, key)
        except NotFound:
            answers[log_id, key] = False
    return answers[log_id, key]


def played_table() -> str:
    """The table that the request is about, where this phone may write there; of a request that names none,
    the newest one at which it may. Empty where there is none, or the store does not say."""
    named = (request.view_args or {}).get("table_id")
    asked = [named] if named else islice(reversed(joined_tables()), MOST_ASKED)
    with suppress(ScorepadError):
        return next((table_id for table_id in asked if phone(table_id).writes), "")
    return ""


def require_key(table_id: str) -> Phone:
    """This phone, which holds a key. Raises NotFound, NotAllowed."""
    this_phone = phone(table_id)
    if not this_phone.writes:
        _store().head(table_id)
        raise NotAllowed(say("This phone only watches. Join the table to change it."), at="key")
    return this_phone


def remember(table_id: str, *, key: str | None = None, seat: int | None = None) -> None:
    """Keep what the phone is at the table: its key stays when none is given, and "" gives it up."""
    tables = _joined_tables()
    phone_before = tables.pop(table_id, {})
    tables[table_id] = {"key": phone_before.get("key", "") if key is None else key, "seat": seat}
    newest = list(tables.items())[-MOST_TABLES:]
    session[_JOINED_KEY] = [[id, at_table["key"], at_table["seat"]] for id, at_table in newest]
    session.permanent = True


def forget(table_id: str) -> None:
    """The phone is nothing at the table any more."""
    session[_JOINED_KEY] = [
        [id, at_table["key"], at_table["seat"]] for id, at_table in _joined_tables().items() if id != table_id
    ]


def new_op() -> str:
    """An id for what a form will do, so that sending it again does nothing more."""
    return secrets.token_urlsafe(12)


def op_name(op: str) -> str:
    """A name for the operation that others may read: whoever knows the op of the form that opened a table
    can send that form again, and has the host's key."""
    return hashlib.sha256(op.encode("utf-8", "replace")).hexdigest()[:16]


def joined_tables() -> list[str]:
    """The tables in the cookie, the one joined last at the end."""
    return list(_joined_tables())


def _store() -> Engine:
    request_store: Engine = current_app.extensions["store"]()
    return request_store


def _joined_tables() -> dict[str, Any]:
    """In the order in which they were joined: a cookie sorts what is no list."""
    joined = session.get(_JOINED_KEY) or []
    if isinstance(joined, dict):  # as cookies had it before
        return dict(joined)
    return {id: {"key": key, "seat": seat} for id, key, seat in joined}
