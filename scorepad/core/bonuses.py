"""Bonuses that melds earn together, before the multiplier (H24, H25)."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.core.cards import Card
from scorepad.core.rules import Rules
from scorepad.core.verdicts import Bonus, MeldVerdict


def quartets(rules: Rules, melds: Sequence[MeldVerdict]) -> tuple[Bonus, ...]:
    """Each four naturals of one rank in all four suits among the legal melds (H24)."""
    if not rules.quartet_bonus:
        return ()
    held = _places(melds)
    return tuple(
        _quartet(rules, rank, [held[Card(rank, suit)][copy] for suit in rules.pack.common_suits])
        for rank in rules.pack.ranks
        for copy in range(_full_sets(rules, held, rank))
    )


def _places(melds: Sequence[MeldVerdict]) -> dict[Card, list[int]]:
    """For each natural card, the melds that hold a copy of it."""
    held: dict[Card, list[int]] = {}
    for place, meld in enumerate(melds):
        for laid, natural in zip(meld.laid, meld.natural, strict=True):
            if meld.legal and natural:
                held.setdefault(laid.card, []).append(place)
    return held


def _full_sets(rules: Rules, held: dict[Card, list[int]], rank: str) -> int:
    return min(len(held.get(Card(rank, suit), [])) for suit in rules.pack.common_suits)


def _quartet(rules: Rules, rank: str, melds: list[int]) -> Bonus:
    places = tuple(sorted(set(melds)))
    return Bonus("quartet", places, len(melds), rules.quartet_bonus, f"Quartet of {rank}")
