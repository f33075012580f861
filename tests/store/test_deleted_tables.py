"""A table that was deleted is kept aside for an hour, whole, and then gone for good."""

from __future__ import annotations

import pytest

from scorepad.core.log.table import fold
from scorepad.photos import deleted_tables
from scorepad.photos.deleted_tables import delete_table, forget_deleted, undelete_table
from scorepad.photos.kept_photos import KeptPhotos
from scorepad.store.engine import JoinedLog, NotFound
from scorepad.tables import service
from tests.open_tables import open_table

PICTURE = b"a picture"


@pytest.fixture
def kept(tmp_path, database):
    return KeptPhotos(tmp_path, database)


@pytest.fixture
def table(store, kept):
    """A table with a phone, a photo and somebody who hears of it."""
    table = open_table(store)
    store.join("secret", JoinedLog(table.id, table.key, 0))
    store.set_keeps_photos(table.id, True)
    store.add_photo(table.id, "p1", 1)
    kept.add(table.id, "p1", PICTURE)
    store.webhooks.add(table.id, "https://example.org/scores", 10)
    return table


def rows_of(store, table_id):
    """All that the store has of the table, without what it counts anew."""
    names = {"tables": "id", **dict.fromkeys(store._parts, store.names.owner)}
    rows = {
        name: store.database.select_rows(f"select * from {name} where {owner} = ?", table_id)
        for name, owner in names.items()
    }
    for some in rows.values():
        for row in some:
            row.pop("row_number", None)
            row.pop("opening", None)
    return rows


def test_what_was_deleted_comes_back_as_it_was(store, kept, table):
    """Its log, its code, the phones that sat there, its photos, and who hears of it."""
    before, events = rows_of(store, table.id), store.after(table.id, 0)
    delete_table(store, kept, table.id)
    with pytest.raises(NotFound):
        service.table(store, table.id)
    with pytest.raises(NotFound):
        store.by_code(table.code)
    assert store.joined_logs("secret") == ()
    assert not any(rows_of(store, table.id).values())
    undelete_table(store, kept, table.id)
    assert rows_of(store, table.id) == before
    assert store.after(table.id, 0) == events
    assert fold(events, table.id).names == service.table(store, table.id).names
    assert store.check_key(table.id, table.key)
    (name,) = kept.names(table.id).values()
    assert kept.picture(table.id, name) == PICTURE
    undelete_table(store, kept, table.id)  # sent once more
    assert rows_of(store, table.id) == before


def test_a_code_that_another_table_has_by_now_stays_with_that_one(store, kept, table):
    delete_table(store, kept, table.id)
    other = open_table(store, op="other")
    store.database.select_rows("update tables set code = ? where id = ?", table.code, other.id)
    undelete_table(store, kept, table.id)
    assert store.by_code(table.code) == other.id
    assert store.by_code(store.code(table.id)) == table.id


def test_after_an_hour_it_is_gone_for_good(store, kept, table, monkeypatch):
    """With its pictures; whatever comes next sees to it."""
    delete_table(store, kept, table.id)
    forget_deleted(store, kept)
    assert kept.names(table.id)
    monkeypatch.setattr(deleted_tables, "KEPT_ASIDE", -1)
    with pytest.raises(NotFound):
        undelete_table(store, kept, table.id)
    assert not kept.names(table.id)
    assert store.database.select_rows("select * from set_aside") == []


def test_a_table_that_is_not_there_is_neither_deleted_nor_brought_back(store, kept):
    for act in (delete_table, undelete_table):
        with pytest.raises(NotFound):
            act(store, kept, "nothere")
