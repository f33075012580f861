"""The process that asks: its name, by which others know whether it still runs, and its time limit."""

from __future__ import annotations

import os
import signal
import socket
from contextlib import suppress


def end_process_after(seconds: float) -> None:
    """Let the kernel end this process after `seconds`; never for 0."""
    signal.setitimer(signal.ITIMER_REAL, seconds)


def process_name() -> str:
    """A name for this process, unique among machines and containers."""
    return f"{_machine_name()} {os.getpid()}"


def has_ended(name: str) -> bool:
    """Whether the process of that name has ended; False if it is on another machine."""
    machine, _, process = name.rpartition(" ")
    if machine != _machine_name():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except PermissionError:  # somebody else's
        return False
    return False


def _machine_name() -> str:
    """A name for this machine, and for its container if that counts processes anew."""
    with suppress(OSError):
        return f"{socket.gethostname()} {os.readlink('/proc/self/ns/pid')}"
    return socket.gethostname()
