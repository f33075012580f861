"""What addresses have spent, in the file of counts that all web workers share."""

from __future__ import annotations

import sqlite3
import time
from functools import cached_property

from limits.storage import Storage

from scorepad.store.shared_counts import connect_counts

SCHEME = "scorepad+file"
CLEAN_EVERY = 1000  # counts


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
        """The connection, opened at the first count, as `OpenStreams` does."""
        conn = connect_counts(self._path)
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
