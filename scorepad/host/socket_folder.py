"""The folder in which the processes of a running pad find each other's sockets.

It stands in the instance folder, where nobody sweeps as in the folder of temporary files. A pad that was
killed leaves its own; the next one that starts there takes it away.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp

from scorepad.machine.folders import UnusableFolder

PREFIX = "sockets-"
LONGEST_NAME = 40  # bytes that are added to the address of the folder that it stands in


@contextmanager
def socket_folder(instance: Path) -> Iterator[Path]:
    """A folder of this pad alone, until it ends. Raises UnusableFolder."""
    place = _place_for_sockets(instance)
    if place == instance:  # elsewhere folders of that name may be anybody's
        _remove_left_folders(place)
    folder = Path(mkdtemp(prefix=PREFIX, dir=place))
    lock = os.open(folder, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)  # held until every process that is forked meanwhile has ended
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def remove_folder(folder: Path) -> None:
    """The folder with the sockets that ended processes left in it, and the one that it stands in once that is
    empty."""
    shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        folder.parent.rmdir()


def _place_for_sockets(instance: Path) -> Path:
    """The instance folder; that of temporary files where the path is too long for a socket's address, or
    the file system has no sockets."""
    for place in (instance, Path(gettempdir()), Path("/tmp")):
        if _takes_sockets(place):
            return place
    raise UnusableFolder(
        f"The folder {str(instance)!r} takes no sockets: its path is too long, or its file system has none.",
        at="instance",
    )


def _takes_sockets(place: Path) -> bool:
    address = place / f".{os.getpid()}".ljust(LONGEST_NAME, "-")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener, suppress(OSError):
        listener.bind(str(address))
        address.unlink()
        return True
    return False


def _remove_left_folders(place: Path) -> None:
    """Those that no process holds any more."""
    for folder in place.glob(f"{PREFIX}*"):
        with suppress(OSError):
            lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            with suppress(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)
