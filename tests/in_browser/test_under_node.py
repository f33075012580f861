"""The app by the Python of browsers, as `bin/page` packs it: what is right here is right there too."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cases.test_cases import CASES, typed_otherwise
from tests.cases.ways_in import holds
from tests.made_page import made_page
from tests.optimize.answers_alone import Question, answered
from tests.optimize.test_without_highs import alike_or_unproven, board_questions
from tests.profiles import thorough
from tests.shared import cases

pytestmark = pytest.mark.timeout(600)  # the first of a run has the page made

UNDER_NODE = Path(__file__).with_name("under_node.mjs")
MOST_UNPROVEN = 10
"""Worked cases, on a busy machine; else three: values of one's own that interlock, and what has scored."""


@pytest.fixture(scope="module")
def page():
    """The folder of the page."""
    return made_page()


def answers(page: Path, questions: Sequence[Question]) -> list[dict[str, Any]]:
    """What the page's API answers; nothing is logged."""
    process = subprocess.run(
        ["node", UNDER_NODE, page],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (process.returncode, process.stderr[:2000]) == (0, "")
    found: list[dict[str, Any]] = json.loads(process.stdout)
    return found


def asked(case: dict[str, Any]) -> Question:
    """What a worked case asks."""
    return {"verb": case["do"], "fields": {name: case[name] for name in case.keys() - {"do", "expect"}}}


def unproven_alone(questions: Sequence[Question], there: Sequence[dict[str, Any]]) -> list[Question]:
    """Those that are proven here and not there; all others are answered the same."""
    found = []
    for question, answer in zip(questions, there, strict=True):
        here = answered(question)
        assert alike_or_unproven(question, answer, here), (question, answer, here)
        if here["proven"] is True and answer["proven"] is not True:
            found.append(question)
    return found


@pytest.mark.nightly
@pytest.mark.deepens
def test_every_worked_case_holds_in_a_browser(page):
    """What is not proven there says so, and is no more than what is right. By day the cases are asked that
    differ as typed, and those of the folder `shared`."""
    doubtful = []
    every = [*(CASES if thorough() else typed_otherwise()), *cases()]
    for case, answer in zip(every, answers(page, [*map(asked, every)]), strict=True):
        if answer.get("proven") is False:
            doubtful.append((asked(case), answer))
        else:
            holds(case, answer)
    unproven = unproven_alone(*zip(*doubtful, strict=True))
    assert len(unproven) <= MOST_UNPROVEN, unproven


@pytest.mark.deepens
def test_random_boards_are_as_on_a_server_or_not_proven(page):
    """Of 80 tables of up to 90 tiles most are proven in two seconds each, on a busy machine too."""
    questions = [*board_questions(80 if thorough() else 8)]
    unproven = unproven_alone(questions, answers(page, questions))
    assert len(unproven) <= len(questions) // 2
