"""Tracks: the circles of cards along which melds run.

A meld is a stretch of a track. One suit gives a track of its ranks (H1); two alternating suits give
a b a b … (H23), which on a circle of an odd number of ranks closes only after two laps.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from scorepad.core.cards import Card
from scorepad.core.rules import Rules


@dataclass(frozen=True, slots=True)
class Track:
    """Kinds of cards in the order in which a meld takes them; a circular track goes on from its end."""

    cards: tuple[Card, ...]
    circular: bool
    leap: int
    suits: tuple[str, ...]


def _single(ranks: tuple[str, ...], suit: str) -> Track:
    return Track(tuple(Card(rank, suit) for rank in ranks), True, 1, (suit,))


def _alternating(ranks: tuple[str, ...], first: str, second: str) -> tuple[Track, ...]:
    def laid(count: int, a: str, b: str) -> Track:
        suits = (a, b)
        cards = tuple(Card(ranks[n % len(ranks)], suits[n % 2]) for n in range(count))
        return Track(cards, True, 1, (first, second))

    if len(ranks) % 2:
        return (laid(2 * len(ranks), first, second),)
    return (laid(len(ranks), first, second), laid(len(ranks), second, first))


def _alone(ranks: tuple[str, ...], suit: str) -> list[Track]:
    return [Track((Card(rank, suit),), False, 1, (suit,)) for rank in ranks]


@cache
def tracks(rules: Rules) -> tuple[Track, ...]:
    """Every track that the rules let a meld follow; a suit without another to alternate has lone cards."""
    suits = tuple(suit.letter for suit in rules.pack.suits)
    found: list[Track] = []
    if rules.melds != "alternating":
        found += [_single(rules.pack.ranks, suit) for suit in suits]
    elif len(suits) == 1:
        found += _alone(rules.pack.ranks, suits[0])
    if rules.melds != "single":
        for first, second in combinations(suits, 2):
            found += _alternating(rules.pack.ranks, first, second)
    return tuple(found)
