"""Worked examples found in another process: the question is plain data, and so is the answer on its way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import convert, json

from scorepad.core.options import Value
from scorepad.core.sentence import Sentence, from_data, say
from scorepad.games import Game

EXAMPLE_JOB = "scorepad.examples.example_search:find_examples"


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """What comes of a case under one value of a house rule; `chosen` is the table's value.

    `words` stand alone, `phrase` has them for a sentence.
    """

    value: str
    label: Sentence
    words: Sentence
    phrase: Sentence
    can_be: bool
    chosen: bool
    usual: bool


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """A house rule, the case that shows it, and what comes of it under each value.

    `other_rules` has the other house rules that the case needs, in words; empty where it needs none.
    """

    option_name: str
    case_text: Sentence
    other_rules: Sentence
    outcomes: tuple[CaseOutcome, ...]

    @property
    def chosen_outcome(self) -> CaseOutcome:
        return next(outcome for outcome in self.outcomes if outcome.chosen)

    @property
    def usual_outcome(self) -> CaseOutcome | None:
        return next((outcome for outcome in self.outcomes if outcome.usual), None)

    @property
    def sentence(self) -> str:
        """What it comes to at this table: `♣56w♣89: 10 points here, usually 6 points`."""
        usual = self.usual_outcome
        if self.chosen_outcome.usual or usual is None or usual.words == self.chosen_outcome.words:
            return say("{case}: {outcome}", case=self.case_text, outcome=self.chosen_outcome.words)
        usually = usual.phrase if usual.can_be else say("not allowed")
        outcome = self.chosen_outcome.phrase
        return say(
            "{case}: {outcome} here, usually {usually}", case=self.case_text, outcome=outcome, usually=usually
        )


def job_question(game: Game, options: Mapping[str, Value]) -> dict[str, Any]:
    """What the job takes."""
    return {"game": game.id, "options": dict(options)}


def read_examples(answer: Mapping[str, Any]) -> dict[str, WorkedExample]:
    """The examples that the job answered, by option."""
    return convert(answer, dict[str, WorkedExample], dec_hook=from_data)


@lru_cache(maxsize=1)
def standard_examples() -> dict[str, dict[str, WorkedExample]]:
    """The examples of standard rules, by the game's id. `bench/standard_examples.py` found them."""
    file = Path(__file__).with_name("standard_examples.json")
    return json.decode(file.read_bytes(), type=dict[str, dict[str, WorkedExample]], dec_hook=from_data)
