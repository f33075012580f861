"""While a pad runs SQLite alone opens its store: a descriptor of anybody else, once closed, drops every lock
that its process holds on the file (https://www.sqlite.org/howtocorrupt.html, 2.2)."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.host.test_serve import listening
from tests.serving import processes_with, serving
from tests.web_phone import WebPhone

TOP = Path(__file__).parents[2]
HEARS = '''
"""Loaded by every Python of the pad: tells who opens the store. SQLite itself opens it unheard."""
import os, sys

STORE, TOLD = os.environ["WATCHED_STORE"], os.environ["WATCHED_TOLD"]
FILES = {STORE + ending for ending in ("", "-wal", "-shm", "-journal")}
TOUCHES = ("open", "os.rename", "os.remove", "os.truncate", "os.link", "os.symlink", "os.utime", "os.chmod")

def hear(event, arguments):
    if event in TOUCHES and isinstance(arguments[0], (str, bytes, os.PathLike)):
        found = os.path.abspath(os.fsdecode(arguments[0])) in FILES
    else:
        found = event == "sqlite3.connect" and any(
            word in str(arguments[0]) for word in ("immutable=1", "nolock=1", "vfs=")
        )
    if found:
        with open(TOLD, "a") as told:
            told.write(f"{event} {arguments} by {sys.argv}\\n")

sys.addaudithook(hear)
'''
ENDINGS = ("", "-wal", "-shm")
READ_AND_WRITE = 0o2  # how SQLite opens them, and nobody who only looks
ACCESS = 0o3
ROUNDS = 5


@pytest.fixture
def watched(tmp_path):
    """The environment in which whoever opens the store of the pad is told, and the file that has it."""
    folder, told = tmp_path / "hears", tmp_path / "told"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(HEARS)
    names = {"WATCHED_STORE": str(tmp_path / "pad" / "scorepad.db"), "WATCHED_TOLD": str(told)}
    return {**os.environ, **names, "PYTHONPATH": f"{folder}{os.pathsep}{TOP}"}, told


def open_files(process: int) -> list[tuple[str, int]]:
    """The files that a process has open, and how; none where it has ended."""
    files = []
    try:
        for name in os.listdir(f"/proc/{process}/fd"):
            info = Path(f"/proc/{process}/fdinfo/{name}").read_text().split()
            files.append((os.readlink(f"/proc/{process}/fd/{name}"), int(info[info.index("flags:") + 1], 8)))
    except OSError:
        pass
    return files


def libraries(process: int) -> set[str]:
    """Those of SQLite that are loaded: a second one would know nothing of the locks of the first."""
    try:
        lines = Path(f"/proc/{process}/maps").read_text().splitlines()
    except OSError:
        return set()
    return {line.split()[-1] for line in lines if "libsqlite3" in line or "pysqlite" in line}


def judge(server, store: Path) -> set[int]:
    """The processes that have the store open, each as SQLite does: for writing too, its index once."""
    parents = {parent for _, parent in processes_with("ppid")}
    holders = set()
    for process in (server.process.pid, *server.members):
        opened = [(name, flags) for name, flags in open_files(process) if name.startswith(str(store))]
        assert all(flags & ACCESS == READ_AND_WRITE for _, flags in opened), (process, opened)
        assert {name for name, _ in opened} <= {f"{store}{ending}" for ending in ENDINGS}
        assert [name for name, _ in opened].count(f"{store}-shm") <= 1
        assert len(libraries(process)) <= 1
        if opened:
            holders.add(process)
            assert process not in parents  # no process forks with a connection
    return holders


@pytest.mark.nightly
def test_nothing_but_sqlite_opens_the_store(tmp_path, watched):
    """Phones listen and write, the pad makes backups, is asked how it is, and its host looks and copies."""
    environment, told = watched
    pad = tmp_path / "pad"
    commands = [("doctor",), ("tables",), ("backup", str(tmp_path / "copy.db"))]

    def command(*words, folder=pad):
        line = [sys.executable, "-m", "scorepad", *words, "--instance", str(folder)]
        subprocess.run(line, cwd=TOP, env=environment, check=True, capture_output=True)

    with serving(f"port=0, instance={str(pad)!r}, backup_every=1.0, keep=2", env=environment) as server:
        phone = WebPhone(server.port)
        table = phone.new_table()
        commands += [("export", table, str(tmp_path / "t.json")), ("sheet", table, str(tmp_path / "t.pdf"))]
        holders = set()
        with ExitStack() as streams:
            for _ in range(4):
                next(streams.enter_context(listening(server, table))[1])
            for number in range(ROUNDS):
                assert phone.note(table, f"round {number}") == 303
                assert [phone.get("/readyz") for _ in range(3)] == [200] * 3
                assert phone.get(f"/t/{table}/export.csv") == 200
                command(*commands[number])
                holders |= judge(server, pad / "scorepad.db")
            assert holders
            command("restore", str(pad / "scorepad.db"), folder=tmp_path / "other")
            assert phone.note(table, "last") == 303
    assert not told.exists(), told.read_text()


def test_whoever_opens_it_is_heard(tmp_path, watched):
    """What the test above rests on."""
    environment, told = watched
    (tmp_path / "pad").mkdir()
    store = tmp_path / "pad" / "scorepad.db"
    for code in (f"open({str(store)!r}, 'ab')", f"import os; os.open({str(store)!r}, 0)"):
        subprocess.run([sys.executable, "-c", code], env=environment, check=True)
    code = f"import sqlite3; sqlite3.connect({str(store)!r}).execute('pragma user_version').fetchall()"
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
    assert [line.split()[0] for line in told.read_text().splitlines()] == ["open", "open"]
