"""gunicorn's worker that makes backups regularly, beside the pad and below it in priority."""

from __future__ import annotations

import logging
import os
import time
from typing import TYPE_CHECKING

from gunicorn.workers.base import Worker

from scorepad.core.errors import ScorepadError

if TYPE_CHECKING:
    from scorepad.store.backup_schedule import BackupSchedule

LOOK_EVERY = 1.0  # seconds
AGAIN_AFTER = 60.0  # seconds until a backup that failed is tried again

log = logging.getLogger("scorepad.backups")


class BackupKeeper(Worker):  # type: ignore[misc]
    """Backs up when it is time, the first time at once."""

    wsgi: BackupSchedule

    def run(self) -> None:
        next_at = time.monotonic() + self.wsgi.seconds_left()
        while self.ppid == os.getppid():
            if time.monotonic() >= next_at:
                next_at = time.monotonic() + self._seconds_after_backup()
            time.sleep(LOOK_EVERY)

    def _seconds_after_backup(self) -> float:
        try:
            self.wsgi.back_up()
        except ScorepadError as error:
            log.error("no backup was made: %s", error.message)
        except Exception:
            log.exception("no backup was made")
        else:
            return self.wsgi.seconds
        return min(AGAIN_AFTER, self.wsgi.seconds)
