"""Whoever shows tables hears at once which of them were written to, by whatever process."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from scorepad.store import change_sockets
from scorepad.store.change_sockets import FOLDER_VARIABLE, LOOK_ANYWAY, ChangeSocket, tell_change
from scorepad.store.opening import listen_for_changes
from tests.open_tables import note, open_table

FRIDAY = frozenset({"friday"})


@pytest.fixture
def folder(monkeypatch):
    """The folder of sockets, with a name that is short enough for their addresses."""
    with TemporaryDirectory(prefix="changes-", dir="/tmp") as name:
        monkeypatch.setenv(FOLDER_VARIABLE, name)
        yield Path(name)


def test_a_write_is_heard_once_it_can_be_read(store, database, folder):
    """The id of the table, and its new head stands in the store by then; nothing else is heard."""
    assert folder.is_dir()
    opened = open_table(store)
    with closing(listen_for_changes(database)) as changes:
        before = store.head(opened.id)
        store.append(opened.id, [note("a")], expected=None)
        assert changes.wait() == frozenset({opened.id})
        assert store.head(opened.id) == before + 1


def test_other_processes_are_heard(folder):
    """What a worker writes is heard by all workers, at once."""
    command = "import sys; from scorepad.store.change_sockets import tell_change; tell_change(sys.argv[1])"
    with closing(ChangeSocket(folder)) as first, closing(ChangeSocket(folder)) as second:
        subprocess.run([sys.executable, "-c", command, "friday"], check=True, env=dict(os.environ))
        assert first.wait() == second.wait() == FRIDAY


def test_more_than_a_socket_holds_may_be_any_table(folder):
    """Messages that found no room are not missed: every table is looked at then."""
    with closing(ChangeSocket(folder)) as changes:
        for number in range(1000):
            tell_change(f"table {number}")
        assert changes.wait() is None
        tell_change("friday")
        assert changes.wait() == FRIDAY


def test_what_an_ended_process_left_stops_nobody(folder):
    """Its socket is removed by the next who tells of a change."""
    ended = ChangeSocket(folder)
    ended._socket.close()
    with closing(ChangeSocket(folder)) as changes:
        tell_change("friday")
        assert changes.wait() == FRIDAY
        assert len(list(folder.iterdir())) == 1


def test_what_is_no_socket_stops_no_write(folder):
    (folder / "another folder").mkdir()
    tell_change("friday")
    assert (folder / "another folder").is_dir()


@pytest.mark.parametrize("told", [True, False])
def test_silence_ends_in_a_look_at_everything(folder, monkeypatch, told):
    """Somebody may write who tells nobody; where nobody ever tells, the looks are frequent."""
    monkeypatch.setattr(change_sockets, "LOOK_ANYWAY", 0.1)
    if not told:
        monkeypatch.delenv(FOLDER_VARIABLE)
    assert folder.is_dir()
    with closing(listen_for_changes("scorepad.db")) as changes:
        begun = time.monotonic()
        assert changes.wait() is None
        assert time.monotonic() - begun < LOOK_ANYWAY
