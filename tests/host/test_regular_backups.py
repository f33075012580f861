"""A pad that makes its own backups while people play, restored on another machine."""

from __future__ import annotations

from scorepad.machine import folders
from scorepad.store.backup_schedule import backup_files
from scorepad.store.backups import restore
from scorepad.store.opening import open_store
from tests.serving import serving, wait_until
from tests.web_phone import WebPhone


def test_backups_come_by_themselves(tmp_path):
    """With every hand that was recorded before, and the key of the seats."""
    pad, elsewhere = tmp_path / "pad", tmp_path / "elsewhere"
    elsewhere.mkdir()
    with serving(f"port=0, instance={str(pad)!r}, backup_every=2.0, keep=2") as server:
        phone = WebPhone(server.port)
        table = phone.new_table()
        assert phone.note(table, "tea") == 303
        assert wait_until(lambda: len(backup_files(pad / "backups")) == 2, 30)
        last = backup_files(pad / "backups")[-1]
        assert wait_until(lambda: backup_files(pad / "backups")[-1] != last, 30)
        newest = backup_files(pad / "backups")[-1]
        restored = restore(newest, elsewhere / folders.DATABASE)
    assert restored.secret_key == folders.secret_key(pad)
    store = open_store(elsewhere / folders.DATABASE)
    assert store.head(table) == 2
    store.close()
