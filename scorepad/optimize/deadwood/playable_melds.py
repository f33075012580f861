"""Every meld that a hand can lay (B1, B2, F1, F2).

A run that parts into two is not listed whole: neither value nor cards are lost by parting it, and melds
are gained. Only where a part could be all jokers, which is no meld, longer ones are needed. Nor is a complete
set listed that is joined to a run, as it parts into a set of three and the run; but for an ace, which counts
more in the set than at the low end of the run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from scorepad.core.cards import WILD, Card
from scorepad.core.melding import SMALLEST_SET, melding_of
from scorepad.optimize.deadwood.hand import Column, Hand, best_of_each
from scorepad.optimize.deadwood.laying_off import as_laid, laid_off


def columns(hand: Hand) -> list[Column]:
    """New melds, and melds of the table with cards laid off."""
    found = [*_runs(hand), *_sets(hand), *_aces(hand)]
    for home, meld in enumerate(hand.table):
        found += laid_off(hand, home, meld)
    return best_of_each(found)


def _runs(hand: Hand) -> Iterator[Column]:
    shortest = hand.rules.shapes.shortest_run
    for track in melding_of(hand.rules).tracks:
        line = track.cards
        have = [card in hand.held for card in line]
        for length in range(shortest, hand.longest + 1):
            for start in range(len(line) - length + 1):
                natural = sum(have[start : start + length])
                if natural and natural + hand.jokers >= length:
                    yield from _filled(hand, line[start : start + length])


def _sets(hand: Hand) -> Iterator[Column]:
    for one in melding_of(hand.rules).sets:
        natural = sum(card in hand.held for card in one.cards)
        for size in range(SMALLEST_SET, min(len(one.cards), natural + hand.jokers) + 1 if natural else 0):
            for cards in combinations(one.cards, size):
                yield from _filled(hand, cards)


def _aces(hand: Hand) -> Iterator[Column]:
    """Four aces joined to a run from one of them on, where an ace counts less in the run (F3)."""
    melding = melding_of(hand.rules)
    if hand.rules.values.card_values != "standard":
        return
    aces = melding.set_of("A")
    lines = [
        track.cards for track in melding.tracks if track.cards[0] in aces and track.cards[0] in hand.held
    ]
    for line in lines:
        others = tuple(card for card in aces if card != line[0])
        for length in range(hand.rules.shapes.shortest_run, hand.longest + 1):
            yield from _filled(hand, (*others, *line[:length]))


def _filled(hand: Hand, cards: Sequence[Card]) -> Iterator[Column]:
    """A new meld of these kinds: each as itself or as a joker, one at least as itself."""
    for laid in hand.ways(cards):
        used = [one.card for one in laid]
        if used.count(WILD) < len(used):
            points = hand.points(laid) if hand.rules.deal.left_counts else 0
            yield hand.column(as_laid(laid), used, points)
