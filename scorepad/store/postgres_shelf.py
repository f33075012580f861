"""Files of photos on a PostgreSQL server, where every machine of a pad finds them.

A photo is claimed by a lock of its connection, which ends with the process that reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scorepad.store.postgres_pool import pooled_connection


class ServerShelf:
    """A Shelf on the server. `place` tells it from others there."""

    def __init__(self, address: str, place: str) -> None:
        self._address, self._place = address, place

    @contextmanager
    def receiving(self, folder: str) -> Iterator[Path]:
        with TemporaryDirectory(prefix="scorepad-") as name:
            yield Path(name)
            for path in sorted(Path(name).iterdir()):
                self.add(folder, path.name, path.read_bytes())

    def add(self, folder: str, name: str, content: bytes) -> None:
        self._run(f"insert into files {_COLUMNS} values (%s, %s, %s, %s) {_REPLACING}", folder, name, content)

    def put(self, folder: str, name: str, content: bytes) -> None:
        # A photo that was deleted meanwhile must not come back by what was read on it.
        there = "exists (select from files where place = %s and folder = %s)"
        sql = f"insert into files {_COLUMNS} select %s, %s, %s, %s where {there} {_REPLACING}"
        self._run(sql, folder, name, content, self._place, folder)

    def get(self, folder: str, name: str) -> bytes | None:
        rows = self._run(
            "select content from files where place = %s and folder = %s and name = %s", folder, name
        )
        return bytes(rows[0][0]) if rows else None

    def contents(self, name: str, *, without: str) -> dict[str, bytes]:
        other = "select from files o where o.place = f.place and o.folder = f.folder and o.name = %s"
        sql = f"select folder, content from files f where place = %s and name = %s and not exists ({other})"
        return {folder: bytes(content) for folder, content in self._run(sql, name, without)}

    def names(self, folder: str) -> tuple[str, ...]:
        rows = self._run("select name from files where place = %s and folder = %s order by name", folder)
        return tuple(name for (name,) in rows)

    def drop(self, folder: str, name: str) -> None:
        self._run(f"delete from files where {_FILE}", folder, name)

    def delete(self, folder: str) -> None:
        self._run("delete from files where place = %s and folder = %s", folder)

    def delete_old(self, seconds: float, most: int) -> None:
        ages = "select folder, max(written_at) as at from files where place = %s group by folder"
        ranks = f"select folder, at, row_number() over (order by at desc) as rank from ({ages}) as ages"
        old = (
            f"select folder from ({ranks}) as ranks where rank > %s or at < now() - %s * interval '1 second'"
        )
        sql = f"with old as ({old}) delete from files where folder in (table old) and place = %s"
        self._run(sql, most, seconds, self._place)

    @contextmanager
    def claim(self, folder: str) -> Iterator[bool]:
        lock = [f"{self._place}/{folder}"]
        with pooled_connection(self._address) as conn:
            # The 1 keeps these locks apart from those of tables, which have a 0.
            row = conn.execute("select pg_try_advisory_lock(hashtextextended(%s, 1))", lock).fetchone()
            mine = bool(row and row[0])
            try:
                yield mine
            finally:
                if mine:
                    conn.execute("select pg_advisory_unlock(hashtextextended(%s, 1))", lock)

    def _run(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """What the statement gives, with this shelf's place as its first value."""
        with pooled_connection(self._address) as conn:
            cursor = conn.execute(sql.encode(), [self._place, *values])
            return cursor.fetchall() if cursor.description else []


_FILE = "place = %s and folder = %s and name = %s"
_COLUMNS = "(place, folder, name, content)"
_REPLACING = "on conflict (place, folder, name) do update set content = excluded.content, written_at = now()"
