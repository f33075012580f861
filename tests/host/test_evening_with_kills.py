"""An evening on a real pad that is looked at, backed up, killed and started again: no entry is lost."""

from __future__ import annotations

import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from pathlib import Path

import pytest

from scorepad.store.backups import backup_files
from tests.cluster import Listener
from tests.serving import Server, running, wait_until
from tests.web_phone import WebPhone

TOP = Path(__file__).parents[2]
START = """
import sys
from scorepad.host.serve import serve
sys.exit(serve("127.0.0.1", int(sys.argv[1]), sys.argv[2], backup_every=3.0, keep=3))
"""
DEALS = 150  # of each of the two phones
LISTENERS = 5
KILLS = 4  # between two restarts of the whole pad
RESTARTS = (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL)
BACK_WITHIN = 90  # seconds, for machines that do much else
SETTLED = 1.0  # seconds after a kill in which what was asked before may still be refused


@dataclass
class Evening:
    """The pad of a folder, what was acknowledged at each table, and what was answered that should not be."""

    folder: Path
    port: int
    server: Server | None = None
    acknowledged: dict[str, list[str]] = field(default_factory=dict)
    listeners: list[Listener] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    outages: list[list[float]] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)
    recorders: int = 2

    def complain(self, started_at: float, what: str) -> None:
        """Something that must not be, unless a kill was to blame."""
        ended_at = time.monotonic()
        if not any(begun < ended_at and started_at < end for begun, end in self.outages):
            self.wrong.append(what)

    def ask(self, what: str, send) -> int:
        """The status of an answer; 0 where there was none."""
        started_at = time.monotonic()
        try:
            status = send()
        except (OSError, HTTPException):
            status = 0
        if status in (0, 500, 503):
            self.complain(started_at, f"{what}: {status}")
        return status

    def record(self, phone: WebPhone, token: str, table: str) -> None:
        """Deal after deal: one player goes out, then the next deal. What is not answered is sent again."""
        for number in range(DEALS):
            out, onwards = {"player": 0, "cards": "4C 5C 6C", "record": 1}, {}
            for path, fields, op in (("out", out, f"out-{number}"), ("next", onwards, f"next-{number}")):
                form = {**fields, "op": op, "csrf_token": token}
                address = f"/t/{table}/{path}"
                while self.ask(address, partial(phone.submit, address, form)) != 303:
                    time.sleep(0.05)
            self.acknowledged[table].append(f"out-{number}")
        self.recorders -= 1

    def look(self, phone: WebPhone) -> None:
        while not self.over.is_set():
            self.ask("/readyz", lambda: phone.get("/readyz"))
            time.sleep(0.1)

    def command(self, *words: str, instance: Path | None = None) -> None:
        """Run a command of the pad's host, which must do what it says."""
        started_at = time.monotonic()
        line = [sys.executable, "-m", "scorepad", *words, "--instance", str(instance or self.folder)]
        ended = subprocess.run(line, cwd=TOP, capture_output=True, text=True, check=False)
        if ended.returncode:
            self.complain(started_at, f"{words}: {ended.stdout}{ended.stderr}")

    def keep_house(self, elsewhere: Path) -> None:
        copy = elsewhere / "copy.db"
        elsewhere.mkdir()
        while not self.over.is_set():
            self.command("doctor")
            self.command("tables")
            self.command("backup", str(copy))
            self.command("restore", str(copy), instance=elsewhere / "pad")

    def pester(self) -> None:
        """Kill this process and that, and now and then all of them, until everything is recorded."""
        dice = random.Random("kills")
        for end in RESTARTS:
            with running([sys.executable, "-c", START, str(self.port), str(self.folder)]) as self.server:
                self.outages[-1][1] = time.monotonic() + SETTLED
                for _ in range(KILLS):
                    time.sleep(1.5)
                    with self.outage():
                        self._kill_one(dice)
                self.outages.append([time.monotonic(), float("inf")])
                if end == signal.SIGKILL:
                    os.killpg(self.server.process.pid, end)
                self.server.process.send_signal(end)
                self.server.process.wait(BACK_WITHIN)
                assert self.server.ended(within=BACK_WITHIN)
            assert integrity(self.folder) == "ok"
        with running([sys.executable, "-c", START, str(self.port), str(self.folder)]) as self.server:
            self.outages[-1][1] = time.monotonic() + SETTLED
            assert wait_until(lambda: not self.recorders, 4 * BACK_WITHIN)
            self.over.set()
            assert wait_until(self.all_heard, BACK_WITHIN)

    def _kill_one(self, dice: random.Random) -> None:
        """A process of the pad with all that it serves: the youngest are those that make backups."""
        processes = self.server.members
        with suppress(ProcessLookupError):
            os.kill(dice.choice([*processes, processes[-1]]), signal.SIGKILL)

    def outage(self):
        """Until the pad is ready again, everything of it."""
        stack = ExitStack()
        outage = [time.monotonic(), float("inf")]
        self.outages.append(outage)

        def end() -> None:
            time.sleep(0.3)  # until what was killed is missed
            ready = WebPhone(self.port)
            assert wait_until(lambda: _status(ready, "/readyz") == 200, BACK_WITHIN)
            outage[1] = time.monotonic() + SETTLED

        stack.callback(end)
        return stack

    def all_heard(self) -> bool:
        newest = {len(log(self.folder, table)) for table in self.acknowledged}
        return all(listener.heads and listener.heads[-1] in newest for listener in self.listeners)


def _status(phone: WebPhone, path: str) -> int:
    try:
        return phone.get(path)
    except (OSError, HTTPException):
        return 0


def integrity(folder: Path) -> str:
    with closing(sqlite3.connect(folder / "scorepad.db")) as conn:
        return conn.execute("pragma integrity_check").fetchone()[0]


def log(folder: Path, table: str) -> list[tuple[int, str]]:
    """The number and the operation of every event of a table."""
    with closing(sqlite3.connect(folder / "scorepad.db")) as conn:
        sql = "select number, op from events where table_id = ? order by number"
        return conn.execute(sql, [table]).fetchall()


@pytest.mark.nightly
def test_no_entry_of_an_evening_is_lost(tmp_path):
    """Two phones record 300 deals and five listen, while the pad is looked at, backed up and restored
    elsewhere, its processes are killed and it is started again: every entry that was acknowledged is there
    once, the file is whole after each start and at the end, and nobody was refused but during a kill."""
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    evening = Evening(tmp_path / "pad", port)
    evening.outages.append([0.0, float("inf")])
    phones = [WebPhone(port), WebPhone(port)]
    with running([sys.executable, "-c", START, str(port), str(evening.folder)]):
        tables = [phone.new_table("Ann", "Ben") for phone in phones]
        tokens = [phone.token("/join") for phone in phones]
    evening.acknowledged = {table: [] for table in tables}
    evening.listeners = [Listener(port, tables[number % 2]) for number in range(LISTENERS)]
    threads = [
        *(
            threading.Thread(target=evening.record, args=pair)
            for pair in zip(phones, tokens, tables, strict=True)
        ),
        threading.Thread(target=evening.look, args=(WebPhone(port),)),
        threading.Thread(target=evening.keep_house, args=(tmp_path / "elsewhere",)),
    ]
    for thread in threads:
        thread.daemon = True
        thread.start()
    try:
        evening.pester()
    finally:
        evening.over.set()
        for listener in evening.listeners:
            listener.close()
    for thread in threads:
        thread.join(BACK_WITHIN)
    assert evening.wrong == []
    assert integrity(evening.folder) == "ok"
    for table, operations in evening.acknowledged.items():
        events = log(evening.folder, table)
        assert [number for number, _ in events] == list(range(1, len(events) + 1))
        times = Counter(op for _, op in events)
        assert len(operations) == DEALS
        assert [op for op in operations if times[op] != 1] == []
    assert len(backup_files(evening.folder / "backups")) == 3
