"""Random questions under random house rules, each tenth on the command line too: none fails or disagrees."""

from __future__ import annotations

import pytest

from bench.every_rule import FAULTS, OVERRUN_TOLD, every_exam, examine
from bench.rule_questions import FEW_CARDS, SHORT_LIMITS
from tests.profiles import examples

QUESTIONS, PARTS = 3_000, 20
SECONDS_OVER = 5.0  # of processor, beside the limit: the machine may be busy


@pytest.mark.parametrize("part", range(PARTS))
def test_no_question_under_any_rules_fails(part, tmp_path, search_faults):
    """No trace, no best that the referee judges otherwise, no search that had to be repaired."""
    cases: list[str] = []
    exam = every_exam(str(tmp_path), lambda kind, words: cases.append(f"{kind}: {words}"))
    numbers = range(part, examples(QUESTIONS), PARTS)
    assert [*examine(exam, 1, numbers, SHORT_LIMITS, FEW_CARDS)] == [*numbers]
    exam.log.close()
    search_faults.clear()  # the exam has them, with the questions
    assert not [case for case in cases if case.startswith(FAULTS)]
    assert exam.counts.processor_over < OVERRUN_TOLD + SECONDS_OVER
