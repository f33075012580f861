"""Several processes on one store: nothing is lost, nothing doubled, nothing waits for ever."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from scorepad.store.migrations import CHANGES
from scorepad.store.opening import open_store, prepare_store
from tests.open_tables import note, open_table
from tests.store.conftest import ENGINES, run_sql

pytestmark = pytest.mark.process


def test_the_same_operation_sent_five_times_at_once(store, database):
    """It is written once and all five get the same answer, whatever they expect."""
    table = open_table(store).id
    for turn in range(10):
        answers = together(5, lambda number, op=f"op-{turn}": _append(database, table, op, number))
        assert answers == [answers[0]] * 5
        assert store.head(table) == turn + 2


def _append(database: str | Path, table: str, op: str, number: int) -> object:
    store = open_store(database)
    try:
        event = note(op, "tea", by=f"phone {number}")
        return store.append(table, [event], expected=store.head(table) if number == 0 else None)
    finally:
        store.close()


def together(many, work):
    """What `work(0)`, `work(1)` … answer when they start at the same moment."""
    answers: dict[int, object] = {}
    gate = threading.Barrier(many)

    def one(number: int) -> None:
        gate.wait(60)
        answers[number] = work(number)

    threads = [threading.Thread(target=one, args=(number,), daemon=True) for number in range(many)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return [answers[number] for number in range(many)]


@pytest.mark.parametrize("engine", ENGINES)
def test_several_processes_make_the_store_at_once(engine, request, tmp_path):
    """Each starts with the migrations; they are applied once, and all can go on."""
    for turn in range(5):
        if engine == "sqlite":
            address, applied = tmp_path / f"new{turn}" / "scorepad.db", "_sqlite_migrations order by id"
            known = [change.on_sqlite for change in CHANGES if change.on_sqlite]
        else:
            address, applied = request.getfixturevalue("new_schema")(), "schema_changes order by name"
            known = list(dict.fromkeys(change.on_postgres for change in CHANGES))
        together(6, lambda _, address=address: prepare_store(address))
        assert [name for (name,) in run_sql(address, f"select name from {applied}")] == known


def test_a_reader_does_not_wait_for_a_writer(store, database):
    """While a write transaction is open the table is read as it was before."""
    table = open_table(store).id
    with store.database.write_transaction(table):
        reader = open_store(database)
        assert reader.head(table) == 1  # to wait would be in vain: the transaction ends after this
        reader.close()
