"""A hand as the search sees it.

Glossary
    kind     a natural kind of card that the hand holds, numbered by rank
    row      something that melds use up: each kind's cards, then the jokers, then each meld on the table once
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

_MELD_GAIN = 1


@dataclass(frozen=True, slots=True)
class DeadwoodColumn:
    """A meld, or a meld on the table made longer: how much it uses of which rows, what it gains, how it lies.

    `home` is the number of the meld on the table, None for a new one.
    """

    uses: tuple[tuple[int, int], ...]
    gain: int
    laid_meld: Meld
    home_meld: int | None = None


@dataclass(frozen=True)
class DeadwoodProblem:
    """Cards of a hand beside melds on the table, as they read: in a set that is not full jokers are open."""

    rules: Rules
    cards: tuple[Card, ...]
    table: tuple[Meld, ...] = ()

    @cached_property
    def card_counts(self) -> Counter[Card]:
        return Counter(self.cards)

    @cached_property
    def joker_count(self) -> int:
        return self.card_counts[WILD]

    @cached_property
    def kinds(self) -> tuple[Card, ...]:
        """By rank, so that melds lie close together."""
        ranks, order = self.rules.pack.every_rank, self.rules.pack.order
        naturals = (card for card in self.card_counts if card != WILD)
        return tuple(sorted(naturals, key=lambda card: (ranks.index(card.rank), order[card])))

    @cached_property
    def kind_number(self) -> dict[Card, int]:
        return {card: place for place, card in enumerate(self.kinds)}

    @property
    def row_limits(self) -> list[tuple[int, int]]:
        """By row, the least and the most that is used: every card may be left over."""
        cards = [(0, self.card_counts[kind]) for kind in self.kinds]
        return [*cards, (0, self.joker_count), *((0, 1) for _ in self.table)]

    @cached_property
    def card_gain(self) -> int:
        """Gain of a card more: more than that of melds."""
        return len(self.cards) + 1

    @cached_property
    def point_gain(self) -> int:
        """Gain of a point more: more than that of cards and melds."""
        return self.card_gain * (len(self.cards) + 1)

    @cached_property
    def left_values(self) -> dict[Card, int]:
        return {card: left_value(self.rules, [card]) for card in self.card_counts}

    @property
    def part_jokers(self) -> int:
        """How many jokers can make up a whole part of a run: none where there are fewer than a meld takes."""
        return self.joker_count if self.joker_count >= self.rules.shapes.shortest_run else 0

    @property
    def longest_run(self) -> int:
        """The most cards of a run that does not part into two."""
        return max(2 * self.rules.shapes.shortest_run - 1, self.rules.shapes.shortest_run + self.part_jokers)

    def ways_to_lay(self, cards: Sequence[Card]) -> Iterator[Meld]:
        """The ways to lay kinds with the cards in hand: all that is missing, and any more, as jokers."""
        counts = [place for place, card in enumerate(cards) if card in self.card_counts]
        missing = len(cards) - len(counts)
        for more in range(min(self.joker_count - missing, len(counts)) + 1):
            for replaced in combinations(counts, more):
                natural = set(counts).difference(replaced)
                yield tuple(
                    Laid(card) if place in natural else Laid(WILD, card) for place, card in enumerate(cards)
                )

    def meld_points(self, laid: Meld) -> int:
        """What a meld is worth."""
        if is_joined(laid):
            return joined_value(self.rules, laid)
        kinds = [one.stands_for or one.card for one in laid]
        run = len({kind.rank for kind in kinds if not kind.is_wild}) > 1
        return meld_value(self.rules, [one.card for one in laid], kinds, run=run)

    def make_column(
        self, laid: Meld, used: Iterable[Card], points: int, home: int | None = None
    ) -> DeadwoodColumn:
        """The column of a meld for which `used` leave the hand, worth that many points more on the table."""
        cards = list(used)
        rows = Counter(len(self.kinds) if card == WILD else self.kind_number[card] for card in cards)
        saved = sum(self.left_values[card] for card in cards)
        better = points + saved if self.rules.deal.left_counts else saved
        gain = better * self.point_gain + len(cards) * self.card_gain
        if home is None:
            gain += _MELD_GAIN
        else:
            rows[len(self.kinds) + 1 + home] = 1
        return DeadwoodColumn(tuple(sorted(rows.items())), gain, laid, home)


def best_of_each(columns: Iterable[DeadwoodColumn]) -> list[DeadwoodColumn]:
    """Of columns that take the same from the hand and the table the one of the greatest gain."""
    top: dict[tuple[tuple[int, int], ...], DeadwoodColumn] = {}
    for column in columns:
        if column.uses not in top or column.gain > top[column.uses].gain:
            top[column.uses] = column
    return list(top.values())
