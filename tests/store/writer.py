"""A process of its own that writes to a table, for tests that start several or kill one.

python -m tests.store.writer share DATABASE TABLE NAME COUNT   COUNT operations, each sent twice
python -m tests.store.writer stream DATABASE TABLE NAME        for ever, acknowledged line by line
"""

from __future__ import annotations

import sys
from itertools import count

from scorepad.core.log.event_data import Event
from scorepad.core.log.table_events import DealNoted
from scorepad.store.engine import Stale, now
from scorepad.store.opening import open_store, prepare_store


def events(name: str, number: int) -> list[Event]:
    """Two notes, so that a half operation would show."""
    op = f"{name}-{number}"
    texts = (f"{name} {number} {half}" for half in "ab")
    return [Event(1, op, DealNoted(1, text), name, now()) for text in texts]


def send(database: str, table: str, name: str, number: int, *, counted: bool) -> None:
    """Send one operation as one request would, over a connection of its own; read again when stale."""
    while True:
        store = open_store(database)
        try:
            expected = store.head(table) if counted else None
            store.append(table, events(name, number), expected=expected)
            return
        except Stale:
            continue
        finally:
            store.close()


def share(database: str, table: str, name: str, many: str) -> None:
    for number in range(int(many)):
        send(database, table, name, number, counted=number % 2 == 0)
        send(database, table, name, number, counted=False)


def stream(database: str, table: str, name: str) -> None:
    for number in count():
        send(database, table, name, number, counted=False)
        print(f"{name}-{number}", flush=True)


if __name__ == "__main__":
    verb, path, *rest = sys.argv[1:]
    prepare_store(path)
    {"share": share, "stream": stream}[verb](path, *rest)
