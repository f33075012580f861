"""Backup and restore: a whole store at one moment, and never half of one."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from scorepad.store import backups, sqlite
from scorepad.store.backups import UnusableBackup, backup, restore
from scorepad.store.opening import open_store
from scorepad.store.sqlite import migrate
from tests.open_tables import note, open_table
from tests.serving import wait_until
from tests.store.conftest import ON_A_FILE

pytestmark = ON_A_FILE
TOP = Path(__file__).parents[2]


def write_note(store, table, op):
    store.append(table, [note(op, "x" * 150)], expected=None)


def fill(path, size):
    """Make the file that large, so that it is copied in several turns."""
    with closing(sqlite3.connect(path)) as conn, conn:
        conn.execute("insert into blobs select 'large', id, '', zeroblob(?), '' from tables limit 1", [size])


@pytest.fixture
def table(store):
    return open_table(store)


def test_a_restored_store_is_what_it_was(store, database, table, tmp_path):
    """Logs, codes and keys; what the store held since is kept beside it."""
    counted = backup(database, tmp_path / "copy.db")
    assert (counted.tables, counted.events, counted.path) == (1, 1, tmp_path / "copy.db")
    write_note(store, table.id, "later")
    restored = restore(tmp_path / "copy.db", database)
    assert (store.head(table.id), store.by_code(table.code)) == (1, table.id)
    assert store.check_key(table.id, table.key)
    write_note(store, table.id, "after")
    kept = open_store(restored.replaced)
    assert kept.head(table.id) == 2
    kept.close()
    assert not list(tmp_path.glob(".scorepad-*"))


def test_a_store_is_restored_where_there_was_none(table, database, tmp_path):
    """On a new machine."""
    backup(database, tmp_path / "copy.db")
    new = tmp_path / "new" / "scorepad.db"
    new.parent.mkdir()
    assert restore(tmp_path / "copy.db", new).replaced is None
    opened = open_store(new)
    assert opened.head(table.id) == 1
    opened.close()


def test_a_damaged_store_is_moved_away_and_replaced(store, database, table, tmp_path):
    """Restoring is for just that day."""
    backup(database, tmp_path / "copy.db")
    store.close()
    database.write_bytes(b"not a database at all" * 1000)
    kept = restore(tmp_path / "copy.db", database).replaced
    assert kept.read_bytes().startswith(b"not a database")
    opened = open_store(database)
    assert opened.head(table.id) == 1
    opened.close()


def test_a_backup_while_another_process_writes_is_a_clean_prefix(store, database, table, tmp_path):
    """Each copy is sound and holds whole operations; meanwhile the other one writes on."""
    command = [sys.executable, "-m", "tests.store.writer", str(database), table.id, "busy"]
    writer = subprocess.Popen(command, cwd=TOP, stdout=subprocess.PIPE, text=True)
    writer.stdout.readline()
    try:
        heads = []
        for turn in range(4):
            backup(database, tmp_path / f"copy{turn}.db")
            copy = open_store(tmp_path / f"copy{turn}.db")
            heads.append(copy.head(table.id))
            copy.close()
            assert wait_until(lambda: store.head(table.id) > heads[-1], 30)
    finally:
        os.kill(writer.pid, signal.SIGKILL)
        writer.communicate(timeout=60)
    assert heads == sorted(set(heads))
    assert all(head % 2 == 1 for head in heads)


def test_a_raw_copy_of_the_file_and_its_journal_is_a_backup_too(store, database, table, tmp_path):
    """What was committed to the journal only is not lost."""
    write_note(store, table.id, "a")
    for ending in ("", "-wal"):
        Path(f"{tmp_path / 'raw.db'}{ending}").write_bytes(Path(f"{database}{ending}").read_bytes())
    write_note(store, table.id, "b")
    restore(tmp_path / "raw.db", database)
    assert store.head(table.id) == 2


def spoil(path: Path, how: str) -> None:
    """Make a good backup a bad one."""
    if how == "text":
        path.write_text("hello")
    elif how == "cut":
        path.write_bytes(path.read_bytes()[:-4096])
    elif how == "gone":
        path.unlink()
    else:
        conn = sqlite3.connect(path)
        conn.executescript(how)
        conn.close()


BAD = [
    ("text", "no SQLite file"),
    ("cut", ""),
    ("gone", "There’s no file"),
    ("pragma application_id = 1", "no scorepad store"),
    ("update _sqlite_migrations set name = 'm999_future' where id = 1", "newer scorepad"),
    ("drop trigger events_no_update; update events set data = '{}' where number = 2", "can’t be read"),
    ("drop trigger events_no_delete; delete from events where number = 2", "has a gap"),
]


@pytest.mark.parametrize(("how", "sentence"), BAD, ids=[how for how, _ in BAD])
def test_a_bad_file_is_refused_and_the_store_stays_as_it_is(store, database, table, tmp_path, how, sentence):
    """It is judged before anything is replaced."""
    for op in ("a", "b", "c"):
        write_note(store, table.id, op)
    backup(database, tmp_path / "copy.db")
    spoil(tmp_path / "copy.db", how)
    before = sorted(path.name for path in database.parent.iterdir())
    with pytest.raises(UnusableBackup) as refused:
        restore(tmp_path / "copy.db", database)
    assert sentence in refused.value.message
    assert store.head(table.id) == 4
    assert sorted(path.name for path in database.parent.iterdir()) == before


def test_a_table_that_does_not_read_costs_no_other(store, database, tmp_path):
    """It is backed up and restored with the rest, and named."""
    open_table(store)
    other = open_table(store, op="other").id
    write_note(store, other, "a")
    with closing(sqlite3.connect(database)) as conn, conn:
        conn.execute("drop trigger events_no_update")
        conn.execute("update events set data = '{}' where number = 2")
    assert backup(database, tmp_path / "copy.db").tables == 2
    restored = restore(tmp_path / "copy.db", tmp_path / "new.db")
    assert (restored.tables, len(restored.unreadable)) == (2, 1)
    assert f"The table {other} in it can’t be read" in restored.unreadable[0]


def test_a_backup_folds_no_log(store, database, tmp_path, monkeypatch):
    """Its cost is that of the file."""
    open_table(store)
    monkeypatch.setattr(backups, "fold", lambda *_: pytest.fail("a log was folded"))
    assert backup(database, tmp_path / "copy.db").events == 1


def test_a_restore_killed_half_way_leaves_the_old_store(store, database, table, tmp_path):
    """The new content comes in one transaction."""
    backup(database, tmp_path / "copy.db")
    fill(database, 1_500_000)
    write_note(store, table.id, "later")
    big = tmp_path / "big.db"
    migrate(big)
    other = open_store(big)
    opened = open_table(other)
    other.close()
    fill(big, 3_000_000)
    script = (
        "import os, sys; from pathlib import Path; from scorepad.store.backups import restore\n"
        "restore(Path(sys.argv[1]), Path(sys.argv[2]), progress=lambda *_: os.kill(os.getpid(), 9))"
    )
    killed = subprocess.run([sys.executable, "-c", script, str(big), str(database)], cwd=TOP, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert (store.head(table.id), store.ids()) == (2, (table.id,))
    assert sqlite.file_faults(database) == ()
    assert restore(big, database).tables == 1
    assert store.ids() == (opened.id,)


def test_a_backup_is_not_written_over_the_store_nor_where_nothing_can_be(database, tmp_path):
    """Each is said in words."""
    for target in (database, tmp_path / "no" / "such" / "folder" / "copy.db"):
        with pytest.raises(UnusableBackup):
            backup(database, target)
    with pytest.raises(UnusableBackup, match="no store"):
        backup(tmp_path / "none.db", tmp_path / "copy.db")
    with pytest.raises(UnusableBackup, match="the store itself"):
        restore(database, database)
