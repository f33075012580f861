"""The best of each worked example is checked by a second program, where there is one for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorepad.answers import hand_questions
from tests import shared

CHECKED = ("longest first", "dynamic program", "prices", "branch and bound", "cores", "trivial bound")
FILES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))
CASES = [
    case
    for case in (*(case for file in FILES for case in json.loads(file.read_text())), *shared.cases())
    if case["do"] == "best" and "error" not in case["expect"]
]


def has_checker(case):
    """Whether a program checks hands like this: those of Chattahoochee that lie beside no melds."""
    beside_melds = case.get("table") or case.get("partners")
    return case["game"] in ("chattahoochee", "chattahoochee-interlocking") and not beside_melds


def test_the_examples_have_some_of_each_kind():
    """Those with a checker and those without."""
    assert len(list(filter(has_checker, CASES))) > 5
    assert not all(map(has_checker, CASES))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_proof_of_an_example_is_checked(case):
    """`proof_checked` says so; where only the word of a solver stands, `proven_by` names it."""
    question = {name: value for name, value in case.items() if name not in ("do", "expect")}
    answer = hand_questions.best(question | {"check_proof": True})
    assert answer.proven == (answer.proven_by is not None)
    assert answer.proof_checked == (has_checker(case) and answer.proven_by in CHECKED)
    assert hand_questions.best(question).points == answer.points
