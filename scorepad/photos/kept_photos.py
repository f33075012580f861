"""The pictures that tables keep as evidence, a folder for each table: on this machine's disk, or on the
server of the store."""

from __future__ import annotations

import errno
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.core.sentence import say
from scorepad.store.engine import NotFound, StoreFull, StoreReadOnly, on_server

if TYPE_CHECKING:
    from scorepad.store.postgres import ServerStorage

FOLDER = "photos"
PICTURE = ".jpg"
FORMER_SECONDS = 7200.0  # twice as long as photos waited to be confirmed
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_LOCKED = (errno.EROFS, errno.EACCES, errno.EPERM)


class KeptPhotos:
    """The pictures that the tables of one pad keep."""

    def __init__(self, instance: Path, database: str | Path | None = None) -> None:
        """`database` is the address of the store: a file of the instance folder, or a server."""
        self._storage = _storage_of(instance, database)

    def add(self, table: str, photo: str, picture: bytes) -> None:
        """Keep a picture. Raises NotFound for an invalid table id, StoreFull, StoreReadOnly."""
        self._storage.add(_checked(table), f"{time.time_ns()}-{photo}{PICTURE}", picture)

    def names(self, table: str) -> dict[str, str]:
        """The file names of the table's pictures by photo, the oldest first."""
        names = (name for name in self._storage.names(_checked(table)) if name.endswith(PICTURE))
        return {name.removesuffix(PICTURE).partition("-")[2]: name for name in names}

    def picture(self, table: str, name: str) -> bytes | None:
        """The picture of that name that the table keeps; None where it is gone."""
        return self._storage.get(_checked(table), name)

    def drop(self, table: str, name: str) -> None:
        """Delete a picture that the table keeps."""
        self._storage.drop(_checked(table), name)

    def delete_all(self, table: str) -> None:
        """Delete every picture that the table keeps."""
        self._storage.delete(_checked(table))


def delete_former_queue(instance: Path, database: str | Path) -> None:
    """Delete photos queued by an older version elsewhere; on a server only those that no machine of that
    version can still use."""
    shutil.rmtree(instance / FOLDER / "waiting", ignore_errors=True)
    if on_server(database):
        from scorepad.store.postgres import delete_old_queue

        delete_old_queue(str(database), FORMER_SECONDS)


class FolderStorage:
    """Files beneath a folder of this machine. `ServerStorage` shares files among machines."""

    def __init__(self, top: Path) -> None:
        self._top = top

    def add(self, folder: str, name: str, content: bytes) -> None:
        """Write the file into the folder, whole or not at all; the folder is created if missing."""
        path = self._top / folder / name
        new_file = path.with_suffix(".new")
        try:
            with _writing():
                path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                new_file.write_bytes(content)
                os.replace(new_file, path)
        # Half a file would take the room that is lacking.
        except StoreFull:
            new_file.unlink(missing_ok=True)
            raise

    def get(self, folder: str, name: str) -> bytes | None:
        """The content of the file; None if there is none."""
        try:
            return (self._top / folder / name).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def names(self, folder: str) -> tuple[str, ...]:
        """The names of the folder's files, in order."""
        with suppress(FileNotFoundError):
            return tuple(sorted(os.listdir(self._top / folder)))
        return ()

    def drop(self, folder: str, name: str) -> None:
        """Delete the file, if it is there."""
        with _writing():
            (self._top / folder / name).unlink(missing_ok=True)

    def delete(self, folder: str) -> None:
        """Delete the folder, if it is there."""
        shutil.rmtree(self._top / folder, ignore_errors=True)


@contextmanager
def _writing() -> Iterator[None]:
    """Report errors of the disk as store faults. Raises StoreFull, StoreReadOnly."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise StoreFull from error
        if error.errno in _LOCKED:
            raise StoreReadOnly from error
        raise


def _storage_of(instance: Path, database: str | Path | None) -> FolderStorage | ServerStorage:
    if database is not None and on_server(database):
        from scorepad.store.postgres import ServerStorage

        return ServerStorage(str(database))
    return FolderStorage(instance / FOLDER / "kept")


def _checked(table: str) -> str:
    """Return the table's id if it is valid as a folder's name. Raises NotFound."""
    if not _ID.fullmatch(table):
        raise NotFound(say("There’s no such table. Check the address."), at="table")
    return table
