"""A hand as the search sees it.

Glossary
    kind     a natural kind of card that the hand holds, numbered by rank
    room     what a meld takes up, packed into one number: four bits for each kind, whose highest
             stays clear so that a lack shows there, and four for each meld on the table
    gain     how much better off a hand is for a meld: first by points, then by cards, then by melds
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.joined import is_joined, joined_value
from scorepad.core.rules import Rules
from scorepad.core.values import left_value, meld_value

BITS = 4
_GUARD = 8
_MORE_MELDS = 1


@dataclass(frozen=True, slots=True)
class Column:
    """A meld, or a meld on the table made longer: its room, its jokers, what it gains, how it lies.

    `first` is its first kind, None where only jokers come from the hand. `home` is the number of the meld
    on the table.
    """

    room: int
    jokers: int
    first: int | None
    gain: int
    laid: Meld
    home: int | None = None


@dataclass(frozen=True)
class Hand:
    """Cards of a hand beside melds on the table, as they read: in a set that is not full jokers are open."""

    rules: Rules
    cards: tuple[Card, ...]
    table: tuple[Meld, ...] = ()

    @cached_property
    def held(self) -> Counter[Card]:
        return Counter(self.cards)

    @cached_property
    def jokers(self) -> int:
        return self.held[WILD]

    @cached_property
    def kinds(self) -> tuple[Card, ...]:
        """By rank, so that melds lie close together."""
        ranks, order = self.rules.pack.every_rank, self.rules.pack.order
        naturals = (card for card in self.held if card != WILD)
        return tuple(sorted(naturals, key=lambda card: (ranks.index(card.rank), order[card])))

    @cached_property
    def number(self) -> dict[Card, int]:
        return {card: place for place, card in enumerate(self.kinds)}

    @cached_property
    def whole(self) -> int:
        """The room of all cards and of every meld on the table."""
        cards = sum(self.held[card] << BITS * place for card, place in self.number.items())
        return cards + sum(self.home_room(home) for home in range(len(self.table)))

    @cached_property
    def guard(self) -> int:
        return sum(_GUARD << BITS * place for place in range(len(self.kinds) + len(self.table)))

    def home_room(self, home: int) -> int:
        return 1 << BITS * (len(self.kinds) + home)

    @cached_property
    def most_room(self) -> int:
        """The room of the cards alone."""
        return (1 << BITS * len(self.kinds)) - 1

    @cached_property
    def unit(self) -> int:
        """Gain of a card more: more than that of melds."""
        return len(self.cards) + 1

    @cached_property
    def point(self) -> int:
        """Gain of a point more: more than that of cards and melds."""
        return self.unit * (len(self.cards) + 1)

    @cached_property
    def left_values(self) -> dict[Card, int]:
        return {card: left_value(self.rules, [card]) for card in self.held}

    @property
    def part(self) -> int:
        """How many jokers can make up a whole part of a run: none where there are fewer than a meld takes."""
        return self.jokers if self.jokers >= self.rules.shapes.shortest_run else 0

    @property
    def longest(self) -> int:
        """The most cards of a run that does not part into two."""
        return max(2 * self.rules.shapes.shortest_run - 1, self.rules.shapes.shortest_run + self.part)

    def ways(self, cards: Sequence[Card]) -> Iterator[Meld]:
        """The ways to lay kinds with the cards in hand: all that is missing, and any more, as jokers."""
        held = [place for place, card in enumerate(cards) if card in self.held]
        missing = len(cards) - len(held)
        for more in range(min(self.jokers - missing, len(held)) + 1):
            for replaced in combinations(held, more):
                natural = set(held).difference(replaced)
                yield tuple(
                    Laid(card) if place in natural else Laid(WILD, card) for place, card in enumerate(cards)
                )

    def points(self, laid: Meld) -> int:
        """What a meld is worth."""
        if is_joined(laid):
            return joined_value(self.rules, laid)
        kinds = [one.stands_for or one.card for one in laid]
        run = len({kind.rank for kind in kinds if not kind.is_wild}) > 1
        return meld_value(self.rules, [one.card for one in laid], kinds, run=run)

    def column(self, laid: Meld, used: Iterable[Card], points: int, home: int | None = None) -> Column:
        """The column of a meld for which `used` leave the hand, worth that many points more on the table."""
        cards = list(used)
        naturals = [self.number[card] for card in cards if card != WILD]
        room = sum(1 << BITS * kind for kind in naturals)
        saved = sum(self.left_values[card] for card in cards)
        better = points + saved if self.rules.deal.left_counts else saved
        gain = better * self.point + len(cards) * self.unit
        if home is None:
            gain += _MORE_MELDS
        else:
            room += self.home_room(home)
        first = min(naturals, default=None)
        return Column(room, len(cards) - len(naturals), first, gain, laid, home)


def best_of_each(columns: Iterable[Column]) -> list[Column]:
    """Of columns that take the same from the hand and the table the one of the greatest gain."""
    top: dict[tuple[int, int], Column] = {}
    for one in columns:
        key = (one.room, one.jokers)
        if key not in top or one.gain > top[key].gain:
            top[key] = one
    return list(top.values())
