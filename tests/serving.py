"""Runs the real server for a test and takes it down again, everything it started included."""

from __future__ import annotations

import os
import re
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from scorepad.jobs.client import SERVER_VARIABLE, takes_jobs

CHECKOUT = Path(__file__).parents[1]
START = "import sys; from scorepad.host.serve import serve; sys.exit(serve({arguments}))"

KILLED_WITHIN = 20  # seconds, for machines that do much else


@dataclass
class Server:
    """A running server; `printed` is what it said when it was ready."""

    process: subprocess.Popen[str]
    printed: str

    @property
    def port(self) -> int:
        return int(re.search(r"http://\S+?:(\d+)/", self.printed)[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def members(self) -> list[int]:
        """Every process of its group but the one that was started, the youngest last."""
        return [process for process, group in processes_with("pgid") if group == self.process.pid != process]

    @property
    def children(self) -> list[int]:
        """The processes that it started itself, the youngest last."""
        return [process for process, parent in processes_with("ppid") if parent == self.process.pid]

    def ended(self, within: float) -> bool:
        """Whether every process of its group ends in that many seconds."""
        return wait_until(lambda: not self._any_alive(), within)

    def _any_alive(self) -> bool:
        self.process.poll()
        return group_lives(self.process.pid)


def group_lives(number: int) -> bool:
    """Whether a process of the group runs: one that has ended and that nobody has asked about does not."""
    return any(group == number for _, group in processes_with("pgid"))


def processes_with(column: str) -> list[tuple[int, int]]:
    """Every process of the machine that has not ended, with that column of `ps`, the youngest last."""
    listed = subprocess.run(
        ["ps", "-eo", f"pid=,{column}=,stat="], capture_output=True, text=True, check=True, timeout=60
    )
    lines = map(str.split, listed.stdout.splitlines())
    return [(int(process), int(value)) for process, value, state in lines if not _has_ended(state)]


def _has_ended(state: str) -> bool:
    """Whether that is the state of a process that nobody has asked about, all threads of which have ended."""
    return state.startswith("Z") and "l" not in state


@contextmanager
def serving(
    arguments: str, *, cwd: Path | None = None, env: dict[str, str] | None = None
) -> Iterator[Server]:
    """`scorepad.host.serve.serve(arguments)` in a process group of its own, ready for requests."""
    with running([sys.executable, "-c", START.format(arguments=arguments)], cwd=cwd, env=env) as server:
        yield server


@contextmanager
def running(
    command: Sequence[str], *, cwd: Path | None = None, env: dict[str, str] | None = None
) -> Iterator[Server]:
    """The command that starts a server, until it has said how to stop it and answers."""
    process = subprocess.Popen(
        command,
        cwd=cwd,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        server = Server(process, _read_until(process, "stops it.\n", 60))
        assert wait_until(lambda: _answers(server), 30), server.printed
        yield server
    finally:
        end_group(process)


@contextmanager
def serving_jobs(monkeypatch: Any, module: str, *arguments: str, jobs: Sequence[str]) -> Iterator[Any]:
    """The process of a module that prints the address of its job server, which takes the jobs by then."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    command = [sys.executable, "-m", module, *arguments]
    process = subprocess.Popen(command, cwd=CHECKOUT, text=True, start_new_session=True, **pipes)
    try:
        address = process.stdout.readline().strip()
        assert address, process.stderr.read()
        monkeypatch.setenv(SERVER_VARIABLE, address)
        assert wait_until(lambda: all(map(takes_jobs, jobs)), 60)
        yield process
    finally:  # a test that fails must not wait for a server that nobody ends
        end_group(process, 30)


def end_group(process: subprocess.Popen[Any], within: float = 20) -> None:
    """Tell the processes of a group, which the first of them leads, to end; afterwards none of them runs."""
    try:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        process.communicate(timeout=within)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(KILLED_WITHIN)


def wait_until(true: Callable[[], object], within: float) -> bool:
    """Whether it becomes true in that many seconds."""
    until = time.monotonic() + within
    while time.monotonic() < until:
        if true():
            return True
        time.sleep(0.02)
    return False


def _answers(server: Server) -> bool:
    try:
        with urlopen(server.url + "/healthz", timeout=5) as answer:
            return answer.status == 200
    except OSError:
        return False


def _read_until(process: subprocess.Popen[str], word: str, within: float) -> str:
    printed = ""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        until = time.monotonic() + within
        while word not in printed and time.monotonic() < until and process.poll() is None:
            if selector.select(timeout=0.2):
                printed += os.read(process.stdout.fileno(), 65536).decode()
    if word not in printed:
        printed += process.stdout.read() if process.poll() is not None else ""
        raise AssertionError(f"not ready:\n{printed}")
    return printed
