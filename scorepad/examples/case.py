"""A small case, and how it is said what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorepad.core.card_text import show_meld
from scorepad.core.errors import ScorepadError
from scorepad.core.notation import read_melds
from scorepad.core.packs import Pack
from scorepad.core.phrasing import show_number
from scorepad.core.rules import Rules
from scorepad.core.verdicts import Finding

LONGEST_REASON = 64


@dataclass(frozen=True)
class ExampleCase:
    """`text` has the cards, in melds; `words` says what happens with them, `{}` for each; `answer` what comes
    of it under rules."""

    sentence_pattern: str
    cards_text: str
    answer_case: Callable[[Rules, str], str]

    def show_case(self, pack: Pack) -> str:
        """What happens, with the cards as people write them."""
        try:
            shown_melds = [show_meld(meld, pack) for meld in read_melds(self.cards_text, pack)]
        except ScorepadError:
            shown_melds = self.cards_text.split(" / ")
        return (
            self.sentence_pattern.format(*shown_melds) if self.sentence_pattern else " / ".join(shown_melds)
        )

    def outcome_under(self, rules: Rules) -> str:
        """What comes of it under these rules, a CannotBe where it cannot be."""
        return _case_outcome(self, rules)


class CannotBe(str):
    """Why something cannot be; `phrase` is the same as a part of a sentence."""

    phrase: str

    def __new__(cls, sentence: str, phrase: str = "") -> CannotBe:
        reason = super().__new__(cls, sentence)
        reason.phrase = phrase or sentence
        return reason


@lru_cache(maxsize=4096)  # what the examples of one page ask, for all options; more saves nothing
def _case_outcome(case: ExampleCase, rules: Rules) -> str:
    try:
        return case.answer_case(rules, case.cards_text)
    except ScorepadError:
        return CannotBe("not in this pack")


def refusal_of(findings: Sequence[Finding]) -> CannotBe:
    """Why something cannot be, in so many words as an example has room for."""
    if not findings or len(findings[0].sentence) > LONGEST_REASON:
        return CannotBe("not allowed")
    return CannotBe(findings[0].sentence, findings[0].phrase)


def points_text(number: int) -> str:
    """A number of points in words."""
    return f"{show_number(number)} {'point' if number in (1, -1) else 'points'}"
