"""A hand as the search sees it.

Glossary
    kind     a natural kind of card that the hand holds, numbered by rank
    row      something that melds use up: each kind's cards, then the jokers, then each meld on the table once
    gain     how much better off a hand is for a meld: first by points, then by cards, then by melds
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.rules import Rules
from scorepad.core.sets import is_joined, joined_value
from scorepad.core.values import left_value, meld_value

_MELD_GAIN = 1
_BETWEEN_LOOKS = 64  # columns between two looks at the clock


@dataclass(frozen=True, slots=True)
class DeadwoodColumn:
    """A meld, or a meld on the table made longer: how much it uses of which rows, what it gains, how it lies.

    `home_meld` is the number of the meld on the table, None for a new one.
    """

    uses: tuple[tuple[int, int], ...]
    gain: int
    laid_meld: Meld
    home_meld: int | None = None


@dataclass(frozen=True)
class DeadwoodProblem:
    """Cards of a hand beside melds on the table, as they read: in a set that is not full jokers are open.

    `taken` is a card that must be melded (F5).
    """

    rules: Rules
    cards: tuple[Card, ...]
    table: tuple[Meld, ...] = ()
    taken: Card | None = None

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
        """By row, the least and the most that is used: every card may be left over but one that was taken."""
        cards = [(int(kind == self.taken), self.card_counts[kind]) for kind in (*self.kinds, WILD)]
        return [*cards, *((0, 1) for _ in self.table)]

    @property
    def taken_row(self) -> int | None:
        """The row of the card that must be melded."""
        return None if self.taken is None else self._row_of(self.taken)

    def _row_of(self, card: Card) -> int:
        return len(self.kinds) if card == WILD else self.kind_number[card]

    @cached_property
    def card_gain(self) -> int:
        """Gain of a card more: more than that of melds."""
        return len(self.cards) + 1

    @cached_property
    def point_gain(self) -> int:
        """Gain of a point more: more than that of cards and melds."""
        # All cards and all melds together gain less than this.
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
        # A run of naturals and then all jokers does not part, as jokers alone are no meld.
        return max(2 * self.rules.shapes.shortest_run - 1, self.rules.shapes.shortest_run + self.part_jokers)

    def ways_to_lay(self, cards: Sequence[Card]) -> Iterator[Meld]:
        """The ways to lay kinds with the cards in hand."""
        return ways_to_lay(cards, [card in self.card_counts for card in cards], self.joker_count)

    def make_column(
        self, laid_meld: Meld, used_cards: Iterable[Card], points_more: int, home_meld: int | None = None
    ) -> DeadwoodColumn:
        """The column of a meld that takes these cards of the hand and adds `points_more` on the table."""
        cards = list(used_cards)
        rows: dict[int, int] = {}
        for card in cards:
            row = self._row_of(card)
            rows[row] = rows.get(row, 0) + 1
        value_saved = sum([self.left_values[card] for card in cards])
        points_better = points_more + value_saved if self.rules.scoring.left_counts else value_saved
        gain = points_better * self.point_gain + len(cards) * self.card_gain
        if home_meld is None:
            gain += _MELD_GAIN
        else:
            rows[len(self.kinds) + 1 + home_meld] = 1
        # Sorted, so that melds of the same cards have equal uses.
        return DeadwoodColumn(tuple(sorted(rows.items())), gain, laid_meld, home_meld)


def ways_to_lay(cards: Sequence[Card], in_hand: Sequence[bool], joker_count: int) -> Iterator[Meld]:
    """The ways to lay kinds of which the hand has some: all that is missing, and any more, as jokers."""
    natural_places = [place for place, has_card in enumerate(in_hand) if has_card]
    missing_count = len(cards) - len(natural_places)
    # A natural may do more elsewhere, so jokers lie in its place as well.
    for more_jokers in range(min(joker_count - missing_count, len(natural_places)) + 1):
        for by_joker in combinations(natural_places, more_jokers):
            naturals_laid = set(natural_places).difference(by_joker)
            yield tuple(
                Laid(card) if place in naturals_laid else Laid(WILD, card) for place, card in enumerate(cards)
            )


def meld_points(rules: Rules, laid_meld: Meld) -> int:
    """What a meld is worth."""
    if is_joined(laid_meld):
        return joined_value(rules, laid_meld)
    kinds = [laid_card.stands_for or laid_card.card for laid_card in laid_meld]
    is_run = len({kind.rank for kind in kinds if not kind.is_wild}) > 1
    return meld_value(rules, [laid_card.card for laid_card in laid_meld], kinds, is_run=is_run)


def best_of_each(columns: Iterable[DeadwoodColumn], deadline: float) -> tuple[list[DeadwoodColumn], bool]:
    """For each use of rows the column of the greatest gain.

    The flag says whether all columns were seen: none is asked for past the `deadline` of `time.perf_counter`.
    """
    best_by_uses: dict[tuple[tuple[int, int], ...], DeadwoodColumn] = {}
    for number, column in enumerate(columns, start=1):
        if column.uses not in best_by_uses or column.gain > best_by_uses[column.uses].gain:
            best_by_uses[column.uses] = column
        if number % _BETWEEN_LOOKS == 0 and time.perf_counter() > deadline:
            return list(best_by_uses.values()), False
    return list(best_by_uses.values()), True
