"""Wilds that cost points in hand: any meld that they may lie in takes all that are spare at its end (L5, L6).

They add nothing to a meld on a circle but leave the hand, so all of them are saved once such a meld lies.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules, Track
from scorepad.core.values import left_value


@dataclass(frozen=True, slots=True)
class Spares:
    """Wilds of a hand that may lie in the same melds: what they may stand for, and what all cost in hand."""

    reach: frozenset[Card]
    cost: int

    def go_with(self, kinds: Collection[Card]) -> bool:
        """Whether they may lie at the end of a meld along these kinds."""
        return not self.reach.isdisjoint(kinds)


def spares(rules: Rules, cards: Sequence[Card], size: int) -> tuple[Spares, ...]:
    """The wilds that cost points in hand, by their reach; none where one could not always lie at an end.

    `size` is the most cards that any meld can have. No two of the reaches have a kind in common.
    """
    melding = melding_of(rules)
    costs: dict[frozenset[Card], int] = {}
    for card in cards:
        if rules.deal.left_counts and melding.reach(card) and (cost := left_value(rules, [card])):
            there = _on_tracks(rules, card)
            costs[there] = costs.get(there, 0) + cost
    apart = len(frozenset().union(*costs)) == sum(map(len, costs))
    if not costs or not apart or rules.wilds.wilds_apart or not _rising(rules, size):
        return ()
    long = [
        track for track in melding.tracks if track.circular or len(track.cards) >= rules.shapes.shortest_run
    ]
    if not all(_whole(track, there) for track in long for there in costs):
        return ()
    return tuple(Spares(there, cost) for there, cost in costs.items())


def _on_tracks(rules: Rules, card: Card) -> frozenset[Card]:
    melding = melding_of(rules)
    return frozenset(melding.run_kind(kind) for kind in melding.reach(card))


def _rising(rules: Rules, size: int) -> bool:
    """Whether a natural more never makes a meld worth less, as a wild that is natural in its place may be."""
    return all(
        fewer <= more for fewer, more in pairwise(map(rules.values.schedule.value, range(1, size + 1)))
    )


def _whole(track: Track, there: frozenset[Card]) -> bool:
    """Whether wilds lie anywhere along a track, or nowhere."""
    kinds = frozenset(track.cards)
    return kinds.isdisjoint(there) or (track.circular and kinds <= there)


def with_spares(rules: Rules, meld: Meld, cards: Sequence[Card]) -> Meld:
    """A meld with wilds at its end, each saying what it stands for there."""
    melding = melding_of(rules)
    kinds = [melding.run_kind(laid.stands_for or laid.card) for laid in meld]
    track = next(track for track in melding.tracks if _goes_along(track, kinds[-2], kinds[-1]))
    end = track.cards.index(kinds[-1])
    after = (track.cards[(end + step) % len(track.cards)] for step in range(1, len(cards) + 1))
    return (*meld, *(Laid(card, kind) for card, kind in zip(cards, after, strict=True)))


def _goes_along(track: Track, kind: Card, following: Card) -> bool:
    return kind in track.cards and track.cards[(track.cards.index(kind) + 1) % len(track.cards)] == following
