"""A small case, and how it is said what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorepad.core.card_text import show_meld
from scorepad.core.errors import ScorepadError
from scorepad.core.notation import read_melds
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.core.verdicts import Finding

LONGEST_REASON = 64


@dataclass(frozen=True)
class Case:
    """`text` has the cards, in melds; `words` says what happens with them, `{}` for each; `answer` what comes
    of it under rules."""

    words: str
    text: str
    answer: Callable[[Rules, str], str]

    def shown(self, pack: Pack) -> str:
        """What happens, with the cards as people write them."""
        try:
            melds = [show_meld(meld, pack) for meld in read_melds(self.text, pack)]
        except ScorepadError:
            melds = self.text.split(" / ")
        sentence = self.words.format(*melds) if self.words else " / ".join(melds)
        return sentence if self.words[:1] in ("", "{") else sentence[0].upper() + sentence[1:]

    def outcome(self, rules: Rules) -> str:
        """What comes of it under these rules, a No where it cannot be."""
        return _outcome(self, rules)


class No(str):
    """Why something cannot be."""

    __slots__ = ()


@lru_cache(maxsize=16384)
def _outcome(case: Case, rules: Rules) -> str:
    try:
        return case.answer(rules, case.text)
    except ScorepadError:
        return No("not in this pack")


def refused(findings: Sequence[Finding]) -> No:
    """Why something cannot be, in so many words as an example has room for."""
    sentence = findings[0].sentence if findings else ""
    return No(sentence if 0 < len(sentence) <= LONGEST_REASON else "not allowed")


def points(number: int) -> str:
    """A number of points in words."""
    return f"{number} {'point' if number in (1, -1) else 'points'}".replace("-", "−")
