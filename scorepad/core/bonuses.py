"""Bonuses that melds earn together, before the multiplier (H24, H25)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorepad.core.cards import Card
from scorepad.core.rules import Rules
from scorepad.core.verdicts import Bonus, MeldVerdict


def quartets(rules: Rules, melds: Sequence[MeldVerdict]) -> tuple[Bonus, ...]:
    """Each four naturals of one rank in four different suits among the legal melds (H24)."""
    if not rules.bonuses.quartet_bonus:
        return ()
    places = _places(melds)
    return tuple(
        _quartet(rules, rank, four)
        for rank in rules.pack.ranks
        for four in _fours([places.get(Card(rank, suit), []) for suit in rules.pack.common_suits])
    )


def most_quartets(copies: Sequence[int]) -> int:
    """How many quartets there are of a rank with so many copies in each suit (H24).

    The largest q for which the suits have 4q cards when none counts more than q of its own.
    """
    most = sum(copies) // 4
    return next(q for q in range(most, -1, -1) if sum(min(count, q) for count in copies) >= 4 * q)


def _places(melds: Sequence[MeldVerdict]) -> dict[Card, list[int]]:
    """For each natural card, the melds that hold a copy of it."""
    places: dict[Card, list[int]] = {}
    for place, meld in enumerate(melds):
        for laid, natural in zip(meld.laid, meld.natural, strict=True):
            if meld.legal and natural:
                places.setdefault(laid.card, []).append(place)
    return places


def _fours(suits: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """The melds of as many quartets as there are; each takes from the suits that have most left."""
    left = [list(places) for places in suits]
    for _ in range(most_quartets([len(places) for places in suits])):
        four = sorted(range(len(left)), key=lambda suit: -len(left[suit]))[:4]
        yield [left[suit].pop(0) for suit in four]


def _quartet(rules: Rules, rank: str, melds: list[int]) -> Bonus:
    places = tuple(sorted(set(melds)))
    return Bonus("quartet", places, len(melds), rules.bonuses.quartet_bonus, f"Quartet of {rank}")
