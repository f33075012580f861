"""Runs work that cannot be stopped from inside in a process of its own, and ends that in time.

The process is a fork, so it starts within milliseconds and needs only a pipe. Results that it sends before
its end count. The kernel ends it even if the waiting process has died.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
import warnings
from collections.abc import Callable
from typing import IO, Any, NoReturn, TypeVar

T = TypeVar("T")
Tell = Callable[[T], None]

_LEAST = 1e-6  # seconds, which timers count in whole millionths
_forking = threading.Lock()  # no other copy may hold the pipe open


def last_told(work: Callable[[Tell[T]], None], seconds: float) -> T | None:
    """The last result that `work` passed to its argument within `seconds`; None if there was none.

    A system without fork waits for its end.
    """
    if not hasattr(os, "fork"):
        told: list[T] = []
        work(told.append)
        return told[-1] if told else None
    if seconds < _LEAST:
        return None  # to a timer no time means for ever
    with _forking:
        reader, writer = os.pipe()
        with warnings.catch_warnings():
            # From Python 3.12 on a copy made beside other threads is warned of: ours waits for none of them.
            warnings.simplefilter("ignore", DeprecationWarning)
            process = os.fork()
        if not process:
            _work_alone(work, writer, seconds)
        os.close(writer)
    try:
        with open(reader, "rb") as pipe:
            last: T | None = _last_of(pipe)
            return last
    finally:
        # An ended process keeps its number until it is waited for, so this can’t hit another one.
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


def _work_alone(work: Callable[[Tell[T]], None], writer: int, seconds: float) -> NoReturn:
    """The life of the fork. It does not clean up anything that its parent had begun."""
    try:
        # Handlers are copied with the process. With the default ones a timer ends it inside native code too.
        for ends_quietly in (signal.SIGALRM, signal.SIGINT, signal.SIGTERM):
            signal.signal(ends_quietly, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        with open(writer, "wb") as pipe:

            def tell(result: T) -> None:
                pickle.dump(result, pipe)
                pipe.flush()

            work(tell)
    finally:
        # Plain exit would run the parent’s exit handlers and flush copies of its buffers.
        os._exit(0)


def _last_of(pipe: IO[bytes]) -> Any:
    """The last complete result in the pipe."""
    last = None
    while True:
        try:
            last = pickle.load(pipe)
        except (EOFError, pickle.UnpicklingError):
            return last
