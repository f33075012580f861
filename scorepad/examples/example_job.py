"""Worked examples found in another process: the question is plain data, and so is the answer on its way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import convert

from scorepad.core.options import Value
from scorepad.games import Game

JOB = "scorepad.examples.spread:work"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of a case under one value of a house rule; `chosen` is the table's value."""

    value: str
    label: str
    words: str
    can_be: bool
    chosen: bool
    usual: bool


@dataclass(frozen=True, slots=True)
class Spread:
    """A house rule, the case that shows it, and what comes of it under each value.

    `with_` has the other house rules that the case needs, in words; empty where it needs none.
    """

    option: str
    case: str
    with_: str
    outcomes: tuple[Outcome, ...]

    @property
    def chosen(self) -> Outcome:
        return next(outcome for outcome in self.outcomes if outcome.chosen)

    @property
    def usual(self) -> Outcome | None:
        return next((outcome for outcome in self.outcomes if outcome.usual), None)

    @property
    def sentence(self) -> str:
        """What it comes to at this table: `♣56w♣89: 10 points here, usually 6 points`."""
        usual = self.usual
        if self.chosen.usual or usual is None or usual.words == self.chosen.words:
            return f"{self.case}: {self.chosen.words}"
        usually = _stop(usual.words) if usual.can_be else "not allowed"
        return f"{self.case}: {_stop(self.chosen.words)} here, usually {usually}"


def _stop(words: str) -> str:
    return words[0].lower() + words[1:].rstrip(".") if words[:1].isupper() else words.rstrip(".")


def question(game: Game, options: Mapping[str, Value]) -> dict[str, Any]:
    """What the job takes."""
    return {"game": game.id, "options": dict(options)}


def read(answer: Mapping[str, Any]) -> dict[str, Spread]:
    """The examples that the job answered, by option."""
    return convert(answer, dict[str, Spread])
