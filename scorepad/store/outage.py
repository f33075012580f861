"""What the log hears of a store that cannot be used: when that begins and when it is over, once each."""

from __future__ import annotations

from logging import Logger

from scorepad.core.errors import ScorepadError


class Outage:
    """For whoever tries again and again."""

    def __init__(self, log: Logger) -> None:
        self._log, self._fault = log, ""

    def goes_on(self, error: ScorepadError) -> None:
        """The store refused."""
        if error.message != self._fault:
            self._log.warning("%s", error.message)
        self._fault = error.message

    def is_over(self) -> None:
        """The store did what it was asked."""
        if self._fault:
            self._log.warning("The store answers again.")
        self._fault = ""
