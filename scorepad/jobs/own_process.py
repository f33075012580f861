"""The process that asks: its name, which tells others whether it goes on, and an end that it sets itself."""

from __future__ import annotations

import os
import signal
import socket
from contextlib import suppress


def end_process_after(seconds: float) -> None:
    """Let the kernel end this process then, whatever it does; never for 0."""
    signal.setitimer(signal.ITIMER_REAL, seconds)


def process_name() -> str:
    """A name for this process that no process of another machine or container has."""
    return f"{_machine_name()} {os.getpid()}"


def has_ended(name: str) -> bool:
    """Whether the process of that name has ended; never known of one on another machine."""
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
    """Of this machine, and of the container where processes are counted anew."""
    with suppress(OSError):
        return f"{socket.gethostname()} {os.readlink('/proc/self/ns/pid')}"
    return socket.gethostname()
