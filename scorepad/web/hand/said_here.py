"""Answers of other processes come in English. The referee, asked again here, says them in sentences that the
page's language can say; a text that it does not say stays as it came."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec import structs

from scorepad.answers.answer_types import Best, Verdict
from scorepad.core.card_text import show_meld
from scorepad.core.cards import Meld
from scorepad.core.check import check
from scorepad.core.rules import Rules
from scorepad.core.sentence import in_a_row
from scorepad.core.verdicts import Finding, Judgement

JudgedAnswer = TypeVar("JudgedAnswer", Best, Verdict)


def said_answer(answer: JudgedAnswer, rules: Rules, table: Sequence[Meld]) -> JudgedAnswer:
    """The answer with the referee's sentences: why melds are none, what bonuses are called."""
    judgement = check(rules, [meld.meld for meld in answer.melds], table)
    sentences = {str(sentence): sentence for sentence in _sentences(judgement)}
    melds = tuple(
        structs.replace(meld, why=sentences.get(meld.why, meld.why), shown=show_meld(meld.meld, rules.pack))
        for meld in answer.melds
    )
    bonuses = tuple(
        structs.replace(bonus, label=sentences.get(bonus.label, bonus.label)) for bonus in answer.bonuses
    )
    if isinstance(answer, Best):
        return structs.replace(answer, melds=melds, bonuses=bonuses)
    faults = tuple(
        structs.replace(fault, sentence=sentences.get(fault.sentence, fault.sentence))
        for fault in answer.faults
    )
    return structs.replace(answer, melds=melds, bonuses=bonuses, faults=faults)


def _sentences(judgement: Judgement) -> Iterator[str]:
    yield from (_row(meld.findings) for meld in judgement.melds)
    yield from (bonus.label for bonus in judgement.bonuses)
    yield from (finding.sentence for finding in judgement.findings)


def _row(findings: Sequence[Finding]) -> str:
    return in_a_row(finding.sentence for finding in findings)
