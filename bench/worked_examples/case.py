"""A small case, and how it is said what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorepad.core.card_text import show_meld
from scorepad.core.errors import ScorepadError
from scorepad.core.notation import read_melds
from scorepad.core.packs import Pack
from scorepad.core.phrasing import list_words, show_number
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, in_a_row, say, say_number
from scorepad.core.verdicts import Finding

LONGEST_REASON = 64
_PLACES = ("first", "second", "third")
PLAYERS = ANN, BEN, CLEO = ("Ann", "Ben", "Cleo")
DORA = "Dora"


@dataclass(frozen=True)
class ExampleCase:
    """`cards_text` has the cards, in melds. `pattern` says what happens with them: `{first}`, `{second}` and
    `{third}` are melds, unless it is a sentence with all its values. `answer_case` is what comes of it under
    rules."""

    pattern: str
    cards_text: str
    answer_case: Callable[[Rules, str], str]

    def show_case(self, pack: Pack) -> Sentence:
        """What happens, with the cards as people write them."""
        if isinstance(self.pattern, Sentence) and self.pattern.values:
            return self.pattern
        try:
            shown_melds = [show_meld(meld, pack) for meld in read_melds(self.cards_text, pack)]
        except ScorepadError:
            shown_melds = [_shown_part(part) for part in self.cards_text.split(" / ")]
        if not self.pattern:
            return in_a_row(shown_melds, " / ")
        return Sentence(str(self.pattern), values=dict(zip(_PLACES, shown_melds, strict=False)))

    def outcome_under(self, rules: Rules) -> str:
        """What comes of it under these rules, a CannotBe where it cannot be."""
        return _case_outcome(self, rules)


def _shown_part(part: str) -> str:
    """A word or a number that stands where cards stand in other cases."""
    if part.lstrip("-").isdecimal():
        return show_number(int(part))
    return say(part) if len(part) > 1 and part[0].isupper() else part


class CannotBe(str):
    """Why something cannot be: `reason` in the words of a page, `phrase` the same as a part of a sentence."""

    reason: str
    phrase: str

    def __new__(cls, reason: str, phrase: str = "") -> CannotBe:
        outcome = super().__new__(cls, reason)
        outcome.reason, outcome.phrase = reason, phrase or reason
        return outcome


@lru_cache(maxsize=4096)  # what the examples of one page ask, for all options; more saves nothing
def _case_outcome(case: ExampleCase, rules: Rules) -> str:
    try:
        return case.answer_case(rules, case.cards_text)
    except ScorepadError:
        return CannotBe(say("not in this pack"))


def refusal_of(findings: Sequence[Finding]) -> CannotBe:
    """Why something cannot be, in so many words as an example has room for."""
    if not findings or len(findings[0].sentence) > LONGEST_REASON:
        return CannotBe(say("not allowed"))
    return CannotBe(findings[0].sentence, findings[0].phrase)


def scores_text(scores: Mapping[str, int] | Sequence[int]) -> Sentence:
    """What each scores: `Ann 50, Ben −20, Cleo −30`."""
    numbers = map(show_number, scores.values() if isinstance(scores, Mapping) else scores)
    return list_words(in_a_row(pair) for pair in zip(PLAYERS, numbers, strict=False))


def points_text(number: int) -> str:
    """A number of points in words."""
    return say_number("{points} point", "{points} points", abs(number), points=show_number(number))
