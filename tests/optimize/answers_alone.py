"""Answers questions as a pad without HiGHS does: a list of verbs and fields as JSON in, the answers out.

Modules are hidden before anything of the pad is loaded, as where they were never installed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

NO_HIGHS = ("numpy", "highspy")

Question = dict[str, Any]


def answers_alone(questions: Sequence[Question], hidden: Sequence[str] = NO_HIGHS) -> list[dict[str, Any]]:
    """The answers of a process that can load none of the `hidden` modules, refusals as `{"error": …}`."""
    process = subprocess.run(
        [sys.executable, "-m", __name__, *hidden],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=True,
    )
    assert process.stderr == "", process.stderr  # a fault of a search is logged
    answers: list[dict[str, Any]] = json.loads(process.stdout)
    return answers


def answered(question: Question) -> dict[str, Any]:
    """The answer here, or the refusal."""
    from scorepad.answers.verbs import whole_answer
    from scorepad.core.errors import ScorepadError

    try:
        return dict(whole_answer(question))
    except ScorepadError as error:
        return {"error": error.as_dict()}


if __name__ == "__main__":
    sys.modules.update(dict.fromkeys(sys.argv[1:]))  # None hides a module
    json.dump([answered(question) for question in json.load(sys.stdin)], sys.stdout, default=str)
