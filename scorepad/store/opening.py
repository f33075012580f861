"""Opens the store. Which engine stands behind it is decided here and nowhere else.

An engine is loaded when a store is opened, so that what only names the errors of a store stays quick.
"""

from __future__ import annotations

import os
from pathlib import Path

from scorepad.store.engine import ChangeListener, Engine


def open_store(database: str | Path) -> Engine:
    """The store for one request, or one greenlet, alone; `prepare_store` must have brought it up to date."""
    from scorepad.store.sqlite import Store

    return Store(database)


def prepare_store(database: str | Path) -> None:
    """Make the store or bring it up to date; any number of processes may do so at once."""
    from scorepad.store.sqlite_file import migrate

    migrate(database)


def listen_for_changes(_database: str | Path) -> ChangeListener:
    """Hears from now on what is written to the store."""
    from scorepad.store.change_sockets import FOLDER_VARIABLE, ChangeSocket, RegularLook

    folder = os.environ.get(FOLDER_VARIABLE)
    return ChangeSocket(Path(folder)) if folder else RegularLook()
