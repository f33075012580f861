"""Worked examples of house rules, as `bench/standard_examples.py` found and judged them under standard rules.

A game that has none there is shown without.
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

    def under(self, value: str) -> WorkedExample:
        """The same, where that is the table's value."""
        outcomes = (replace(outcome, chosen=outcome.value == value) for outcome in self.outcomes)
        return replace(self, outcomes=tuple(outcomes))

    @property
    def chosen_outcome(self) -> CaseOutcome | None:
        """What comes of it under the table's value; None where that was not tried."""
        return next((outcome for outcome in self.outcomes if outcome.chosen), None)

    @property
    def usual_outcome(self) -> CaseOutcome | None:
        return next((outcome for outcome in self.outcomes if outcome.usual), None)

    @property
    def sentence(self) -> str:
        """What it comes to at this table: `♣56w♣89: 10 points here, usually 6 points`; empty where that is
        not known."""
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
    """By option the case that shows it, under the table's value of it alone; none where they do not read."""
    try:
        values = game.option_values(options)
    except ScorepadError:
        return {}
    kept = standard_examples().get(game.id, {})
    return {name: kept[name].under(written_value(values[name])) for name in values if name in kept}


@lru_cache(maxsize=1)
def standard_examples() -> dict[str, dict[str, WorkedExample]]:
    """All of them, by the game's id."""
    file = Path(__file__).with_name("standard_examples.json")
    return json.decode(file.read_bytes(), type=dict[str, dict[str, WorkedExample]], dec_hook=from_data)
