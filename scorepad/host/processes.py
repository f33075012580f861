"""The processes of a pad: one that watches, beneath it a gunicorn for each kind of work and its workers.

gunicorn starts a worker again when one has ended, `keep` a gunicorn. All end with the process that started
them, also when that is killed.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import shutil
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Any, Protocol

from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker

NICENESS = 5  # web workers come first
QUEUE = 64  # requests that may wait
LOOK_EVERY = 0.5  # seconds; also the pause before what has ended is started again
GRACEFUL = 5  # seconds that requests in progress have when all is to end
LEAVING = 6  # seconds that one of several machines has before, for the proxy to notice

COMMON: Mapping[str, Any] = {
    "control_socket_disable": True,  # it would start a thread before workers fork
    "graceful_timeout": GRACEFUL,
    "loglevel": "warning",
    "worker_tmp_dir": "/dev/shm" if os.access("/dev/shm", os.W_OK) else None,
}


@dataclass(frozen=True)
class ServerPlan:
    """What one gunicorn runs.

    load      gives the application, or whatever the workers' class runs in its place
    settings  of gunicorn
    listener  the socket that it is handed, where it does not bind one itself
    """

    load: Callable[[], Any]
    settings: Mapping[str, Any]
    listener: socket.socket | None = None


class RegularTask(Protocol):
    """What the process that watches does now and then beside it, in processes of its own."""

    def look(self, in_new_process: Callable[[], object]) -> None:
        """Start it where it is time; a process that it starts calls `in_new_process` first."""

    def stop(self) -> None:
        """End what runs."""


def job_server(
    address: Path | socket.socket,
    load: Callable[[], Any],
    *,
    workers: int = 1,
    queue: int = QUEUE,
    memory: int | None = None,
    worker_class: str = "sync",
) -> ServerPlan:
    """A server on a Unix socket, in whose folder there are only others of the kind, or on a listening one.

    Its backlog is the queue. `memory` is how many bytes of data a worker may hold.
    """

    def lower_priority(_arbiter: Arbiter, _worker: Worker) -> None:
        os.nice(NICENESS)
        if memory is not None:
            _limit_data(memory)

    settings = {
        "bind": f"unix:{address}" if isinstance(address, Path) else f"fd://{address.fileno()}",
        "backlog": queue,
        "workers": workers,
        "worker_class": worker_class,
        "timeout": 0,  # each job has its own
        "preload_app": True,
        "when_ready": lambda _arbiter: _ignore_interrupts(),
        "post_fork": lower_priority,
        "post_worker_init": lambda _worker: _end_at_once(),
        "on_exit": lambda _arbiter: _remove_if_empty(address.parent) if isinstance(address, Path) else None,
    }
    return ServerPlan(load, settings, None if isinstance(address, Path) else address)


def _limit_data(data_bytes: int) -> None:
    """Let this process hold so many bytes of data, or fewer where the system says so."""
    _, hard_limit = resource.getrlimit(resource.RLIMIT_DATA)
    limit = data_bytes if hard_limit == resource.RLIM_INFINITY else min(data_bytes, hard_limit)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def _ignore_interrupts() -> None:
    """Ctrl-C, which every process hears of, is a matter of the one that watches."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end_at_once() -> None:
    """A worker told to end leaves its job undone: whoever asked has ended before."""
    _ignore_interrupts()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _remove_if_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def remove_folder(folder: Path) -> None:
    """The folder with the sockets that ended processes left in it, and the one that it stands in once that is
    empty."""
    shutil.rmtree(folder, ignore_errors=True)
    _remove_if_empty(folder.parent)


def keep_running(servers: Sequence[ServerPlan], beside: RegularTask | None = None) -> None:
    """Run the servers until Ctrl-C or SIGTERM, and then end them, the last one first; `beside` them what is
    done regularly."""
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: sys.exit())
    running_processes: dict[int, ForkProcess] = {}
    with suppress(SystemExit):
        while True:
            for number, server in enumerate(servers):
                if number not in running_processes or not running_processes[number].is_alive():
                    running_processes[number] = _start_server(server, servers)
            if beside:
                beside.look(lambda: _close_listeners(servers))
            time.sleep(LOOK_EVERY)
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    _close_listeners(servers)  # whoever comes is refused once the workers listen no longer
    if beside:
        beside.stop()
    for number in reversed(running_processes):
        _stop_process(running_processes[number], servers[number])


def _close_listeners(servers: Sequence[ServerPlan]) -> None:
    """A process that does not serve them must not hold their ports either."""
    for server in servers:
        if server.listener:
            server.listener.close()


def _start_server(server: ServerPlan, servers: Sequence[ServerPlan]) -> ForkProcess:
    context = multiprocessing.get_context("fork")
    process = context.Process(target=_run_server, args=(server, servers, os.getpid()))
    process.start()
    return process


def _stop_process(process: ForkProcess, server: ServerPlan) -> None:
    process.terminate()
    process.join(server.settings.get("graceful_timeout", GRACEFUL) + GRACEFUL)
    process.kill()
    process.join()


def _run_server(server: ServerPlan, servers: Sequence[ServerPlan], starter: int) -> None:
    _close_listeners([other for other in servers if other is not server])
    _Arbiter(_Application(server), starter).run()


class _Application(BaseApplication):  # type: ignore[misc]
    """gunicorn, told what to run by a Server and not by its own command line."""

    def __init__(self, server: ServerPlan) -> None:
        self._server = server
        super().__init__()

    def load_config(self) -> None:
        for name, value in {**COMMON, **self._server.settings}.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        return self._server.load()


class _Arbiter(Arbiter):  # type: ignore[misc]
    """Ends when the process that started it has ended."""

    def __init__(self, application: _Application, starter: int) -> None:
        super().__init__(application)
        self._starter = starter

    def maybe_promote_master(self) -> None:
        """What gunicorn calls at least once a second to see whether its parent has ended."""
        if os.getppid() != self._starter:
            raise StopIteration
