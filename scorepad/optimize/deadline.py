"""The deadline of a search, which every loop that may run long looks at."""

from __future__ import annotations

import time


class TimedOut(Exception):
    """The time is over."""


def check_deadline(deadline: float) -> None:
    """Raises TimedOut once the clock `time.perf_counter` is past the deadline."""
    if time.perf_counter() > deadline:
        raise TimedOut
