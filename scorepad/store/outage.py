"""What the log hears of something that cannot be used: when that begins and when it is over, once each."""

from __future__ import annotations

from logging import Logger

from scorepad.core.errors import ScorepadError


class Outage:
    """For whoever tries again and again."""

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
