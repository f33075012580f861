"""A pad on several machines as plain processes of this one: a real PostgreSQL, a Redis or Valkey, the proxy
of `deploy/haproxy.cfg`, two web machines and two work machines."""

from __future__ import annotations

import os
import random
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

from tests.postgresql import Database, running_database
from tests.serving import wait_until

TOP = Path(__file__).parents[1]
WEB, WORK = ("web1", "web2"), ("work1", "work2")
NODES = ("counts", *WORK, *WEB, "proxy")
START_SECONDS = 60


@dataclass
class Cluster:
    """The processes, each in a group of its own, by the names of their machines."""

    folder: Path
    database: Database
    address: str
    ports: dict[str, int]
    processes: dict[str, subprocess.Popen] = field(default_factory=dict)

    def start(self, node: str) -> None:
        """Start the machine and wait until it answers."""
        with (self.folder / f"{node}.log").open("ab") as log:
            self.processes[node] = subprocess.Popen(
                self._command(node),
                cwd=TOP,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        process = self.processes[node]
        wait_until(lambda: self._answers(node) or process.poll() is not None, START_SECONDS)
        assert process.poll() is None, self.said(node)

    def end(self, node: str, how: signal.Signals = signal.SIGKILL) -> None:
        """End the machine: every process of it by SIGKILL, the first of them by another signal."""
        process = self.processes[node]
        with suppress(ProcessLookupError):
            (os.killpg if how == signal.SIGKILL else os.kill)(process.pid, how)
        process.wait(30)

    def end_all(self) -> None:
        for node in self.processes:
            self.end(node)

    def said(self, node: str) -> str:
        return (self.folder / f"{node}.log").read_text()

    def ready(self) -> bool:
        """Whether the pad can be used as the proxy sees it."""
        return self._status("proxy", "/readyz") == 200

    def _answers(self, node: str) -> bool:
        if node in WEB:
            return self._status(node, "/healthz") == 200
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", self.ports[node]), 1).close()
            return True
        return False

    def _status(self, node: str, path: str) -> int:
        with suppress(OSError), urlopen(f"http://127.0.0.1:{self.ports[node]}{path}", timeout=20) as answer:
            return answer.status
        return 0

    def _command(self, node: str) -> list[str]:
        port, own_folder = str(self.ports[node]), self.folder / node
        own_folder.mkdir(exist_ok=True)
        if node == "counts":
            return [_counts_program(), "--port", port, "--save", "", "--dir", str(own_folder)]
        if node == "proxy":
            return ["haproxy", "-db", "-f", str(self._proxy_settings(own_folder))]
        verb = "serve" if node in WEB else "work"
        here = ["--host", "127.0.0.1", "--port", port, "--instance", str(own_folder)]
        return [sys.executable, "-m", "scorepad", verb, *here]

    def _proxy_settings(self, folder: Path) -> Path:
        settings = (TOP / "deploy" / "haproxy.cfg").read_text()
        settings = settings.replace("bind :80", f"bind 127.0.0.1:{self.ports['proxy']}")
        settings = re.sub(r"(web\d):8000", lambda place: f"127.0.0.1:{self.ports[place[1]]}", settings)
        (folder / "haproxy.cfg").write_text(settings)
        return folder / "haproxy.cfg"

    def _environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "SCOREPAD_STORE": self.address,
            "SCOREPAD_SECRET_KEY": "5" * 64,
            "SCOREPAD_JOBS": ",".join(f"http://127.0.0.1:{self.ports[node]}" for node in WORK),
            "SCOREPAD_LIMITS": f"redis://127.0.0.1:{self.ports['counts']}",
            "SCOREPAD_PROXIES": "1",
        }


@contextmanager
def running_cluster(folder: Path) -> Iterator[Cluster]:
    """All of it, ready for phones at the proxy's port."""
    with running_database() as database:
        address = database.schema_address(f"pad_{secrets.token_hex(4)}")
        cluster = Cluster(folder, database, address, _free_ports())
        try:
            for node in NODES:
                cluster.start(node)
            assert wait_until(cluster.ready, START_SECONDS), cluster.said("web1")
            yield cluster
        finally:
            cluster.end_all()


def _counts_program() -> str:
    return shutil.which("valkey-server") or shutil.which("redis-server") or "redis-server"


def _free_ports() -> dict[str, int]:
    """Ports below those that systems give to outgoing connections, so that they are still free later."""
    free = (port for port in random.sample(range(20_000, 30_000), 1_000) if _is_free(port))
    return dict(zip(NODES, free, strict=False))


def _is_free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


class Writers:
    """Phones that write notes to a table until they are told to stop, each sent until it is acknowledged."""

    def __init__(self, phones: list, table: str) -> None:
        self.acknowledged: list[str] = []
        self.refused: list[object] = []
        self._table, self._over = table, threading.Event()
        self._threads = [threading.Thread(target=self._write, args=(phone,)) for phone in phones]

    def __enter__(self) -> Writers:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(90)

    def goes_on(self, within: float = 30) -> bool:
        """Whether something more is acknowledged in that many seconds."""
        before = len(self.acknowledged)
        return wait_until(lambda: len(self.acknowledged) > before + len(self._threads), within)

    def _write(self, phone) -> None:
        while not self._over.is_set():
            op = secrets.token_urlsafe(9)
            while not self._is_recorded(phone, op):
                self._over.wait(0.05)
            self.acknowledged.append(op)

    def _is_recorded(self, phone, op: str) -> bool:
        try:
            status = phone.post(f"/t/{self._table}/note", {"text": op, "op": op})[0]
        except OSError as error:
            self.refused.append(error)
            return False
        if status != 303:
            self.refused.append(status)
        return status == 303
