"""Shortages of the machine, worded for people: open files and memory."""

from __future__ import annotations

import errno
import re

from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import say

NO_FILES = (errno.EMFILE, errno.ENFILE)
NO_MEMORY = re.compile(r"bad.?alloc|failed to allocate|insufficient memory|out of memory", re.IGNORECASE)
"""What libraries say that have exceptions of their own for it."""
TOLD_AGAIN = 60.0  # seconds until the log hears again of a shortage that lasts


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
