"""While the disk is full or read-only, or another program holds the store, a pad shows what it has, says why
it records nothing, and goes on by itself."""

from __future__ import annotations

import json
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, suppress
from pathlib import Path

import pytest

from scorepad.machine.folders import DATABASE
from scorepad.store.opening import prepare_store
from tests.serving import running, serving, wait_until
from tests.web_phone import WebPhone

TOP = Path(__file__).parents[2]
LIMITED = """
import resource, sys
from scorepad.host.serve import serve
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
sys.exit(serve(port=0, instance=sys.argv[1]))
"""
FULL = "disk is full"
NOTE = "x" * 190
ROOM = 20_000  # bytes
WRITERS = 6  # more than there are web workers, so that each of those meets the lock


def readiness(server):
    """The status of /readyz, and what is wrong with the pad."""
    status, _, answer = WebPhone(server.port).send("/readyz")
    return status, " ".join(json.loads(answer)["faults"])


def refusal_of_note(phone, table, text):
    """The page that says why a note is not recorded, with the note."""
    status, _, page = phone.post(f"/t/{table}/note", {"text": text, "op": text})
    assert (status, text in page) == (503, True)
    return page


@pytest.mark.nightly
def test_a_full_disk_stops_nothing_but_recording(tmp_path):
    """Here a limit of the size of files. Once there is room again all is as before."""
    prepare_store(tmp_path / DATABASE)
    most_bytes = (tmp_path / DATABASE).stat().st_size + ROOM
    with running([sys.executable, "-c", LIMITED, str(tmp_path), str(most_bytes)]) as server:
        phone = WebPhone(server.port)
        table = phone.new_table()
        recorded = 0
        while recorded < 200 and phone.note(table, f"{recorded} {NOTE}") == 303:
            recorded += 1
        assert 0 < recorded < 200
        assert FULL in refusal_of_note(phone, table, "kept")
        page = phone.send(f"/t/{table}")[2]
        assert f"{recorded - 1} xxx" in page
        assert f"{recorded} xxx" not in page
        status, faults = readiness(server)
        assert (status, FULL in faults) == (503, True)
        for process in (server.process.pid, *server.members):
            resource.prlimit(process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        assert phone.note(table, "again") == 303
        assert "again" in phone.send(f"/t/{table}")[2]
        assert readiness(server) == (200, "")


@pytest.fixture
def disk(tmp_path):
    """A disk of its own; skipped where none can be mounted."""
    mounted = ["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", str(tmp_path)]
    if not shutil.which("mount") or subprocess.run(mounted, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    yield tmp_path
    subprocess.run(["umount", "-l", str(tmp_path)], check=True)


def remount(disk, how):
    """Whether the disk is that now: it is not while a file is being written."""
    return subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], capture_output=True, check=False)


@pytest.mark.nightly
def test_a_pad_stops_in_words_on_a_disk_that_is_read_only(disk):
    """What was recorded is shown, what is not recorded is told, and it is written once that is possible."""
    with serving(f"port=0, instance={str(disk / 'pad')!r}, backup_every=None") as server:
        phone = WebPhone(server.port)
        table = phone.new_table()
        assert phone.note(table, "before") == 303
        assert wait_until(lambda: remount(disk, "ro").returncode == 0, 30)
        assert "before" in phone.send(f"/t/{table}")[2]
        assert "can’t write" in refusal_of_note(phone, table, "meanwhile")
        assert phone.get("/readyz") == 503
        remount(disk, "rw")
        assert phone.note(table, "after") == 303
        assert "after" in phone.send(f"/t/{table}")[2]
        assert wait_until(lambda: remount(disk, "ro").returncode == 0, 30)
        server.process.terminate()
        said = server.process.communicate(timeout=20)[0]
    assert server.process.returncode == 0
    assert said.count("can’t write") <= 2  # once by each of two workers
    assert "Traceback" not in said


@pytest.mark.nightly
def test_a_disk_on_which_no_journal_fits_is_told_as_full(disk):
    """Nobody is told to let the pad write there. Once there is room again all is as before."""
    with serving(f"port=0, instance={str(disk / 'pad')!r}, backup_every=None") as server:
        phone = WebPhone(server.port)
        table = phone.new_table()
        assert phone.note(table, "before") == 303
        fill(disk / "full")
        assert FULL in refusal_of_note(phone, table, "meanwhile")
        assert "before" in phone.send(f"/t/{table}")[2]
        (disk / "full").unlink()
        assert phone.note(table, "after") == 303


def fill(file):
    """Take all that the disk has left."""
    with file.open("wb", buffering=0) as full, suppress(OSError):
        while full.write(bytes(4096)):
            pass


def test_a_new_pad_on_a_full_disk_is_refused_in_one_line(disk):
    """Not even its key can be written."""
    fill(disk / "full")
    line = [sys.executable, "-m", "scorepad", "serve", "--port", "0", "--instance", str(disk / "pad")]
    ended = subprocess.run(line, cwd=TOP, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert len(ended.stderr.splitlines()) == 1
    assert "No space left" in ended.stderr


def test_a_locked_store_stops_nothing_but_writing(tmp_path):
    """Pages and health go on at once; the record that waits is written when the lock is gone."""
    with serving(f"port=0, instance={str(tmp_path)!r}") as server:
        phone, answers = WebPhone(server.port), []
        table = phone.new_table()
        with closing(sqlite3.connect(tmp_path / DATABASE, isolation_level=None)) as locker:
            locker.execute("begin immediate")
            writers = [
                threading.Thread(target=lambda: answers.append(phone.note(table, "tea")))
                for _ in range(WRITERS)
            ]
            for writer in writers:
                writer.start()
            for path in ("/healthz", f"/t/{table}", "/solve?game=chattahoochee") * 3:
                assert WebPhone(server.port).get(path) == 200
            locker.execute("rollback")
        for writer in writers:
            writer.join(20)
    assert answers == [303] * WRITERS
