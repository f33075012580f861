"""What a phone may do at a table: its key there, and the player that it belongs to.

A phone's cookie holds one secret, signed; the store has what the phone with that secret is at each of its
tables, however many. A phone without the key of a table watches. Who is at the table is a matter of trust;
who may write is not.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass

from flask import current_app, g, session

from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.core.sentence import say
from scorepad.store.engine import Engine, JoinedLog, Logs, NotAllowed, NotFound

_SECRET, _PLAYS = "phone", "plays"
SECRET_BYTES = 16


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
    """What this phone is at the table; asked of the store once a request."""
    phones: dict[str, Phone] = g.setdefault("phones", {})
    if table_id not in phones:
        joined = joined_log("tables", _store(), table_id)
        phones[table_id] = Phone(joined.key, joined.seat) if joined else Phone()
    return phones[table_id]


def plays() -> bool:
    """Whether this phone was given a key to a table."""
    return bool(session.get(_PLAYS)) or any(joined.key for joined in _in_cookie("tables"))


def require_key(table_id: str) -> Phone:
    """This phone, which holds a key. Raises NotAllowed."""
    this_phone = phone(table_id)
    if not this_phone.writes:
        raise NotAllowed(say("This phone only watches. Join the table to change it."), at="key")
    return this_phone


def remember(table_id: str, *, key: str | None = None, seat: int | None = None) -> None:
    """Keep what the phone is at the table: its key stays when none is given, and "" gives it up."""
    kept_key = phone(table_id).key if key is None else key
    join_log("tables", _store(), JoinedLog(table_id, kept_key, seat))
    session[_PLAYS] = plays() or bool(kept_key)
    g.setdefault("phones", {})[table_id] = Phone(kept_key, seat)


def forget(table_id: str) -> None:
    """The phone is nothing at the table any more."""
    leave_log("tables", _store(), table_id)
    g.setdefault("phones", {}).pop(table_id, None)


def new_op() -> str:
    """An id for what a form will do, so that sending it again does nothing more."""
    return secrets.token_urlsafe(12)


def joined_tables() -> list[str]:
    """The tables that this phone joined, the one joined last at the end."""
    return [joined.id for joined in joined_logs("tables", _store())]


def joined_log(kind: str, logs: Logs, log_id: str) -> JoinedLog | None:
    """What this phone is there; None where it never joined."""
    _carry_over(kind, logs)
    if old := next((joined for joined in _in_cookie(kind) if joined.id == log_id), None):
        return old
    return logs.joined_log(session[_SECRET], log_id) if _SECRET in session else None


def joined_logs(kind: str, logs: Logs) -> tuple[JoinedLog, ...]:
    """Everything of that kind that this phone joined, the newest at the end."""
    _carry_over(kind, logs)
    return _in_cookie(kind) or (logs.joined_logs(session[_SECRET]) if _SECRET in session else ())


def join_log(kind: str, logs: Logs, joined: JoinedLog) -> None:
    """This phone is this from now on."""
    _carry_over(kind, logs)
    logs.join(_own_secret(), joined)


def leave_log(kind: str, logs: Logs, log_id: str) -> None:
    """This phone is nothing there any more."""
    _carry_over(kind, logs)
    if _SECRET in session:
        logs.leave(session[_SECRET], log_id)


def _store() -> Engine:
    """The request's own store."""
    store: Engine = current_app.extensions["store"]()
    return store


def _own_secret() -> str:
    secret: str = session.setdefault(_SECRET, secrets.token_urlsafe(SECRET_BYTES))
    session.permanent = True
    return secret


def _carry_over(kind: str, logs: Logs) -> None:
    """Cookies held the keys themselves once, those of two dozen tables: the store has them from now on. Where
    it takes none, the cookie goes on as it is."""
    old_logs = _in_cookie(kind)
    if not old_logs:
        return
    with suppress(ScorepadError):
        secret = _own_secret()
        for joined in old_logs:
            with suppress(NotFound):
                logs.join(secret, joined)
        session[_PLAYS] = plays()
        del session[kind]


def _in_cookie(kind: str) -> tuple[JoinedLog, ...]:
    """What a cookie of before holds, in the order in which it was joined."""
    old = session.get(kind) or []
    if isinstance(old, dict):  # as cookies had it at first
        return tuple(JoinedLog(id, at_table["key"], at_table["seat"]) for id, at_table in old.items())
    return tuple(JoinedLog(*fields) for fields in old)
