"""A hand as the search sees it.

Glossary
    kind     a kind of natural card that the hand holds, numbered from 0
    place    a place on a track, numbered over all tracks; the last number is the void beyond their ends
    column   a meld that may be laid, as the copies of each kind and the wilds that it uses
    worth    what the search maximises: points × `weight` − 1 for each meld of naturals, so that of
             equally good arrangements the one with the fewest melds is best
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from scorepad.core.cards import WILD, Card
from scorepad.core.rules import Rules
from scorepad.core.tracks import tracks

VOID = -1
Uses = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A meld by what it uses: `uses` pairs kinds with copies; `cards` is one way to lay it, in order.

    A wild in `cards` says nothing, `reads` has the kind of card at each of its places.
    """

    uses: Uses
    wilds: int
    worth: int
    cards: tuple[Card, ...]
    reads: tuple[Card, ...]


@dataclass(frozen=True)
class Problem:
    """Naturals, wilds, and the places of every track that the hand can touch."""

    rules: Rules
    kinds: tuple[Card, ...]
    counts: tuple[int, ...]
    wilds: int
    cards: tuple[Card, ...]  # by place
    kind: np.ndarray = field(repr=False)  # by place: the kind there, VOID where the hand has none
    copies: np.ndarray = field(repr=False)  # by place: how many of that kind the hand has
    after: np.ndarray = field(repr=False)  # by place: the next place
    lap: np.ndarray = field(repr=False)  # by place: the places of its track
    circles: tuple[tuple[int, int], ...]  # each track's first place and length
    worths: tuple[int, ...]  # by naturals in a meld

    @property
    def naturals(self) -> int:
        return sum(self.counts)

    @property
    def weight(self) -> int:
        """More than the melds that any arrangement can have."""
        return self.naturals + 1

    @property
    def largest(self) -> int:
        """No meld is worth more, in either direction."""
        return max(1, self.alone(self.wilds) * self.weight, *map(abs, self.worths))

    def alone(self, wilds: int) -> int:
        """Points of wilds left over, laid all together, or one by one where they must lie apart (H17)."""
        if self.rules.wild_only is None:
            return 0
        value = self.rules.wild_only.value
        return wilds * value(1) if self.rules.wilds_apart else value(wilds)

    def points_within(self, worth: int) -> int:
        """The most points that an arrangement of at most this worth can have."""
        return (worth + self.weight - 1) // self.weight


def problem(rules: Rules, cards: Sequence[Card]) -> Problem:
    """The search's view of a hand."""
    held = Counter(cards)
    wilds = held.pop(WILD, 0)
    kinds = tuple(sorted(held, key=rules.pack.order.__getitem__))
    number = {card: kind for kind, card in enumerate(kinds)}
    placed: list[Card] = []
    after: list[int] = []
    circles: list[tuple[int, int]] = []
    for track in tracks(rules):
        if any(card in number for card in track.cards):
            first, length = len(placed), len(track.cards)
            circles.append((first, length))
            placed += track.cards
            after += [*range(first + 1, first + length), first if track.circular else VOID]
    void = len(placed)
    laps = [length for _, length in circles for _ in range(length)]
    naturals = sum(held.values())
    weight = naturals + 1
    return Problem(
        rules=rules,
        kinds=kinds,
        counts=tuple(held[card] for card in kinds),
        wilds=wilds,
        cards=tuple(placed),
        kind=np.array([number.get(card, VOID) for card in placed] + [VOID]),
        copies=np.array([held.get(card, 0) for card in placed] + [0]),
        lap=np.array([*laps, 1]),
        after=np.array([void if place == VOID else place for place in after] + [void]),
        circles=tuple(circles),
        worths=tuple(rules.schedule.value(n) * weight - 1 for n in range(naturals + 1)),
    )
