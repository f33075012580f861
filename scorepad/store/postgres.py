"""PostgreSQL as the engine of a store: its connections, statements, schema, notices of changes, and backups.

Each process has a pool of connections. It opens them as needed and drops those that a restart of the server
has broken, so that the pad recovers by itself. The server's errors become faults of the store.

A backup is an SQLite file, copied row by row and exactly, so that each engine restores what the other one
wrote.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg import Connection, IsolationLevel, errors
from psycopg.rows import dict_row
from psycopg_pool import ConnectionPool

from scorepad.store.engine import StoreAway, StoreBroken, StoreBusy, StoreFault, StoreFull, StoreReadOnly
from scorepad.store.migrations import CHANGES, POSTGRES
from scorepad.store.sqlite import migrate as migrate_file

MIGRATION_LOCK = 0x53435044  # "SCPD", as SQLite's files are marked
CHANNEL = "scorepad_tables"
LOOK_ANYWAY = 5.0  # seconds
ROWS_AT_ONCE = 1_000
IN_ORDER = ("tables", "photos", "circles")
"""SQL tables whose rows are carried in the order in which they were made; others in that of their key."""
KEPT_FILES = "kept"  # rows of other places were the queue of photos of an older version
_FILE_COLUMNS = "(place, folder, name, content)"
_REPLACING_FILE = (
    "on conflict (place, folder, name) do update set content = excluded.content, written_at = now()"
)
OWN_OF_SQLITE = ("_", "sqlite_")  # what the names of tables begin with that hold nothing of ours
MOST_CONNECTIONS = 8  # of one process
PATIENCE = 5.0  # seconds to wait for a connection; also for the server to take it
IDLE_SECONDS = 300.0
SESSION = (
    "set lock_timeout = '5s'; set statement_timeout = '30s'; set idle_in_transaction_session_timeout = '30s'"
)
# A server that has vanished without a word is noticed within half a minute.
KEEPALIVE: dict[str, Any] = {
    "connect_timeout": int(PATIENCE),
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}

_REFUSALS: tuple[tuple[type[psycopg.Error], type[StoreFault]], ...] = (
    (errors.DiskFull, StoreFull),
    (errors.ReadOnlySqlTransaction, StoreReadOnly),
    (errors.LockNotAvailable, StoreBusy),
    (errors.QueryCanceled, StoreBusy),
    (errors.DataCorrupted, StoreBroken),
    (errors.IndexCorrupted, StoreBroken),
    (errors.OperationalError, StoreAway),
    (errors.InterfaceError, StoreAway),
)
"""The first that fits counts."""

_pools: dict[tuple[int, str], ConnectionPool] = {}
"""Changed by single steps of the dictionary alone. A lock of this module would be made before gevent is
there, and stop the whole process where its holder waits."""
logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # each failed try is told to whoever asked


class PostgresDatabase:
    """A PostgreSQL server, for one request.

    It takes a connection of the pool for each statement or transaction, and holds none in between, so that a
    request that waits for something else holds none.
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
        copy_out(self.address, target)

    def close(self) -> None:
        """Do nothing; no connection is held between statements."""

    @contextmanager
    def write_transaction(self, subject: str) -> Iterator[None]:
        """Begin a transaction that writes to one table, `subject`. Writers of the same table take turns, by
        an advisory lock."""
        with _pooled_connection(self.address) as conn, conn.transaction():
            conn.execute("select pg_advisory_xact_lock(hashtextextended(%s, 0))", [_storable(subject)])
            self._transaction = conn
            try:
                yield
            finally:
                self._transaction = None

    def announce(self, table_id: str) -> None:
        # The server sends it when the transaction is committed, and never otherwise.
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
            with _pooled_connection(self.address) as conn:
                yield conn


def _own_placeholders(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()


def _storable(value: object) -> object:
    """Text that PostgreSQL can compare. It stores no NUL, so a text with one finds nothing."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    return value


def migrate(address: str) -> None:
    """Create the tables or bring them up to date. Any number of processes may do so at once.

    Raises StoreAway.
    """
    with connect(address) as conn, conn.transaction():
        conn.execute("select pg_advisory_xact_lock(%s)", [MIGRATION_LOCK])
        conn.execute(
            "create table if not exists schema_changes"
            " (name text primary key, applied_at timestamptz not null default now())"
        )
        applied = _applied(conn)
        for change in CHANGES:
            if change.on_postgres not in applied:
                for statement in change.statements(POSTGRES):
                    conn.execute(statement.encode())
                # Several changes have one name here: all are applied, and the name is kept once.
                sql = "insert into schema_changes (name) values (%s) on conflict do nothing"
                conn.execute(sql, [change.on_postgres])


def is_current(address: str) -> bool:
    """Whether the server has every change of the schema. Raises StoreAway."""
    with connect(address) as conn:
        (known,) = conn.execute("select to_regclass('schema_changes') is not null").fetchone() or (False,)
        return known and {change.on_postgres for change in CHANGES} <= _applied(conn)


def _applied(conn: Connection) -> set[str]:
    """The names of the changes that the server has had."""
    return {name for (name,) in conn.execute("select name from schema_changes").fetchall()}


class ServerListener:
    """A ChangeListener by PostgreSQL's LISTEN and NOTIFY, with one connection a process. The constructor and
    `wait` raise StoreAway."""

    def __init__(self, address: str) -> None:
        self._open_connection = ExitStack()
        self._conn = self._open_connection.enter_context(connect(address))
        self._conn.execute(f"listen {CHANNEL}".encode())

    def wait(self) -> frozenset[str] | None:
        with _plainly_refused():
            messages = list(self._conn.notifies(timeout=LOOK_ANYWAY, stop_after=1))
        return frozenset(message.payload for message in messages) or None

    def close(self) -> None:
        self._open_connection.close()


def copy_out(address: str, target: Path) -> None:
    """Write the server's store, as it is at one moment, to a new file. Raises StoreAway."""
    migrate_file(target)
    with connect(address) as conn, closing(sqlite3.connect(target)) as file:
        # So that every SQL table is copied as it was at the same moment.
        conn.isolation_level = IsolationLevel.REPEATABLE_READ
        with conn.transaction(), file:
            for table, columns in carried_columns(file).items():
                names, question_marks = ", ".join(columns), ", ".join("?" * len(columns))
                # A cursor with a name leaves the rows on the server, and fetches some at a time.
                with conn.cursor(f"copy_{table}") as rows:
                    rows.itersize = ROWS_AT_ONCE
                    rows.execute(rows_in_order(table, columns, "row_number").encode())
                    file.executemany(f"insert into {table} ({names}) values ({question_marks})", rows)
        file.execute("pragma journal_mode = delete").fetchall()


def copy_in(source: Path, address: str) -> None:
    """Replace the server's store, which is up to date, by that of the file, in one transaction.

    Raises StoreAway.
    """
    with connect(address) as conn, conn.transaction(), closing(sqlite3.connect(source)) as file:
        carried = carried_columns(file)
        conn.execute(f"truncate {', '.join(carried)} restart identity".encode())
        for table, columns in carried.items():
            sql = f"copy {table} ({', '.join(columns)}) from stdin"
            with conn.cursor() as cursor, cursor.copy(sql.encode()) as copy:
                for row in file.execute(rows_in_order(table, columns, "rowid")):
                    copy.write_row(row)


def carried_columns(file: sqlite3.Connection) -> dict[str, list[str]]:
    """The columns of every SQL table in a file that is up to date, each table after those that it refers to.
    The server has the same ones."""
    tables = [name for (name,) in file.execute("select name from sqlite_master where type = 'table'")]
    sql = "select name from pragma_table_info(?)"
    return {
        table: [name for (name,) in file.execute(sql, [table])]
        for table in tables
        if not table.startswith(OWN_OF_SQLITE)
    }


def rows_in_order(table: str, columns: Sequence[str], row_order: str) -> str:
    """The statement that selects the rows of a table in the order of copying; `row_order` is the column that
    numbers rows, if their order matters."""
    order = row_order if table in IN_ORDER else ", ".join(columns[:2])
    return f"select {', '.join(columns)} from {table} order by {order}"


class ServerStorage:
    """The pictures that tables keep, on the server, for all machines of a pad. Its interface is
    `FolderStorage`'s."""

    def __init__(self, address: str) -> None:
        self._address = address

    def add(self, folder: str, name: str, content: bytes) -> None:
        """Put the file into the folder."""
        self._run(
            f"insert into files {_FILE_COLUMNS} values (%s, %s, %s, %s) {_REPLACING_FILE}",
            folder,
            name,
            content,
        )

    def get(self, folder: str, name: str) -> bytes | None:
        """The content of the file; None if there is none."""
        sql = "select content from files where place = %s and folder = %s and name = %s"
        rows = self._run(sql, folder, name)
        return bytes(rows[0][0]) if rows else None

    def names(self, folder: str) -> tuple[str, ...]:
        """The names of the folder's files, in order."""
        rows = self._run("select name from files where place = %s and folder = %s order by name", folder)
        return tuple(name for (name,) in rows)

    def drop(self, folder: str, name: str) -> None:
        """Delete the file, if it is there."""
        self._run("delete from files where place = %s and folder = %s and name = %s", folder, name)

    def delete(self, folder: str) -> None:
        """Delete the folder, if it is there."""
        self._run("delete from files where place = %s and folder = %s", folder)

    def _run(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Run the statement, with the place as its first value. Returns its rows."""
        with _pooled_connection(self._address) as conn:
            cursor = conn.execute(sql.encode(), [KEPT_FILES, *values])
            return cursor.fetchall() if cursor.description else []


def delete_old_queue(address: str, seconds: float) -> None:
    """Delete photos in the queue of an older version that were last written to more than `seconds` ago."""
    sql = "delete from files where place <> %s and written_at < now() - %s * interval '1 second'"
    with _pooled_connection(address) as conn:
        conn.execute(sql, [KEPT_FILES, seconds])


@contextmanager
def _pooled_connection(address: str) -> Iterator[Connection]:
    """A connection of this process's pool; each statement is a transaction of its own. Raises StoreAway."""
    with _plainly_refused(), _pool(address).connection() as conn:
        yield conn


@contextmanager
def connect(address: str) -> Iterator[Connection]:
    """A connection outside of the pool, for long work. Raises StoreAway."""
    with _plainly_refused(), psycopg.connect(address, autocommit=True, **KEEPALIVE) as conn:
        yield conn


@contextmanager
def _plainly_refused() -> Iterator[None]:
    """Turn errors of the server into store faults. Errors of a statement, which are bugs, pass through."""
    try:
        yield
    except psycopg.Error as error:
        refusal = next((refusal for kind, refusal in _REFUSALS if isinstance(error, kind)), None)
        if refusal is None:
            raise
        raise refusal() from error


def close_pools() -> None:
    """Close this process's pools. The next request opens new ones."""
    for key in list(_pools):
        if key[0] == os.getpid():
            _pools.pop(key).close()


def _pool(address: str) -> ConnectionPool:
    """This process's open pool. Threads that ask for it at the same time get the same one."""
    # By process: one that was forked must not write to the connections of the other.
    key = os.getpid(), address
    pool = _pools.get(key) or _pools.setdefault(key, _closed_pool(address))
    if pool.closed:
        pool.open()
    return pool


def _closed_pool(address: str) -> ConnectionPool:
    return ConnectionPool(
        address,
        kwargs={"autocommit": True, **KEEPALIVE},
        min_size=0,
        max_size=MOST_CONNECTIONS,
        timeout=PATIENCE,
        max_idle=IDLE_SECONDS,
        reconnect_timeout=PATIENCE,
        configure=_configure_session,
        check=ConnectionPool.check_connection,
        open=False,
    )


def _configure_session(conn: Connection) -> None:
    conn.execute(SESSION)
