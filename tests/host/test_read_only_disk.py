"""A pad whose disk becomes read-only shows what it has, and stops as ever."""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.serving import serving, wait_until
from tests.web_phone import WebPhone

TOP = Path(__file__).parents[2]


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


def test_a_pad_stops_in_words_on_a_disk_that_is_read_only(disk):
    """What was recorded is shown, what is not recorded is told, and it is written once that is possible."""
    with serving(f"port=0, instance={str(disk / 'pad')!r}, backup_every=None") as server:
        phone = WebPhone(server.port)
        table = phone.new_table()
        assert phone.note(table, "before") == 303
        assert wait_until(lambda: remount(disk, "ro").returncode == 0, 30)
        assert "before" in phone.send(f"/t/{table}")[2]
        phone.note(table, "meanwhile")
        assert "may not write" in phone.send(f"/t/{table}")[2]
        assert phone.get("/readyz") == 503
        remount(disk, "rw")
        assert phone.note(table, "after") == 303
        assert "after" in phone.send(f"/t/{table}")[2]
        assert wait_until(lambda: remount(disk, "ro").returncode == 0, 30)
        server.process.terminate()
        said = server.process.communicate(timeout=20)[0]
    assert server.process.returncode == 0
    assert said.count("may not write") <= 2  # once by each of two workers
    assert "Traceback" not in said


def test_a_new_pad_on_a_full_disk_is_refused_in_one_line(disk):
    """Not even its key can be written."""
    with (disk / "full").open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass
    line = [sys.executable, "-m", "scorepad", "serve", "--port", "0", "--instance", str(disk / "pad")]
    ended = subprocess.run(line, cwd=TOP, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert len(ended.stderr.splitlines()) == 1
    assert "No space left" in ended.stderr
