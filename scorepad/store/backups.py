"""Service: back up the whole store to a file, regularly too, and restore it, while the app runs.

Neither leaves a half state. A backup is written beside its target and moved into place once it is sound. A
restore judges the file first, then replaces the store's content in one transaction. Both judge alike: every
page and index, and that no log has a gap; so a restore takes whatever a backup wrote. A restore also reports
logs that do not read, and goes on: one such table shall not cost the others.

Regular backups are made into one folder, and the newest of them kept. Their files are numbered and not
ordered by their dates: a clock that jumps neither hides the newest nor deletes it.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.core.errors import ScorepadError
from scorepad.core.log.circle import fold_circle
from scorepad.core.log.event_data import Event
from scorepad.core.log.table import fold
from scorepad.machine.folders import JOURNAL_ENDINGS
from scorepad.store import sqlite
from scorepad.store.opening import open_store, prepare_store

if TYPE_CHECKING:
    from scorepad.store.sql_store import Logs

_HALF = ".scorepad-"  # what a copy's folder is called while it is made
_HALF_SECONDS = 86_400.0  # after which whoever made it was killed
BACK_UP = "scorepad.store.backups:back_up_job"
FOLDER = "backups"
USUALLY, NEVER = "1h", "never"
KEPT = 48
ROOM_LEFT = 100_000_000  # bytes that no backup takes from the disk, for scores; of a small disk a twentieth
UNITS = {"m": 60, "h": 3600, "d": 86_400}
_PERIOD = re.compile(r"([0-9]{1,4})([mhd])")
_FILE = re.compile(r"scorepad-([0-9]{6,})-[0-9T]+\.db")


class UnusableBackup(ScorepadError):
    """A file that cannot be written, or that is not a sound copy of a store."""

    code = "backup"


@dataclass(frozen=True, slots=True)
class CopyCounts:
    """What a copy holds.

    `replaced` is the file with the content that a restore replaced. `secret_key` signs the cookies of phones.
    `unreadable` has a sentence for each restored log that does not read.
    """

    path: Path
    tables: int
    events: int
    replaced: Path | None = None
    secret_key: str | None = field(default=None, repr=False)
    unreadable: tuple[str, ...] = ()


class BadPeriod(ScorepadError):
    """A period, or a number of backups, that does not read."""

    code = "backup"


@dataclass(frozen=True, slots=True)
class BackupSchedule:
    """Regular backups of `store` into `folder`: one every `seconds`, the newest `keep` of them kept."""

    store: str | Path
    folder: Path
    secret_key: str = field(repr=False)
    seconds: float
    keep: int

    def __post_init__(self) -> None:
        if self.keep < 1:
            raise BadPeriod(f"--keep {self.keep}: type 1 or more.", at="keep")

    def back_up(self) -> CopyCounts:
        """Make the next backup. Delete the oldest ones beyond `keep`, or for lack of room. Raises
        UnusableBackup, StoreAway."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            earlier = backup_files(self.folder)
            self._make_room(earlier)
            number = _number_of(earlier[-1]) + 1 if earlier else 1
            name = f"scorepad-{number:06}-{datetime.now(UTC):%Y%m%dT%H%M%S}.db"
            counts = backup(self.store, self.folder / name, secret_key=self.secret_key)
            for file in backup_files(self.folder)[: -self.keep]:
                file.unlink(missing_ok=True)
        except OSError as error:
            raise UnusableBackup(f"{str(self.folder)!r}: {error.strerror}.", at="file") from error
        return counts

    def _make_room(self, earlier: Sequence[Path]) -> None:
        """Delete the oldest backups if that makes room for the next one. The newest always stays. Raises
        UnusableBackup."""
        disk = shutil.disk_usage(self.folder)
        store = [self.store] if isinstance(self.store, Path) else []
        # About as large as the newest one, or as what the store has grown to since.
        size = max((file.stat().st_size for file in (*earlier[-1:], *store)), default=0)
        lacking = size + min(ROOM_LEFT, disk.total // 20) - disk.free
        oldest = []
        for file in earlier[:-1]:
            if lacking > 0:
                oldest.append(file)
                lacking -= file.stat().st_size
        if lacking > 0:
            raise UnusableBackup(
                f"There’s no room for a backup in {str(self.folder)!r}. Make some, or name another folder.",
                at="file",
            )
        for file in oldest:
            file.unlink(missing_ok=True)

    def seconds_left(self) -> float:
        """Seconds until the next backup is due, by the age of the newest; 0 if that is dated in the
        future."""
        files = backup_files(self.folder)
        age = time.time() - files[-1].stat().st_mtime if files else self.seconds
        return self.seconds - age if age >= 0 else 0.0


def back_up_job(_request: object, schedule: BackupSchedule) -> dict[str, float]:
    """A regular job: make the next backup if it is due. `again` says in how many seconds the next one is.
    Raises UnusableBackup."""
    try:
        if schedule.seconds_left() <= 0:
            schedule.back_up()
    except Exception as error:
        reason = error.message if isinstance(error, ScorepadError) else repr(error)
        raise UnusableBackup(f"No backup was made: {reason}") from error
    return {"again": max(1.0, schedule.seconds_left())}


def backup_files(folder: Path) -> list[Path]:
    """The backups in the folder, the newest last."""
    return sorted(
        (file for file in folder.glob("scorepad-*.db") if _FILE.fullmatch(file.name)), key=_number_of
    )


def read_period(text: str) -> float | None:
    """The seconds of a period such as `30m`, `1h` or `1d`; None for `never`. Raises BadPeriod."""
    if text == NEVER:
        return None
    match = _PERIOD.fullmatch(text)
    if match is None or not int(match[1]):
        raise BadPeriod(
            f"{text!r} isn’t a period. Type one such as 30m, 1h or 1d, or never.", at="backup-every"
        )
    return float(int(match[1]) * UNITS[match[2]])


def _number_of(file: Path) -> int:
    match = _FILE.fullmatch(file.name)
    assert match is not None
    return int(match[1])


def backup(
    database: str | Path, target: Path, *, secret_key: str | None = None, cookies: str = ""
) -> CopyCounts:
    """Copy the store, as it is at one moment, over the file `target`, readable by its owner alone.

    The copy includes the `secret_key`, so that phones keep their seats on another machine, and the `cookies`
    of a pad in a browser.

    Raises UnusableBackup, and StoreAway for a store on a server.
    """
    if isinstance(database, Path):
        if not database.is_file():
            raise UnusableBackup(
                f"There’s no store at {str(database)!r} yet. Check --instance.", at="instance"
            )
        if _same_file(database, target):
            raise UnusableBackup("A backup can’t replace the store itself. Name another file.", at="file")
    with _file_beside(target) as copy:
        with closing(open_store(database)) as store:
            store.backup(copy)
        copy_counts = _judge_copy(copy)
        if secret_key:
            sqlite.put_secret(copy, secret_key, cookies)
        copy.chmod(0o600)
        # The content before the name: after a power cut the name leads to the old file or to a whole new one.
        _flush_to_disk(copy)
        os.replace(copy, target)
        _flush_to_disk(target.parent)
    return CopyCounts(target, *copy_counts)


def cookies_in(source: Path) -> str:
    """The cookies in the backup of a pad in a browser; empty for any other file."""
    try:
        return sqlite.cookies_in(source)
    except sqlite3.Error:
        return ""


def restore(
    source: Path,
    database: str | Path,
    *,
    folder: Path | None = None,
    progress: sqlite.Progress | None = None,
) -> CopyCounts:
    """Replace the store by the backup `source`.

    The store's former content goes to a file beside it. For a store on a server that file lies in `folder`,
    or else beside the backup. `progress` is called with (status, pages left, pages in all), as by SQLite's
    online backup.

    Raises UnusableBackup, and StoreAway for a store on a server.
    """
    if not source.is_file():
        raise UnusableBackup(f"There’s no file {str(source)!r}. Check its name.", at="file")
    if isinstance(database, str):
        return _restore_on_server(source, database, folder or source.parent)
    if _same_file(source, database):
        raise UnusableBackup("That file is the store itself. Name a backup.", at="file")
    with _file_beside(database) as copy:
        secret_key = _copy_source(source, copy)
        copy_counts, unreadable = _judge_copy(copy), _unreadable_logs(copy)
        replaced = _set_aside(database)
        if database.exists():
            sqlite.copy_in(copy, database, progress)
        else:
            # The journal of a store that is gone must not be taken for one of the new file.
            for ending in JOURNAL_ENDINGS:
                Path(f"{database}{ending}").unlink(missing_ok=True)
            _flush_to_disk(copy)
            os.replace(copy, database)
            _flush_to_disk(database.parent)
    sqlite.migrate(database)
    return CopyCounts(database, *copy_counts, replaced, secret_key, unreadable)


def _restore_on_server(source: Path, address: str, folder: Path) -> CopyCounts:
    from scorepad.store import postgres

    prepare_store(address)
    replaced = folder / f"scorepad.db.before-{_time_stamp()}"
    with _file_beside(replaced) as copy:
        secret_key = _copy_source(source, copy)
        copy_counts, unreadable = _judge_copy(copy), _unreadable_logs(copy)
        with closing(open_store(address)) as store:
            is_empty = not store.ids()
        if not is_empty:
            backup(address, replaced)
        postgres.copy_in(copy, address)
    kept = None if is_empty else replaced
    return CopyCounts(folder, *copy_counts, kept, secret_key, unreadable)


def _copy_source(source: Path, copy: Path) -> str | None:
    """Copy the file, including its journal, and bring the copy up to date. Returns the secret key that the
    file held, if any."""
    with tempfile.TemporaryDirectory(dir=copy.parent) as folder:
        own_copy = Path(folder) / "source.db"
        if Path(f"{source}-shm").exists():
            sqlite.copy_out(source, own_copy, read_only=True)  # another pad may run on it
        else:
            for ending in ("", "-wal"):
                if Path(f"{source}{ending}").is_file():
                    shutil.copyfile(f"{source}{ending}", f"{own_copy}{ending}")
        _refuse_faulty(sqlite.file_faults(own_copy))
        sqlite.migrate(own_copy)
        sqlite.copy_out(own_copy, copy)
    return sqlite.take_secret(copy)


def _judge_copy(copy: Path) -> tuple[int, int]:
    """The numbers of tables and of events in the copy. Raises UnusableBackup unless it is sound."""
    _refuse_faulty(sqlite.file_faults(copy))
    with closing(open_store(copy)) as store:
        if gap := store.log_with_gap() or store.circles.log_with_gap():
            raise UnusableBackup(f"The log {gap} in it has a gap. Use another backup.", at="file")
        return store.counts()


def _unreadable_logs(copy: Path) -> tuple[str, ...]:
    """A sentence for each table and circle of the copy whose log does not read. Raises UnusableBackup if no
    log reads."""
    with closing(open_store(copy)) as store:
        logs = [
            *(_fault("table", store, fold, table_id) for table_id in store.ids()),
            *(_fault("circle", store.circles, fold_circle, circle) for circle in store.circles.ids()),
        ]
    if logs and all(logs):
        raise UnusableBackup(f"The file can’t be used. Try another backup. {' '.join(logs[:3])}", at="file")
    return tuple(filter(None, logs))


def _fault(noun: str, logs: Logs, folded: Callable[[tuple[Event, ...], str], object], log_id: str) -> str:
    try:
        folded(logs.after(log_id, 0), log_id)
    except (ScorepadError, ValueError) as error:
        return f"The {noun} {log_id} in it can’t be read: {error}"
    return ""


def _refuse_faulty(faults: tuple[str, ...]) -> None:
    if faults:
        raise UnusableBackup(f"The file can’t be used. Try another backup. {' '.join(faults)}", at="file")


def _set_aside(database: Path) -> Path | None:
    """Copy the store's content to a file of its own and return that; a damaged store is moved there
    instead."""
    if not database.exists():
        return None
    kept_file = database.with_name(f"{database.name}.before-{_time_stamp()}")
    if sqlite.file_faults(database):
        _move_away(database, kept_file)
    else:
        sqlite.copy_out(database, kept_file)
    return kept_file


def set_aside_damaged(database: Path) -> Path:
    """Rename a damaged store. Returns its new path."""
    kept_file = database.with_name(f"{database.name}{sqlite.DAMAGED}{_time_stamp()}")
    _move_away(database, kept_file)
    return kept_file


def _move_away(database: Path, kept_file: Path) -> None:
    """Rename a damaged database. Its journal is renamed first, so a new database never picks it up."""
    for ending in JOURNAL_ENDINGS:
        if Path(f"{database}{ending}").exists():
            os.replace(f"{database}{ending}", f"{kept_file}{ending}")
    os.replace(database, kept_file)
    _flush_to_disk(database.parent)


def _time_stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")


@contextmanager
def _file_beside(target: Path) -> Iterator[Path]:
    """A temporary path in the folder of `target`. What lies there at the end and was not moved is deleted."""
    for half in target.parent.glob(f"{_HALF}*"):
        if time.time() - half.stat().st_mtime > _HALF_SECONDS:
            shutil.rmtree(half, ignore_errors=True)
    try:
        with tempfile.TemporaryDirectory(prefix=_HALF, dir=target.parent) as folder:
            yield Path(folder) / "copy.db"
    except (OSError, sqlite3.Error) as error:
        raise UnusableBackup(
            f"{str(target)!r} can’t be written: {error}. Name another file.", at="file"
        ) from error


def _same_file(first_file: Path, second_file: Path) -> bool:
    return first_file.resolve() == second_file.resolve()


def _flush_to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
