"""Every meld that a hand can lay, and every way to lay off cards on the table (B1, B2, F1, F2).

A run that parts into two is not listed whole: neither value nor cards are lost by parting it, and melds
are gained. Only where a part could be all jokers, which is no meld, longer ones are needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.shapes import SMALLEST_SET, sets
from scorepad.core.tracks import tracks
from scorepad.optimize.deadwood.hand import Column, Hand, best_of_each


def columns(hand: Hand) -> list[Column]:
    """New melds, and melds of the table with cards laid off."""
    found = [*_runs(hand), *_sets(hand)]
    for home, meld in enumerate(hand.table):
        found += _laid_off(hand, home, meld)
    return best_of_each(found)


def _part(hand: Hand) -> int:
    """How many jokers can make up a whole part of a run: none where there are fewer than a meld takes."""
    return hand.jokers if hand.jokers >= hand.rules.shortest else 0


def _runs(hand: Hand) -> Iterator[Column]:
    shortest = hand.rules.shortest
    longest = max(2 * shortest - 1, shortest + _part(hand))
    for track in tracks(hand.rules):
        line = track.cards
        have = [card in hand.held for card in line]
        for length in range(shortest, longest + 1):
            for start in range(len(line) - length + 1):
                natural = sum(have[start : start + length])
                if natural and natural + hand.jokers >= length:
                    yield from _filled(hand, line[start : start + length], run=True)


def _sets(hand: Hand) -> Iterator[Column]:
    for one in sets(hand.rules):
        natural = sum(card in hand.held for card in one.cards)
        for size in range(SMALLEST_SET, min(len(one.cards), natural + hand.jokers) + 1 if natural else 0):
            for cards in combinations(one.cards, size):
                yield from _filled(hand, cards, run=False)


def _filled(hand: Hand, cards: Sequence[Card], *, run: bool) -> Iterator[Column]:
    """A new meld of these kinds: each as itself or as a joker, one at least as itself."""
    for laid in _ways(hand, cards):
        used = [one.card for one in laid]
        if used.count(WILD) < len(used):
            yield hand.column(laid, used, hand.points(laid, run=run) if hand.rules.left_counts else 0)


def _ways(hand: Hand, cards: Sequence[Card]) -> Iterator[Meld]:
    """The ways to lay kinds with the cards in hand: all that is missing, and any more, as jokers."""
    held = [place for place, card in enumerate(cards) if card in hand.held]
    missing = len(cards) - len(held)
    for more in range(min(hand.jokers - missing, len(held)) + 1):
        for replaced in combinations(held, more):
            natural = set(held).difference(replaced)
            yield tuple(
                Laid(card) if place in natural else Laid(WILD, card) for place, card in enumerate(cards)
            )


def _laid_off(hand: Hand, home: int, meld: Meld) -> Iterator[Column]:
    kinds = tuple(one.stands_for or one.card for one in meld)
    run = kinds[0].rank != kinds[1].rank
    before = hand.points(meld, run=run)
    for ahead, behind in _growths(hand, kinds) if run else _missing(hand, kinds):
        for added in _ways(hand, (*ahead, *behind)):
            grown = (*added[: len(ahead)], *meld, *added[len(ahead) :])
            points = hand.points(grown, run=run) - before
            yield hand.column(grown, [one.card for one in added], points, home)


def _growths(hand: Hand, kinds: Sequence[Card]) -> Iterator[tuple[Sequence[Card], Sequence[Card]]]:
    """What can come before and after a run, in either order in which it lies."""
    most = hand.rules.shortest - 1 + _part(hand)
    for track in tracks(hand.rules):
        for way in (1, -1):
            line = track.cards[::way]
            if kinds[0] not in line or line[line.index(kinds[0]) :][: len(kinds)] != tuple(kinds):
                continue
            start = line.index(kinds[0])
            end = start + len(kinds)
            for ahead in range(min(most, start) + 1):
                for behind in range(min(most, len(line) - end) + 1):
                    if ahead + behind:
                        yield line[start - ahead : start], line[end : end + behind]


def _missing(hand: Hand, kinds: Sequence[Card]) -> Iterator[tuple[Sequence[Card], Sequence[Card]]]:
    """Suits that can join a set."""
    cards = next(one.cards for one in sets(hand.rules) if one.rank == kinds[0].rank)
    free = [card for card in cards if card not in kinds]
    for count in range(1, len(free) + 1):
        for added in combinations(free, count):
            yield (), added
