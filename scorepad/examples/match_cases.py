"""Cases of matches: totals after so many deals, over or not (B5, F4, G3, V5)."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.core.log.match import decided
from scorepad.core.rules import Rules
from scorepad.examples.case import Case, No

_NAMES = ("the first", "the second")
_SOON = 3  # deals


def matches(rules: Rules) -> Iterator[Case]:
    """One of two players at the target, and the last deal with both far below it."""
    words = "totals of {1} and {2} after deal {0}"
    if rules.match.target:
        yield Case(words, f"{_SOON} / {rules.match.target} / {rules.match.target - 10}", _over)
    if rules.match.deals:
        yield Case(words, f"{rules.match.deals} / 40 / 30", _over)


def _over(rules: Rules, text: str) -> str:
    deals, *totals = map(int, text.split(" / "))
    found = decided(rules, deals, deals, tuple(totals))
    if found is None:
        return No("the match goes on")
    return f"the match is over, {' and '.join(_NAMES[side] for side in found.winners)} wins"
