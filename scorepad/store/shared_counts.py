"""Counts of what addresses have spent and how many streams they hold, in one file for all web workers.

The file is a help for the moment: it is not flushed to disk, and goes when the pad stops.
"""

from __future__ import annotations

import os
import sqlite3
import time
from functools import cached_property
from pathlib import Path

from limits.storage import Storage

SCHEME = "scorepad+file"
IN_MEMORY = ":memory:"
CLEAN_EVERY = 1000  # counts
PATIENCE = 1.0  # seconds; others hold the file for microseconds


def _connect(path: str) -> sqlite3.Connection:
    """The file of counts; they are this process's own for `:memory:`."""
    if path != IN_MEMORY:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    conn = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    for pragma in ("journal_mode = wal", "synchronous = off"):
        conn.execute(f"pragma {pragma}").fetchall()
    return conn


class OpenStreams:
    """How many streams each address has open with all workers that share the file."""

    def __init__(self, path: str = IN_MEMORY) -> None:
        self._path = path

    @cached_property
    def _conn(self) -> sqlite3.Connection:
        """Opened when something is counted: by then the workers are forked, which must share none."""
        conn = _connect(self._path)
        conn.execute(
            """create table if not exists streams
               (address text, worker integer, number integer, primary key (address, worker)) without rowid"""
        )
        return conn

    def begin(self, address: str, most: int) -> bool:
        """Count one more of the address with this worker; False where it has as many as it may have."""
        # One statement compares and counts, so that two workers can’t both take the last place.
        rows = self._conn.execute(
            """insert into streams select :address, :worker, 1
               where (select coalesce(sum(number), 0) from streams where address = :address) < :most
               on conflict do update set number = number + 1 returning number""",
            {"address": address, "worker": os.getpid(), "most": most},
        ).fetchall()
        return bool(rows)

    def end(self, address: str) -> None:
        """One of them has ended."""
        values = (address, os.getpid())
        self._conn.execute("update streams set number = number - 1 where address = ? and worker = ?", values)
        self._conn.execute("delete from streams where address = ? and worker = ? and number < 1", values)

    def forget_worker(self, worker: int) -> None:
        """That process has ended, and its streams with it."""
        self._conn.execute("delete from streams where worker = ?", (worker,))

    def close(self) -> None:
        self._conn.close()


class SharedCounts(Storage):
    """`scorepad+file:///path`, a storage for the `limits` library as its documentation lays one out.

    Moments are those of the machine's steady clock, which no change of date moves.
    """

    STORAGE_SCHEME = [SCHEME]  # noqa: RUF012
    base_exceptions = sqlite3.Error

    def __init__(self, uri: str, wrap_exceptions: bool = False, **_options: float | str | bool) -> None:
        super().__init__(uri, wrap_exceptions=wrap_exceptions)
        self._path = uri.removeprefix(f"{SCHEME}://")
        self._counted = 0

    @cached_property
    def _conn(self) -> sqlite3.Connection:
        """Opened as that of the streams."""
        conn = _connect(self._path)
        conn.execute(
            """create table if not exists counts
               (key text primary key, number integer, ends real) without rowid"""
        )
        return conn

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        now = time.monotonic()
        self._clean_now_and_then(now)
        (row,) = self._conn.execute(
            """insert into counts values (:key, :amount, :now + :expiry)
               on conflict (key) do update set number = iif(ends > :now, number, 0) + :amount,
                                               ends = iif(ends > :now, ends, :now + :expiry)
               returning number""",
            {"key": key, "amount": amount, "now": now, "expiry": expiry},
        ).fetchall()
        return int(row[0])

    def get(self, key: str) -> int:
        sql = "select number from counts where key = ? and ends > ?"
        row = self._conn.execute(sql, (key, time.monotonic())).fetchone()
        return int(row[0]) if row else 0

    def get_expiry(self, key: str) -> float:
        row = self._conn.execute("select ends from counts where key = ?", (key,)).fetchone()
        # The library asks for a date, which the steady clock doesn’t have.
        seconds_left = max(0.0, row[0] - time.monotonic()) if row else 0.0
        return time.time() + seconds_left

    def check(self) -> bool:
        return self._conn.execute("select 1").fetchone() is not None

    def reset(self) -> int | None:
        return self._conn.execute("delete from counts").rowcount

    def clear(self, key: str) -> None:
        self._conn.execute("delete from counts where key = ?", (key,))

    def _clean_now_and_then(self, now: float) -> None:
        self._counted += 1
        if self._counted % CLEAN_EVERY == 0:
            self._conn.execute("delete from counts where ends <= ?", (now,))
