"""A process goes on with the tables that it folded before, and never with a log that is not there."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from scorepad.core.log import deal
from scorepad.core.log.event_data import Refused
from scorepad.core.log.table import fold
from scorepad.jobs.turns import Busy
from scorepad.machine.kept import Kept
from scorepad.store.backups import backup, restore
from scorepad.tables import exports, imports, operations, service, standing
from scorepad.tables.operations import Operation
from tests.open_tables import Log, note, open_table


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
        assert table.changes() == whole(store, id).changes()


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
    monkeypatch.setattr(standing, "_tables_kept", Kept(5, lambda table: table.head))
    monkeypatch.setattr(standing, "LONGEST_LOG", 3)
    ids = [open_table(store, op=f"open-{number}").id for number in range(4)]
    for id in (*ids, ids[0]):
        store.append(id, [note("a")], expected=None)
        assert service.table(store, id) == whole(store, id)
    assert list(standing._tables_kept) == [ids[3], ids[0]]
    for op in ("b", "c"):
        store.append(ids[0], [note(op)], expected=None)
    assert service.table(store, ids[0]) == whole(store, ids[0])
    assert list(standing._tables_kept) == [ids[3]]


def test_a_long_log_is_read_in_parts_and_once(store, monkeypatch):
    """Whoever asks while it is read waits and finds it kept; others have their turns between the parts."""
    monkeypatch.setattr(standing, "AT_ONCE", 3)
    monkeypatch.setattr(standing, "LONG_LOG", 5)
    standing._tables_kept.clear()
    id = open_table(store).id
    store.append(id, [note(str(number)) for number in range(10)], expected=None)
    turns: list[float] = []
    monkeypatch.setattr("scorepad.tables.standing.time.sleep", turns.append)
    assert service.table(store, id) == whole(store, id)
    assert len(turns) == 3
    assert service.table(store, id).head == 11
    assert len(turns) == 3


def test_a_log_has_an_end(store, monkeypatch):
    """What is refused then was not written, and the table is read as ever."""
    monkeypatch.setattr(operations, "LONGEST_LOG", 3)
    opened = open_table(store)
    for number in range(3):
        operation = Operation(store, opened.id, opened.key, "Ann", f"op-{number}", None)
        with pytest.raises(Refused, match="Go on at a new table") if number == 2 else nullcontext():
            service.add_note(operation, text="tea")
    assert service.table(store, opened.id).head == 3


@pytest.fixture
def small_deals(monkeypatch):
    for name in ("MOST_NOTES", "MOST_REMOVED"):
        monkeypatch.setattr(deal, name, 2)
    monkeypatch.setattr(imports, "AT_ONCE", 1)


FULL_DEALS = {
    "notes": Log(players=2).add("noted", deal=1, text="a").add("noted", deal=1, text="b").out(1, (0, 5)),
    "removed": Log(players=2)
    .out(1, (0, 5)).add("removed", entry=2).out(1, (0, 5)).add("removed", entry=4).out(1, (0, 5)),
}  # fmt: skip


@pytest.mark.usefixtures("small_deals")
@pytest.mark.parametrize("kind", FULL_DEALS)
def test_a_deal_has_an_end_too(store, kind):
    """What stands after each event is kept, with all notes and all that can be put back: no file and no phone
    makes that more than a process holds. A log that is there already is read whatever it holds."""
    log = FULL_DEALS[kind]
    opened = store.create_log(log.events, op="full")
    for number, act in enumerate((noted, removed)):
        operation = Operation(store, opened.id, opened.key, "Ann", f"new-{number}", None)
        with pytest.raises(Refused, match="has too many notes"):
            act(operation, log.events[-1].number)
    table = service.table(store, opened.id)
    assert table.deal.out == (0,)
    with pytest.raises(Refused, match="has too many notes"):
        imports.import_table(store, exports.to_json(table), op="file")


def noted(operation, _entry):
    service.add_note(operation, text="c")


def removed(operation, entry):
    service.remove_entry(operation, entry=entry)


def test_who_waits_too_long_behind_other_long_tables_is_told(store, monkeypatch):
    for name, value in (("LONG_LOG", 0), ("PATIENCE", 0.01)):
        monkeypatch.setattr(standing, name, value)
    standing._tables_kept.clear()
    id = open_table(store).id
    with standing._long_fold_lock, pytest.raises(Busy, match="other long tables"):
        service.table(store, id)
    assert service.table(store, id).head == 1
