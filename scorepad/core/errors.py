"""Errors that a person may see. Each says in one sentence what is wrong and what is expected."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorepad.core.sentence import Sentence, as_data, as_sentence, from_data, in_a_row, say


class ScorepadError(Exception):
    """Input that cannot be used.

    `code` is for programs, `message` for people. `at` is the place (`cards:5` is the fifth character of the
    cards). `parts` are the single faults, if there are several.
    """

    code = "invalid"

    def __init__(
        self, message: str, *, at: str = "", code: str | None = None, parts: Sequence[ScorepadError] = ()
    ) -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.parts = tuple(parts)
        if code is not None:
            self.code = code

    def within(self, field: str) -> ScorepadError:
        """The error with its place in the question moved into the given field."""
        field_place = f"{field}:{self.at}" if self.at else field
        return ScorepadError(
            self.message, at=field_place, code=self.code, parts=[part.within(field) for part in self.parts]
        )

    def of(self, name: str) -> ScorepadError:
        """The error with the player's name before its message."""
        parts = [part.of(name) for part in self.parts]
        message = say("{name}: {fault}", name=name, fault=self.message)
        return ScorepadError(message, at=self.at, code=self.code, parts=parts)

    def as_dict(self, write_message: Callable[[str], object] = str) -> dict[str, Any]:
        """The error for JSON: code, message, at, and every single fault in the same form."""
        answer: dict[str, Any] = {"code": self.code, "message": write_message(self.message), "at": self.at}
        if self.parts:
            answer["faults"] = [part.as_dict(write_message) for part in self.parts]
        return answer

    def as_data(self) -> dict[str, Any]:
        """The error for JSON to another process, which can write it in any language."""
        return self.as_dict(lambda message: as_data(as_sentence(message)))

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> ScorepadError:
        """The error that `as_data` wrote."""
        parts = [ScorepadError.from_data(part) for part in data.get("faults", ())]
        message = from_data(Sentence, data["message"])
        return ScorepadError(message, at=data["at"], code=data["code"], parts=parts)


class RulesNotKnown(ScorepadError):
    """Rules under which no search can find the best melds; `at` names the field."""

    code = "rules-not-known"


class SolverMissing(RulesNotKnown):
    """Rules whose search needs a library that is not installed."""

    code = "solver-missing"


class BrokenTable(ScorepadError):
    """A meld on the table is illegal, so that such a table cannot exist."""

    code = "table"


def join_errors(errors: Sequence[ScorepadError]) -> ScorepadError:
    """One error for several: a single one as it is, else with all their faults as parts."""
    if len(errors) == 1:
        return errors[0]
    single_faults = [single for error in errors for single in (error.parts or (error,))]
    message = in_a_row(error.message for error in errors)
    return ScorepadError(message, at=errors[0].at, code=errors[0].code, parts=single_faults)
