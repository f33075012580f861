"""The processes that photos are handed to: one that decodes them, and those that read what waits at the desk.

Both are job servers of their own, so that a crafted picture meets no process that does other work. What
reads is woken by a connection and then takes what waits on disk: the desk keeps the queue, not the socket.
"""

from __future__ import annotations

import select
import signal
import socket
from contextlib import suppress
from functools import partial
from pathlib import Path

from scorepad.jobs.child import Jobs
from scorepad.jobs.server import JobServer
from scorepad.photos import photo_jobs
from scorepad.photos.decoding import DECODING
from scorepad.photos.desk import READING, Desk
from scorepad.photos.limits import Limits

SWEEP_EVERY = 60.0  # seconds
MEGABYTE = 1_000_000


class PhotoServer:
    """The running processes; web workers find them by the environment."""

    def __init__(self, instance: Path, limits: Limits) -> None:
        desk = Desk(instance, limits)
        desk.sweep()
        memory = limits.memory * MEGABYTE
        self._decoding = JobServer(1, load=_decoding, variable=DECODING, memory=memory)
        self._reading = JobServer(
            limits.processes,
            load=dict,
            variable=READING,
            memory=memory,
            life=partial(work, desk, limits.seconds),
        )

    def stop(self) -> None:
        """End them, a photo that is being read included."""
        self._reading.stop()
        self._decoding.stop()


def _alarm(seconds: float) -> None:
    """End this process after so many seconds, whatever it does; never for 0."""
    signal.setitimer(signal.ITIMER_REAL, seconds)


def _decoding() -> Jobs:
    return {"upright": photo_jobs.upright}


def work(desk: Desk, seconds: float, listener: socket.socket, lifeline: int, _jobs: Jobs) -> None:
    """A reader's life: all that waits whenever it is woken, until the lifeline closes.

    It ends when a reading breaks it, or by the kernel's alarm when one takes longer than `seconds`.
    """
    while True:
        desk.read_waiting(begin=lambda: _alarm(seconds))
        _alarm(0)
        ready, _, _ = select.select([lifeline, listener.fileno()], [], [], SWEEP_EVERY)
        if lifeline in ready:
            return
        desk.sweep()
        if ready:
            with suppress(BlockingIOError):  # another reader was faster
                listener.accept()[0].close()
