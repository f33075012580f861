"""The clock that every loop asks which may run long."""

from __future__ import annotations

import time


class Late(Exception):
    """The time is over."""


def ask(until: float) -> None:
    """Raises Late once the clock `time.perf_counter` is past `until`."""
    if time.perf_counter() > until:
        raise Late
