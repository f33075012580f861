"""Whether a store's file and disk are well.

Nothing here opens the store's own files. SQLite alone does: a process that closes any other descriptor of
them loses every lock that it holds there, and another process then writes into what this one reads
(https://www.sqlite.org/howtocorrupt.html, 2.2).
"""

from __future__ import annotations

import errno
import sqlite3
import tempfile
import time
from contextlib import closing, suppress
from functools import lru_cache
from pathlib import Path

from scorepad.core.errors import ScorepadError
from scorepad.store.engine import StoreFull, StoreReadOnly
from scorepad.store.sqlite_connection import PRIMARY, connect

ROOM = 65_536  # bytes that must still go onto the disk
PATIENCE = 0.1  # seconds that a look at the pages may take
REMEMBERED = 10.0  # seconds that such a look holds
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def try_disk(path: Path) -> None:
    """Write where the next page of the store's journal would go, into a file of its own that is gone at once.

    Raises StoreFull, StoreReadOnly.
    """
    try:
        with tempfile.TemporaryFile(dir=path.parent, buffering=0) as probe:
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
    """What `damage` found in the last few seconds, or finds in a moment now."""
    return _damage_then(path, int(time.monotonic() / REMEMBERED))


@lru_cache(maxsize=4)
def _damage_then(path: Path, _moment: int) -> str:
    return damage(path, PATIENCE)


def damage(path: Path, seconds: float) -> str:
    """What SQLite finds wrong with the file's pages in so many seconds, empty where that is nothing."""
    give_up_at = time.monotonic() + seconds
    try:
        with closing(connect(path)) as conn:
            conn.set_progress_handler(lambda: time.monotonic() > give_up_at, 1000)
            faults = [str(row[0]) for row in conn.execute("pragma quick_check(1)").fetchall()]
    except (sqlite3.Error, ScorepadError) as error:
        cause = error.__cause__ or error
        is_damaged = getattr(cause, "sqlite_errorcode", 0) & PRIMARY in _DAMAGED
        return str(cause) if is_damaged else ""  # else interrupted, or locked: whoever reads says more
    return "" if faults == ["ok"] else " ".join(faults)
