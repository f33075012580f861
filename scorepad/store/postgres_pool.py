"""Connections to a PostgreSQL server: a pool for each process, and the server's errors as faults of the
store.

The pool opens connections as needed and drops those that a restart of the server has broken, so that the pad
recovers by itself.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import Connection, errors
from psycopg_pool import ConnectionPool

from scorepad.store.engine import StoreAway, StoreBroken, StoreBusy, StoreFault, StoreFull, StoreReadOnly

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


@contextmanager
def pooled_connection(address: str) -> Iterator[Connection]:
    """A connection of this process's pool; each statement is a transaction of its own. Raises StoreAway."""
    with plainly_refused(), _pool(address).connection() as conn:
        yield conn


@contextmanager
def connect(address: str) -> Iterator[Connection]:
    """A connection outside of the pool, for long work. Raises StoreAway."""
    with plainly_refused(), psycopg.connect(address, autocommit=True, **KEEPALIVE) as conn:
        yield conn


@contextmanager
def plainly_refused() -> Iterator[None]:
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
