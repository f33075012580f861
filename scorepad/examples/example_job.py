"""Worked examples found in another process: the question is plain data, and so is the answer on its way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import convert

from scorepad.core.options import Value
from scorepad.examples.spread import Spread, spreads
from scorepad.games import Game, find

JOB = "scorepad.examples.example_job:work"


def question(game: Game, options: Mapping[str, Value]) -> dict[str, Any]:
    """What `work` takes."""
    return {"game": game.id, "options": dict(options)}


def work(question: Mapping[str, Any]) -> dict[str, Spread]:
    """The example of every option of a game that a case shows, under the options of a question."""
    return spreads(find(question["game"]), question["options"])


def read(answer: Mapping[str, Any]) -> dict[str, Spread]:
    """The examples that `work` answered, by option."""
    return convert(answer, dict[str, Spread])
