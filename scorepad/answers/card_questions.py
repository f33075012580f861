"""Questions about cards: the best melds of a hand, and the judgement of melds as laid (A1, A2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from scorepad.answers import fields, hand_answers
from scorepad.answers.answer_types import Best, Verdict
from scorepad.answers.field_reader import Question, Reader
from scorepad.core.alphabet import alphabet
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.core.wording import wording

T = TypeVar("T")


def best(question: Question) -> Best:
    """`game`, `cards`, `table`, `partners`, `options`, `multiplier`, `limit` -> the best (A1, K5)."""
    rules, hand, scoring = _scored(question, "cards", fields.hand)
    try:
        return hand_answers.best(rules, hand, **scoring)
    except hand_answers.ImpossibleHand as error:
        raise error.within("cards") from error


def check(question: Question) -> Verdict:
    """`game`, `melds`, `table`, `partners`, `options`, `multiplier`, `limit` -> the judgement (A2)."""
    rules, melds, scoring = _scored(question, "melds", fields.melds)
    return hand_answers.check(rules, melds, **scoring)


def _scored(
    question: Question, field: str, read: Callable[[object, Pack], T]
) -> tuple[Rules, T, dict[str, Any]]:
    """The rules, the cards of `field` as `read` reads them, and how they are scored. Raises every fault."""
    reader = Reader(question, ("game", field, "options", "multiplier", "limit", "table", "partners"))
    rules = reader.rules()
    cards = reader.cards(field, read, rules)
    if rules is not None and rules.deal.scoring == "collected":
        reader.fault("game", "one with melds; in Avalanche, ask what a play does, or for the score")
    scoring = {
        "table": reader.table(rules),
        "partners": reader.partners(rules),
        "multiplier": reader.multiplier(),
        "limit": reader.limit(),
    }
    if field == "melds" and rules is not None and cards == [] and not reader.faults:
        reader.fault("melds", f"the melds as laid, such as {wording(alphabet(rules.pack)).melds}")
    reader.raise_faults()
    assert rules is not None
    assert cards is not None
    return rules, cards, scoring
