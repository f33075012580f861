"""The referee's verdict on melds as an answer (A2), without any search; and the parts of which all answers
about hands are put together.

Some fields of `Best` are there in some games and for some questions only: the typed dictionaries have them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypedDict

from scorepad.answers.answer_types import (
    BonusAnswer,
    CanastaAnswer,
    FaultAnswer,
    FirstMeldAnswer,
    MeldAnswer,
    SpecialAnswer,
    Verdict,
)
from scorepad.core.bonuses import NOTHING_BESIDE, LyingBeside
from scorepad.core.card_text import show_card, show_meld, write_card
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, as_sentence, in_a_row
from scorepad.core.tableau import read_table, show_verdict
from scorepad.core.verdicts import Bonus, Finding, Judgement, MeldVerdict

_MELDS_AT_ONCE = 1024  # melds whose answer is remembered; each takes about a kilobyte


def judge_alone(
    rules: Rules,
    laid: Sequence[Meld],
    *,
    table: Sequence[Meld] = (),
    partners: LyingBeside = NOTHING_BESIDE,
    multiplier: int = 1,
) -> Verdict:
    """Judge melds as laid: legal or why not, and their points. The best that they could be worth is left
    open.

    Raises BrokenTable and OpenWild for melds of the table that cannot be read.
    """
    beside = replace(partners, melds=read_table(rules, (*table, *partners.melds)))
    return verdict_answer(rules, check(rules, laid, beside), multiplier)


def verdict_answer(rules: Rules, judgement: Judgement, multiplier: int) -> Verdict:
    """The verdict as an answer, without the best arrangement."""
    return Verdict(
        game=rules.game,
        legal=judgement.legal,
        points=judgement.points,
        multiplier=multiplier,
        score=judgement.points * multiplier,
        melds=meld_answers(rules, judgement.melds),
        bonuses=tuple(map(bonus_answer, judgement.bonuses)),
        why=join_sentences(judgement.all_findings),
        faults=tuple(map(fault_answer, judgement.findings)),
        best=None,
        missed=None,
        better=None,
        better_bonuses=None,
        proven=None,
    )


def meld_answers(rules: Rules, verdicts: Sequence[MeldVerdict]) -> tuple[MeldAnswer, ...]:
    return tuple(_meld_answer(rules, verdict) for verdict in verdicts)


@lru_cache(maxsize=_MELDS_AT_ONCE)
def _meld_answer(rules: Rules, verdict: MeldVerdict) -> MeldAnswer:
    pack, laid_cards = rules.pack, verdict.laid
    cards = tuple(write_card(laid.card, pack) for laid in laid_cards)
    # Without a wild that stands for something both are the same texts.
    laid_texts, stands_for = cards, cards
    if any(laid.stands_for for laid in laid_cards):
        laid_texts = tuple(write_card(laid, pack) for laid in laid_cards)
        stands_for = tuple(map(str, verdict.reads_as))
    return MeldAnswer(
        cards=cards,
        laid=laid_texts,
        shown=as_sentence(show_verdict(rules, verdict)),
        legal=verdict.legal,
        points=verdict.points,
        why=join_sentences(verdict.findings),
        faults=tuple(map(fault_answer, verdict.findings)),
        reads_as=as_sentence(show_meld(verdict.reads_as, pack)) if verdict.legal else None,
        stands_for=stands_for,
        leap=verdict.leap if verdict.legal else None,
    )


class ProofFields(TypedDict, total=False):
    """The fields of `Best` on its proof, where a second program was to check that."""

    proof_checked: bool
    proof_in_time: bool
    proof_refuted: bool


class HandFields(TypedDict, total=False):
    """The fields of `Best` on the hand and its melds together. Those that the game does not have are
    missing."""

    why: Sentence
    goes_out: bool
    opens: bool
    opening: int
    contract: Sentence
    fulfilled: bool
    throw: str
    throw_shown: Sentence
    canastas: tuple[CanastaAnswer, ...]
    first_meld: FirstMeldAnswer
    specials: tuple[SpecialAnswer, ...]
    pairs_missing: int
    sees: tuple[MeldAnswer, ...]
    maal: int


class JudgedFields(HandFields):
    """These fields, and whether the arrangement is `legal`."""

    legal: bool


def throw_fields(rules: Rules, thrown: Card | None) -> HandFields:
    """The fields for the card to throw; empty if there is none."""
    if thrown is None:
        return {}
    return {
        "throw": write_card(thrown, rules.pack),
        "throw_shown": as_sentence(show_card(thrown, rules.pack)),
    }


def join_sentences(findings: Sequence[Finding]) -> Sentence:
    return in_a_row(finding.sentence for finding in findings)


def fault_answer(finding: Finding) -> FaultAnswer:
    return FaultAnswer(
        finding.code, tuple(map(str, finding.cards)), finding.clause, as_sentence(finding.sentence)
    )


def bonus_answer(bonus: Bonus) -> BonusAnswer:
    return BonusAnswer(bonus.kind, bonus.melds, bonus.length, bonus.points, as_sentence(bonus.label))
