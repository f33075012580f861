"""What melds of naturals and their interlocks could earn, stretch by stretch, from the rules (I1-I6).

The melds of a leap and two suits lie on places: a card, and the suit that it alternates with. The j-th layer
is the places with j cards and more. No arrangement is worth more than its layers are (docs/optimizer.md), and
those earn, for each stretch of places of a layer, the second difference of the schedule at its length, and
for each stretch of a ring of layers that of the interlocks' values. This shares nothing with the search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, pairwise, permutations, product
from math import factorial

from pysat.card import CardEnc, EncType

from scorepad.core.cards import Card
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.proofs.certificates import LayerPlace, NotChecked

Place = tuple[int, Card, str]

_MOST_NATURALS = 5_000  # of all layers


class PlainLayers:
    """A variable for each natural of a layer, the clauses that hold for them, and what each stretch earns.

    `base` is what the naturals are worth one by one. Raises NotChecked where layers do not bound the hand.
    """

    def __init__(self, rules: Rules, hand: Counter[Card]) -> None:
        self.rules, self.hand = rules, hand
        self.clauses: list[list[int]] = []
        self.variables: dict[LayerPlace, int] = {}
        self.earned: Counter[frozenset[LayerPlace]] = Counter()
        self.base = rules.values.schedule.value(1) * hand.total()
        values = [rules.values.schedule.value(length) for length in range(hand.total() + 2)]
        self.meld_steps = second_steps(values)
        self.interlock_steps = second_steps([rules.interlock_value(length) for length in range(len(values))])
        if values[0] or min(self.meld_steps) < 0 or min(self.interlock_steps) < 0:
            raise NotChecked("the layers do not bound what such a schedule pays")
        self._name_places()
        if len(self.variables) > _MOST_NATURALS:
            raise NotChecked("there are too many places to lay cards")
        self.top = self._use_each_card_once()
        self._earn_by_melds()
        self._earn_by_rings()

    def _circle(self, suit: str) -> tuple[str, ...]:
        return melding_of(self.rules).ranks_of(suit)

    def _next(self, place: Place) -> Place:
        leap, card, other = place
        ranks = self._circle(card.suit)
        following = ranks[(ranks.index(card.rank) + leap) % len(ranks)]
        return leap, Card(following, other), card.suit

    def _name_places(self) -> None:
        """The variables of all places where a meld of two cards and more can lie."""
        suits = [suit.letter for suit in self.rules.pack.suits if self._circle(suit.letter)]
        able = [
            (leap, card, other)
            for leap in self.rules.shapes.leaps
            for card in self.hand
            for other in suits
            if other != card.suit and self._circle(other) == self._circle(card.suit)
            if leap <= max(1, len(self._circle(other)) // 2)
        ]
        held = {place for place in able if self.hand[self._next(place)[1]]}
        usable = held | {self._next(place) for place in held}
        for place in usable:
            if self._closes(place, usable):
                raise NotChecked("a meld could go round a whole circle")
        for place in sorted(usable):
            for layer in range(1, self.hand[place[1]] + 1):
                self.variables[*place, layer] = len(self.variables) + 1

    def _closes(self, start: Place, usable: set[Place]) -> bool:
        place = self._next(start)
        while place in usable and place != start:
            place = self._next(place)
        return place == start

    def _use_each_card_once(self) -> int:
        """Layers are filled in turn and hold no card more often than the hand does; the last variable."""
        by_card: dict[Card, list[int]] = {}
        for (leap, card, other, layer), variable in self.variables.items():
            by_card.setdefault(card, []).append(variable)
            if layer > 1:
                self.clauses.append([-variable, self.variables[leap, card, other, layer - 1]])
        top = len(self.variables)
        for card, lits in by_card.items():
            encoded = CardEnc.atmost(lits, self.hand[card], top_id=top, encoding=EncType.seqcounter)
            self.clauses += encoded.clauses
            top = max(top, encoded.nv)
        return top

    def _stretches(self, begins: Sequence[LayerPlace]) -> Iterator[tuple[int, frozenset[LayerPlace]]]:
        """From these places on, side by side: every length that the hand could have, and its naturals."""
        naturals: frozenset[LayerPlace] = frozenset()
        places = list(begins)
        for length in count(1):
            if not all(place in self.variables for place in places):
                return
            naturals |= frozenset(places)
            yield length, naturals
            places = [(*self._next(place[:3]), place[3]) for place in places]

    def _earn_by_melds(self) -> None:
        for begin in self.variables:
            for length, naturals in self._stretches([begin]):
                if length > 1:
                    self.earned[naturals] += self.meld_steps[length]

    def _earn_by_rings(self) -> None:
        """Rings of two suits and more, each begun at its least suit, in both directions (I2, I4)."""
        suits = [suit.letter for suit in self.rules.pack.suits]
        kinds = {(leap, card.rank) for leap, card, _, _ in self.variables}
        for size in range(2, len(suits) + 1):
            for ring in permutations(suits, size):
                if ring[0] == min(ring):
                    for leap, rank in kinds:
                        self._earn_by_ring(leap, rank, ring)

    def _earn_by_ring(self, leap: int, rank: str, ring: Sequence[str]) -> None:
        places = [(leap, Card(rank, suit), other) for suit, other in pairwise((*ring, ring[0]))]
        layers = [range(1, self.hand[card] + 1) for _, card, _ in places]
        for chosen in product(*layers):
            begins = [(*place, layer) for place, layer in zip(places, chosen, strict=True)]
            for length, naturals in self._stretches(begins):
                self.earned[naturals] += factorial(len(ring)) // 2 * self.interlock_steps[length]


def second_steps(values: Sequence[int]) -> list[int]:
    """By length: what a stretch adds to all the shorter ones within it."""
    before = [0, 0, *values]
    return [value - 2 * last + older for older, last, value in zip(before, before[1:], values, strict=False)]
