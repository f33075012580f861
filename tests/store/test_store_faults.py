"""A store whose disk is full, whose file is damaged, locked or not to be written: refused in words."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from scorepad.store import sqlite
from scorepad.store.engine import StoreBroken, StoreBusy, StoreReadOnly
from scorepad.store.opening import open_store, prepare_store, store_address
from tests.open_tables import note, open_table

HERE = Path(__file__)


@pytest.fixture
def database(tmp_path):
    """The path of a store in a file."""
    path = tmp_path / "scorepad.db"
    prepare_store(path)
    return path


@pytest.fixture
def table(store):
    return open_table(store).id


def test_a_lock_of_somebody_else_is_waited_for_and_then_told(store, table, database, monkeypatch):
    """Nothing is written, and reading goes on meanwhile."""
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.2)
    with closing(sqlite3.connect(database)) as other:
        other.execute("begin immediate")
        with pytest.raises(StoreBusy):
            store.append(table, [note("a", "late")], expected=None)
    assert store.head(table) == 1
    store.append(table, [note("a", "late")], expected=None)
    assert store.head(table) == 2


def test_a_damaged_file_is_told(store, table, tmp_path):
    """Also while its head is whole: the page that does not read is met or looked for."""
    for number in range(60):
        store.append(table, [note(str(number), "x" * 200)], expected=None)
    copy = tmp_path / "copy.db"
    store.backup(copy)
    whole = copy.read_bytes()
    tail = len(whole) // 8  # pages of the log: those of the schema stand before
    copy.write_bytes(whole[:-tail] + b"\xff" * tail)
    with closing(open_store(copy)) as damaged, pytest.raises(StoreBroken):
        damaged.check()
    copy.write_bytes(b"no store at all " * 4096)
    with pytest.raises(StoreBroken):
        open_store(copy)


def test_a_missing_folder_is_told(tmp_path):
    """A disk that was taken out."""
    with pytest.raises(StoreBroken):
        open_store(tmp_path / "gone" / "scorepad.db")


@pytest.fixture
def read_only(tmp_path, store):
    """A copy of the store in a folder that nobody may write to, not even root; skipped where none is made."""
    folder = tmp_path / "read-only"
    folder.mkdir()
    open_table(store)
    store.backup(folder / "scorepad.db")
    mounted = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    content = (folder / "scorepad.db").read_bytes()
    if not shutil.which("mount") or subprocess.run(mounted, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    (folder / "scorepad.db").write_bytes(content)
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
    yield folder / "scorepad.db"
    subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.process
def test_a_folder_that_may_not_be_written_is_read(read_only):
    """Even where SQLite could not make the journal's index."""
    with closing(open_store(read_only)) as store:
        (table,) = store.ids()
        assert store.head(table) == 1
        with pytest.raises(StoreReadOnly):
            store.append(table, [note("a", "b")], expected=None)
        with pytest.raises(StoreReadOnly):
            store.check()


def test_a_store_is_where_it_is_said_to_be_else_where_the_environment_says(tmp_path, monkeypatch):
    """A file of the instance folder where neither says anything."""
    monkeypatch.delenv("SCOREPAD_STORE", raising=False)
    assert store_address(tmp_path).parent == tmp_path
    assert store_address(tmp_path, "postgresql://here/pad") == "postgresql://here/pad"
    monkeypatch.setenv("SCOREPAD_STORE", "postgresql://there/pad")
    assert store_address(tmp_path) == "postgresql://there/pad"
    assert store_address(tmp_path, "postgresql://here/pad") == "postgresql://here/pad"
