"""One SQLite file: opened, locked for writing, brought up to date, judged and copied. Names no table.

Readers never wait (WAL); a write transaction takes the write lock as it begins (BEGIN IMMEDIATE), so that
what it reads is still true when it writes; what is committed is on the disk (synchronous=FULL).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database, Migrations

from scorepad.core.errors import ScorepadError
from scorepad.store.migrations import APPLICATION_ID, CHANGES, SQLITE, SchemaChange
from scorepad.store.sqlite_connection import BUSY_SECONDS, connect

PAGES_AT_ONCE = 256
DAMAGED = ".damaged-"  # and when it was set aside: after the name of a store in the name of what it was
Progress = Callable[[int, int, int], object]


MIGRATIONS = Migrations("scorepad")


def _register(change: SchemaChange) -> None:
    @MIGRATIONS(name=change.on_sqlite)
    def _apply(db: Database) -> None:
        for statement in change.statements(SQLITE):
            db.execute(statement)


for _change in CHANGES:
    if _change.on_sqlite:
        _register(_change)


def connect_file(path: Path, *, create: bool = False) -> Database:
    """A connection for one request, or one greenlet, alone. Raises StoreBusy, StoreBroken."""
    return Database(connect(path, create=create))


@contextmanager
def write_transaction(database: Database) -> Iterator[None]:
    """A write transaction, the lock taken at once: committed as a whole, or nothing of it.

    Nothing inside may yield to another greenlet of the same process.
    """
    database.execute("begin immediate")
    try:
        yield
        database.execute("commit")
    except BaseException:
        database.rollback()
        raise


def migrate(path: str | Path) -> None:
    """Make the file or bring it up to date; any number of processes may do so at once."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    db = connect_file(Path(path), create=True)
    try:
        db.execute("pragma journal_mode = wal").fetchall()
        with write_transaction(db):
            if not MIGRATIONS.applied(db):
                db.execute(f"pragma application_id = {APPLICATION_ID}")
            MIGRATIONS.apply(db)
    finally:
        db.close()


def waiting_damaged(path: Path) -> Path | None:
    """The newest store that was set aside as damaged, while there is none in its place."""
    if path.exists():
        return None
    return max(path.parent.glob(f"{path.name}{DAMAGED}*[0-9]"), default=None)  # and not its journal


def copy_out(source: Path, target: Path, *, read_only: bool = False) -> None:
    """Write `source`, as it is at one moment, to a file of its own with no journal beside it."""
    address = f"{source.resolve().as_uri()}?mode={'ro' if read_only else 'rw'}"
    with (
        closing(sqlite3.connect(address, timeout=BUSY_SECONDS, uri=True)) as live_store,
        closing(sqlite3.connect(target)) as store_copy,
    ):
        live_store.backup(store_copy)
        store_copy.execute("pragma journal_mode = delete").fetchall()


def copy_in(source: Path, target: Path, progress: Progress | None = None) -> None:
    """Replace all of `target` by `source` in one transaction: whoever reads it sees the old or the new."""
    with closing(sqlite3.connect(source)) as new_store, closing(connect_file(target)) as live_store:
        new_store.backup(live_store.conn, pages=PAGES_AT_ONCE, progress=progress)


def put_secret(copy: Path, secret_key: str) -> None:
    """Put the key that signs the cookies of phones into a copy of a store."""
    with closing(sqlite3.connect(copy)) as conn, conn:
        conn.execute("create table pad (secret_key text not null)")
        conn.execute("insert into pad values (?)", [secret_key])


def take_secret(copy: Path) -> str | None:
    """Take that key out of the copy again; None where there is none."""
    with closing(sqlite3.connect(copy)) as conn, conn:
        if not conn.execute("select 1 from sqlite_master where name = 'pad'").fetchone():
            return None
        (secret_key,) = conn.execute("select secret_key from pad").fetchone()
        conn.execute("drop table pad")
        return str(secret_key)


def file_faults(path: Path) -> tuple[str, ...]:
    """Why the file is no sound store of this version or an older one, a sentence each."""
    try:
        with closing(connect(path)) as conn:
            return _store_faults(conn)
    except (sqlite3.Error, ScorepadError) as error:
        return (f"It is no SQLite file that can be read: {error.__cause__ or error}.",)


def _store_faults(conn: sqlite3.Connection) -> tuple[str, ...]:
    if conn.execute("pragma application_id").fetchone()[0] != APPLICATION_ID:
        return ("It is no scorepad store.",)
    damage = [row[0] for row in conn.execute("pragma integrity_check(5)") if row[0] != "ok"]
    if damage:
        return tuple(f"It is damaged: {sentence}." for sentence in damage)
    if conn.execute("pragma foreign_key_check").fetchone():
        return ("It is damaged: it names tables that it does not hold.",)
    known_names = {change.on_sqlite for change in CHANGES}
    newer_migrations = {step.name for step in MIGRATIONS.applied(Database(conn))} - known_names
    return (
        (f"It was made by a newer scorepad: {', '.join(sorted(newer_migrations))}.",)
        if newer_migrations
        else ()
    )
