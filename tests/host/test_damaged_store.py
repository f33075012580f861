"""A store that is damaged: told while the pad runs, kept as the pad starts, and a backup in its place."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from scorepad.cli.main import main
from scorepad.host.doctor import DamagedStore, refuse_damaged
from scorepad.store import sqlite
from scorepad.store.backup_schedule import BackupSchedule
from scorepad.store.opening import open_store, prepare_store
from tests.open_tables import note, open_table
from tests.serving import serving
from tests.web_phone import WebPhone

TOP = Path(__file__).parents[2]


def spoil(store: Path) -> bytes:
    """Make half of the file's pages unreadable; what it is then."""
    whole = store.read_bytes()
    store.write_bytes(whole[: len(whole) // 2] + b"\xff" * (len(whole) - len(whole) // 2))
    return store.read_bytes()


@pytest.fixture
def pad(tmp_path):
    """The folder of a pad with a long table and a backup of it."""
    prepare_store(tmp_path / "scorepad.db")
    with closing(open_store(tmp_path / "scorepad.db")) as store:
        table = open_table(store).id
        for number in range(60):
            store.append(table, [note(str(number), "x" * 200)], expected=None)
    BackupSchedule(tmp_path / "scorepad.db", tmp_path / "backups", "a" * 64, 3600, 48).back_up()
    return tmp_path


def refused(pad, running=None):
    """What is said in place of a start."""
    with pytest.raises(DamagedStore) as told:
        refuse_damaged(pad / "scorepad.db", pad / "backups", running)
    return told.value.message


def test_a_damaged_store_is_kept_and_the_printed_command_brings_the_backup(pad, capsys):
    """However often the pad is started before; no command begins an empty store in its place."""
    journal = pad / "scorepad.db-wal"
    journal.write_bytes(b"what was written last")
    broken = spoil(pad / "scorepad.db")
    first, again = refused(pad), refused(pad)
    assert "is damaged" in first
    assert "was damaged" in again
    (kept,) = pad.glob("scorepad.db.damaged-*[0-9]")
    assert kept.read_bytes() == broken
    assert not journal.exists()
    assert not (pad / "scorepad.db").exists()
    assert main(["tables", "--instance", str(pad)]) == 2
    assert main(["doctor", "--instance", str(pad)]) == 1
    capsys.readouterr()
    (line,) = (line for line in again.splitlines() if "restore the newest backup" in line)
    words = shlex.split(line.partition("old: ")[2])
    ended = subprocess.run([sys.executable, "-m", "scorepad", *words[1:]], cwd=TOP, check=False)
    assert ended.returncode == 0
    refuse_damaged(pad / "scorepad.db", pad / "backups", None)
    with closing(open_store(pad / "scorepad.db")) as store:
        assert store.head(store.ids()[0]) == 61


def test_a_store_that_a_pad_uses_is_not_moved(pad):
    """Who runs it is told to stop it."""
    broken = spoil(pad / "scorepad.db")
    assert "process 7" in refused(pad, running=7)
    assert (pad / "scorepad.db").read_bytes() == broken


def test_a_sound_store_and_none_are_no_fault(pad, tmp_path):
    refuse_damaged(pad / "scorepad.db", pad / "backups", None)
    refuse_damaged(tmp_path / "none" / "scorepad.db", tmp_path, None)
    assert "There is none" in (spoil(pad / "scorepad.db") and refuse_without_backups(pad))


def refuse_without_backups(pad):
    with pytest.raises(DamagedStore) as told:
        refuse_damaged(pad / "scorepad.db", pad / "elsewhere", None)
    return told.value.message


def test_damage_is_in_the_log_and_not_once_a_request(pad, monkeypatch):
    """While the pad runs; and it is not restored under it."""
    monkeypatch.setattr(sqlite, "REMEMBERED", 0.1)
    with serving(f"port=0, instance={str(pad)!r}, workers=1") as server:
        phone = WebPhone(server.port)
        table = phone.new_table()
        spoil(pad / "scorepad.db")
        statuses = [phone.get(f"/t/{table}") for _ in range(6)]
        (backup,) = list((pad / "backups").glob("*.db"))[:1]
        assert main(["restore", str(backup), "--instance", str(pad)]) == 2
        os.kill(server.process.pid, signal.SIGTERM)
        said = server.process.communicate(timeout=30)[0]
    assert statuses == [503] * 6
    assert said.count("damaged or gone") == 1
    assert "Traceback" not in said
