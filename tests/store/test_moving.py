"""A whole store goes from one engine to the other and back, every row as it was."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from scorepad.circles.circle_service import make_circle
from scorepad.store import postgres
from scorepad.store.backups import UnusableBackup, backup, restore
from scorepad.store.engine import on_server
from scorepad.store.opening import open_store, prepare_store
from tests.open_tables import Log, note, open_table
from tests.store.conftest import ENGINES, run_sql


def every_row(database, columns):
    """All that a store holds, by table, in the order in which it was made."""
    as_made = "row_number" if on_server(database) else "rowid"
    return {
        table: [
            tuple(bytes(value) if isinstance(value, memoryview) else value for value in row)
            for row in run_sql(database, f"select {', '.join(names)} from {table} order by {order}")
        ]
        for table, names in columns.items()
        for order in [as_made if table in ("tables", "photos", "circles") else ", ".join(names[:2])]
    }


@pytest.fixture
def columns(tmp_path):
    """Those of every SQL table."""
    prepare_store(tmp_path / "columns.db")
    with closing(sqlite3.connect(tmp_path / "columns.db")) as file:
        return postgres.carried_columns(file)


def fill(database):
    """Tables, keys, a long log with odd texts, and photos; ids are random, so none comes twice."""
    store = open_store(database)
    first = open_table(store)
    log = tuple(Log(players=3).out(1, (0, 5)).events)
    second = store.create_log(log, op="import")
    for number, text in enumerate(("♥ 8 − “tea” \\ |", "\\.", "\N{SNOWMAN}" * 50, "null", "\\N", "a'b;--")):
        store.append(first.id, [note(f"n{number}", text), note(f"n{number}", "b")], expected=None)
    store.set_keeps_photos(second.id, True)
    for photo, entry in (("b", 2), ("a", 3)):
        store.add_photo(second.id, photo, entry)
    store.add_key(first.id)
    make_circle(store, name="Fridays ♥", by="Ann", op="circle", tables=[first.id, second.id])
    store.keep_best_points("digest", None)
    store.close()
    run_sql(
        database,
        f"insert into blobs values ('x', '{first.id}', 'image/jpeg', {BYTES[on_server(database)]}, '')",
    )
    return first


BYTES = {False: "x'00ff10'", True: r"'\x00ff10'"}


@pytest.fixture
def new_store(request, tmp_path):
    """Makes an empty store of an engine."""

    def make(engine, name):
        address = tmp_path / f"{name}.db" if engine == "sqlite" else request.getfixturevalue("new_schema")()
        prepare_store(address)
        return address

    return make


@pytest.mark.parametrize("there", ENGINES)
@pytest.mark.parametrize("here", ENGINES)
def test_a_store_moves_with_every_row(new_store, columns, tmp_path, here, there):
    """From each engine to each by a backup and a restore; the phone's key opens it there, and it goes on."""
    old, new = new_store(here, "old"), new_store(there, "new")
    opened = fill(old)
    counted = backup(old, tmp_path / "copy.db")
    assert (counted.tables, counted.events) == (2, 15)
    restored = restore(tmp_path / "copy.db", new)
    assert (restored.tables, restored.events) == (2, 15)
    assert every_row(new, columns) == every_row(old, columns)
    store = open_store(new)
    assert store.check_key(opened.id, opened.key)
    assert store.append(opened.id, [note("later")], expected=13)[0].number == 14
    another = open_table(store, op="another")
    assert store.ids()[-1] == another.id
    store.close()


def test_what_a_server_held_is_kept_when_another_store_takes_its_place(new_store, columns, tmp_path):
    """In a file that restores it."""
    old, new = new_store("sqlite", "old"), new_store("postgresql", "new")
    fill(old)
    fill(new)
    before = every_row(new, columns)
    backup(old, tmp_path / "copy.db")
    replaced = restore(tmp_path / "copy.db", new).replaced
    assert every_row(new, columns) == every_row(old, columns)
    restore(replaced, new)
    assert every_row(new, columns) == before


def test_a_bad_file_is_refused_and_the_server_keeps_its_tables(new_store, columns, tmp_path):
    """It is judged before anything is replaced."""
    new = new_store("postgresql", "new")
    fill(new)
    before = every_row(new, columns)
    bad = tmp_path / "bad.db"
    backup(new, bad)
    with closing(sqlite3.connect(bad)) as conn, conn:
        conn.execute("drop trigger events_no_delete")
        conn.execute("delete from events where number = 2")
    for file, sentence in ((bad, "has a gap"), (tmp_path / "gone.db", "There’s no file")):
        with pytest.raises(UnusableBackup, match=sentence):
            restore(file, new)
    assert every_row(new, columns) == before
    assert not list(tmp_path.glob("*.before-*"))


def test_the_server_has_the_same_columns(new_store, columns):
    """So that all that a later change adds is carried too."""
    sql = """select table_name, column_name from information_schema.columns
             where table_schema = current_schema and column_name <> 'row_number'"""
    there = {row for row in run_sql(new_store("postgresql", "any"), sql) if row[0] in columns}
    assert there == {(table, name) for table, names in columns.items() for name in names}
    assert len(columns) == 16
