"""The best of each worked example is checked by a second program, where there is one for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorepad.answers import hand_questions
from scorepad.rulebook import find_game
from tests import shared
from tests.by_night import each_nth

FILES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))
CASES = [
    case
    for case in (*(case for file in FILES for case in json.loads(file.read_text())), *shared.cases())
    if case["do"] == "best" and "error" not in case["expect"]
]


def has_checker(case, answer):
    """Whether a program checks hands like this: not first plays and first melds, single turns, what has
    scored before, a card that no meld takes, whole hands, nor what HiGHS alone proves; and where melds
    interlock not how many wilds lie alone."""
    rules = find_game(case["game"]).rules(case.get("options", {}))
    if rules.hand.throws or rules.shapes.by_rank or case.get("turn"):
        return False
    needs_first_meld = case.get("options", {}).get("first_meld_naturals") and not case.get("table")
    if not answer.proven or needs_first_meld or case.get("partners_out") or answer.legal is False:
        return False
    if case["game"] == "chattahoochee-interlocking":
        by_cases = "w" in case["hand"] and "wild_only_schedule" in case.get("options", {})
        return answer.proven_by != "HiGHS" and not by_cases
    return case.get("options", {}).get("initial_done", True)


@pytest.mark.parametrize("case", each_nth(CASES, 4), ids=lambda case: case["id"])
def test_the_proof_of_an_example_is_checked(case):
    """`proof_checked` says so; where only the word of a solver stands, `proven_by` names it."""
    question = {name: value for name, value in case.items() if name not in ("do", "expect")}
    answer = hand_questions.best(question | {"check_proof": True})
    assert answer.proven == (answer.proven_by is not None)
    if case.get("limit") == 0:  # then only what takes no time is checked
        assert has_checker(case, answer) or not answer.proof_checked
    else:
        assert answer.proof_checked == has_checker(case, answer)
    assert hand_questions.best(question).points == answer.points
