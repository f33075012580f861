"""Worked examples found in another process: the question and the answer are plain data, ready for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from scorepad.core.options import Value
from scorepad.examples.spread import Outcome, Spread, spreads
from scorepad.games import Game, find

JOB = "scorepad.examples.example_job:work"


def question(game: Game, options: Mapping[str, Value]) -> dict[str, Any]:
    """What `work` takes."""
    return {"game": game.id, "options": dict(options)}


def work(question: Mapping[str, Any]) -> dict[str, Any]:
    """The examples of every option of a game that a case shows, under the options of a question."""
    found = spreads(find(question["game"]), question["options"])
    return {"spreads": [asdict(one) for one in found.values()]}


def read(answer: Mapping[str, Any]) -> dict[str, Spread]:
    """The examples that `work` answered, by option."""
    return {one["option"]: _spread(one) for one in answer["spreads"]}


def _spread(data: Mapping[str, Any]) -> Spread:
    return Spread(**{**data, "outcomes": tuple(Outcome(**one) for one in data["outcomes"])})
