"""The circles of places that melds of two suits lie on, and the cases of a hand that could close some.

A circle of thirteen ranks has 26 places: the suits change from rank to rank. Where all wilds together could
close one, so that cards lie all round it, there are three cases: a place that only a wild could cover is
empty; all these have wilds, and another place is empty; or cards lie all round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from scorepad.core.cards import Card
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules

Place = tuple[int, Card, str]  # a leap, a card, the suit that it alternates with


@dataclass(frozen=True, slots=True)
class PlainCircle:
    """Places one after another, and those of them for which a hand has no natural."""

    places: tuple[Place, ...]
    missing: frozenset[Place]


@dataclass(frozen=True, slots=True)
class WildsElsewhere:
    """Of each of these circles a place without naturals has no wild either."""

    circles: tuple[PlainCircle, ...] = ()


@dataclass(frozen=True, slots=True)
class WithGap:
    """All wilds of the hand lie where this circle has no naturals, and another place of it is empty."""

    circle: PlainCircle


@dataclass(frozen=True, slots=True)
class CoveredWhole:
    """The circle is covered, and the cards are what the hand has beside what covers it.

    That are `melds`, each by its places, where they are known, else a layer without an end.
    """

    circle: PlainCircle
    melds: tuple[tuple[Place, ...], ...] = ()


CircleCase = WildsElsewhere | WithGap | CoveredWhole
NO_CIRCLE = WildsElsewhere()


class PlainTracks:
    """Where places lead to."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def ranks_of(self, suit: str) -> tuple[str, ...]:
        """The ranks of a suit, in the order of their circle."""
        return melding_of(self.rules).ranks_of(suit)

    def step_place(self, place: Place, leap: int) -> Place:
        """The place that a leap leads to, up or down."""
        _, card, other = place
        ranks = self.ranks_of(card.suit)
        rank = ranks[(ranks.index(card.rank) + leap) % len(ranks)]
        return place[0], Card(rank, other), card.suit

    def next_place(self, place: Place) -> Place:
        """The place after this one in a meld."""
        return self.step_place(place, place[0])

    def all_places(self) -> Iterator[Place]:
        """Every place of every leap, whether or not the hand has a card for it."""
        suits = [suit.letter for suit in self.rules.pack.suits if self.ranks_of(suit.letter)]
        for leap, suit, other in product(self.rules.shapes.leaps, suits, suits):
            ranks = self.ranks_of(suit)
            if suit != other and ranks == self.ranks_of(other) and leap <= max(1, len(ranks) // 2):
                for rank in ranks:
                    yield leap, Card(rank, suit), other

    def closable_circles(self, natural_counts: Counter[Card], wild_count: int) -> list[PlainCircle]:
        """The circles that these cards could cover whole."""
        circles, on_circles = [], set[Place]()
        for start in self.all_places():
            if start not in on_circles:
                places = tuple(self._places_round(start))
                on_circles.update(places)
                missing = frozenset(place for place in places if not natural_counts[place[1]])
                if len(missing) <= wild_count:
                    circles.append(PlainCircle(places, missing))
        return circles

    def _places_round(self, start: Place) -> Iterator[Place]:
        place = start
        while True:
            yield place
            place = self.next_place(place)
            if place == start:
                return
