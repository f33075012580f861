"""What is wrong with a pad, and the way out: its folder, its disk, its store, its clock, its processes."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from scorepad.core.errors import ScorepadError
from scorepad.machine import folders
from scorepad.store import backup_schedule, sqlite_file
from scorepad.store.engine import StoreAway, StoreBroken, StoreBusy, StoreFull, StoreReadOnly
from scorepad.store.opening import open_store, store_address

SERVING = "serving.json"
"""The file of the instance folder that says where the pad on it runs."""
LITTLE_ROOM = 100_000_000  # bytes
FIRST_YEAR = 2025  # before it no clock that is set can be
ANSWER_WITHIN = 10.0  # seconds
MAKE_ROOM = (
    "Make room on the disk of the pad's folder: old backups and files 'scorepad.db.before-…' are the first "
    "to go."
)
STORE_REMEDIES: dict[type[ScorepadError], str] = {
    StoreFull: MAKE_ROOM,
    StoreReadOnly: "Let the user who runs the pad write to its folder, or mount its disk for writing.",
    StoreBusy: "Another program holds the store's lock, such as a browser of databases or a copy: end it.",
    StoreBroken: "Stop the pad and restore the newest backup: scorepad restore FILE. What was there is kept.",
    StoreAway: "Start the server of the store, or put its address in SCOREPAD_STORE right.",
}


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong, in a sentence, and what to do about it."""

    about: str
    fault: str
    remedy: str


def complaints(instance: str | None = None) -> list[Complaint]:
    """Everything that is wrong with the pad of that folder, the worst first; nothing where all is well."""
    try:
        folder = folders.instance_folder(instance)
    except folders.UnusableFolder as error:
        return [
            Complaint("folder", error.message, "Name another with --instance, or let its user write to it.")
        ]
    return [complaint for look in _LOOKS for complaint in look(folder)]


def say_where(folder: Path, host: str, port: int) -> Path:
    """Write down where the pad on the folder runs; the file, which goes when it stops."""
    file = folder / SERVING
    with suppress(OSError):
        file.write_text(json.dumps({"process": os.getpid(), "host": host, "port": port}))
    return file


def _look_at_disk(folder: Path) -> Iterator[Complaint]:
    room = shutil.disk_usage(folder).free
    if room < LITTLE_ROOM:
        yield Complaint("disk", f"The disk has {room / 1e6:.0f} MB left.", MAKE_ROOM)


def _look_at_store(folder: Path) -> Iterator[Complaint]:
    try:
        address = store_address(folder)
    except ScorepadError as error:
        yield Complaint("store", error.message, "Put SCOREPAD_STORE right.")
        return
    if isinstance(address, Path) and not address.is_file():
        return  # it is made when the pad starts
    if isinstance(address, Path) and (faults := sqlite_file.file_faults(address)):
        words = " ".join(" ".join(faults).split())
        yield Complaint("store", f"The store {str(address)!r}: {words}", STORE_REMEDIES[StoreBroken])
        return
    try:
        with closing(open_store(address)) as store:
            store.check()
            store.try_to_write()
    except ScorepadError as error:
        yield Complaint("store", error.message, STORE_REMEDIES.get(type(error), ""))


def _look_at_key(folder: Path) -> Iterator[Complaint]:
    file = folder / folders.SECRET_KEY_FILE
    if os.environ.get(folders.SECRET_KEY_VARIABLE) or not file.exists():
        return
    if len(file.read_text(errors="replace").strip()) != folders.SECRET_KEY_LENGTH:
        yield Complaint(
            "key",
            f"The key of the seats, {str(file)!r}, is not whole: phones lose their seats when it is used.",
            "Restore a backup, which holds the key, or let everybody join again.",
        )


def _look_at_backups(folder: Path) -> Iterator[Complaint]:
    """Only where some were made regularly: a host who makes none knows."""
    files = backup_schedule.backup_files(folder / backup_schedule.FOLDER)
    if len(files) < 2:
        return
    made_at = [file.stat().st_mtime for file in files[-2:]]
    usual, age = made_at[1] - made_at[0], time.time() - made_at[1]
    if _serving(folder) and 0 < usual < age / 3:
        last = datetime.fromtimestamp(made_at[1], UTC).isoformat(timespec="minutes")
        yield Complaint("backups", f"The last backup is of {last}.", "The log of the pad says why.")


def _look_at_clock(_folder: Path) -> Iterator[Complaint]:
    if (year := datetime.now(UTC).year) < FIRST_YEAR:
        yield Complaint(
            "clock",
            f"The clock of this machine says {year}.",
            "Set it, or let it ask the network: timedatectl set-ntp true.",
        )


def _look_at_processes(folder: Path) -> Iterator[Complaint]:
    """What the running pad says of itself; nothing where none runs."""
    serving = _serving(folder)
    if serving is None:
        return
    process, host, port = serving
    remedy = "Restart the pad; its log says more."
    try:
        with closing(HTTPConnection(host, port, timeout=ANSWER_WITHIN)) as connection:
            connection.request("GET", "/readyz")
            answer = json.loads(connection.getresponse().read())
            yield from (Complaint("pad", fault, remedy) for fault in answer["faults"])
    except (OSError, HTTPException, ValueError, KeyError):
        yield Complaint(
            "pad", f"The pad runs as process {process} and does not answer on port {port}.", remedy
        )


def _serving(folder: Path) -> tuple[int, str, int] | None:
    """The process, host and port of the pad that runs on the folder."""
    try:
        serving = json.loads((folder / SERVING).read_text())
        os.kill(serving["process"], 0)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(serving["host"], serving["host"])
    return serving["process"], host, serving["port"]


_LOOKS: tuple[Callable[[Path], Iterator[Complaint]], ...] = (
    _look_at_store,
    _look_at_disk,
    _look_at_processes,
    _look_at_key,
    _look_at_backups,
    _look_at_clock,
)
