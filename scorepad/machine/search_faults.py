"""Faults of the search, logged to the pad's folder for `scorepad doctor`."""

from __future__ import annotations

from logging import Formatter, LogRecord, getLogger
from logging.handlers import RotatingFileHandler
from pathlib import Path

FILE = "search-faults.log"
LOG = "scorepad.search"
MOST_BYTES = 200_000


class _OneLine(Formatter):
    """Writes the time and the message, without the trace."""

    def format(self, record: LogRecord) -> str:
        return f"{self.formatTime(record)} {' '.join(record.getMessage().split())}"


def keep_in(folder: Path) -> None:
    """Log faults of this process and its children to a file of the folder."""
    handler = RotatingFileHandler(
        folder / FILE, maxBytes=MOST_BYTES, backupCount=1, encoding="utf-8", delay=True
    )
    handler.setFormatter(_OneLine())
    getLogger(LOG).addHandler(handler)


def kept_in(folder: Path) -> list[str]:
    """The logged faults, the oldest first."""
    file = folder / FILE
    return file.read_text("utf-8", errors="replace").splitlines() if file.is_file() else []
