"""What the log hears of something that cannot be used."""

from __future__ import annotations

import time
from logging import Logger

from scorepad.core.errors import ScorepadError

TOLD_AGAIN = 3600.0  # seconds


class Outage:
    """For whoever tries again and again: when it begins and when it is over, once each."""

    def __init__(self, log: Logger, over: str = "The store answers again.") -> None:
        self._log, self._over, self._fault = log, over, ""

    def goes_on(self, error: ScorepadError) -> None:
        """It refused."""
        if error.message != self._fault:
            self._log.warning("%s", error.message)
        self._fault = error.message

    def is_over(self) -> None:
        """It did what it was asked."""
        if self._fault:
            self._log.warning("%s", self._over)
        self._fault = ""


class FaultLog:
    """For whoever asks for many things, some of which may go well meanwhile: each fault once in `pause`
    seconds."""

    def __init__(self, log: Logger, pause: float = TOLD_AGAIN) -> None:
        self._log, self._pause, self._told_at = log, pause, dict[str, float]()

    def tell(self, error: ScorepadError) -> None:
        """Something refused; what its engine said is told too."""
        now = time.monotonic()
        if now - self._told_at.get(error.code, -self._pause) >= self._pause:
            self._told_at[error.code] = now
            cause = f" ({' '.join(str(error.__cause__).split())})" if error.__cause__ else ""
            self._log.error("%s%s", error.message, cause)
