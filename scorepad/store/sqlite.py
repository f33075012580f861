"""SQLite as the engine of a store: how its file is opened, locked, migrated, judged and copied. Names no SQL
table of the store.

Readers never wait (WAL); a write transaction takes the write lock as it begins (BEGIN IMMEDIATE), so that
what it reads is still true when it writes; what is committed is on the disk (synchronous=FULL).

SQLite's own wait for a lock sleeps inside the library and blocks the whole web worker. So SQLite never waits
here: the caller sleeps and tries again, and other greenlets run meanwhile.

Nothing here opens the files of a store that runs but SQLite: a process that closes any other descriptor of
them loses every lock that it holds there, and another process then writes into what this one reads
(https://www.sqlite.org/howtocorrupt.html, 2.2).
"""

from __future__ import annotations

import errno
import os
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Self, cast

from scorepad.core.errors import ScorepadError
from scorepad.machine.system import JOURNAL, PRAGMAS
from scorepad.store.change_sockets import tell_change
from scorepad.store.engine import StoreBroken, StoreBusy, StoreFault, StoreFull, StoreReadOnly
from scorepad.store.migrations import APPLICATION_ID, CHANGES, CHANGES_OF_QUEUE_FILE, SQLITE, SchemaChange

if TYPE_CHECKING:
    from sqlite_utils import Database, Migrations

PAGES_AT_ONCE = 256
DAMAGED = ".damaged-"  # and when it was set aside: after the name of a store in the name of what it was
Progress = Callable[[int, int, int], object]
ROOM = 65_536  # bytes that must still go onto the disk
PATIENCE = 0.1  # seconds that a look at the pages may take
REMEMBERED = 10.0  # seconds that such a look holds
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
MADE_AS_QUEUE = ("auto_vacuum = full", "journal_mode = wal")
OPENED_AS_QUEUE = ("synchronous = normal", "secure_delete = on")
"""Pragmas of the file of photos: a deleted one leaves neither bytes nor room, and a power cut may take the
last photos, not the queue."""
_CHANGES_TABLE = "_sqlite_migrations"  # of sqlite-utils
BUSY_SECONDS = 10.0
SHORTEST_PAUSE, LONGEST_PAUSE = 0.001, 0.05  # seconds
_PRIMARY = 0xFF  # the part of an extended result code that names the kind of error
_REFUSALS: dict[int, type[StoreFault]] = {
    sqlite3.SQLITE_BUSY: StoreBusy,
    sqlite3.SQLITE_LOCKED: StoreBusy,
    sqlite3.SQLITE_FULL: StoreFull,
    sqlite3.SQLITE_IOERR_WRITE: StoreFull,  # a limit on the size of files ends up here
    sqlite3.SQLITE_IOERR_SHMSIZE: StoreFull,
    sqlite3.SQLITE_READONLY: StoreReadOnly,
    sqlite3.SQLITE_CANTOPEN: StoreBroken,
    sqlite3.SQLITE_CORRUPT: StoreBroken,
    sqlite3.SQLITE_NOTADB: StoreBroken,
    sqlite3.SQLITE_IOERR: StoreBroken,
}


def connect(path: Path, *, create: bool = False) -> Connection:
    """Connect to the file; transactions are left to the caller. The connection is read-only if no more is
    possible. A missing file is created only with `create`.

    Raises StoreBusy, StoreBroken.
    """
    if not create and not path.is_file():
        raise StoreBroken
    try:
        return _opened(str(path))
    except (StoreFull, StoreReadOnly, StoreBroken) as error:
        is_full = isinstance(error, StoreFull)
        can_write = os.access(path.parent, os.W_OK) and not is_full
        if can_write or _holds_unmerged(path) or not path.is_file():
            raise
    # A journal's index cannot be made where nothing can be written; without a journal none is needed. Nobody
    # else can write meanwhile either, so that to read without locks is safe.
    conn = _opened(f"{path.resolve().as_uri()}?mode=ro&immutable=1")
    conn.sees_changes = False
    conn.why_unwritten = StoreFull if is_full else StoreReadOnly
    return conn


def _try_lock(conn: sqlite3.Connection) -> None:
    """Take the write lock and release it, writing nothing. A lock held by another writer is no fault. Raises
    StoreReadOnly, StoreFull, StoreBroken."""
    with suppress(StoreBusy), _plainly_refused():
        sqlite3.Cursor(conn).execute("begin immediate")  # a plain cursor, which does not wait
        conn.rollback()


def _opened(address: str) -> Connection:
    """Connect to the file at that path or `file:` address."""
    is_uri = address.startswith("file:")
    with _plainly_refused():
        conn = sqlite3.connect(address, timeout=0, isolation_level=None, factory=Connection, uri=is_uri)
    try:
        for pragma in PRAGMAS:
            conn.execute(f"pragma {pragma}")
        conn.execute("pragma foreign_keys = on")
        # Without it `insert or replace` would delete events past the triggers that keep a log.
        conn.execute("pragma recursive_triggers = on")
    except BaseException:
        conn.close()
        raise
    return conn


def _holds_unmerged(path: Path) -> bool:
    """Whether the journal holds changes that are not yet in the file itself."""
    with suppress(OSError):
        return Path(f"{path}-wal").stat().st_size > 0
    return False


class Connection(sqlite3.Connection):
    """The connection that `connect` returns. One opened while nothing could be written sees no later change;
    `why_unwritten` says why."""

    sees_changes = True
    why_unwritten: type[StoreFault] = StoreReadOnly

    def cursor(self, factory: Any = None) -> Any:
        return super().cursor(factory or _Cursor)

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        cursor: sqlite3.Cursor = self.cursor().execute(sql, parameters)
        return cursor


class _Cursor(sqlite3.Cursor):
    def execute(self, sql: str, parameters: Any = (), /) -> Self:
        """Run the statement, and try again while others hold a lock. Inside a transaction it does not wait,
        since that holds a lock itself."""
        give_up_at, pause = time.monotonic() + BUSY_SECONDS, SHORTEST_PAUSE
        while True:
            try:
                return super().execute(sql, parameters)
            except sqlite3.DatabaseError as error:
                is_lock = getattr(error, "sqlite_errorcode", 0) & _PRIMARY == sqlite3.SQLITE_BUSY
                if not is_lock or self.connection.in_transaction or time.monotonic() > give_up_at:
                    self._refuse(error)
            # By chance, so that those who wait don’t all try at the same moment.
            time.sleep(pause * random.uniform(0.5, 1))
            pause = min(2 * pause, LONGEST_PAUSE)

    def executemany(self, sql: str, parameters: Any, /) -> Self:
        try:
            return super().executemany(sql, parameters)
        except sqlite3.DatabaseError as error:
            self._refuse(error)

    def fetchall(self) -> list[Any]:
        try:
            return super().fetchall()
        except sqlite3.DatabaseError as error:
            self._refuse(error)

    def _refuse(self, error: sqlite3.DatabaseError) -> NoReturn:
        _raise_plainly(error, cast(Connection, self.connection).why_unwritten)


@contextmanager
def _plainly_refused() -> Iterator[None]:
    """Raise SQLite's errors of the file as store faults."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        _raise_plainly(error)


def _raise_plainly(error: sqlite3.DatabaseError, why_unwritten: type[StoreFault] = StoreReadOnly) -> NoReturn:
    """Raise the store fault that the error means, or the error itself if it is of a statement, and so a
    bug."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    refusal = _REFUSALS.get(code) or _REFUSALS.get(code & _PRIMARY)
    if refusal is None:
        raise error
    raise (why_unwritten if refusal is StoreReadOnly else refusal)() from error


@dataclass(frozen=True)
class SchemaChanges:
    """The schema changes of a kind of file, in order. A SQL table of their own records those applied."""

    kind: str
    changes: tuple[SchemaChange, ...]

    @classmethod
    def on_sqlite(cls, kind: str, changes: Iterable[SchemaChange]) -> SchemaChanges:
        """The changes that apply to SQLite."""
        return cls(kind, tuple(change for change in changes if change.on_sqlite))

    def applied(self, conn: sqlite3.Connection) -> set[str]:
        """The names of changes applied to the file, including newer ones unknown to this version."""
        if not conn.execute("select 1 from sqlite_master where name = ?", (_CHANGES_TABLE,)).fetchone():
            return set()
        rows = conn.execute(
            f"select name from {_CHANGES_TABLE} where migration_set = ?", (self.kind,)
        ).fetchall()
        return {str(name) for (name,) in rows}

    def pending(self, conn: sqlite3.Connection) -> list[SchemaChange]:
        """The changes still to be applied to the file."""
        applied = self.applied(conn)
        return [change for change in self.changes if change.on_sqlite not in applied]

    def apply(self, conn: sqlite3.Connection) -> None:
        """Apply the pending changes within the caller's transaction."""
        if not self.pending(conn):
            return
        # Only here: it loads numpy where there is one.
        from sqlite_utils import Database, Migrations

        migrations = Migrations(self.kind)
        for change in self.changes:
            _register(migrations, change)
        migrations.apply(Database(conn))


def _register(migrations: Migrations, change: SchemaChange) -> None:
    @migrations(name=change.on_sqlite)
    def _apply(db: Database) -> None:
        for statement in change.statements(SQLITE):
            db.execute(statement)


SCHEMA = SchemaChanges.on_sqlite("scorepad", CHANGES)
SCHEMA_OF_QUEUE = SchemaChanges.on_sqlite("photo queue", CHANGES_OF_QUEUE_FILE)


@contextmanager
def write_transaction(conn: Connection) -> Iterator[None]:
    """A write transaction, which takes the lock at once. It is committed as a whole or not at all.

    Nothing inside may yield to another greenlet of the same process.
    """
    conn.execute("begin immediate")
    try:
        yield
        conn.execute("commit")
    except BaseException:
        conn.rollback()
        raise


def migrate(path: str | Path) -> None:
    """Create the file or bring it up to date. Any number of processes may do so at once."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with closing(connect(Path(path), create=True)) as conn:
        # SQLite changes the kind of its journal only outside of a transaction.
        conn.execute(f"pragma journal_mode = {JOURNAL}").fetchall()
        with write_transaction(conn):
            if not SCHEMA.applied(conn):
                conn.execute(f"pragma application_id = {APPLICATION_ID}")
            SCHEMA.apply(conn)


def connect_queue(path: Path) -> Connection:
    """Connect to the queue of photos; create the file or bring it up to date if needed. Raises StoreBusy,
    StoreFull, StoreReadOnly, StoreBroken."""
    _make_folder(path.parent)
    conn = connect(path, create=True)
    try:
        _set(conn, OPENED_AS_QUEUE)
        if SCHEMA_OF_QUEUE.pending(conn):
            _set(conn, MADE_AS_QUEUE)
            with write_transaction(conn):
                SCHEMA_OF_QUEUE.apply(conn)
    except BaseException:
        conn.close()
        raise
    return conn


def _set(conn: Connection, pragmas: Iterable[str]) -> None:
    for pragma in pragmas:
        conn.execute(f"pragma {pragma}").fetchall()


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise (StoreFull if error.errno in _FULL else StoreReadOnly) from error


def is_current(path: Path) -> bool:
    """Whether the file has every change of the schema. Raises StoreBroken."""
    with closing(connect(path)) as conn:
        return not SCHEMA.pending(conn)


def waiting_damaged(path: Path) -> Path | None:
    """The newest store that was set aside as damaged, if nothing has taken its place; else None."""
    if path.exists():
        return None
    return max(path.parent.glob(f"{path.name}{DAMAGED}*[0-9]"), default=None)  # and not its journal


def copy_out(source: Path, target: Path, *, read_only: bool = False) -> None:
    """Write `source`, as it is at one moment, to a single file without a journal."""
    address = f"{source.resolve().as_uri()}?mode={'ro' if read_only else 'rw'}"
    with (
        closing(sqlite3.connect(address, timeout=BUSY_SECONDS, uri=True)) as live_store,
        closing(sqlite3.connect(target)) as store_copy,
    ):
        live_store.backup(store_copy)
        store_copy.execute("pragma journal_mode = delete").fetchall()


def copy_in(source: Path, target: Path, progress: Progress | None = None) -> None:
    """Replace `target` by `source` in one transaction. Readers see the old or the new content."""
    with closing(sqlite3.connect(source)) as new_store, closing(connect(target)) as live_store:
        new_store.backup(live_store, pages=PAGES_AT_ONCE, progress=progress)


def put_secret(copy: Path, secret_key: str, cookies: str = "") -> None:
    """Put the key that signs cookies, and the cookies of a pad in a browser, into a copy of a store."""
    with closing(sqlite3.connect(copy)) as conn, conn:
        conn.execute("create table pad (secret_key text not null, cookies text not null)")
        conn.execute("insert into pad values (?, ?)", [secret_key, cookies])


def cookies_in(copy: Path) -> str:
    """The cookies in a copy that came from a pad in a browser; empty for a copy of another pad."""
    with closing(sqlite3.connect(copy)) as conn:
        if not conn.execute("select 1 from pragma_table_info('pad') where name = 'cookies'").fetchone():
            return ""
        return str(conn.execute("select cookies from pad").fetchone()[0])


def take_secret(copy: Path) -> str | None:
    """Remove the cookie key from the copy and return it; None if there is none."""
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
    newer_changes = SCHEMA.applied(conn) - known_names
    return (f"It was made by a newer scorepad: {', '.join(sorted(newer_changes))}.",) if newer_changes else ()


def try_disk(path: Path) -> None:
    """Write once beyond the store's end, in a temporary file, to see whether the disk takes it.

    Raises StoreFull, StoreReadOnly.
    """
    try:
        with tempfile.TemporaryFile(dir=path.parent, buffering=0) as probe:
            # A limit on the size of files is met only there.
            probe.seek(max(_size(path), _size(Path(f"{path}-wal"))))
            probe.write(bytes(ROOM))
    except OSError as error:
        if error.errno in _FULL:
            raise StoreFull from error
        raise StoreReadOnly from error


def _size(path: Path) -> int:
    with suppress(FileNotFoundError):
        return path.stat().st_size
    return 0


def recent_damage(path: Path) -> str:
    """The result of `damage`, found again every few seconds at most."""
    return _damage_then(path, int(time.monotonic() / REMEMBERED))


@lru_cache(maxsize=4)
def _damage_then(path: Path, _moment: int) -> str:
    return damage(path, PATIENCE)


def damage(path: Path, seconds: float, check: str = "quick_check") -> str:
    """What SQLite finds wrong with the file's pages within `seconds`; empty if nothing. `check` is the pragma
    that looks."""
    give_up_at = time.monotonic() + seconds
    try:
        with closing(connect(path)) as conn:
            conn.set_progress_handler(lambda: time.monotonic() > give_up_at, 1000)
            faults = [str(row[0]) for row in conn.execute(f"pragma {check}(1)").fetchall()]
    except (sqlite3.Error, ScorepadError) as error:
        cause = error.__cause__ or error
        return str(cause) if is_damage(cause) else ""  # else interrupted, or locked: whoever reads says more
    return "" if faults == ["ok"] else " ".join(faults)


def is_damage(error: BaseException | None) -> bool:
    """Whether SQLite raised the error because the file is damaged."""
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY in _DAMAGED


class SqliteDatabase:
    """One SQLite file, for one request."""

    row_order = "rowid"

    def __init__(self, path: str | Path, connect: Callable[[Path], Connection] = connect) -> None:
        """A connection to the file, opened by `connect`."""
        self.path = Path(path)
        self._connect = connect
        self._conn = connect(self.path)
        self._changed_tables: list[str] = []

    def check(self) -> None:
        """As `Engine.check`. Damage that takes longer than a moment to find is missed."""
        if fault := recent_damage(self.path):
            raise StoreBroken from sqlite3.DatabaseError(fault)
        try_disk(self.path)
        _try_lock(self._conn)

    def copy_out(self, target: Path) -> None:
        copy_out(self.path, target)

    def close(self) -> None:
        self._conn.close()

    @contextmanager
    def write_transaction(self, subject: str) -> Iterator[None]:  # noqa: ARG002
        """As `Engine.write_transaction`; the file has one writer at a time, whatever the subject."""
        with write_transaction(self._current()):
            yield
        while self._changed_tables:
            tell_change(self._changed_tables.pop())

    def announce(self, table_id: str) -> None:
        """As `Engine.announce`."""
        self._changed_tables.append(table_id)

    def select_rows(self, sql: str, *values: object) -> list[dict[str, Any]]:
        cursor = self._current().execute(sql, values)
        column_names = [column[0] for column in cursor.description or ()]
        return [dict(zip(column_names, row, strict=True)) for row in cursor.fetchall()]

    def _current(self) -> Connection:
        """The connection. One that was opened while the file could not be written is opened anew, since it
        sees no later change."""
        if not (self._conn.sees_changes or self._conn.in_transaction):
            self._conn.close()
            self._conn = self._connect(self.path)
        return self._conn

    def write_rows(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        self._conn.cursor().executemany(sql, rows)
