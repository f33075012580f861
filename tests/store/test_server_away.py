"""A PostgreSQL server that stops, crashes and comes back: said in words, nothing lost or started anew."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from contextlib import closing
from dataclasses import replace

import pytest

from scorepad.store import postgres
from scorepad.store.engine import StoreAway
from scorepad.store.opening import listen_for_changes, open_store, prepare_store
from scorepad.store.sql_store import _rows_of_events
from scorepad.web.table.live import AFTER_A_FAULT, Watcher
from tests.by_night import by_night
from tests.open_tables import note, open_table
from tests.postgresql import running_database
from tests.serving import wait_until

pytestmark = pytest.mark.process
PATIENCE = 2.0  # seconds that a connection is waited for, where the pad has five


@pytest.fixture(scope="module")
def server():
    """A server of its own, for tests to end."""
    with running_database() as database:
        yield database
    postgres.close_pools()


@pytest.fixture
def database(server, monkeypatch):
    monkeypatch.setattr(postgres, "PATIENCE", PATIENCE)
    address = server.schema_address(f"away_{time.time_ns()}")
    prepare_store(address)
    return address


@pytest.mark.nightly
@pytest.mark.parametrize("end", [by_night("stop"), "kill"])
def test_a_server_that_went_is_told_of_and_used_again_when_it_is_back(server, store, database, end):
    """Reading, writing and starting say so while it is away; what was written is there afterwards."""
    table = open_table(store)
    first = store.append(table.id, [note("first")], expected=1)
    getattr(server, end)()
    for ask in (
        lambda: store.after(table.id, 0),
        lambda: store.append(table.id, [note("second")], expected=2),
        lambda: prepare_store(database),
        lambda: listen_for_changes(database),
        store.check,
    ):
        with pytest.raises(StoreAway):
            ask()
    server.start()
    assert wait_until(lambda: not refused(store, table.id), 10)
    assert store.append(table.id, [note("first")], expected=1) == first
    assert store.append(table.id, [note("second")], expected=2)[0].number == 3


def refused(store, table_id):
    try:
        store.head(table_id)
    except StoreAway:
        return True
    return False


@pytest.mark.nightly
def test_whoever_follows_tables_says_once_that_the_server_went_and_once_that_it_is_back(
    server, store, database, caplog
):
    """However often it asks meanwhile; then it hears of changes as before."""
    table = open_table(store)
    watcher = Watcher(lambda: closing(open_store(database)), lambda: listen_for_changes(database))
    with watcher.watching(table.id):
        assert watcher.wait(table.id, None, 20) == 1
        server.kill()
        assert wait_until(lambda: caplog.messages, 20)
        time.sleep(3 * AFTER_A_FAULT)
        server.start()
        assert wait_until(lambda: len(caplog.messages) > 1, 20)
        assert caplog.messages == [StoreAway().message, "The store answers again."]
        assert wait_until(lambda: not refused(store, table.id), 10)
        store.append(table.id, [note("tea")], expected=1)
        assert watcher.wait(table.id, 1, 20) == 2
    watcher.close()


def test_an_open_write_is_taken_back_when_the_server_ends(server, store):
    """The writer is told; nothing of it is there, and the next one does not wait for it."""
    table = open_table(store)

    def write_half():
        with store.database.write_transaction(table.id):
            store._write_rows(table.id, _rows_of_events([replace(note("half"), number=2)]))
            server.stop("immediate")

    with pytest.raises(StoreAway):
        write_half()
    server.start()
    assert wait_until(lambda: not refused(store, table.id), 10)
    assert store.append(table.id, [note("whole")], expected=1)[0].number == 2


def test_writers_of_one_table_take_turns_and_hold_up_no_other_table(store, database):
    """The second one sees what the first one wrote."""
    first, other = open_table(store), open_table(store, op="other")
    numbers = []

    def write_second():
        second = open_store(database)
        numbers.append(second.append(first.id, [note("second")], expected=None)[0].number)
        second.close()

    with store.database.write_transaction(first.id):
        writer = threading.Thread(target=write_second)
        writer.start()
        at_other = open_store(database)
        assert at_other.append(other.id, [note("at once")], expected=1)[0].number == 2
        assert numbers == []
        store._write_rows(first.id, _rows_of_events([replace(note("first"), number=2)]))
    writer.join(10)
    assert numbers == [3]


def test_waiting_for_the_server_holds_up_no_web_worker():
    """Though psycopg is loaded before gevent, by the process that starts the workers."""
    script = """
from pathlib import Path
from scorepad.store.opening import store_address
store_address(Path(), "postgresql:///x")
import psycopg
assert psycopg.waiting.wait is psycopg.waiting.wait_poll
"""
    environment = {name: value for name, value in os.environ.items() if name != "PSYCOPG_WAIT_FUNC"}
    subprocess.run([sys.executable, "-c", script], env=environment, check=True)


def test_a_change_is_announced(store, database, monkeypatch):
    """To whoever listens, with the name of the table."""
    table = open_table(store)
    with closing(listen_for_changes(database)) as listener:
        with monkeypatch.context() as soon:
            soon.setattr(postgres, "LOOK_ANYWAY", 0.1)
            assert listener.wait() is None  # for nothing happens
        threading.Timer(0.1, lambda: store.append(table.id, [note("a")], expected=1)).start()
        assert listener.wait() == frozenset({table.id})
