"""The bonuses of long sets and runs: the burraco, clean, half-clean and dirty (B5, B6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from scorepad.core.canastas import CanastaKind
from scorepad.core.rules import Rules
from scorepad.core.verdicts import MeldVerdict


def longest_clean(natural: Sequence[bool]) -> int:
    """The most adjacent naturals."""
    longest = here = 0
    for is_natural in natural:
        here = here + 1 if is_natural else 0
        longest = max(longest, here)
    return longest


def long_kind(rules: Rules, natural: Sequence[bool], *, is_run: bool) -> CanastaKind | None:
    """The kind of a legal long set or run; None if it has no bonus.

    `natural` says for each card whether it is natural. In a set, which has no order, all naturals count as
    adjacent.
    """
    side_by_side = longest_clean(natural) if is_run else sum(natural)
    wilds = natural.count(False)
    # The first kind that fits counts, so the narrowest stands first in the rules.
    return next(
        (
            kind
            for kind in rules.shapes.long_kinds
            if len(natural) >= kind.cards
            and side_by_side >= kind.side_by_side
            and (not wilds if kind.wilds == "none" else wilds > 0)
        ),
        None,
    )


def with_long_bonus(rules: Rules, verdict: MeldVerdict) -> MeldVerdict:
    """The verdict with the bonus for the meld's length added to its points."""
    kind = kind_of_verdict(rules, verdict)
    return replace(verdict, points=verdict.points + kind.points) if kind else verdict


def most_of_long_melds(rules: Rules, card_count: int, lying: int = 0) -> int:
    """An upper bound on the length bonuses of so many cards: as if each group of as few as any long meld
    needs had the highest bonus, and so had each of the `lying` melds."""
    kinds = rules.shapes.long_kinds
    if not kinds:
        return 0
    groups = lying + card_count // min(kind.cards for kind in kinds)
    return groups * max(kind.points for kind in kinds)


def kind_of_verdict(rules: Rules, verdict: MeldVerdict) -> CanastaKind | None:
    """The kind of a meld's length bonus; None if it has none or is illegal."""
    return long_kind(rules, verdict.natural, is_run=verdict.leap is not None) if verdict.legal else None


def long_melds_of(rules: Rules, verdicts: Iterable[MeldVerdict]) -> dict[str, int]:
    """The number of melds of each kind, by its word."""
    kinds = (kind_of_verdict(rules, verdict) for verdict in verdicts)
    return dict(Counter(kind.word for kind in kinds if kind))
