"""Backups made regularly into one folder, the newest of them kept.

Files are numbered and not ordered by their dates: a clock that jumps neither hides the newest nor deletes it.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from scorepad.core.errors import ScorepadError
from scorepad.store.backups import CopyCounts, UnusableBackup, backup

BACK_UP = "scorepad.store.backup_schedule:back_up_job"
FOLDER = "backups"
USUALLY, NEVER = "1h", "never"
KEPT = 48
ROOM_LEFT = 100_000_000  # bytes that no backup takes from the disk, for scores; of a small disk a twentieth
UNITS = {"m": 60, "h": 3600, "d": 86_400}
_PERIOD = re.compile(r"([0-9]{1,4})([mhd])")
_FILE = re.compile(r"scorepad-([0-9]{6,})-[0-9T]+\.db")


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
