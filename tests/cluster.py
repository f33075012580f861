"""A pad on several machines as plain processes of this one: a real PostgreSQL, a Redis or Valkey, the proxy
of `deploy/haproxy.cfg`, two web machines and two work machines."""

from __future__ import annotations

import operator
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
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from scorepad.store.opening import open_store
from scorepad.tables import service
from scorepad.tables.dealing import next_deal
from scorepad.tables.operations import Operation
from tests.postgresql import Database, running_database
from tests.serving import group_lives, wait_until
from tests.web_phone import WebPhone

TOP = Path(__file__).parents[1]
WEB, WORK = ("web1", "web2"), ("work1", "work2")
NODES = ("counts", *WORK, *WEB, "proxy")
START_SECONDS = 120
ENDED_WITHIN = 100  # seconds: what a phone asks for last has thirty to be answered, and so has its token
DEALS = 10  # of a table, since one deal has up to 500 notes
SILENCE = 60.0  # seconds that a stream may say nothing: it is kept open by a word each 15
PAUSE = 0.2  # seconds between two things that a phone does


@dataclass
class Cluster:
    """The processes, each in a group of its own, by the names of their machines; `code` has the checkouts of
    those that run another one than this."""

    folder: Path
    database: Database
    address: str
    ports: dict[str, int]
    processes: dict[str, subprocess.Popen] = field(default_factory=dict)
    code: dict[str, Path] = field(default_factory=dict)

    def start(self, *nodes: str) -> None:
        """Start the machines at once, and wait until each can be used."""
        for node in nodes:
            with (self.folder / f"{node}.log").open("ab") as log:
                self.processes[node] = subprocess.Popen(
                    self._command(node),
                    cwd=self.code.get(node, TOP),
                    env=self._environment(node),
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
        for node in nodes:
            assert wait_until(lambda node=node: self._is_used(node), START_SECONDS), self.said(node)

    def end(self, node: str, how: signal.Signals = signal.SIGKILL) -> None:
        """End the machine: every process of it by SIGKILL, the first of them by another signal."""
        process = self.processes[node]
        with suppress(ProcessLookupError):
            (os.killpg if how == signal.SIGKILL else os.kill)(process.pid, how)
        process.wait(30)
        assert wait_until(lambda: not group_lives(process.pid), 30), node

    def end_all(self) -> None:
        with ExitStack() as ends:  # so that one which does not end leaves no other one
            for node in self.processes:
                ends.callback(self.end, node)

    def said(self, node: str) -> str:
        return (self.folder / f"{node}.log").read_text()

    def ready(self) -> bool:
        """Whether the pad can be used as the proxy sees it."""
        return self._status("proxy", "/readyz") == 200

    def _is_used(self, node: str) -> bool:
        """Whether it answers, and the proxy sends somebody there where it is a web machine."""
        if node in WEB:
            return self._status(node, "/healthz") == 200 and self._proxy_uses(node)
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", self.ports[node]), 1).close()
            return True
        return False

    def _proxy_uses(self, node: str) -> bool:
        """By the last that the proxy, where it runs, said of the machine."""
        news = re.findall(rf"{node} is (UP|DOWN)", self.said("proxy")) if "proxy" in self.processes else []
        return news[-1:] != ["DOWN"]

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
        every = "1d" if node in self.code else "never"  # 0.1.0 does not know "never"
        backups = ["--backup-every", every] if verb == "serve" else []
        return [sys.executable, "-m", "scorepad", verb, *here, *backups]

    def _proxy_settings(self, folder: Path) -> Path:
        settings = (TOP / "deploy" / "haproxy.cfg").read_text()
        settings = settings.replace("bind :80", f"bind 127.0.0.1:{self.ports['proxy']}")
        settings = re.sub(r"(web\d):8000", lambda place: f"127.0.0.1:{self.ports[place[1]]}", settings)
        (folder / "haproxy.cfg").write_text(settings)
        return folder / "haproxy.cfg"

    def _environment(self, node: str) -> dict[str, str]:
        return {
            **os.environ,
            "PYTHONPATH": str(self.code.get(node, TOP)),
            "SCOREPAD_STORE": self.address,
            "SCOREPAD_SECRET_KEY": "5" * 64,
            "SCOREPAD_JOBS": ",".join(f"http://127.0.0.1:{self.ports[node]}" for node in WORK),
            "SCOREPAD_LIMITS": f"redis://127.0.0.1:{self.ports['counts']}",
            "SCOREPAD_PROXIES": "1",
        }


@contextmanager
def running_cluster(folder: Path, **code: Path) -> Iterator[Cluster]:
    """All of it, ready for phones at the proxy's port; `code` names the checkouts of machines that run
    another one than this."""
    with running_database() as database:
        address = database.schema_address(f"pad_{secrets.token_hex(4)}")
        cluster = Cluster(folder, database, address, _free_ports(), code=code)
        try:
            cluster.start("counts", *WORK, *WEB)
            cluster.start("proxy")
            assert wait_until(cluster.ready, START_SECONDS), cluster.said("web1")
            yield cluster
        finally:
            cluster.end_all()


def seat_phones(cluster: Cluster, number: int, opens_at: str = "proxy") -> tuple[list[WebPhone], str]:
    """So many phones at one table of `DEALS` deals, and its id: the first opened it at that machine, the
    others joined through the proxy."""
    first = WebPhone(cluster.ports[opens_at])
    table = first.new_table()
    first.port = cluster.ports["proxy"]
    with closing(open_store(cluster.address)) as store:
        code, key = store.code(table), store.add_key(table)
        for deal in range(1, DEALS):
            service.close_deal(Operation(store, table, key, "", f"close-{deal}", None), reason="late")
            next_deal(Operation(store, table, key, "", f"next-{deal}", None))
    others = [WebPhone(cluster.ports["proxy"]) for _ in range(1, number)]
    for seat, other in enumerate(others, 1):
        assert other.post(f"/j/{code}", {"seat": str(seat)})[1] == f"/t/{table}"
    return [first, *others], table


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
    """Phones that write notes to the deals of a table until they are told to stop, each sent until it is
    acknowledged."""

    def __init__(self, phones: list[WebPhone], table: str) -> None:
        self.sent: set[str] = set()
        self.acknowledged: list[str] = []
        self.refused: list[object] = []
        self._table, self._over = table, threading.Event()
        self._times_acknowledged = [0] * len(phones)
        self._threads = [
            threading.Thread(target=self._write, args=numbered, daemon=True) for numbered in enumerate(phones)
        ]

    def __enter__(self) -> Writers:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        """What a phone is about to send again when it is told to stop may be stored or not."""
        self._over.set()
        for thread in self._threads:
            thread.join(ENDED_WITHIN)
        assert not any(thread.is_alive() for thread in self._threads)

    def go_on(self, within: float = 120) -> bool:
        """Whether each phone hears in that many seconds that something was recorded that it sends from now
        on."""
        aim = [count + 2 for count in self._times_acknowledged]
        return wait_until(lambda: all(map(operator.ge, self._times_acknowledged, aim)), within)

    def _write(self, number: int, phone: WebPhone) -> None:
        token = phone.token("/join")
        while not self._over.is_set():
            op, deal = secrets.token_urlsafe(9), random.randint(1, DEALS)
            self.sent.add(op)
            form = urlencode({"text": op, "op": op, "csrf_token": token}).encode()
            while not (is_recorded := self._is_recorded(phone, deal, form)) and not self._over.is_set():
                self._over.wait(PAUSE)
            if is_recorded:
                self.acknowledged.append(op)
                self._times_acknowledged[number] += 1
            self._over.wait(PAUSE)

    def _is_recorded(self, phone: WebPhone, deal: int, form: bytes) -> bool:
        """Whether the form's answer says so: it leads to the table, and not back to the form."""
        page, kind = f"/t/{self._table}/deal/{deal}", "application/x-www-form-urlencoded"
        try:
            status, leads_to, _ = phone.send(page, form, kind)
        except (OSError, HTTPException) as error:
            self.refused.append(error)
            return False
        is_recorded = status == 303 and "text=" not in leads_to
        if not is_recorded:
            self.refused.append((status, leads_to))
        return is_recorded


class Listener:
    """A phone that follows a table: it connects again when its stream ends, with the number that it knows."""

    def __init__(self, port: int, table: str) -> None:
        self.heads: list[int] = []
        self._address, self._over = f"http://127.0.0.1:{port}/t/{table}/events", False
        threading.Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        """It ends with the next line that it hears."""
        self._over = True

    def _listen(self) -> None:
        while not self._over:
            headers = {"Last-Event-ID": str(self.heads[-1])} if self.heads else {}
            with suppress(OSError, HTTPException), self._stream(headers) as stream:
                for line in stream:
                    if line.startswith(b"data:") and line[5:].strip().isdigit():
                        self.heads.append(int(line[5:]))
                    if self._over:
                        return
            time.sleep(PAUSE)

    def _stream(self, headers: dict[str, str]) -> HTTPResponse:
        return urlopen(Request(self._address, None, headers), timeout=SILENCE)
