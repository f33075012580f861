"""`scorepad doctor` names what is wrong with a pad and the way out, on real files and a real server."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from scorepad.cli.main import main
from scorepad.host import doctor
from scorepad.host.pad_folder import SERVING, RunningPad, written_down
from scorepad.store import sqlite_connection
from scorepad.store.backup_schedule import BackupSchedule, backup_files
from scorepad.store.opening import open_store, prepare_store
from tests.open_tables import note, open_table
from tests.serving import serving

TOP = Path(__file__).parents[2]
LIMITED = """
import resource, sys
from scorepad.cli.main import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
sys.exit(main(["doctor", "--instance", sys.argv[1]]))
"""


@pytest.fixture
def instance(tmp_path):
    """A pad's folder with a table."""
    prepare_store(tmp_path / "scorepad.db")
    with closing(open_store(tmp_path / "scorepad.db")) as store:
        table = open_table(store).id
        for number in range(60):
            store.append(table, [note(str(number), "x" * 200)], expected=None)
    return tmp_path


def examined(capsys, instance):
    """The exit status, and the faults by what they are about."""
    status = main(["doctor", "--json", "--instance", str(instance)])
    answer = json.loads(capsys.readouterr().out)
    assert answer["well"] == (not answer["complaints"])
    assert all(complaint["remedy"] for complaint in answer["complaints"])
    return status, {complaint["about"]: complaint["fault"] for complaint in answer["complaints"]}


def test_a_pad_that_is_well(instance, capsys):
    assert examined(capsys, instance) == (0, {})
    assert main(["doctor", "--instance", str(instance)]) == 0
    assert capsys.readouterr().out == f"All is well.\nThere is no backup in {instance / 'backups'}.\n"


def test_the_backups_are_named(instance, capsys):
    """Where they are, how many, and how old the newest is."""
    schedule = BackupSchedule(instance / "scorepad.db", instance / "backups", "a" * 64, 3600, 48)
    schedule.back_up()
    schedule.back_up()
    newest = backup_files(schedule.folder)[-1]
    an_hour_ago = time.time() - 3_700
    os.utime(newest, (an_hour_ago, an_hour_ago))
    assert main(["doctor", "--json", "--instance", str(instance)]) == 0
    told = json.loads(capsys.readouterr().out)["backups"]
    assert (told["folder"], told["number"], told["newest"]) == (str(schedule.folder), 2, str(newest))
    assert 3_700 <= told["age"] < 3_800
    main(["doctor", "--instance", str(instance)])
    assert f"2 backups in {schedule.folder}, the newest 61 minutes old." in capsys.readouterr().out


def test_backups_that_stopped(instance, capsys):
    """Only while a pad runs that is to make them; one that was killed holds no lock on its file."""
    pad = RunningPad(os.getpid(), "127.0.0.1", 9, str(instance / "backups"), 3600)
    with written_down(instance, pad):
        long_ago = time.time() - 4 * 3600
        os.utime(instance / SERVING, (long_ago, long_ago))
        assert examined(capsys, instance)[1]["backups"] == "No backup was made."
        left = (instance / SERVING).read_text()
    (instance / SERVING).write_text(left)
    assert examined(capsys, instance) == (0, {})


def test_a_damaged_store(instance, capsys):
    """What is there and what to do, on two lines for people."""
    file = instance / "scorepad.db"
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] + b"\xff" * (len(whole) - len(whole) // 2))
    status, faults = examined(capsys, instance)
    assert (status, list(faults)) == (1, ["store"])
    assert "damaged" in faults["store"]
    main(["doctor", "--instance", str(instance)])
    assert "restore the newest backup" in capsys.readouterr().out.splitlines()[1]


def test_a_lock_that_is_held(instance, capsys, monkeypatch):
    monkeypatch.setattr(sqlite_connection, "BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(instance / "scorepad.db", isolation_level=None)) as other:
        other.execute("begin immediate")
        status, faults = examined(capsys, instance)
    assert status == 1
    assert "still writing" in faults["store"]


def test_a_full_disk(instance):
    """Here a limit of the size of files."""
    size = (instance / "scorepad.db").stat().st_size
    command = [sys.executable, "-c", LIMITED, str(instance), str(size)]
    ended = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (1, "")
    assert "disk of the pad is full" in ended.stdout
    assert "Make room" in ended.stdout


def test_little_room_a_torn_key_and_no_clock(instance, capsys, monkeypatch):
    """Everything at once."""
    (instance / "secret_key").write_text("abc")
    monkeypatch.setattr(doctor, "LITTLE_ROOM", 10**18)
    monkeypatch.setattr(doctor, "FIRST_YEAR", 9000)
    status, faults = examined(capsys, instance)
    assert (status, set(faults)) == (1, {"disk", "key", "clock"})


def test_a_folder_that_is_none(instance, capsys):
    status, faults = examined(capsys, instance / "scorepad.db" / "x")
    assert (status, list(faults)) == (1, ["folder"])


def test_a_pad_that_runs(tmp_path, capsys, monkeypatch):
    """It is asked itself; one that does not answer is told with its process."""
    monkeypatch.setattr(doctor, "ANSWER_WITHIN", 3.0)
    with serving(f"port=0, instance={str(tmp_path)!r}") as server:
        assert examined(capsys, tmp_path) == (0, {})
        (tmp_path / "scorepad.db").rename(tmp_path / "away")
        assert "damaged or gone" in examined(capsys, tmp_path)[1]["pad"]
        (tmp_path / "away").rename(tmp_path / "scorepad.db")
        os.killpg(server.process.pid, signal.SIGSTOP)
        try:
            status, faults = examined(capsys, tmp_path)
        finally:
            os.killpg(server.process.pid, signal.SIGCONT)
        assert status == 1
        assert f"process {server.process.pid} and does not answer" in faults["pad"]
    assert not (tmp_path / SERVING).exists()
