"""Backups made regularly: numbered, the newest kept, and each restored to what the store was."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from scorepad.store.backups import (
    BackupSchedule,
    BadPeriod,
    UnusableBackup,
    backup_files,
    read_period,
    restore,
)
from scorepad.store.opening import open_store
from tests.open_tables import note, open_table


@pytest.fixture
def schedule(database, tmp_path):
    return BackupSchedule(database, tmp_path / "backups", "a" * 64, seconds=3600, keep=3)


def test_the_newest_are_kept_and_each_restores(store, schedule, tmp_path):
    """What was recorded when it was made, no more and no less."""
    table = open_table(store).id
    for number in range(5):
        store.append(table, [note(str(number))], expected=None)
        schedule.back_up()
    files = backup_files(schedule.folder)
    assert [file.name[:15] for file in files] == ["scorepad-000003", "scorepad-000004", "scorepad-000005"]
    for head, file in enumerate(files, 4):
        assert file.stat().st_mode & 0o777 == 0o600
        copy = tmp_path / f"restored-{head}.db"
        assert restore(file, copy).secret_key == "a" * 64
        restored = open_store(copy)
        assert restored.head(table) == head
        restored.close()


def test_a_clock_that_jumps_loses_no_backup(store, schedule):
    """Their numbers go on, and one from the future makes the next one due at once."""
    open_table(store)
    schedule.back_up()
    (first,) = backup_files(schedule.folder)
    assert 3590 < schedule.seconds_left() <= 3600
    future = time.time() + 10**8
    os.utime(first, (future, future))
    assert schedule.seconds_left() == 0
    schedule.back_up()
    assert [file.name[:15] for file in backup_files(schedule.folder)] == [
        "scorepad-000001",
        "scorepad-000002",
    ]


def test_other_files_are_left_alone(store, schedule):
    """Only its own are counted and deleted."""
    open_table(store)
    schedule.folder.mkdir()
    mine = schedule.folder / "scorepad-mine.db"
    mine.touch()
    for _ in range(4):
        schedule.back_up()
    assert mine.exists()


def test_backups_never_take_the_last_room(store, schedule, monkeypatch):
    """The oldest go first, the newest never; where that helps nothing all stay, and it is said."""
    open_table(store)
    for _ in range(3):
        schedule.back_up()
    files = backup_files(schedule.folder)
    size, total = files[-1].stat().st_size, 10**8
    live = schedule.store.stat().st_size if isinstance(schedule.store, Path) else 0
    spare = total // 20 + max(size, live)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(total=total, free=0))
    with pytest.raises(UnusableBackup, match="no room"):
        schedule.back_up()
    assert backup_files(schedule.folder) == files
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(total=total, free=spare - size))
    schedule.back_up()
    assert backup_files(schedule.folder)[:2] == files[1:]


def test_what_a_killed_backup_left_goes_with_the_next(store, schedule):
    """Once it is so old that nobody can be making it."""
    open_table(store)
    old, new = schedule.folder / ".scorepad-old", schedule.folder / ".scorepad-new"
    for half in (old, new):
        half.mkdir(parents=True)
        (half / "copy.db").write_bytes(b"half")
    os.utime(old, (1, 1))
    schedule.back_up()
    assert (old.exists(), new.exists()) == (False, True)


@pytest.mark.parametrize(("text", "seconds"), [("30m", 1800), ("1h", 3600), ("2d", 172_800), ("never", None)])
def test_a_period_is_read(text, seconds):
    assert read_period(text) == seconds


@pytest.mark.parametrize("text", ["", "h", "0h", "1", "-1h", "1.5h", "1y"])
def test_what_is_no_period_is_refused(text):
    with pytest.raises(BadPeriod):
        read_period(text)
