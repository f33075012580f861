"""Opens the store, on the engine that its address names. No other module knows the engine.

An engine is imported when a store is opened, so that importing only the errors stays quick.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.core.errors import ScorepadError
from scorepad.core.extras import install_command
from scorepad.machine import folders
from scorepad.store.engine import ChangeListener, StoreBroken, on_server

if TYPE_CHECKING:
    from scorepad.store.photo_table import PhotoTable
    from scorepad.store.sql_store import Store

STORE_VARIABLE = "SCOREPAD_STORE"


class NoEngine(ScorepadError):
    """An address that no engine here can open."""

    code = "setting"

    def __init__(self, reason: str) -> None:
        super().__init__(f"{STORE_VARIABLE}: {reason}", at=STORE_VARIABLE)


def store_address(instance: Path, address: str | None = None) -> str | Path:
    """The address of this pad's store: `address`, else SCOREPAD_STORE, else a file in the instance folder.

    Raises NoEngine.
    """
    address = address or os.environ.get(STORE_VARIABLE)
    if not address:
        return instance / folders.DATABASE
    if not on_server(address):
        raise NoEngine("type postgresql://…, or nothing for a file.")
    if find_spec("psycopg_pool") is None:
        raise NoEngine(f"a library is missing. Add it with {install_command('postgresql')}.")
    # The process that starts web workers loads psycopg before gevent is there: its own way of waiting would
    # then hold up a whole worker.
    os.environ.setdefault("PSYCOPG_WAIT_FUNC", "wait_poll")
    return address


def open_store(address: str | Path) -> Store:
    """Open the store, for one request or greenlet alone; `prepare_store` must have brought it up to date."""
    from scorepad.store.sql_store import Store

    if on_server(address):
        from scorepad.store.postgres import PostgresDatabase

        return Store(PostgresDatabase(str(address)))
    from scorepad.store.sqlite import SqliteDatabase

    return Store(SqliteDatabase(address))


@contextmanager
def open_photo_table(instance: Path, database: str | Path | None = None) -> Iterator[PhotoTable]:
    """The table of queued photos: on the server of the store, else in a file of its own. Raises StoreFault;
    PhotosLost if the file was damaged."""
    from scorepad.store.photo_table import PhotoTable, begun_anew_if_damaged

    if database is not None and on_server(database):
        from scorepad.store.postgres import PostgresDatabase

        with closing(PhotoTable(PostgresDatabase(str(database)))) as table:
            yield table
        return
    from scorepad.store.sqlite import SqliteDatabase, connect_queue

    queue = instance / folders.PHOTO_QUEUE
    with begun_anew_if_damaged(queue), closing(PhotoTable(SqliteDatabase(queue, connect_queue))) as table:
        yield table


def prepare_store(address: str | Path) -> None:
    """Create the store or bring it up to date. Any number of processes may do so at once.

    Raises StoreBroken instead of creating one where a damaged one was.
    """
    if on_server(address):
        from scorepad.store import postgres

        postgres.migrate(str(address))
        return
    from scorepad.store import sqlite

    if sqlite.waiting_damaged(Path(address)):
        raise StoreBroken
    sqlite.migrate(address)


def is_current(address: str | Path) -> bool:
    """Whether the store is up to date, as `prepare_store` leaves it. Raises StoreBroken, StoreAway."""
    if on_server(address):
        from scorepad.store import postgres

        return postgres.is_current(str(address))
    from scorepad.store import sqlite

    return sqlite.is_current(Path(address))


def listen_for_changes(address: str | Path) -> ChangeListener:
    """Start to listen for writes to the store. Raises StoreAway."""
    if on_server(address):
        from scorepad.store.postgres import ServerListener

        return ServerListener(str(address))
    from scorepad.store.change_sockets import FOLDER_VARIABLE, ChangeSocket, RegularLook

    folder = os.environ.get(FOLDER_VARIABLE)
    return ChangeSocket(Path(folder)) if folder else RegularLook()
