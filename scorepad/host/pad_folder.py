"""The files of a running pad in its instance folder: a note on where it runs, for other programs, and the
sockets of its processes.

Unlike temporary files, the sockets are never swept away there. A killed pad leaves its own, and the next one
to start removes them.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import gettempdir, mkdtemp

from scorepad.machine.folders import UnusableFolder

SERVING = "serving.json"
"""The file of the instance folder that says it. The pad's processes hold a lock on it as long as one lives:
a number of a process says nothing after a restart of the machine."""
PREFIX = "sockets-"
LONGEST_NAME = 40  # bytes that are added to the address of the folder that it stands in


@dataclass(frozen=True, slots=True)
class RunningPad:
    """A running pad: its first process, its address, its backup folder, and the seconds between backups, None
    for never."""

    process: int
    host: str
    port: int
    backups: str
    backup_every: float | None

    @property
    def host_here(self) -> str:
        """The host by which this machine reaches it."""
        return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)


@contextmanager
def written_down(folder: Path, pad: RunningPad) -> Iterator[None]:
    """Write the running pad to the folder within the context, if the disk allows."""
    file, descriptor = folder / SERVING, None
    with suppress(OSError):
        file.write_text(json.dumps(asdict(pad)))
        descriptor = os.open(file, os.O_RDONLY)
        fcntl.flock(descriptor, fcntl.LOCK_SH)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)
        with suppress(OSError):
            file.unlink(missing_ok=True)


def running_pad(folder: Path) -> RunningPad | None:
    """The pad that runs on the folder; None if none does."""
    try:
        descriptor = os.open(folder / SERVING, os.O_RDONLY)
    except OSError:
        return None
    with os.fdopen(descriptor) as file:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            with suppress(ValueError, TypeError):
                return RunningPad(**json.load(file))
    return None


def process_of(folder: Path) -> int | None:
    """The first process of the pad that runs on the folder; None if none runs."""
    pad = running_pad(folder)
    return pad.process if pad else None


@contextmanager
def socket_folder(instance: Path) -> Iterator[Path]:
    """A folder for the sockets of this pad, deleted at the end. Raises UnusableFolder."""
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
    """Delete the folder with its left sockets, and its parent if that is empty."""
    shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        folder.parent.rmdir()


def _place_for_sockets(instance: Path) -> Path:
    """The place for sockets: the instance folder, or that of temporary files if the path is too long or the
    file system has no sockets."""
    for place in (instance, Path(gettempdir()), Path("/tmp")):
        if _takes_sockets(place):
            return place
    raise UnusableFolder(
        f"The folder {str(instance)!r} can’t hold sockets. Name a shorter path or another disk "
        "with --instance.",
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
    """Delete socket folders that no process holds any more."""
    for folder in place.glob(f"{PREFIX}*"):
        with suppress(OSError):
            lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            with suppress(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)
