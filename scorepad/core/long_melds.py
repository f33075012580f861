"""The bonuses of long sets and runs: the burraco, clean, half-clean and dirty (B5, B6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from scorepad.core.canastas import CanastaKind
from scorepad.core.cards import Card
from scorepad.core.rules import Rules
from scorepad.core.verdicts import MeldVerdict


def longest_clean(natural: Sequence[bool]) -> int:
    """The most adjacent naturals."""
    longest = here = 0
    for is_natural in natural:
        here = here + 1 if is_natural else 0
        longest = max(longest, here)
    return longest


def long_kind(
    rules: Rules, natural: Sequence[bool], kinds: Sequence[Card], *, is_run: bool
) -> CanastaKind | None:
    """What a legal set or run of these kinds counts beside its cards; None where that is nothing.

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
            and kind.shape in ("any", "run" if is_run else "set")
            and (not kind.suits or (is_run and kinds[natural.index(True)].suit in kind.suits))
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
    """What a meld counts beside its cards, if it is legal."""
    if not verdict.legal:
        return None
    return long_kind(rules, verdict.natural, verdict.reads_as, is_run=verdict.leap is not None)


def long_melds_of(rules: Rules, verdicts: Iterable[MeldVerdict]) -> dict[str, int]:
    """The number of melds of each kind, by its word."""
    kinds = (kind_of_verdict(rules, verdict) for verdict in verdicts)
    return dict(Counter(kind.word for kind in kinds if kind))
