"""Makes backups regularly, each by a process of its own that is gone when it is made."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable
from multiprocessing.context import ForkProcess

from scorepad.core.errors import ScorepadError
from scorepad.host.processes import GRACEFUL
from scorepad.jobs.worker import NICENESS
from scorepad.store.backup_schedule import BackupSchedule

AGAIN_AFTER = 60.0  # seconds until a backup that failed is tried again; then twice as long each time

log = logging.getLogger("scorepad.backups")


class BackupKeeper:
    """A RegularTask that backs up when it is time, the first time at once."""

    def __init__(self, schedule: BackupSchedule) -> None:
        self._schedule = schedule
        self._next_at = time.monotonic() + schedule.seconds_left()
        self._pause = AGAIN_AFTER
        self._process: ForkProcess | None = None

    def look(self, in_new_process: Callable[[], object]) -> None:
        if self._process is None:
            if time.monotonic() >= self._next_at:
                context = multiprocessing.get_context("fork")
                self._process = context.Process(target=self._back_up, args=(in_new_process,))
                self._process.start()
        elif not self._process.is_alive():
            self._next_at = time.monotonic() + self._seconds_until_next(self._process.exitcode == 0)
            self._process = None

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.join(GRACEFUL)
            self._process.kill()

    def _seconds_until_next(self, is_made: bool) -> float:
        if is_made:
            self._pause = AGAIN_AFTER
            return self._schedule.seconds
        pause, self._pause = self._pause, 2 * self._pause
        return min(pause, self._schedule.seconds)

    def _back_up(self, in_new_process: Callable[[], object]) -> None:
        """In the new process. Its exit status is 1 where no backup was made."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # nothing half is left
        in_new_process()
        os.nice(NICENESS)
        try:
            self._schedule.back_up()
        except ScorepadError as error:
            log.error("no backup was made: %s", error.message)
        except Exception:
            log.exception("no backup was made")
        else:
            return
        sys.exit(1)
