"""Work machines: any of them does what web machines ask, and what one that died has begun."""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from scorepad.answers.verbs import VERBS
from scorepad.jobs import client
from scorepad.jobs.client import JobFailed, ask
from scorepad.jobs.messages import KEY_VARIABLE, STORE_VARIABLE, is_token, token
from scorepad.jobs.turns import Busy
from scorepad.store.opening import prepare_store
from tests.serving import end_group, wait_until

TOP = Path(__file__).parents[2]
HAND = {"game": "chattahoochee", "cards": "4C 5C"}
JOB = VERBS["best"].job


@pytest.fixture
def machines(monkeypatch, new_schema, tmp_path):
    """Two work machines of a pad, its key and their addresses in the environment."""
    address = new_schema()
    prepare_store(address)
    monkeypatch.setenv("SCOREPAD_STORE", address)
    monkeypatch.setenv(KEY_VARIABLE, "5" * 64)
    ports = [_free_port(), _free_port()]
    with ExitStack() as machines:
        processes = [_work_machine(port, tmp_path / str(port)) for port in ports]
        for process in processes:
            machines.callback(end_group, process, 60)
        for port in ports:
            monkeypatch.setenv(client.ADDRESS_VARIABLE, f"http://127.0.0.1:{port}")
            assert wait_until(lambda: client.takes_jobs(JOB), 60)
        monkeypatch.setenv(client.ADDRESS_VARIABLE, ", ".join(f"http://127.0.0.1:{port}" for port in ports))
        yield processes


def _free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def _work_machine(port, folder):
    command = [sys.executable, "-m", "scorepad", "work", "--port", str(port), "--instance", str(folder)]
    return subprocess.Popen(command, cwd=TOP, stdout=subprocess.DEVNULL, start_new_session=True)


def test_work_is_done_while_one_machine_is_there(machines):
    """Whichever it is; with none there it is said at once, and nobody without the pad's key is served."""
    assert ask(JOB, HAND, 30)["points"] == 3
    machines[0].terminate()
    machines[0].wait(60)
    for _ in range(4):
        assert ask(JOB, HAND, 30)["points"] == 3
    machines[1].terminate()
    machines[1].wait(60)
    assert not client.takes_jobs(JOB)
    with pytest.raises(Busy):
        ask(JOB, HAND, 30)


def test_the_key_of_a_backup_alone_has_no_work_done(monkeypatch):
    """The password of the store is asked for too, however it is written; its machine's name is not."""
    monkeypatch.setenv(KEY_VARIABLE, "5" * 64)
    monkeypatch.setenv(STORE_VARIABLE, "postgresql://pad:very%20secret@database.example/pad")
    shared = token()
    monkeypatch.setenv(STORE_VARIABLE, "postgresql://pad:very secret@127.0.0.1:5432/pad")
    assert is_token(shared)
    for address in (
        "postgresql://pad@database.example/pad",
        "postgresql://pad:other@database.example/pad",
        "",
    ):
        monkeypatch.setenv(STORE_VARIABLE, address)
        assert not is_token(shared)


def test_a_pad_with_another_key_has_no_work_done(machines, monkeypatch):
    """Whatever it asks for."""
    assert all(machine.poll() is None for machine in machines)
    monkeypatch.setenv(KEY_VARIABLE, "6" * 64)
    with pytest.raises(JobFailed) as caught:
        ask(JOB, HAND, 30)
    assert "another pad" in caught.value.reason
