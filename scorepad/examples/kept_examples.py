"""Worked examples of house rules, found by `bench/standard_examples.py` and judged under standard rules.

A game without any is shown without examples.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from msgspec import json

from scorepad.core.errors import ScorepadError
from scorepad.core.options import written_value
from scorepad.core.sentence import Sentence, from_data, say
from scorepad.rulebook import Game


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """The outcome of a case under one value of a house rule. `chosen`: it is the table's value.

    `words`: the outcome alone; `phrase`: the same inside a sentence.
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
    """A house rule, a case that shows it, and the outcome under each value.

    `other_rules`: other house rules that the case needs, in words; empty if none.
    """

    option_name: str
    case_text: Sentence
    other_rules: Sentence
    outcomes: tuple[CaseOutcome, ...]

    def under(self, value: str) -> WorkedExample:
        """Return the example for a table with this value of the house rule."""
        outcomes = (replace(outcome, chosen=outcome.value == value) for outcome in self.outcomes)
        return replace(self, outcomes=tuple(outcomes))

    @property
    def chosen_outcome(self) -> CaseOutcome | None:
        """The outcome under the table's value; None if that value was not tried."""
        return next((outcome for outcome in self.outcomes if outcome.chosen), None)

    @property
    def usual_outcome(self) -> CaseOutcome | None:
        return next((outcome for outcome in self.outcomes if outcome.usual), None)

    @property
    def sentence(self) -> str:
        """The outcome at this table, as `♣56w♣89: 10 points here, usually 6 points`; empty if unknown."""
        usual, chosen = self.usual_outcome, self.chosen_outcome
        if chosen is None:
            return ""
        if chosen.usual or usual is None or usual.words == chosen.words:
            return say("{case}: {outcome}", case=self.case_text, outcome=chosen.words)
        usually = usual.phrase if usual.can_be else say("not allowed")
        return say(
            "{case}: {outcome} here, usually {usually}",
            case=self.case_text,
            outcome=chosen.phrase,
            usually=usually,
        )


def examples(game: Game, options: Mapping[str, object]) -> dict[str, WorkedExample]:
    """Return the examples by option, each judged with the table's value of that option alone; empty if the
    options are faulty."""
    try:
        values = game.option_values(options)
    except ScorepadError:
        return {}
    kept = standard_examples().get(game.id, {})
    return {name: kept[name].under(written_value(values[name])) for name in values if name in kept}


@lru_cache(maxsize=1)
def standard_examples() -> dict[str, dict[str, WorkedExample]]:
    """Return all examples, by game id, then by option."""
    file = Path(__file__).with_name("standard_examples.json")
    return json.decode(file.read_bytes(), type=dict[str, dict[str, WorkedExample]], dec_hook=from_data)
