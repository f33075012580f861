"""The processes that do the long work: one keeper, and beneath it a child for each core to spare.

All children accept on one Unix socket, whose backlog is the queue. A child that crashes, or that the
kernel's alarm ends because its job ran over its limit, is replaced by the keeper. Everything ends when the
lifeline, a pipe held by the process that started it, closes: also when that process is killed.
"""

from __future__ import annotations

import logging
import os
import resource
import select
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from scorepad.jobs.child import Jobs, Life, work
from scorepad.jobs.client import ADDRESS_VARIABLE, jobs

QUEUE = 64  # requests that may wait
PAUSE = 0.2  # seconds after a process broke, so that one which always breaks does not take all there is
NICENESS = 5  # web workers come first

log = logging.getLogger("scorepad.jobs")


def processes() -> int:
    """One less than the cores, and at least one."""
    return max(1, (os.cpu_count() or 1) - 1)


class JobServer:
    """A running job server; web workers find it by `variable` in the environment.

    load    the jobs, called once in the keeper
    memory  bytes of data that a child may hold; no limit where it is None
    life    what a child does with the listening socket, the lifeline and the jobs until the lifeline closes

    Several are stopped in the reverse of the order in which they were started: each holds the lifelines of
    those before it.
    """

    def __init__(
        self,
        children: int | None = None,
        *,
        queue: int = QUEUE,
        load: Callable[[], Jobs] = jobs,
        variable: str = ADDRESS_VARIABLE,
        memory: int | None = None,
        life: Life | None = None,
    ) -> None:
        self._variable = variable
        folder = Path(tempfile.mkdtemp(prefix="scorepad-"))
        self.address = str(folder / "jobs")
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        listener.bind(self.address)
        listener.listen(queue)
        listener.setblocking(False)
        lifeline, self._lifeline = os.pipe()
        self._keeper = os.fork()
        if self._keeper == 0:
            os.close(self._lifeline)
            _keep(listener, lifeline, children or processes(), _Child(load, memory, life or work), folder)
        listener.close()
        os.close(lifeline)
        os.environ[variable] = self.address

    def stop(self) -> None:
        """End the keeper and its children, jobs in progress included."""
        os.environ.pop(self._variable, None)
        os.close(self._lifeline)
        with suppress(ChildProcessError):
            os.waitpid(self._keeper, 0)


@dataclass(frozen=True, slots=True)
class _Child:
    """What every child is like; see JobServer."""

    load: Callable[[], Jobs]
    memory: int | None
    life: Life


def _keep(listener: socket.socket, lifeline: int, children: int, child: _Child, folder: Path) -> NoReturn:
    """The keeper's life: as many children as wanted, until the lifeline closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    woken = _wake_on_death()
    alive: set[int] = set()
    try:
        known = child.load()
        while not _closed(lifeline, woken):
            alive -= _dead(alive)
            while len(alive) < children:
                alive.add(_born(listener, lifeline, known, child))
    except Exception:
        log.exception("the job server broke")
    finally:
        for process in alive:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)


def _wake_on_death() -> int:
    """A descriptor that can be read from when a child has died."""
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    os.write(wake, b"\0")
    return woken


def _closed(lifeline: int, woken: int) -> bool:
    """Wait until a child has died or the lifeline has closed; whether it was the lifeline."""
    ready, _, _ = select.select([lifeline, woken], [], [])
    if woken in ready:
        os.read(woken, 4096)
    return lifeline in ready


def _dead(alive: set[int]) -> set[int]:
    dead = set()
    for child in alive:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            dead.add(child)
            log.warning("a job's process ended (%s); a new one takes its place", _cause(status))
    return dead


def _cause(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    if code == -signal.SIGALRM:
        return "its job ran over its time"
    return f"signal {-code}" if code < 0 else f"exit status {code}"


def _born(listener: socket.socket, lifeline: int, jobs: Jobs, child: _Child) -> int:
    process = os.fork()
    if process:
        return process
    status = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.nice(NICENESS)
        if child.memory is not None:
            _bound(child.memory)
        child.life(listener, lifeline, jobs)
        status = 0
    except Exception:
        log.exception("a job's process broke")
        time.sleep(PAUSE)
    finally:
        os._exit(status)


def _bound(memory: int) -> None:
    """Let this process hold so many bytes of data, or fewer where the system says so."""
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    limit = memory if most == resource.RLIM_INFINITY else min(memory, most)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
