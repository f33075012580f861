"""A whole store from a PostgreSQL server to a SQLite file and back, row by row and exactly.

A backup of either engine is a SQLite file, so that each engine restores what the other one wrote.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from psycopg import IsolationLevel

from scorepad.store.postgres_pool import connect
from scorepad.store.sqlite_file import migrate as migrate_file

ROWS_AT_ONCE = 1_000
COLUMNS = {
    "tables": ("id", "code", "opening", "created_at", "keeps_photos", "deleted"),
    "keys": ("hash", "table_id", "created_at"),
    "events": ("table_id", "number", "op", "part", "kind", "data", "by", "at"),
    "photos": ("id", "table_id", "entry", "created_at"),
    "blobs": ("id", "table_id", "media_type", "content", "created_at"),
    "circles": ("id", "code", "opening", "created_at", "deleted"),
    "circle_keys": ("hash", "circle_id", "created_at"),
    "circle_events": ("circle_id", "number", "op", "part", "kind", "data", "by", "at"),
    "hand_bests": ("hand", "points"),
    "phone_tables": ("phone", "table_id", "sealed", "seat", "joined_at"),
    "phone_circles": ("phone", "circle_id", "sealed", "seat", "joined_at"),
}
"""What is carried, each table after those that it names."""
IN_ORDER = ("tables", "photos", "circles")
"""Those whose rows are carried in the order in which they were made; others in that of their key."""


def copy_out(address: str, target: Path) -> None:
    """Write the store of the server, as it is at one moment, to a new file. Raises StoreAway."""
    migrate_file(target)
    with connect(address) as conn, closing(sqlite3.connect(target)) as file:
        conn.isolation_level = IsolationLevel.REPEATABLE_READ
        with conn.transaction(), file:
            for table, columns in COLUMNS.items():
                names, question_marks = ", ".join(columns), ", ".join("?" * len(columns))
                sql = f"select {names} from {table} order by {order_of(table, 'row_number')}"
                with conn.cursor(f"copy_{table}") as rows:
                    rows.itersize = ROWS_AT_ONCE
                    rows.execute(sql.encode())
                    file.executemany(f"insert into {table} ({names}) values ({question_marks})", rows)
        file.execute("pragma journal_mode = delete").fetchall()


def copy_in(source: Path, address: str) -> None:
    """Replace the store of the server, which is up to date, by that of the file in one transaction.

    Raises StoreAway.
    """
    with connect(address) as conn, conn.transaction(), closing(sqlite3.connect(source)) as file:
        conn.execute(f"truncate {', '.join(COLUMNS)} restart identity".encode())
        for table, columns in COLUMNS.items():
            names = ", ".join(columns)
            with conn.cursor() as cursor, cursor.copy(f"copy {table} ({names}) from stdin".encode()) as copy:
                for row in _rows(file, table, names):
                    copy.write_row(row)


def _rows(file: sqlite3.Connection, table: str, names: str) -> Iterator[tuple[object, ...]]:
    yield from file.execute(f"select {names} from {table} order by {order_of(table, 'rowid')}")


def order_of(table: str, row_order: str) -> str:
    """In which order the rows of a table are carried, where that column counts them."""
    return row_order if table in IN_ORDER else ", ".join(COLUMNS[table][:2])
