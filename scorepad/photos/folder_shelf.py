"""Files of photos on the disk of one machine: a folder for each photo, or for each table that keeps some."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scorepad.store.engine import StoreFull, StoreReadOnly

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_LOCKED = (errno.EROFS, errno.EACCES, errno.EPERM)


@contextmanager
def writing() -> Iterator[None]:
    """That the disk takes nothing is no fault of a photo. Raises StoreFull, StoreReadOnly."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise StoreFull from error
        if error.errno in _LOCKED:
            raise StoreReadOnly from error
        raise


class FolderShelf:
    """A Shelf beneath one folder."""

    def __init__(self, top: Path) -> None:
        self._top = top

    @contextmanager
    def receiving(self, folder: str) -> Iterator[Path]:
        path = self._top / folder
        with writing():
            path.mkdir(parents=True, mode=0o700)
        try:
            yield path
        except BaseException:
            self.delete(folder)
            raise

    def add(self, folder: str, name: str, content: bytes) -> None:
        with writing():
            (self._top / folder).mkdir(parents=True, exist_ok=True, mode=0o700)
        self.put(folder, name, content)

    def put(self, folder: str, name: str, content: bytes) -> None:
        path = self._top / folder / name
        new_file = path.with_suffix(".new")
        try:
            with suppress(FileNotFoundError), writing():
                new_file.write_bytes(content)
                os.replace(new_file, path)
        except StoreFull:
            new_file.unlink(missing_ok=True)
            raise

    def get(self, folder: str, name: str) -> bytes | None:
        try:
            return (self._top / folder / name).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def contents(self, name: str, *, without: str) -> dict[str, bytes]:
        folders = (folder for folder in self._folders() if not (self._top / folder / without).exists())
        return {folder: content for folder in folders if (content := self.get(folder, name)) is not None}

    def names(self, folder: str) -> tuple[str, ...]:
        with suppress(FileNotFoundError):
            return tuple(sorted(os.listdir(self._top / folder)))
        return ()

    def drop(self, folder: str, name: str) -> None:
        (self._top / folder / name).unlink(missing_ok=True)

    def delete(self, folder: str) -> None:
        shutil.rmtree(self._top / folder, ignore_errors=True)

    def delete_old(self, seconds: float, most: int) -> None:
        now = time.time()
        ages = sorted((now - _modified_at(self._top / folder), folder) for folder in self._folders())
        for number, (age, folder) in enumerate(ages):
            if age > seconds or number >= most:
                self.delete(folder)

    @contextmanager
    def claim(self, folder: str) -> Iterator[bool]:
        try:
            file = os.open(self._top / folder, os.O_RDONLY)
        except FileNotFoundError:
            yield False
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
        finally:
            os.close(file)

    def _folders(self) -> list[str]:
        with suppress(FileNotFoundError):
            return os.listdir(self._top)
        return []


def _modified_at(path: Path) -> float:
    """When the folder was last written to; now where it has just gone."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return time.time()
