"""The processes of a pad: one that watches, and beneath it the job server with its workers, and gunicorn with
the web workers.

gunicorn and the job server restart workers that end; `keep_running` restarts these two. All end with the
process that started them, even if that is killed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.context import ForkProcess
from typing import Any

from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter

LOOK_EVERY = 0.5  # seconds; also the pause before what has ended is started again
GRACEFUL = 5  # seconds that requests in progress have when all is to end
LEAVING = 6  # seconds that one of several machines has before, for the proxy to notice
ENDS = (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)  # what tells a worker to end

COMMON: Mapping[str, Any] = {
    "control_socket_disable": True,  # it would start a thread before workers fork
    "loglevel": "warning",
    "worker_tmp_dir": "/dev/shm" if os.access("/dev/shm", os.W_OK) else None,
}


@dataclass(frozen=True)
class ServerPlan:
    """The plan of one child process.

    run       serves until it is told to end, or until its parent is not the process of the given number any
              more
    graceful  seconds that it has to end
    listener  the socket handed to it; None if it binds one itself
    """

    run: Callable[[int], object]
    graceful: float = GRACEFUL
    listener: socket.socket | None = None


def keep_running(servers: Sequence[ServerPlan]) -> None:
    """Run the servers until Ctrl-C or SIGTERM, and then end them, the last one first."""
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: sys.exit())
    running_processes: dict[int, ForkProcess] = {}
    with suppress(SystemExit):
        while True:
            for number, server in enumerate(servers):
                if number not in running_processes or not running_processes[number].is_alive():
                    with _ends_later():
                        running_processes[number] = _start_server(server, servers)
            time.sleep(LOOK_EVERY)
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    _close_listeners(servers)  # whoever comes is refused once the workers listen no longer
    for number in reversed(running_processes):
        _stop_process(running_processes[number], servers[number])


@contextmanager
def _ends_later() -> Iterator[None]:
    """Block the signals that end this process within the context, so that none is lost or interrupts a
    fork."""
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDS)


def _close_listeners(servers: Sequence[ServerPlan]) -> None:
    """Close the listening sockets in a process that does not serve them, so that it does not hold their
    ports."""
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
    process.join(server.graceful + GRACEFUL)
    process.kill()
    process.join()


def _run_server(server: ServerPlan, servers: Sequence[ServerPlan], starter: int) -> None:
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDS)
    _close_listeners([other for other in servers if other is not server])
    server.run(starter)


def run_gunicorn(load: Callable[[], Any], settings: Mapping[str, Any], starter: int) -> None:
    """Run gunicorn in this process, configured by `settings` and not by a command line.

    It ends when its parent is no longer the process `starter`.
    """
    _Arbiter(_Application(load, settings), starter).run()


class _Application(BaseApplication):  # type: ignore[misc]
    def __init__(self, load: Callable[[], Any], settings: Mapping[str, Any]) -> None:
        self.load, self._settings = load, settings
        super().__init__()

    def load_config(self) -> None:
        for name, value in {**COMMON, **self._settings}.items():
            self.cfg.set(name, value)


class _Arbiter(Arbiter):  # type: ignore[misc]
    """A gunicorn master that ends when the process that started it has ended. A worker being started is ended
    too."""

    def __init__(self, application: _Application, starter: int) -> None:
        super().__init__(application)
        self._starter = starter

    def maybe_promote_master(self) -> None:
        """Stop if the parent has ended; gunicorn calls this at least once a second."""
        if os.getppid() != self._starter:
            raise StopIteration

    def spawn_worker(self) -> Any:
        # Until a worker has handlers of its own, it has those of this process, which would lose the signal.
        with _ends_later():
            return super().spawn_worker()
