"""Tracks: the circles of cards along which melds run.

A meld is a stretch of a track. One suit gives a track of its ranks (H1), or of every k-th rank under
leap k (H22); two alternating suits give a b a b … (H23), which on a circle of an odd number of ranks
closes only after two laps. Where runs stop at the ends of the order a track is no circle (B1, F1, K1, G1),
and where one run may mix suits, one track stands for all of them (`shapes.run_kind`, L1).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from scorepad.core.cards import Card
from scorepad.core.circles import circles
from scorepad.core.rules import Rules
from scorepad.core.shapes import run_kind
from scorepad.core.wilds import naturals


@dataclass(frozen=True, slots=True)
class Track:
    """Kinds of cards in the order in which a meld takes them; a circular track goes on from its end."""

    cards: tuple[Card, ...]
    circular: bool
    leap: int
    suits: tuple[str, ...]


@cache
def tracks(rules: Rules) -> tuple[Track, ...]:
    """Every track that the rules let a meld follow; a suit without another to alternate has lone cards."""
    found = list(rules.shapes.routes(rules)) if rules.shapes.routes else []
    for leap in () if rules.shapes.routes else rules.shapes.leaps:
        if rules.shapes.suit_pattern != "alternating":
            found += _single(rules, leap)
        if rules.shapes.suit_pattern != "single":
            found += _alternating(rules, leap)
    on_track = {card for track in found for card in track.cards}
    kinds = {run_kind(rules, card) for card in naturals(rules)}
    lone = sorted(kinds - on_track, key=rules.pack.order.__getitem__)
    return (*found, *(Track((card,), False, rules.shapes.leaps[0], (card.suit,)) for card in lone))


def _ranks(rules: Rules, suit: str) -> tuple[str, ...]:
    """The circle of a suit without what has dropped out of it."""
    return tuple(rank for rank in rules.pack.ranks_of(suit) if Card(rank, suit) in naturals(rules))


def _single(rules: Rules, leap: int) -> Iterator[Track]:
    for letters in _mixed(rules):
        suit = letters[0]
        for order in _routes(rules, _ranks(rules, suit), leap):
            yield Track(tuple(Card(rank, suit) for rank in order), rules.shapes.circular, leap, letters)


def _mixed(rules: Rules) -> list[tuple[str, ...]]:
    """The suits that one run may mix, the first of which stands for all (L1)."""
    groups: dict[str, tuple[str, ...]] = {}
    for suit in rules.pack.suits:
        first = run_kind(rules, Card(rules.pack.ranks_of(suit.letter)[0], suit.letter)).suit
        groups[first] = (*groups.get(first, ()), suit.letter)
    return list(groups.values())


def _routes(rules: Rules, ranks: tuple[str, ...], leap: int) -> tuple[tuple[str, ...], ...]:
    """The ranks in the order of a leap: the circles that it makes, or the ways from end to end."""
    if rules.shapes.circular:
        return _circles(ranks, leap)
    ways = (order[start::leap] for order in _orders(rules, ranks) for start in range(leap))
    return tuple(dict.fromkeys(way for way in ways if way))


def _orders(rules: Rules, ranks: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Ranks from end to end, the first one low, high, or either (B1, F1, G1)."""
    low, high = ranks, (*ranks[1:], *ranks[:1])
    return {"low": (low,), "high": (high,), "both": (low, high)}[rules.shapes.ace]


def _alternating(rules: Rules, leap: int) -> Iterator[Track]:
    for first, second in combinations((suit.letter for suit in rules.pack.suits), 2):
        ranks = _ranks(rules, first)
        if ranks != _ranks(rules, second):
            continue
        for route in _routes(rules, ranks, leap):
            if rules.shapes.circular and len(route) % 2:
                yield _by_turns(rules, (*route, *route), leap, (first, second))
            else:
                yield _by_turns(rules, route, leap, (first, second))
                yield _by_turns(rules, route, leap, (second, first))


def _circles(ranks: tuple[str, ...], leap: int) -> tuple[tuple[str, ...], ...]:
    return circles(ranks, leap) if ranks and leap <= max(1, len(ranks) // 2) else ()


def _by_turns(rules: Rules, route: tuple[str, ...], leap: int, suits: tuple[str, str]) -> Track:
    cards = tuple(Card(rank, suits[place % 2]) for place, rank in enumerate(route))
    return Track(cards, rules.shapes.circular, leap, suits)
