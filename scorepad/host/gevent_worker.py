"""gunicorn workers on gevent: one that stops at once when told to, and one that first lets the proxy of
several machines notice. Both survive running out of files."""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import gevent
from gevent import monkey
from gevent.server import StreamServer
from gunicorn.util import close_graceful
from gunicorn.workers.ggevent import GeventWorker

from scorepad.core.lasting_faults import SHORTAGE_TOLD_AGAIN, FaultLog, shortage_of
from scorepad.host.processes import ENDS, GRACEFUL, LEAVING

LOOKS = ("/healthz", "/readyz")  # of proxies, which are no visitors
LEAST_LEAVING = 2.0  # seconds
LARGE_BODY = 64 * 1024  # bytes
READ_SECONDS = 1.0
GARBAGE_THRESHOLDS = (50_000, 20, 100)
READ_ON = 256 * 1024  # bytes of what was refused, so that a phone that still sends hears why
QUIET = 1.0  # seconds without a visitor: the proxy sends nobody any more


def shared_app(make_app: Callable[[], Any]) -> Any:
    """Make the app in the process that starts the workers, which share it, after patching for gevent.

    Processes and signals are not patched, since that process handles them itself.
    """
    monkey.patch_all(os=False, signal=False, subprocess=False)
    app = make_app()
    # Tables that are kept are many objects and no circles: to look through them for circles stopped a worker
    # for half a second now and then.
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    return app


class Acceptor(StreamServer):  # type: ignore[misc]
    """Accepts connections one at a time, so that other workers get their part. If no file is free, it waits,
    longer each time up to a second, and logs that once a minute."""

    max_accept = 1
    _faults = FaultLog(logging.getLogger("scorepad.host"), SHORTAGE_TOLD_AGAIN)

    def do_read(self) -> Any:
        try:
            return super().do_read()
        except OSError as error:
            if (shortage := shortage_of(error)) is None:
                raise
            self._faults.tell(shortage)
            # gevent waits after any fault, and prints every one but this.
            raise gevent.GreenletExit from None


class Worker(GeventWorker):  # type: ignore[misc]
    """A gunicorn worker that finishes its requests at shutdown, and ends live streams, which never end by
    themselves.

    Unlike gunicorn's own, it does not wait for browsers that keep an idle connection open. Once half of its
    connections are in use, each closes with its answer, so that others get a turn.
    """

    alive: bool
    worker_connections: int
    _connections = 0
    _in_progress = 0
    _last_visit = 0.0

    def patch(self) -> None:
        """Use gevent's sockets. `shared_app` has patched everything else."""
        self.sockets: list[Any] = [
            gevent.socket.socket(each.FAMILY, socket.SOCK_STREAM, fileno=each.sock.detach())
            for each in self.sockets
        ]

    def init_signals(self) -> None:
        """Handle signals, including one that came while the worker was starting."""
        super().init_signals()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDS)

    def server_class(self, listener: Any, *, spawn: Any, **_of_wsgi_servers: Any) -> StreamServer:
        """The server that accepts connections of the listener, as gunicorn asks for it."""
        return Acceptor(listener, partial(self.handle, listener), spawn=spawn)

    def handle(self, *connection: Any) -> None:
        self._connections += 1
        try:
            super().handle(*connection)
        finally:
            self._connections -= 1

    def handle_request(self, listener: Any, request: Any, *connection: Any) -> Any:
        self._in_progress += 1
        if request.path not in LOOKS:
            self._last_visit = time.monotonic()
        is_large = request.must_close or _may_be_large(request)
        request.must_close = is_large or self._connections > self.worker_connections / 2
        try:
            return super().handle_request(listener, request, *connection)
        finally:
            self._in_progress -= 1
            if is_large:
                close_graceful(connection[0], READ_SECONDS, READ_ON)

    def handle_exit(self, _sig: int, _frame: Any) -> None:
        """Stop on SIGTERM."""
        self._stop()

    def handle_quit(self, _sig: int, _frame: Any) -> None:
        """Stop on SIGINT, which Ctrl-C sends to every process, and on SIGQUIT, which gunicorn sends after
        it."""
        self._stop()

    def _stop(self) -> None:
        if self.alive:
            self.alive = False
            gevent.spawn(self._finish)

    def _finish(self) -> None:
        app = getattr(self, "wsgi", None)  # none yet while the worker is starting
        if app is not None:
            app.extensions["live"].close()
        give_up_at = time.monotonic() + GRACEFUL
        while self._in_progress and time.monotonic() < give_up_at:
            gevent.sleep(0.02)
        os._exit(0)


class LeavingWorker(Worker):
    """A worker for one of several machines. At SIGTERM it tells the proxy that it leaves, and serves until
    the proxy sends nothing more. Closing earlier could lose a form just sent."""

    def handle_exit(self, _sig: int, _frame: Any) -> None:
        gevent.spawn(self._leave)

    def _leave(self) -> None:
        app = getattr(self, "wsgi", None)
        if app is not None:
            app.extensions["leaving"] = True
            told_at = time.monotonic()
            gevent.sleep(LEAST_LEAVING)
            while time.monotonic() < min(self._last_visit + QUIET, told_at + LEAVING):
                gevent.sleep(0.05)
        self._stop()


def _may_be_large(request: Any) -> bool:
    """Whether the body is large, or has no length. Its connection is closed after the answer, since gunicorn
    would otherwise read a refused body to its end."""
    sent = dict(request.headers)
    return "TRANSFER-ENCODING" in sent or int(sent.get("CONTENT-LENGTH", 0)) > LARGE_BODY
