"""SQLite runs the statements of a store. `sqlite_file` says how its file is opened and locked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scorepad.store.change_sockets import tell_change
from scorepad.store.sqlite_condition import check_file
from scorepad.store.sqlite_file import connect_file, copy_out, write_transaction


class SqliteDatabase:
    """One SQLite file, for one request."""

    row_order = "rowid"

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._db = connect_file(self.path)
        self._changed_tables: list[str] = []

    def check(self) -> None:
        check_file(self.path)

    def copy_out(self, target: Path) -> None:
        copy_out(self.path, target)

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def write_transaction(self, subject: str) -> Iterator[None]:  # noqa: ARG002
        """The file has one writer at a time, whatever the subject."""
        with write_transaction(self._db):
            yield
        while self._changed_tables:
            tell_change(self._changed_tables.pop())

    def announce(self, table_id: str) -> None:
        """Once it is committed."""
        self._changed_tables.append(table_id)

    def select_rows(self, sql: str, *values: object) -> list[dict[str, Any]]:
        cursor = self._db.execute(sql, list(values))
        column_names = [column[0] for column in cursor.description or ()]
        return [dict(zip(column_names, row, strict=True)) for row in cursor.fetchall()]

    def write_rows(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        self._db.conn.cursor().executemany(sql, rows)
