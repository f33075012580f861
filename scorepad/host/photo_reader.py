"""gunicorn's sync worker, reading photos: whoever connects wakes it, and what waits lies at the desk."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from gunicorn.workers.sync import SyncWorker

from scorepad.jobs.server import end_process_after
from scorepad.store.engine import StoreAway, StoreFull, StoreReadOnly
from scorepad.store.outage import Outage

if TYPE_CHECKING:
    from scorepad.photos.desk import Desk

LOOK_EVERY = 0.5  # seconds; photos that other machines took wake nobody here
AFTER_A_FAULT = 2.0  # seconds until a server that is away is asked again, or a disk that is full
log = logging.getLogger("scorepad.photos")


class PhotoReader(SyncWorker):  # type: ignore[misc]
    """Reads all photos that wait when it starts and whenever it is woken.

    It ends when a reading breaks it, or by the kernel's alarm when one takes too long.
    """

    wsgi: Desk

    def run(self) -> None:
        (listener,) = self.sockets
        listener.setblocking(False)
        outage = Outage(log)
        while self.is_parent_alive():
            try:
                self.wsgi.read_waiting(begin=end_process_after)
                end_process_after(0)
                self.wsgi.delete_old()
                outage.is_over()
            except (StoreAway, StoreFull, StoreReadOnly) as error:
                end_process_after(0)
                outage.goes_on(error)
                time.sleep(AFTER_A_FAULT)
            if listener in (self.wait(LOOK_EVERY) or ()):
                with suppress(BlockingIOError):  # another reader was faster
                    listener.accept()[0].close()
