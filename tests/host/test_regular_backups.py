"""A pad that makes its own backups while people play, restored on another machine."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scorepad.host.pad_folder import running_pad
from scorepad.machine import folders
from scorepad.store.backups import BackupSchedule, UnusableBackup, back_up_job, backup_files, restore
from scorepad.store.opening import open_store, prepare_store
from tests.serving import running, serving, wait_until
from tests.web_phone import WebPhone

TOP = Path(__file__).parents[2]


def test_backups_come_unasked(tmp_path):
    """Every hour unless the host says otherwise, the first at once; `doctor` hears where they are."""
    with serving(f"port=0, instance={str(tmp_path)!r}"):
        assert wait_until(lambda: len(backup_files(tmp_path / "backups")) == 1, 60)
        pad = running_pad(tmp_path)
        assert (pad.backups, pad.backup_every) == (str(tmp_path / "backups"), 3600)
    assert running_pad(tmp_path) is None


@pytest.mark.nightly
def test_backups_are_switched_off(tmp_path):
    """By `--backup-every never`."""
    command = [sys.executable, "-m", "scorepad", "serve", "--port", "0", "--backup-every", "never"]
    with running([*command, "--instance", str(tmp_path)], cwd=TOP) as server:
        assert WebPhone(server.port).new_table()
        assert running_pad(tmp_path).backup_every is None
    assert not (tmp_path / "backups").exists()


def test_a_backup_that_fails_is_told_and_tried_again(tmp_path):
    """The log says why; the next one after an hour when it is made."""
    database, folder = tmp_path / "scorepad.db", tmp_path / "backups"
    schedule = BackupSchedule(database, folder, "a" * 64, 3600, 48)
    prepare_store(database)
    folder.write_text("no folder")
    with pytest.raises(UnusableBackup, match=r"^No backup was made: .*backups': .*\.$"):
        back_up_job({}, schedule)
    folder.unlink()
    assert back_up_job({}, schedule)["again"] == pytest.approx(3600, abs=60)
    assert back_up_job({}, schedule)["again"] <= 3600
    assert len(backup_files(folder)) == 1


@pytest.mark.nightly
def test_backups_come_by_themselves(tmp_path):
    """With every hand that was recorded before, and the key of the seats."""
    pad, elsewhere = tmp_path / "pad", tmp_path / "elsewhere"
    elsewhere.mkdir()
    with serving(f"port=0, instance={str(pad)!r}, backup_every=1.0, keep=2") as server:
        phone = WebPhone(server.port)
        table = phone.new_table()
        assert phone.note(table, "tea") == 303
        assert wait_until(lambda: len(backup_files(pad / "backups")) == 2, 30)
        # the next one may have begun before the note, the one after it has not
        last = backup_files(pad / "backups")[-1]
        assert wait_until(lambda: last not in backup_files(pad / "backups"), 60)
        newest = backup_files(pad / "backups")[-1]
        restored = restore(newest, elsewhere / folders.DATABASE)
    assert restored.secret_key == folders.secret_key(pad)
    store = open_store(elsewhere / folders.DATABASE)
    assert store.head(table) == 2
    store.close()
