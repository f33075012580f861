"""Whether a store's file and folder are well: looked at from outside, without writing to the store."""

from __future__ import annotations

import errno
import sqlite3
import tempfile
import time
from contextlib import closing, suppress
from functools import lru_cache
from pathlib import Path

from scorepad.store.engine import StoreBroken, StoreFull, StoreReadOnly

ROOM = 65_536  # bytes that must still go onto the disk
PATIENCE = 0.1  # seconds that a look at the pages may take
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def check_file(path: Path) -> None:
    """Raises StoreFull, StoreReadOnly, StoreBroken; what takes longer than PATIENCE to find is not found."""
    file_state = path.stat()
    if _is_damaged(path, file_state.st_size, file_state.st_mtime_ns):
        raise StoreBroken
    _try_to_write(path)


def _try_to_write(path: Path) -> None:
    """Write where the next page of the store's journal would go, into a file that is gone at once."""
    try:
        with tempfile.TemporaryFile(dir=path.parent, buffering=0) as probe:
            probe.seek(max(_size(path), _size(Path(f"{path}-wal"))))
            probe.write(bytes(ROOM))
        with path.open("r+b"):
            pass
    except OSError as error:
        if error.errno in _FULL:
            raise StoreFull from error
        raise StoreReadOnly from error


def _size(path: Path) -> int:
    with suppress(FileNotFoundError):
        return path.stat().st_size
    return 0


@lru_cache(maxsize=4)
def _is_damaged(path: Path, _size: int, _changed: int) -> bool:
    """Whether a page does not read, looked at once for each state of the file and for a short time."""
    give_up_at = time.monotonic() + PATIENCE
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as conn:
            conn.set_progress_handler(lambda: time.monotonic() > give_up_at, 1000)
            return [row[0] for row in conn.execute("pragma quick_check(1)")] != ["ok"]
    except sqlite3.OperationalError:
        return False  # interrupted, or locked: whoever reads says more
    except sqlite3.DatabaseError:
        return True
