"""Whole hands as the search sees them: the cards, the melds of the table, and how what was chosen is laid.

Rows of every hand are its kinds of cards; each family of columns adds rows of its own behind them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from scorepad.core.cards import WILD, Card, Meld, cards_of
from scorepad.core.rules import Rules
from scorepad.core.values import value_beside_others


class Lay(NamedTuple):
    """What a column does: it lays a meld, or throws a card; if neither, a card is left.

    `home_meld`: the number of the table meld that the meld grows from; None for a new one.
    """

    meld: Meld | None = None
    home_meld: int | None = None
    thrown: Card | None = None


@dataclass(frozen=True, slots=True)
class HandLayout:
    """A layout of a hand: all melds, the cards left, and the card thrown. `gain`: comparable among layouts
    for one goal. `complete`: the search was not cut off."""

    gain: int
    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    thrown: Card | None
    complete: bool


@dataclass(frozen=True)
class HandProblem:
    """A hand, the table melds, and whether a card is thrown.

    A card `taken` is not thrown, and must be melded where the rules say so; nor is one that `stays`. Those
    that are `apart` are all in new melds, no two in one.
    """

    rules: Rules
    cards: tuple[Card, ...]
    table: tuple[Meld, ...] = ()
    throws: bool = False
    taken: Card | None = None
    stays: frozenset[Card] = frozenset()
    apart: frozenset[Card] = frozenset()

    @cached_property
    def counts(self) -> Counter[Card]:
        return Counter(self.cards)

    @cached_property
    def rows(self) -> tuple[Card, ...]:
        """The kinds of the hand by rank, so that the kinds of a meld lie close together; jokers come last."""
        ranks, order = self.rules.pack.every_rank, self.rules.pack.order
        kinds = sorted(self.counts.keys() - {WILD}, key=lambda card: (ranks.index(card.rank), order[card]))
        return (*kinds, WILD)

    @cached_property
    def row_of(self) -> dict[Card, int]:
        return {card: row for row, card in enumerate(self.rows)}

    @cached_property
    def left_values(self) -> dict[Card, int]:
        """The points of each card left in hand beside others."""
        return {card: value_beside_others(self.rules, card) for card in self.counts}

    def nothing_melded(self, *, complete: bool = True) -> HandLayout:
        """All cards left, but for the one that counts most where one is thrown."""
        kept = {*self.stays, *self.apart, self.taken}
        left = sorted(self.cards, key=lambda card: (card not in kept, self.left_values[card]))
        thrown = left.pop() if self.throws else None
        in_order = tuple(sorted(left, key=self.row_of.__getitem__))
        return HandLayout(0, self.table, in_order, thrown, complete)

    def layout(self, lays: Iterable[Lay], gain: int = 0, *, complete: bool = True) -> HandLayout:
        """Lay what was chosen: the melds of the table, as they lie or grown, then the new ones."""
        table, new_melds, thrown = list(self.table), list[Meld](), None
        for lay in lays:
            if lay.meld is None:
                thrown = lay.thrown or thrown
            elif lay.home_meld is None:
                new_melds.append(lay.meld)
            else:
                table[lay.home_meld] = lay.meld
        melds = (*table, *new_melds)
        left = self.counts.copy()
        # `melds` has the cards of the table too, which are no cards of the hand.
        left.update(cards_of(self.table))
        left.subtract(cards_of(melds))
        left.subtract([thrown] if thrown else ())
        in_order = tuple(sorted(left.elements(), key=self.row_of.__getitem__))
        return HandLayout(gain, melds, in_order, thrown, complete)
