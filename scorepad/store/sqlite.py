"""SQLite runs the statements of a store. `sqlite_file` says how its file is opened and locked."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from scorepad.store.change_sockets import tell_change
from scorepad.store.engine import StoreBroken
from scorepad.store.sqlite_condition import recent_damage, try_disk
from scorepad.store.sqlite_connection import connect, try_lock
from scorepad.store.sqlite_file import copy_out, write_transaction


class SqliteDatabase:
    """One SQLite file, for one request."""

    row_order = "rowid"

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._open()
        self._changed_tables: list[str] = []

    def _open(self) -> None:
        self._conn = connect(self.path)
        self._db = Database(self._conn)

    def check(self) -> None:
        """Damage that takes longer than a moment to find is not found."""
        if fault := recent_damage(self.path):
            raise StoreBroken from sqlite3.DatabaseError(fault)
        try_disk(self.path)
        try_lock(self._conn)

    def copy_out(self, target: Path) -> None:
        copy_out(self.path, target)

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def write_transaction(self, subject: str) -> Iterator[None]:  # noqa: ARG002
        """The file has one writer at a time, whatever the subject."""
        with write_transaction(self._current()):
            yield
        while self._changed_tables:
            tell_change(self._changed_tables.pop())

    def announce(self, table_id: str) -> None:
        """Once it is committed."""
        self._changed_tables.append(table_id)

    def select_rows(self, sql: str, *values: object) -> list[dict[str, Any]]:
        cursor = self._current().execute(sql, list(values))
        column_names = [column[0] for column in cursor.description or ()]
        return [dict(zip(column_names, row, strict=True)) for row in cursor.fetchall()]

    def _current(self) -> Database:
        """The connection: another one where it was opened while nothing could be written, for it would see
        no change."""
        if not (self._conn.sees_changes or self._conn.in_transaction):
            self._db.close()
            self._open()
        return self._db

    def write_rows(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        self._db.conn.cursor().executemany(sql, rows)
