"""The fields of `Best` that only some games and questions have, as parts that are put together."""

from __future__ import annotations

from typing import TypedDict

from scorepad.answers.answer_types import CanastaAnswer, FirstMeldAnswer, MeldAnswer, SpecialAnswer
from scorepad.core.sentence import Sentence


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
