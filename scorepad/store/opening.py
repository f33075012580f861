"""Opens the store. Which engine stands behind it is decided here and nowhere else.

An engine is loaded when a store is opened, so that what only names the errors of a store stays quick.
"""

from __future__ import annotations

from pathlib import Path

from scorepad.store.engine import Engine


def open_store(database: str | Path) -> Engine:
    """The store for one request, or one greenlet, alone; `prepare_store` must have brought it up to date."""
    from scorepad.store.sqlite import Store

    return Store(database)


def prepare_store(database: str | Path) -> None:
    """Make the store or bring it up to date; any number of processes may do so at once."""
    from scorepad.store.sqlite_file import migrate

    migrate(database)
