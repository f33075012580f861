"""A process goes on with the tables that it folded before, and never with a log that is not there."""

from __future__ import annotations

from scorepad.core.log.table import fold
from scorepad.store.backups import backup, restore
from scorepad.tables import service, standing
from tests.open_tables import note, open_table


def whole(store, id):
    """The table folded from its opening."""
    return fold(store.after(id, 0), id)


def test_what_is_new_is_added_to_what_stood(store):
    """Whoever wrote it, the table is the one that its whole log makes."""
    id = open_table(store).id
    for turn in range(4):
        assert service.table(store, id) is service.table(store, id)
        store.append(id, [note(f"op-{turn}", f"note {turn}")], expected=None)
        table = service.table(store, id)
        assert (table, table.events) == (whole(store, id), store.after(id, 0))
        assert table.changes == whole(store, id).changes


def test_a_table_that_a_backup_has_replaced_is_read_anew(store, database, tmp_path):
    """Its log is shorter, or has gone another way since."""
    id = open_table(store).id
    backup(database, tmp_path / "copy.db")
    for turn in ("a", "b"):
        store.append(id, [note(turn)], expected=None)
    assert service.table(store, id).head == 3
    restore(tmp_path / "copy.db", database)
    assert service.table(store, id).head == 1
    for turn in ("c", "d"):
        store.append(id, [note(turn, turn)], expected=None)
    service.table(store, id)
    restore(tmp_path / "copy.db", database)
    for turn in ("e", "f", "g"):
        store.append(id, [note(turn, turn)], expected=None)
    assert service.table(store, id).deal.notes == ("e", "f", "g")


def test_only_so_many_events_are_kept(store, monkeypatch):
    """The tables asked for last stay; a very long one is folded every time."""
    monkeypatch.setattr(standing, "MOST_EVENTS", 5)
    monkeypatch.setattr(standing, "LONGEST_LOG", 3)
    standing._tables_kept.clear()
    ids = [open_table(store, op=f"open-{number}").id for number in range(4)]
    for id in (*ids, ids[0]):
        store.append(id, [note("a")], expected=None)
        assert service.table(store, id) == whole(store, id)
    assert list(standing._tables_kept) == [ids[3], ids[0]]
    for op in ("b", "c"):
        store.append(ids[0], [note(op)], expected=None)
    assert service.table(store, ids[0]) == whole(store, ids[0])
    assert list(standing._tables_kept) == [ids[3]]
