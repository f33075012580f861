"""Where the pad of an instance folder runs, for whoever looks from outside."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

SERVING = "serving.json"
"""The file of the instance folder that says it. The pad's processes hold a lock on it as long as one lives:
a number of a process says nothing after a restart of the machine."""


@dataclass(frozen=True, slots=True)
class RunningPad:
    """Its first process, where it listens, and where a backup goes every so many seconds, None for never."""

    process: int
    host: str
    port: int
    backups: str
    backup_every: float | None

    @property
    def host_here(self) -> str:
        """Where this machine reaches it."""
        return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)


@contextmanager
def written_down(folder: Path, pad: RunningPad) -> Iterator[None]:
    """Meanwhile the folder says where the pad runs, if its disk can be written."""
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
    """The pad that runs on the folder."""
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
    """The first process of the pad that runs on the folder."""
    pad = running_pad(folder)
    return pad.process if pad else None
