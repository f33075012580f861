"""A store that is damaged as the pad starts: kept under another name, and how a backup comes back."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path
from shlex import quote

from scorepad.core.errors import ScorepadError
from scorepad.store import backup_schedule, backups, sqlite

PATIENCE = 5.0  # seconds that a look at the pages may take before the pad starts
LONGEST_FAULT = 120  # characters of what SQLite says


class DamagedStore(ScorepadError):
    """The pad does not start on what is left of its store, nor on an empty one in its place."""

    code = "store-broken"


def refuse_damaged(database: Path, backup_folder: Path, running: int | None) -> None:
    """Raise DamagedStore where SQLite finds the store damaged, after it was given another name, and where a
    damaged one was and nothing has taken its place. `running` is the process of a pad that uses it."""
    if database.is_file() and (fault := sqlite.damage(database, PATIENCE)):
        said = f"The pad's store {str(database)!r} is damaged: {fault[:LONGEST_FAULT]}."
        if running is not None:
            raise DamagedStore(f"{said} Stop the pad that uses it first: it runs as process {running}.")
        try:
            kept = backups.set_aside_damaged(database)
        except OSError as error:
            raise DamagedStore(f"{said} It cannot be given another name: {error.strerror}.") from error
        way = way_back(database.parent, backup_folder)
        raise DamagedStore(f"{said} It is kept as {str(kept)!r}, nothing is lost of it.\n{way}")
    if kept_file := sqlite.waiting_damaged(database):
        way = way_back(database.parent, backup_folder)
        raise DamagedStore(
            f"The pad's store was damaged and is kept as {str(kept_file)!r}; nothing has taken its place.\n"
            f"{way}\nTo begin with no tables, move that file to another folder."
        )


def way_back(instance: Path, backup_folder: Path) -> str:
    """The newest backup, and the command that restores it."""
    files = backup_schedule.backup_files(backup_folder)
    if not files:
        where = f"There is none in {str(backup_folder)!r}; to restore the newest backup from elsewhere"
        return f"{where}: {_restore('FILE', instance)}"
    return (
        f"To restore the newest backup, {age_of(files[-1])} old: {_restore(quote(str(files[-1])), instance)}"
    )


def age_of(file: Path) -> str:
    """How old the file is, in the unit that says most: `34 minutes`."""
    seconds = max(0.0, time.time() - file.stat().st_mtime)
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= 2 * length:
            return f"{seconds // length:.0f} {unit}s"
    return f"{seconds:.0f} seconds"


def _restore(file: str, instance: Path) -> str:
    return f"{_program()} restore {file} --instance {quote(str(instance))}"


def _program() -> str:
    """How a shell finds this scorepad."""
    own = Path(sys.executable).with_name("scorepad")
    return "scorepad" if shutil.which("scorepad") == str(own) or not own.is_file() else quote(str(own))
