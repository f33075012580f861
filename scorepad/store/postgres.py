"""PostgreSQL runs the statements of a store, has its schema brought up to date, and tells of changes by any
machine. `postgres_pool` says how its server is reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from psycopg import Connection
from psycopg.rows import dict_row

from scorepad.store import postgres_copy
from scorepad.store.engine import StoreReadOnly
from scorepad.store.migrations import CHANGES, POSTGRES
from scorepad.store.postgres_pool import connect, plainly_refused, pooled_connection

MIGRATION_LOCK = 0x53435044  # "SCPD", as SQLite's files are marked
CHANNEL = "scorepad_tables"
LOOK_ANYWAY = 5.0  # seconds


class PostgresDatabase:
    """A PostgreSQL server, for one request.

    It takes a connection of the pool for each statement and each transaction, none in between, so that
    requests that wait for something else hold none.
    """

    row_order = "row_number"

    def __init__(self, address: str) -> None:
        self.address = address
        self._transaction: Connection | None = None

    def check(self) -> None:
        (row,) = self.select_rows("show transaction_read_only")
        if row["transaction_read_only"] == "on":
            raise StoreReadOnly

    def copy_out(self, target: Path) -> None:
        postgres_copy.copy_out(self.address, target)

    def close(self) -> None:
        """It holds nothing between two statements."""

    @contextmanager
    def write_transaction(self, subject: str) -> Iterator[None]:
        """A lock of its name keeps the writers of one table in turn, and of no other."""
        with pooled_connection(self.address) as conn, conn.transaction():
            conn.execute("select pg_advisory_xact_lock(hashtextextended(%s, 0))", [_storable(subject)])
            self._transaction = conn
            try:
                yield
            finally:
                self._transaction = None

    def announce(self, table_id: str) -> None:
        self.select_rows("select pg_notify(?, ?)", CHANNEL, table_id)

    def select_rows(self, sql: str, *values: object) -> list[dict[str, Any]]:
        with self._connection() as conn, conn.cursor(row_factory=dict_row) as cursor:
            cursor.execute(_own_placeholders(sql), list(map(_storable, values)))
            return cursor.fetchall() if cursor.description else []

    def write_rows(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        with self._connection() as conn, conn.cursor() as cursor:
            cursor.executemany(_own_placeholders(sql), rows)

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        if self._transaction is not None:
            yield self._transaction
        else:
            with pooled_connection(self.address) as conn:
                yield conn


def _own_placeholders(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()


def _storable(value: object) -> object:
    """Text that PostgreSQL can compare. It keeps no NUL, so that nothing is found for a text with one."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    return value


def migrate(address: str) -> None:
    """Make the tables or bring them up to date; any number of processes may do so at once.

    Raises StoreAway.
    """
    with connect(address) as conn, conn.transaction():
        conn.execute("select pg_advisory_xact_lock(%s)", [MIGRATION_LOCK])
        conn.execute(
            "create table if not exists schema_changes"
            " (name text primary key, applied_at timestamptz not null default now())"
        )
        applied = {name for (name,) in conn.execute("select name from schema_changes").fetchall()}
        for change in CHANGES:
            if change.on_postgres not in applied:
                for statement in change.statements(POSTGRES):
                    conn.execute(statement.encode())
                sql = "insert into schema_changes (name) values (%s) on conflict do nothing"
                conn.execute(sql, [change.on_postgres])


class ServerListener:
    """A ChangeListener on the server, one connection a process (LISTEN, NOTIFY). Raises StoreAway, also from
    `wait` when the server goes."""

    def __init__(self, address: str) -> None:
        self._open_connection = ExitStack()
        self._conn = self._open_connection.enter_context(connect(address))
        self._conn.execute(f"listen {CHANNEL}".encode())

    def wait(self) -> frozenset[str] | None:
        with plainly_refused():
            messages = list(self._conn.notifies(timeout=LOOK_ANYWAY, stop_after=1))
        return frozenset(message.payload for message in messages) or None

    def close(self) -> None:
        self._open_connection.close()
