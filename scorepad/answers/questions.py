"""Questions as JSON: reads every field, says every fault at once, then asks the referee.

The command line, the HTTP API and the pages ask the same questions. A question and its answer are
plain data, so that another process can answer.
"""

from __future__ import annotations

from pkgutil import resolve_name

from scorepad.answers.answer_types import Answer
from scorepad.answers.field_reader import Question

_MODULES = {
    "best": "card_questions",
    "check": "card_questions",
    "merge": "play_questions",
    "play": "play_questions",
    "score": "play_questions",
    "multipliers": "charts",
    "circles": "charts",
    "schedule": "charts",
}
VERBS = {verb: f"scorepad.answers.{module}:{verb}" for verb, module in _MODULES.items()}
"""Where each verb's job stands."""


def answer(verb: str, question: Question) -> Answer:
    """The verb's answer; its module is loaded when it is first asked."""
    answered: Answer = resolve_name(VERBS[verb])(question)
    return answered


__all__ = ["VERBS", "Answer", "Question", "answer"]
