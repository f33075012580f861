"""The system's part of the pad, chosen once at start: Linux and its like, or a browser.

A browser runs one process, whose files are in memory until its page stores them. It has no file locks and no
address.
"""

from __future__ import annotations

import socket
import struct
import sys
from contextlib import suppress

_SIOCGIFADDR = 0x8915

if sys.platform == "emscripten":
    JOURNAL = "memory"  # between two requests one file is the whole store
    PRAGMAS: tuple[str, ...] = (f"journal_mode = {JOURNAL}", "synchronous = off")

    def lock(descriptor: int) -> None:
        """Do nothing: no other process has the file."""

    def by_interface() -> dict[str, str]:
        """Return nothing: a page in a browser has no network interfaces."""
        return {}
else:
    import fcntl

    JOURNAL = "wal"  # whoever reads doesn't wait for whoever writes
    PRAGMAS: tuple[str, ...] = ("synchronous = full",)

    def lock(descriptor: int) -> None:
        """Lock the file, after other processes have closed it. The lock holds until it is closed."""
        fcntl.flock(descriptor, fcntl.LOCK_EX)

    def by_interface() -> dict[str, str]:
        """Interface names by address, if the system tells them (Linux); else empty."""
        named = {}
        if sys.platform == "linux":
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
                for _, name in socket.if_nameindex():
                    with suppress(OSError):  # an interface without an address
                        interface_request = struct.pack("256s", name.encode()[:15])
                        ioctl_reply = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, interface_request)
                        named[socket.inet_ntoa(ioctl_reply[20:24])] = name
        return named
