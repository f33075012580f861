"""Errors that a person may see. Each says in one sentence what was wrong and what was expected."""

from __future__ import annotations


class ScorepadError(Exception):
    """Input that cannot be used. `code` is for programs, `message` for people, `at` names the place."""

    code = "invalid"

    def __init__(self, message: str, *, at: str = "", code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        if code is not None:
            self.code = code
