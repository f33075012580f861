"""gunicorn's gevent workers: one that stops at once and in silence when it is told to, and one that lets the
proxy before several machines notice first. Both go on where no further file can be opened."""

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

from scorepad.core import shortages
from scorepad.host.processes import ENDS, GRACEFUL, LEAVING
from scorepad.store.outage import FaultLog

LOOKS = ("/healthz", "/readyz")  # of proxies, which are no visitors
LEAST_LEAVING = 2.0  # seconds
LARGE_BODY = 64 * 1024  # bytes
READ_SECONDS = 1.0
GARBAGE_THRESHOLDS = (50_000, 20, 100)
READ_ON = 256 * 1024  # bytes of what was refused, so that a phone that still sends hears why
QUIET = 1.0  # seconds without a visitor: the proxy sends nobody any more


def shared_app(make_app: Callable[[], Any]) -> Any:
    """The app, made in the process that starts the workers, which share it; gevent is let in before.

    Processes and signals stay as they are, which that process handles itself.
    """
    monkey.patch_all(os=False, signal=False, subprocess=False)
    app = make_app()
    # Tables that are kept are many objects and no circles: to look through them for circles stopped a worker
    # for half a second now and then.
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    return app


class Acceptor(StreamServer):  # type: ignore[misc]
    """Takes connections one at a time, so that other workers take their part. Where no file is left for one,
    it waits, ever longer up to a second, and the log hears of it once a minute."""

    max_accept = 1
    _faults = FaultLog(logging.getLogger("scorepad.host"), shortages.TOLD_AGAIN)

    def do_read(self) -> Any:
        try:
            return super().do_read()
        except OSError as error:
            if (shortage := shortages.shortage_of(error)) is None:
                raise
            self._faults.tell(shortage)
            # gevent waits after any fault, and prints every one but this.
            raise gevent.GreenletExit from None


class Worker(GeventWorker):  # type: ignore[misc]
    """Finishes the requests in progress and ends the live streams, which never end by themselves.

    It does not wait for browsers that keep an idle connection open, as gunicorn's own does. Once half of its
    connections are taken, each ends with its answer, so that others have their turn.
    """

    alive: bool
    worker_connections: int
    _connections = 0
    _in_progress = 0
    _last_visit = 0.0

    def patch(self) -> None:
        """gevent is there since `shared_app`; the sockets become such that it knows."""
        self.sockets: list[Any] = [
            gevent.socket.socket(each.FAMILY, socket.SOCK_STREAM, fileno=each.sock.detach())
            for each in self.sockets
        ]

    def init_signals(self) -> None:
        """What told the worker to end while it was starting is heard now."""
        super().init_signals()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDS)

    def server_class(self, listener: Any, *, spawn: Any, **_of_wsgi_servers: Any) -> StreamServer:
        """What takes the connections that come to the listener, for gunicorn."""
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
        """SIGTERM."""
        self._stop()

    def handle_quit(self, _sig: int, _frame: Any) -> None:
        """SIGINT, which Ctrl-C sends to every process, and SIGQUIT, which gunicorn sends after it."""
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
    """For one of several machines: at SIGTERM it says that it leaves whenever the proxy asks, and serves
    until the proxy sends nobody any more. Were it to close before, it might close on a form just sent."""

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
    """Whether the body is large, or does not say. Its connection ends with the answer: gunicorn would read a
    body that the app refused to its end before it took the next request."""
    sent = dict(request.headers)
    return "TRANSFER-ENCODING" in sent or int(sent.get("CONTENT-LENGTH", 0)) > LARGE_BODY
