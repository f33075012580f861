"""Wakes the processes of one machine that show tables: each listens on a Unix socket in a folder they share.

A message is the id of a table that was written to, sent once that is committed. A message that finds a full
socket is dropped: whoever listens then has so much to read that it looks at every table (`wait` gives None).
Where there is no such folder a listener looks at all tables every little while.
"""

from __future__ import annotations

import os
import secrets
import socket
import time
from contextlib import closing, suppress
from pathlib import Path

FOLDER_VARIABLE = "SCOREPAD_CHANGES"  # the environment's name for the folder of sockets
LOOK_EVERY = 0.2  # seconds, where nobody tells of changes
LOOK_ANYWAY = 2.0  # seconds, where a writer may have been outside of the folder's processes
LEAST_QUEUE = 10  # messages that a socket holds on every system before it drops some
LONGEST_ID = 200  # bytes


def tell_change(table_id: str) -> None:
    """Tell all listeners that the table was written to.

    Never raises, since the write already stands. A listener that is not reached soon looks by itself.
    """
    if folder := os.environ.get(FOLDER_VARIABLE):
        with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as sender, suppress(OSError):
            sender.setblocking(False)
            for name in os.listdir(folder):
                _send(sender, table_id, Path(folder) / name)


def _send(sender: socket.socket, table_id: str, listener: Path) -> None:
    try:
        sender.sendto(table_id.encode(), str(listener))
    except BlockingIOError:
        pass  # it has much to read, and looks at every table then
    except (ConnectionRefusedError, FileNotFoundError):
        listener.unlink(missing_ok=True)  # its process has ended


class ChangeSocket:
    """A ChangeListener on a socket in the folder."""

    def __init__(self, folder: Path) -> None:
        self._address = folder / secrets.token_hex(4)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(self._address))

    def wait(self) -> frozenset[str] | None:
        self._socket.settimeout(LOOK_ANYWAY)
        messages = []
        with suppress(TimeoutError, BlockingIOError):
            while True:
                messages.append(self._socket.recv(LONGEST_ID))
                self._socket.setblocking(False)
        if not 0 < len(messages) < LEAST_QUEUE:
            return None
        return frozenset(message.decode() for message in messages)

    def close(self) -> None:
        self._socket.close()
        with suppress(OSError):  # on a disk that is read-only by now
            self._address.unlink(missing_ok=True)


class RegularLook:
    """A ChangeListener without messages: it looks at all tables at regular intervals."""

    def wait(self) -> frozenset[str] | None:
        time.sleep(LOOK_EVERY)
        return None

    def close(self) -> None:
        """Do nothing; no resource is held."""
