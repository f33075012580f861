"""Faults that may last: shortages of the machine, worded for people, and logs that don't repeat a fault."""

from __future__ import annotations

import errno
import re
import time
from typing import TYPE_CHECKING

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import say

if TYPE_CHECKING:
    from logging import Logger

NO_FILES = (errno.EMFILE, errno.ENFILE)
NO_MEMORY = re.compile(r"bad.?alloc|failed to allocate|insufficient memory|out of memory", re.IGNORECASE)
"""What libraries say that have exceptions of their own for it."""
FAULT_TOLD_AGAIN = 3600.0  # seconds until the log hears again of a fault that lasts
SHORTAGE_TOLD_AGAIN = 60.0  # … of a shortage


class ShortOfFiles(ScorepadError):
    """No more files or connections can be opened."""

    code = "short-of-files"

    def __init__(self) -> None:
        super().__init__(
            say("The pad has as many files and connections open as it may. Try again in a moment.")
        )


class ShortOfMemory(ScorepadError):
    """No more memory is available."""

    code = "short-of-memory"

    def __init__(self) -> None:
        super().__init__(say("The pad is short of memory. Try again in a moment."))


class StreamsRefused(ScorepadError):
    """More phones want to follow their tables than the pad allows. Only the log says so."""

    code = "streams"

    def __init__(self, most: int) -> None:
        super().__init__(
            f"{most} phones follow their tables in this process, and no more may. Others look every two "
            "seconds."
        )


def shortage_of(error: BaseException) -> ScorepadError | None:
    """The shortage that caused the error; None if none did."""
    if isinstance(error, OSError) and error.errno in NO_FILES:
        return ShortOfFiles()
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        return ShortOfMemory()
    if isinstance(error, RuntimeError) or type(error).__module__ == "cv2":
        return ShortOfMemory() if NO_MEMORY.search(str(error)) else None
    return None


class Outage:
    """Logs a fault of something that is tried again and again: once when it begins, once when it is over."""

    def __init__(self, log: Logger, over: str = "The store answers again.") -> None:
        self._log, self._over, self._fault = log, over, ""

    def goes_on(self, error: ScorepadError) -> None:
        """Note a failed try; a fault is logged when it differs from the last."""
        if error.message != self._fault:
            self._log.warning("%s", error.message)
        self._fault = error.message

    def is_over(self) -> None:
        """Note a successful try; the end of a fault is logged."""
        if self._fault:
            self._log.warning("%s", self._over)
        self._fault = ""


class FaultLog:
    """Logs faults of a resource with many users: each fault at most once in `pause` seconds."""

    def __init__(self, log: Logger, pause: float = FAULT_TOLD_AGAIN) -> None:
        self._log, self._pause, self._told_at = log, pause, dict[str, float]()

    def tell(self, error: ScorepadError) -> None:
        """Log the fault, with the engine's own message, unless it was logged a moment ago."""
        now = time.monotonic()
        if now - self._told_at.get(error.code, -self._pause) >= self._pause:
            self._told_at[error.code] = now
            cause = f" ({' '.join(str(error.__cause__).split())})" if error.__cause__ else ""
            self._log.error("%s%s", error.message, cause)
