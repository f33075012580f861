"""A PostgreSQL server tells of changes, whatever machine wrote (LISTEN, NOTIFY): one connection a process."""

from __future__ import annotations

from contextlib import ExitStack

from scorepad.store.postgres_pool import connect, plainly_refused

CHANNEL = "scorepad_tables"
LOOK_ANYWAY = 5.0  # seconds


class ServerListener:
    """A ChangeListener on the server. Raises StoreAway, also from `wait` when the server goes."""

    def __init__(self, address: str) -> None:
        self._open_connection = ExitStack()
        self._conn = self._open_connection.enter_context(connect(address))
        self._conn.execute(f"listen {CHANNEL}".encode())

    def wait(self) -> frozenset[str] | None:
        with plainly_refused():
            messages = list(self._conn.notifies(timeout=LOOK_ANYWAY, stop_after=1))
        return frozenset(message.payload for message in messages) or None

    def close(self) -> None:
        self._open_connection.close()
