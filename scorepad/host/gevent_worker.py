"""gunicorn's gevent worker, stopping at once and in silence when it is told to."""

from __future__ import annotations

import os
import time
from typing import Any

import gevent
from gunicorn.workers.ggevent import GeventWorker


class Worker(GeventWorker):  # type: ignore[misc]
    """Finishes the requests in progress and ends the live streams, which never end by themselves.

    It does not wait for browsers that keep an idle connection open, as gunicorn's own does.
    """

    alive: bool
    _in_progress = 0

    def handle_request(self, *request: Any) -> Any:
        self._in_progress += 1
        try:
            return super().handle_request(*request)
        finally:
            self._in_progress -= 1

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
        give_up_at = time.monotonic() + self.cfg.graceful_timeout
        while self._in_progress and time.monotonic() < give_up_at:
            gevent.sleep(0.02)
        os._exit(0)
