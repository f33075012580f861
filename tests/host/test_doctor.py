"""`scorepad doctor` names what is wrong with a pad and the way out, on real files and a real server; a store
that is damaged as the pad starts is kept, and a backup comes in its place."""

from __future__ import annotations

import json
import logging
import os
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest

from scorepad.answers.terms import AskedQuestion
from scorepad.cli.main import main
from scorepad.host import doctor
from scorepad.host.doctor import DamagedStore, delete_damaged_queue, refuse_damaged
from scorepad.host.pad_folder import SERVING, RunningPad, written_down
from scorepad.machine import folders
from scorepad.machine.search_faults import LOG, keep_in
from scorepad.photos.queue import PhotoQueue
from scorepad.proofs.certificates import ProofFault
from scorepad.store import sqlite
from scorepad.store.backups import BackupSchedule, backup_files
from scorepad.store.opening import open_store, prepare_store
from tests.open_tables import note, open_table
from tests.photos.photo_files import file_of, picture
from tests.serving import serving
from tests.store.test_old_stores import OLD_STORES
from tests.web_phone import WebPhone

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
    assert capsys.readouterr().out == f"All is well.\nThere’s no backup in {instance / 'backups'}.\n"


def test_a_store_of_an_older_version(tmp_path, capsys):
    """Before the pad starts for the first time after an upgrade."""
    copyfile(OLD_STORES[-1], tmp_path / "scorepad.db")
    status, faults = examined(capsys, tmp_path)
    assert (status, faults) == (1, {"store": "The store is that of an older version."})
    assert main(["migrate", "--instance", str(tmp_path)]) == 0
    capsys.readouterr()
    assert examined(capsys, tmp_path) == (0, {})


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


def test_a_lock_that_is_held(instance, capsys, monkeypatch):
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(instance / "scorepad.db", isolation_level=None)) as other:
        other.execute("begin immediate")
        status, faults = examined(capsys, instance)
    assert status == 1
    assert "was busy" in faults["store"]


def test_a_full_disk(instance):
    """Here a limit of the size of files."""
    size = (instance / "scorepad.db").stat().st_size
    command = [sys.executable, "-c", LIMITED, str(instance), str(size)]
    ended = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (1, "")
    assert "disk is full" in ended.stdout
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
        (tmp_path / "secret_key").rename(tmp_path / "away")
        assert "is gone" in examined(capsys, tmp_path)[1]["key"]
        (tmp_path / "away").rename(tmp_path / "secret_key")
        (tmp_path / "scorepad.db").rename(tmp_path / "away")
        assert "damaged or gone" in examined(capsys, tmp_path)[1]["pad"]
        (tmp_path / "away").rename(tmp_path / "scorepad.db")
        os.killpg(server.process.pid, signal.SIGSTOP)
        try:
            status, faults = examined(capsys, tmp_path)
        finally:
            os.killpg(server.process.pid, signal.SIGCONT)
        assert status == 1
        assert f"process {server.process.pid} but doesn’t answer" in faults["pad"]
    assert not (tmp_path / SERVING).exists()


@pytest.fixture
def pad(instance):
    """The folder of a pad with a backup too."""
    BackupSchedule(instance / "scorepad.db", instance / "backups", "a" * 64, 3600, 48).back_up()
    return instance


def spoil(store: Path) -> bytes:
    """Make half of the file's pages unreadable; what it is then."""
    whole = store.read_bytes()
    store.write_bytes(whole[: len(whole) // 2] + b"\xff" * (len(whole) - len(whole) // 2))
    return store.read_bytes()


def refused(pad, running=None):
    """What is said in place of a start."""
    with pytest.raises(DamagedStore) as told:
        refuse_damaged(pad / "scorepad.db", pad / "backups", running)
    return told.value.message


def test_a_damaged_store_is_kept_and_the_printed_command_brings_the_backup(pad, capsys):
    """However often the pad is started before; no command begins an empty store in its place."""
    journal = pad / "scorepad.db-wal"
    journal.write_bytes(b"what was written last")
    broken = spoil(pad / "scorepad.db")
    first, again = refused(pad), refused(pad)
    assert "is damaged" in first
    assert "was damaged" in again
    (kept,) = pad.glob("scorepad.db.damaged-*[0-9]")
    assert kept.read_bytes() == broken
    assert not journal.exists()
    assert not (pad / "scorepad.db").exists()
    assert main(["tables", "--instance", str(pad)]) == 2
    capsys.readouterr()
    assert examined(capsys, pad)[0] == 1
    (line,) = (line for line in again.splitlines() if "restore the newest backup" in line)
    words = shlex.split(line.partition("old: ")[2])
    ended = subprocess.run([sys.executable, "-m", "scorepad", *words[1:]], cwd=TOP, check=False)
    assert ended.returncode == 0
    refuse_damaged(pad / "scorepad.db", pad / "backups", None)
    with closing(open_store(pad / "scorepad.db")) as store:
        assert store.head(store.ids()[0]) == 61


def test_a_store_that_a_pad_uses_is_not_moved(pad):
    """Who runs it is told to stop it."""
    broken = spoil(pad / "scorepad.db")
    assert "process 7" in refused(pad, running=7)
    assert (pad / "scorepad.db").read_bytes() == broken


def test_a_damaged_queue_of_photos_is_deleted_unless_a_pad_uses_it(pad):
    """A pad in use keeps its file; else photos can be handed in again afterwards. A sound file stays."""
    queue = pad / folders.PHOTO_QUEUE
    photo = PhotoQueue(pad).hand_in(file_of(picture()))
    assert delete_damaged_queue(pad, None) == ""
    assert PhotoQueue(pad).photo_state(photo)
    spoil(queue)
    assert delete_damaged_queue(pad, 7) == ""
    assert "was damaged" in delete_damaged_queue(pad, None)
    assert [path.name for path in queue.parent.glob("queue.db*")] == []
    assert PhotoQueue(pad).hand_in(file_of(picture()))


def test_a_sound_store_and_none_are_no_fault(pad, tmp_path):
    refuse_damaged(pad / "scorepad.db", pad / "backups", None)
    refuse_damaged(tmp_path / "none" / "scorepad.db", tmp_path, None)
    spoil(pad / "scorepad.db")
    with pytest.raises(DamagedStore, match="There’s no backup"):
        refuse_damaged(pad / "scorepad.db", pad / "elsewhere", None)


@pytest.mark.nightly
def test_damage_is_in_the_log_and_not_once_a_request(pad, monkeypatch):
    """While the pad runs; and it is not restored under it."""
    monkeypatch.setattr(sqlite, "REMEMBERED", 0.1)
    with serving(f"port=0, instance={str(pad)!r}, workers=1") as server:
        phone = WebPhone(server.port)
        table = phone.new_table()
        spoil(pad / "scorepad.db")
        statuses = [phone.get(f"/t/{table}") for _ in range(6)]
        (backup,) = list((pad / "backups").glob("*.db"))[:1]
        assert main(["restore", str(backup), "--instance", str(pad)]) == 2
        os.kill(server.process.pid, signal.SIGTERM)
        said = server.process.communicate(timeout=30)[0]
    assert statuses == [503] * 6
    assert said.count("damaged or gone") == 1
    assert "Traceback" not in said


def test_a_question_that_the_search_failed(instance, capsys, search_faults):
    """Whatever process of the pad it failed in: the last one with its command, and where all are."""
    asked = AskedQuestion("best", {"game": "chattahoochee", "cards": "4C 5C"})
    log = logging.getLogger(LOG)
    before = list(log.handlers)
    keep_in(instance)
    try:
        asked.log_fault(ProofFault("a core can be had"))
    finally:
        for handler in set(log.handlers) - set(before):
            log.removeHandler(handler)
            handler.close()
    status, faults = examined(capsys, instance)
    assert status == 1
    assert faults["search"].startswith("The search failed 1 question, the last one at ")
    assert faults["search"].endswith(search_faults.pop())


def test_a_library_that_the_searches_lack_is_named(capsys, instance, monkeypatch):
    """With the command that brings it."""
    monkeypatch.setattr("scorepad.core.extras.find_spec", lambda module: module != "numpy" or None)
    _, faults = examined(capsys, instance)
    assert "lacks numpy" in faults["search"]
