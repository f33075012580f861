"""Questions as JSON: reads every field, says every fault at once, then asks the referee.

The command line, the HTTP API and the pages ask the same questions. A question and its answer are
plain data, so that another process can answer.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from scorepad.answers.answer_types import Answer
from scorepad.answers.field_reader import Question

Verb = Callable[[Question], Answer]


def _verb(module: str, name: str) -> Verb:
    """The verb, whose module is loaded when it is first asked."""

    def ask(question: Question) -> Answer:
        answered: Verb = getattr(import_module(f"scorepad.answers.{module}"), name)
        return answered(question)

    return ask


VERBS: dict[str, Verb] = {
    "best": _verb("card_questions", "best"),
    "check": _verb("card_questions", "check"),
    "merge": _verb("play_questions", "merge"),
    "play": _verb("play_questions", "play"),
    "score": _verb("play_questions", "score"),
    "multipliers": _verb("charts", "multipliers"),
    "circles": _verb("charts", "circles"),
    "schedule": _verb("charts", "schedule"),
}

__all__ = ["VERBS", "Answer", "Question"]
