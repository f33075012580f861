"""Logs faults of a resource without repeating itself."""

from __future__ import annotations

import time
from logging import Logger

from scorepad.core.errors import ScorepadError

TOLD_AGAIN = 3600.0  # seconds


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

    def __init__(self, log: Logger, pause: float = TOLD_AGAIN) -> None:
        self._log, self._pause, self._told_at = log, pause, dict[str, float]()

    def tell(self, error: ScorepadError) -> None:
        """Log the fault, with the engine's own message, unless it was logged a moment ago."""
        now = time.monotonic()
        if now - self._told_at.get(error.code, -self._pause) >= self._pause:
            self._told_at[error.code] = now
            cause = f" ({' '.join(str(error.__cause__).split())})" if error.__cause__ else ""
            self._log.error("%s%s", error.message, cause)
