"""A connection to a SQLite file that waits for locks without blocking its process, and raises store faults.

SQLite's own wait for a lock sleeps inside the library and blocks the whole web worker. So SQLite never waits
here: the caller sleeps and tries again, and other greenlets run meanwhile.
"""

from __future__ import annotations

import os
import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn, Self, cast

from scorepad.machine.system import PRAGMAS
from scorepad.store.engine import StoreBroken, StoreBusy, StoreFault, StoreFull, StoreReadOnly

BUSY_SECONDS = 10.0
SHORTEST_PAUSE, LONGEST_PAUSE = 0.001, 0.05  # seconds
PRIMARY = 0xFF  # the part of an extended result code that names the kind of error
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


def try_lock(conn: sqlite3.Connection) -> None:
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
                is_lock = getattr(error, "sqlite_errorcode", 0) & PRIMARY == sqlite3.SQLITE_BUSY
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
    refusal = _REFUSALS.get(code) or _REFUSALS.get(code & PRIMARY)
    if refusal is None:
        raise error
    raise (why_unwritten if refusal is StoreReadOnly else refusal)() from error
