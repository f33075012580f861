"""Diagnoses a pad, with remedies: its folder, disk, store, clock, processes.

A store found damaged as the pad starts is renamed, and the host is told how to restore a backup.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from shlex import quote
from urllib.parse import urlsplit

from scorepad.core.errors import ScorepadError
from scorepad.core.extras import LIBRARIES, is_installed, missing_words, searches_lack
from scorepad.core.phrasing import join_words
from scorepad.host.pad_folder import SERVING, running_pad
from scorepad.machine import folders, search_faults
from scorepad.rulebook import outside_faults, pad_game_faults
from scorepad.store import backups, sqlite
from scorepad.store.engine import StoreAway, StoreBroken, StoreBusy, StoreFull, StoreReadOnly
from scorepad.store.opening import is_current, open_store, store_address
from scorepad.store.photo_table import delete_queue
from scorepad.tables.missing_games import missing_games

LITTLE_MEMORY = 1_100_000_000  # bytes; a machine sold with 1 GB has less
PHOTO_MEMORY = "SCOREPAD_PHOTO_MEMORY"
SPARING_PHOTO_MEMORY = "500"
LITTLE_ROOM = 100_000_000  # bytes
FIRST_YEAR = 2025  # before it no clock that is set can be
ANSWER_WITHIN = 10.0  # seconds
MOST_NAMED = 5  # tables
MISSED = 3  # times the usual pause, after which backups have stopped
PATIENCE = 5.0  # seconds that a look at the pages may take before the pad starts
LONGEST_FAULT = 120  # characters of what SQLite says
MAKE_ROOM = (
    "Make room on the disk of the pad’s folder. Start with old backups and files 'scorepad.db.before-…' "
    "to go."
)
STORE_REMEDIES: dict[type[ScorepadError], str] = {
    StoreFull: MAKE_ROOM,
    StoreReadOnly: "Let the user who runs the pad write to its folder, or mount its disk for writing.",
    StoreBusy: "Another program has locked the store, such as a database browser. Close it.",
    StoreAway: "Start the database server, or correct its address in SCOREPAD_STORE.",
}


@dataclass(frozen=True, slots=True)
class Complaint:
    """A fault, in a sentence, and what to do about it."""

    about: str
    fault: str
    remedy: str


def complaints(instance: str | None = None) -> list[Complaint]:
    """All faults of the pad of that folder, the worst first; empty if there are none."""
    try:
        folder = folders.instance_folder(instance)
    except folders.UnusableFolder as error:
        return [
            Complaint(
                "folder",
                error.message,
                "Name another folder with --instance, or let the pad’s user write to this one.",
            )
        ]
    return [complaint for look in _LOOKS for complaint in look(folder)]


@dataclass(frozen=True, slots=True)
class Backups:
    """The regular backups: their folder, their number, and the newest with its age in seconds."""

    folder: str
    number: int
    newest: str | None = None
    age: float | None = None

    def __str__(self) -> str:
        if self.newest is None:
            return f"There’s no backup in {self.folder}."
        plural = "" if self.number == 1 else "s"
        return f"{self.number} backup{plural} in {self.folder}, the newest {age_of(Path(self.newest))} old."


def kept_backups(instance: str | None = None) -> Backups | None:
    """The backups of the pad of that folder; None if there is no folder."""
    try:
        folder = _backup_folder(folders.instance_folder(instance))
    except folders.UnusableFolder:
        return None
    files = backups.backup_files(folder)
    if not files:
        return Backups(str(folder), 0)
    return Backups(str(folder), len(files), str(files[-1]), round(_seconds_since(files[-1]), 1))


def _backup_folder(folder: Path) -> Path:
    """The backup folder of the pad: the running pad's, else the usual one."""
    pad = running_pad(folder)
    return Path(pad.backups) if pad else folder / backups.FOLDER


def _seconds_since(file: Path) -> float:
    return max(0.0, time.time() - file.stat().st_mtime)


def _look_at_disk(folder: Path) -> Iterator[Complaint]:
    room = shutil.disk_usage(folder).free
    if room < LITTLE_ROOM:
        yield Complaint("disk", f"The disk has {room / 1e6:.0f} MB left.", MAKE_ROOM)


def _look_at_store(folder: Path) -> Iterator[Complaint]:
    try:
        address = store_address(folder)
    except ScorepadError as error:
        yield Complaint("store", error.message, "Correct SCOREPAD_STORE.")
        return
    if isinstance(address, Path) and not address.is_file():
        if kept := sqlite.waiting_damaged(address):
            fault = f"The store was damaged and is kept as {str(kept)!r}. There’s no new one yet."
            yield Complaint("store", fault, way_back(folder, _backup_folder(folder)))
        return  # it is made when the pad starts
    if isinstance(address, Path) and (faults := sqlite.file_faults(address)):
        words = " ".join(" ".join(faults).split())
        yield Complaint("store", f"The store {str(address)!r}: {words}", _store_remedy(folder, StoreBroken))
        return
    try:
        with closing(open_store(address)) as store:
            store.check()
            store.try_to_write()
    except ScorepadError as error:
        yield Complaint("store", error.message, _store_remedy(folder, type(error)))


def _store_remedy(folder: Path, kind: type[ScorepadError]) -> str:
    if kind is StoreBroken:
        return f"Stop the pad. {way_back(folder, _backup_folder(folder))} What was there is kept."
    return STORE_REMEDIES.get(kind, "")


def _look_at_key(folder: Path) -> Iterator[Complaint]:
    file = folder / folders.SECRET_KEY_FILE
    if os.environ.get(folders.SECRET_KEY_VARIABLE):
        return
    fault = ""
    if file.exists():
        is_whole = len(file.read_text(errors="replace").strip()) == folders.SECRET_KEY_LENGTH
        fault = "" if is_whole else "isn’t complete. Phones would lose their seats."
    elif running_pad(folder):  # it makes one as it starts, and has it in mind until it stops
        fault = "is gone. Phones lose their seats when the pad stops."
    if fault:
        yield Complaint(
            "key",
            f"The key of the seats, {str(file)!r}, {fault}",
            "Restore a backup, which has the key, or let everybody join again.",
        )


def _look_at_backups(folder: Path) -> Iterator[Complaint]:
    """Faults of regular backups, if a pad runs that makes any."""
    pad = running_pad(folder)
    if pad is None or pad.backup_every is None:
        return
    files = backups.backup_files(Path(pad.backups))
    runs_for = _seconds_since(folder / SERVING)
    age = min(_seconds_since(files[-1]), runs_for) if files else runs_for
    if age > MISSED * pad.backup_every:
        last = f"The last backup is {age_of(files[-1])} old." if files else "No backup was made."
        yield Complaint("backups", last, "Look in the pad’s log for the reason.")


def _look_at_clock(_folder: Path) -> Iterator[Complaint]:
    if (year := datetime.now(UTC).year) < FIRST_YEAR:
        yield Complaint(
            "clock",
            f"This machine’s clock says {year}.",
            "Set it, or run: timedatectl set-ntp true.",
        )


def _look_at_processes(folder: Path) -> Iterator[Complaint]:
    """Faults that the running pad reports; none if none runs."""
    pad = running_pad(folder)
    if pad is None:
        return
    remedy = "Restart the pad. Its log says more."
    try:
        with closing(HTTPConnection(pad.host_here, pad.port, timeout=ANSWER_WITHIN)) as connection:
            connection.request("GET", "/readyz")
            answer = json.loads(connection.getresponse().read())
            yield from (Complaint("pad", fault, remedy) for fault in answer["faults"])
    except (OSError, HTTPException, ValueError, KeyError):
        fault = f"The pad runs as process {pad.process} but doesn’t answer on port {pad.port}."
        yield Complaint("pad", fault, remedy)


def _look_at_games(folder: Path) -> Iterator[Complaint]:
    for fault in pad_game_faults(folder / folders.GAMES):
        yield Complaint("game", f"A game of this pad is left out: {fault}", "Mend its file, or take it away.")
    for fault in outside_faults():
        remedy = "Update its package or uninstall it. The pad runs without that game."
        yield Complaint("game", f"A game of another package is left out: {fault}.", remedy)


def _look_at_search(folder: Path) -> Iterator[Complaint]:
    """Faults of the search: missing libraries, failed questions, and refuted proofs."""
    if lacking := searches_lack():
        yield Complaint("search", *lacking)
    if faults := search_faults.kept_in(folder):
        plural, file = "" if len(faults) == 1 else "s", str(folder / search_faults.FILE)
        yield Complaint(
            "search",
            f"The search failed {len(faults)} question{plural}, the last one at {faults[-1]}",
            f"The answers were marked as not proven. Report {file!r}, then delete it.",
        )


def _look_at_tables(folder: Path) -> Iterator[Complaint]:
    """Tables whose games are gone. A store that cannot be read is reported elsewhere."""
    with suppress(ScorepadError):
        address = store_address(folder)
        if not is_current(address):
            return
        with closing(open_store(address)) as store:
            tables_by_game = missing_games(store)
        for game, tables in tables_by_game.items():
            names = join_words([f"{table.title} ({table.id})" for table in tables[:MOST_NAMED]], "and")
            more = f" and {len(tables) - MOST_NAMED} more" if len(tables) > MOST_NAMED else ""
            yield Complaint(
                "tables",
                f"This pad doesn’t have the game {game!r} of {len(tables)} table"
                f"{'s' if len(tables) > 1 else ''}: {names}{more}.",
                "Install the package that brings the game. The tables are kept, and go on once it is there.",
            )


def _look_at_webhooks(folder: Path) -> Iterator[Complaint]:
    """Webhooks that fail. A store that does not open was reported before."""
    with suppress(ScorepadError):
        address = store_address(folder)
        if not is_current(address):
            remedy = "Start the pad, which updates it, or run 'scorepad migrate'."
            yield Complaint("store", "The store is that of an older version.", remedy)
            return
        with closing(open_store(address)) as store:
            failing = store.webhooks.failing()
        for hook in failing:
            where = urlsplit(hook.url).hostname
            yield Complaint(
                "webhook",
                f"The webhook of table {hook.table_id} to {where} fails: {hook.fault}",
                "Fix what answers there, or remove the webhook on the page of the table’s host.",
            )


_LOOKS: tuple[Callable[[Path], Iterator[Complaint]], ...] = (
    _look_at_store,
    _look_at_disk,
    _look_at_processes,
    _look_at_key,
    _look_at_backups,
    _look_at_clock,
    _look_at_games,
    _look_at_search,
    _look_at_tables,
    _look_at_webhooks,
)


class DamagedStore(ScorepadError):
    """The pad refuses to start on a damaged store, or on an empty one in its place."""

    code = "store-broken"


def refuse_damaged(database: Path, backup_folder: Path, running: int | None) -> None:
    """Raise DamagedStore if SQLite finds the store damaged, which is then renamed, or if a damaged one was
    renamed and not replaced. `running` is the process of a pad that uses the store."""
    if database.is_file() and (fault := sqlite.damage(database, PATIENCE)):
        said = f"The pad’s store {str(database)!r} is damaged: {fault[:LONGEST_FAULT]}."
        if running is not None:
            raise DamagedStore(f"{said} A pad is using it. Stop process {running} first.")
        try:
            kept = backups.set_aside_damaged(database)
        except OSError as error:
            raise DamagedStore(
                f"{said} It can’t be renamed: {error.strerror}. Let the pad’s user write to its folder."
            ) from error
        way = way_back(database.parent, backup_folder)
        raise DamagedStore(f"{said} It’s kept as {str(kept)!r}, and nothing in it is lost.\n{way}")
    if kept_file := sqlite.waiting_damaged(database):
        way = way_back(database.parent, backup_folder)
        raise DamagedStore(
            f"The pad’s store was damaged and is kept as {str(kept_file)!r}. There’s no new one yet.\n"
            f"{way}\nTo start without tables, move that file to another folder."
        )


def delete_damaged_queue(instance: Path, running: int | None) -> str:
    """Delete the file of queued photos if SQLite finds it damaged; a photo waits an hour at most, and can be
    taken again. A pad that is `running` keeps it. Returns a line for the host; empty if it is sound."""
    queue = instance / folders.PHOTO_QUEUE
    if running is not None or not queue.is_file() or not sqlite.damage(queue, PATIENCE):
        return ""
    delete_queue(queue)
    return "The file of waiting photos was damaged, and is deleted. Take those photos again."


def way_back(instance: Path, backup_folder: Path) -> str:
    """A sentence with the newest backup, and the command that restores it."""
    files = backups.backup_files(backup_folder)
    if not files:
        where = f"There’s no backup in {str(backup_folder)!r}. To restore one from elsewhere"
        return f"{where}: {_restore('FILE', instance)}"
    return (
        f"To restore the newest backup, {age_of(files[-1])} old: {_restore(quote(str(files[-1])), instance)}"
    )


def age_of(file: Path) -> str:
    """The age of the file in a suitable unit: `34 minutes`."""
    seconds = max(0.0, time.time() - file.stat().st_mtime)
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= 2 * length:
            return f"{seconds // length:.0f} {unit}s"
    return f"{seconds:.0f} seconds"


def _restore(file: str, instance: Path) -> str:
    return f"{_program()} restore {file} --instance {quote(str(instance))}"


def _program() -> str:
    """The command that runs this scorepad in a shell."""
    own = Path(sys.executable).with_name("scorepad")
    return "scorepad" if shutil.which("scorepad") == str(own) or not own.is_file() else quote(str(own))


def do_without(settings: MutableMapping[str, str], memory: int) -> list[str]:
    """Sentences on what a starting pad leaves out, each with the reason and the remedy: extras that are not
    installed, and large photos on a machine with little memory, unless `settings` limit photos already."""
    missing = [" ".join(lacking)] if (lacking := searches_lack()) else []
    missing += [str(missing_words(extra)) for extra in LIBRARIES if not is_installed(extra)]
    if memory >= LITTLE_MEMORY or PHOTO_MEMORY in settings or not is_installed("photos"):
        return missing
    settings[PHOTO_MEMORY] = SPARING_PHOTO_MEMORY
    return [
        *missing,
        f"This machine has {memory // 1_000_000} MB of memory, so photos of more than 20 megapixels are "
        f"refused. Set {PHOTO_MEMORY} to change that.",
    ]
