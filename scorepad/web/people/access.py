"""The rights of a phone at a table: its key there, and its player.

A phone's cookie holds one signed secret. The store has what the phone with that secret is at each of its
tables. A phone without a table's key only watches. Which player somebody is, is a matter of trust; who may
write is not: each request asks the store whether the key is valid.
"""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from flask import current_app, g, request, session

from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.core.sentence import say
from scorepad.store.engine import JoinedLog, NotAllowed, NotFound
from scorepad.web.people.older_cookie import mark_as_read, unread_list, write_known, write_newest

if TYPE_CHECKING:
    from scorepad.store.sql_store import Logs, Store

MOST_ASKED = 3  # tables about which the store is asked where a request names none
_SECRET = "phone"
SECRET_BYTES = 16


@dataclass(frozen=True, slots=True)
class Phone:
    """This phone at one table: its key, empty if it only watches, and its player's seat, if any."""

    key: str = field(default="", repr=False)
    seat: int | None = None

    @property
    def writes(self) -> bool:
        return bool(self.key)

    def name(self, table: Table) -> str:
        """The name of the phone's player; empty if it has none, or the player's joining was undone."""
        known = self.seat is not None and self.seat < len(table.players)
        return table.players[self.seat].name if known and self.seat is not None else ""


def phone(table_id: str) -> Phone:
    """What this phone is at the table, looked up once a request. Empty if its key was revoked."""
    phones: dict[str, Phone] = g.setdefault("phones", {})
    if table_id not in phones:
        joined = joined_log("tables", _store(), table_id)
        phones[table_id] = Phone(joined.key, joined.seat) if joined else Phone()
    return phones[table_id]


def played_table() -> str:
    """The table of the request, if this phone may write there. Without a table in the request, the newest one
    at which it may. Empty if there is none, or the store is unavailable."""
    if not session:  # no phone of any table: no store is opened for what asks once and goes
        return ""
    named = (request.view_args or {}).get("table_id")
    with suppress(ScorepadError):
        asked = [named] if named else islice(reversed(joined_tables()), MOST_ASKED)
        return next((table_id for table_id in asked if phone(table_id).writes), "")
    return ""


def require_key(table_id: str) -> Phone:
    """This phone, if it has a key to the table. Raises NotFound, NotAllowed."""
    this_phone = phone(table_id)
    if not this_phone.writes:
        # A table that is gone is not found, and not merely closed to this phone.
        _store().head(table_id)
        raise NotAllowed(say("This phone only watches. Join the table to change it."), at="key")
    return this_phone


def remember(table_id: str, *, key: str | None = None, seat: int | None = None) -> None:
    """Store what the phone is at the table. `key` None keeps its present key, and "" gives that up."""
    kept_key = phone(table_id).key if key is None else key
    join_log("tables", _store(), JoinedLog(table_id, kept_key, seat))
    g.setdefault("phones", {})[table_id] = Phone(kept_key, seat)


def forget(table_id: str) -> None:
    """Forget what the phone is at the table."""
    leave_log("tables", _store(), table_id)
    g.setdefault("phones", {}).pop(table_id, None)


def new_op() -> str:
    """A new id for the operation of a form, so that sending the form twice does it once."""
    return secrets.token_urlsafe(12)


def op_name(op: str) -> str:
    """A public name for an operation. The op itself stays secret: whoever has that of the form that opened a
    table could send the form again, and get the host's key."""
    return hashlib.sha256(op.encode("utf-8", "replace")).hexdigest()[:16]


def joined_tables() -> list[str]:
    """The ids of tables that this phone joined, the newest last."""
    return [joined.id for joined in joined_logs("tables", _store())]


def joined_log(kind: str, logs: Logs, log_id: str) -> JoinedLog | None:
    """What this phone is at a table or circle; None if it never joined, or its key was revoked."""
    _carry_over(kind, logs)
    joined = next((unread for unread in unread_list(kind) if unread.id == log_id), None)
    if joined is None and _SECRET in session:
        joined = logs.joined_log(session[_SECRET], log_id)
    good = joined if joined and _is_good(logs, joined) else None
    write_known(kind, log_id, good)
    return good


def _is_good(logs: Logs, joined: JoinedLog) -> bool:
    with suppress(NotFound):
        return not joined.key or logs.check_key(joined.id, joined.key)
    return False


def joined_logs(kind: str, logs: Logs) -> tuple[JoinedLog, ...]:
    """Everything of that kind that this phone joined, the newest last."""
    _carry_over(kind, logs)
    return unread_list(kind) or (logs.joined_logs(session[_SECRET]) if _SECRET in session else ())


def join_log(kind: str, logs: Logs, joined: JoinedLog) -> None:
    """Store what this phone is at a table or circle."""
    _carry_over(kind, logs)
    logs.join(_own_secret(), joined)
    write_newest(kind, joined)


def leave_log(kind: str, logs: Logs, log_id: str) -> None:
    """Forget what this phone is at a table or circle."""
    _carry_over(kind, logs)
    if _SECRET in session:
        logs.leave(session[_SECRET], log_id)
    write_known(kind, log_id, None)


def _store() -> Store:
    """The store of this request, got from the app, as importing it would lengthen the chain of imports."""
    request_store: Store = current_app.extensions["store"]()
    return request_store


def _own_secret() -> str:
    secret: str = session.setdefault(_SECRET, secrets.token_urlsafe(SECRET_BYTES))
    session.permanent = True
    return secret


def _carry_over(kind: str, logs: Logs) -> None:
    """Copy to the store what the phone joined at a machine with older code, which wrote it to the cookie
    only. If the store fails, the cookie still has it."""
    unread = unread_list(kind)
    if not unread:
        return
    with suppress(ScorepadError):
        secret = _own_secret()
        known = {joined.id: joined for joined in logs.joined_logs(secret)}
        for joined in unread:
            if joined != known.get(joined.id):
                with suppress(NotFound):
                    logs.join(secret, joined)
        mark_as_read(kind)
