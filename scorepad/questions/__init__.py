"""Questions as JSON: reads every field, says every fault at once, then asks the referee.

The command line, the HTTP API and the pages ask the same questions. A question and its answer are
plain data, so that another process can answer.
"""

from __future__ import annotations

from collections.abc import Callable

from scorepad.questions.charts import circles, multipliers, schedule
from scorepad.questions.melding import best, check
from scorepad.questions.reader import Answer, Question

VERBS: dict[str, Callable[[Question], Answer]] = {
    "best": best,
    "check": check,
    "multipliers": multipliers,
    "circles": circles,
    "schedule": schedule,
}

__all__ = ["VERBS", "Answer", "Question"]
