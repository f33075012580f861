"""The open streams of each address, in one file for all web workers, which also has what addresses have
spent.

The file is temporary: it is not flushed to disk, and is deleted when the pad stops.
"""

from __future__ import annotations

import os
import sqlite3
from functools import cached_property
from pathlib import Path

IN_MEMORY = ":memory:"
PATIENCE = 1.0  # seconds; others hold the file for microseconds


def connect_counts(path: str) -> sqlite3.Connection:
    """Connect to the file of counts; `:memory:` gives counts of this process alone."""
    if path != IN_MEMORY:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    conn = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    for pragma in ("journal_mode = wal", "synchronous = off"):
        conn.execute(f"pragma {pragma}").fetchall()
    return conn


class OpenStreams:
    """Counts of the open streams of each address, shared by all workers that use the file."""

    def __init__(self, path: str = IN_MEMORY) -> None:
        self._path = path

    @cached_property
    def _conn(self) -> sqlite3.Connection:
        """The connection, opened at the first count: workers are forked by then, and must not share one."""
        conn = connect_counts(self._path)
        conn.execute(
            """create table if not exists streams
               (address text, worker integer, number integer, primary key (address, worker)) without rowid"""
        )
        return conn

    def begin(self, address: str, most: int) -> bool:
        """Count one stream more for `address` with this worker. False if it already has `most`."""
        # One statement compares and counts, so that two workers can’t both take the last place.
        rows = self._conn.execute(
            """insert into streams select :address, :worker, 1
               where (select coalesce(sum(number), 0) from streams where address = :address) < :most
               on conflict do update set number = number + 1 returning number""",
            {"address": address, "worker": os.getpid(), "most": most},
        ).fetchall()
        return bool(rows)

    def end(self, address: str) -> None:
        """Count one stream fewer for `address`."""
        values = (address, os.getpid())
        self._conn.execute("update streams set number = number - 1 where address = ? and worker = ?", values)
        self._conn.execute("delete from streams where address = ? and worker = ? and number < 1", values)

    def forget_worker(self, worker: int) -> None:
        """Drop the streams of a worker process that has ended."""
        self._conn.execute("delete from streams where worker = ?", (worker,))

    def close(self) -> None:
        self._conn.close()
