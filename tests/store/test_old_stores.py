"""Stores of older versions open in this one, on each engine; and older code bears the schema of today."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from scorepad.store.backups import restore
from scorepad.store.engine import on_server
from scorepad.store.opening import is_current, open_store, prepare_store
from scorepad.tables import service
from tests.open_tables import note
from tests.store.conftest import run_sql

OLD_STORES = sorted((Path(__file__).parent / "old_stores").glob("*.db"))
AS_IN_2026_11 = (
    "insert into tables (id, code, opening, created_at) values ('old', 'OLDOLD', 'hash', '2026-11-22')",
    "insert into keys (hash, table_id, created_at) values ('key', 'old', '2026-11-22')",
    "insert into events (table_id, number, op, part, kind, data, by, at)"
    " values ('old', 1, 'op', 0, 'opened', '{}', 'Ann', '2026-11-22')",
    "select number, op, kind, data, by, at from events where table_id = 'old' and number > 0 order by number",
    "select 1 as found from keys where hash = 'key' and table_id = 'old'",
    "update tables set keeps_photos = 1 where id = 'old'",
    "insert into photos (id, table_id, entry, created_at) values ('p', 'old', 2, '2026-11-22')",
    "delete from photos where id = 'p' and table_id = 'old'",
)
"""What older code says to the store."""


@pytest.fixture(params=OLD_STORES, ids=[path.stem for path in OLD_STORES])
def old_store(request):
    return request.param


def brought_here(old_store, database):
    """The old file as the pad's own: opened where it lies, or restored to a server."""
    if on_server(database):
        restore(old_store, database)
    else:
        database.unlink()
        shutil.copyfile(old_store, database)
        prepare_store(database)


def test_an_old_store_opens_and_goes_on(old_store, database, tmp_path):
    """Tables, codes, keys, totals, photos; the next operation is recorded."""
    copy = tmp_path / "old.db"
    shutil.copyfile(old_store, copy)
    brought_here(copy, database)
    known = json.loads(old_store.with_suffix(".json").read_text())
    store = open_store(database)
    table = service.table(store, known["id"])
    assert (table.head, list(table.totals)) == (known["head"], known["totals"])
    assert (store.by_code(known["code"]), list(store.ids())) == (known["id"], known["tables"])
    assert store.check_key(known["id"], known["key"])
    assert (store.keeps_photos(known["id"]), store.photos(known["id"])) == (True, known["photos"])
    assert store.append(known["id"], [note("new")], expected=known["head"])[0].number == known["head"] + 1
    store.close()


def test_a_store_that_lacks_a_change_is_not_current(database, tmp_path, request):
    """It is one once it was prepared."""
    if on_server(database):
        old = request.getfixturevalue("new_schema")()
    else:
        old = tmp_path / "old.db"
        shutil.copyfile(OLD_STORES[-1], old)
    assert (is_current(database), is_current(old)) == (True, False)
    prepare_store(old)
    assert is_current(old)


def test_older_code_goes_on_beside_a_newer_one(database):
    """While machines are upgraded one after another, each statement of the older version does what it did."""
    for statement in AS_IN_2026_11:
        run_sql(database, statement)
    assert run_sql(database, "select keeps_photos from tables where id = 'old'") == [(1,)]
