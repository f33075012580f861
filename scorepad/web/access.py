"""What a phone may do at a table: its keys, kept in its signed cookie, and the name that it goes by.

A phone without a key watches. Who is at the table is a matter of trust; who may write is not.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from flask import session

from scorepad.core.table import Table
from scorepad.engine import NotAllowed

MOST_TABLES = 24  # what a cookie of 4 KB holds
_TABLES = "tables"


@dataclass(frozen=True, slots=True)
class Phone:
    """This phone at one table: its key (empty when it only watches) and its player's name, if it has one."""

    key: str = ""
    name: str = ""

    @property
    def writes(self) -> bool:
        return bool(self.key)

    def seat(self, table: Table) -> int | None:
        """The seat of the phone's own player."""
        return next((player.index for player in table.players if player.name == self.name), None)


def phone(table_id: str) -> Phone:
    """What this phone is at the table."""
    kept = _kept().get(table_id)
    return Phone(str(kept.get("key") or ""), str(kept.get("name") or "")) if kept else Phone()


def require_key(table_id: str) -> Phone:
    """This phone, which holds a key. Raises NotAllowed."""
    found = phone(table_id)
    if not found.writes:
        raise NotAllowed("This phone only watches. Join the table to change it.", at="key")
    return found


def remember(table_id: str, *, key: str | None = None, name: str = "") -> None:
    """Keep what the phone is at the table: its key stays when none is given, and "" gives it up."""
    tables = _kept()
    old = tables.pop(table_id, {})
    tables[table_id] = {"key": old.get("key", "") if key is None else key, "name": name}
    session[_TABLES] = dict(list(tables.items())[-MOST_TABLES:])
    session.permanent = True


def new_op() -> str:
    """An id for what a form will do, so that sending it again does nothing more."""
    return secrets.token_urlsafe(12)


def _kept() -> dict[str, Any]:
    return dict(session.get(_TABLES) or {})
