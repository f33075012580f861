"""Solve hands of all different cards without wilds from one list of melds for the whole pack.

Rows and the use of rows are bits, as each row has one card or none. The states are visited in the same order
as in `dynamic_program`, so that of equal choices the same is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from scorepad.core.cards import Card
from scorepad.optimize.dynamic_program import RowUses

T = TypeVar("T")
Rows = int
"""A set of rows, a bit for each."""

_MOST_CARDS = 16  # of a hand: the choices of so few are gone through without a look at the clock
_IMPOSSIBLE = -(1 << 200)  # less than any choice is worth, whatever is added to it


@dataclass(frozen=True, slots=True)
class DeckColumn(Generic[T]):
    """A column of a deck: its gain, the rows that it uses as bits, and the meld or throw."""

    gain: int
    rows: Rows
    lay: T


def rows_used(uses: RowUses) -> Rows:
    """Return the rows of a column as bits; it uses one of each."""
    return sum([1 << row for row, _ in uses])


class Deck(Generic[T]):
    """The cards of a pack, each with a row, and all columns by the first row that they use."""

    def __init__(self, cards: Sequence[Card], columns: Iterable[DeckColumn[T]]) -> None:
        self.cards = cards
        self._row_of = {card: 1 << row for row, card in enumerate(cards)}
        self._columns_from: dict[Rows, list[DeckColumn[T]]] = {}
        for column in columns:
            self._columns_from.setdefault(column.rows & -column.rows, []).append(column)

    def rows_of(self, cards: Sequence[Card]) -> Rows:
        """Return the rows of the cards as bits; 0 if two cards are alike, one is wild, or there are too
        many."""
        rows = 0
        for card in cards if len(cards) <= _MOST_CARDS else ():
            row = self._row_of.get(card, 0)
            if rows & row or not row:
                return 0
            rows |= row
        return rows

    def cards_of(self, rows: Rows) -> tuple[Card, ...]:
        """The cards of these rows, in order."""
        return tuple([self.cards[row.bit_length() - 1] for row in _each(rows)])

    def best_choice(self, rows: Rows, needed: Rows = 0) -> list[DeckColumn[T]] | None:
        """Return the columns of the greatest total gain that use each row at most once and each `needed` row
        exactly once; None if impossible."""
        columns_from: dict[Rows, list[DeckColumn[T]]] = {}
        for row in _each(rows):
            listed = self._columns_from.get(row, ())
            if fitting := [column for column in listed if column.rows & rows == column.rows]:
                columns_from[row] = fitting
        states = _States(columns_from, needed)
        return states.chosen_columns(rows) if states.value(rows) > _IMPOSSIBLE // 2 else None


def _each(rows: Rows) -> list[Rows]:
    """List the bits of `rows`, lowest first."""
    single_rows = []
    while rows:
        first = rows & -rows
        single_rows.append(first)
        rows ^= first
    return single_rows


class _States(Generic[T]):
    """Cache, by free rows, the greatest gain that they allow and the first column of that choice."""

    def __init__(self, columns_from: dict[Rows, list[DeckColumn[T]]], needed: Rows) -> None:
        self.columns_from, self.needed = columns_from, needed
        self.counted = sum(columns_from) | needed
        self.solved: dict[Rows, tuple[int, DeckColumn[T] | None]] = {}

    def value(self, free: Rows) -> int:
        """Return the greatest gain from the free rows; far below zero if a needed row stays unused."""
        if free in self.solved:
            return self.solved[free][0]
        counted = free & self.counted
        if not counted:
            return 0
        row = counted & -counted
        best_value = _IMPOSSIBLE if row & self.needed else self.value(free ^ row)
        best_column = None
        for column in self.columns_from.get(row, ()):
            if column.rows & free == column.rows:
                value = column.gain + self.value(free ^ column.rows)
                if value > best_value:
                    best_value, best_column = value, column
        self.solved[free] = best_value, best_column
        return best_value

    def chosen_columns(self, free: Rows) -> list[DeckColumn[T]]:
        """The columns of the best choice, by their first rows."""
        chosen = []
        while counted := free & self.counted:
            column = self.solved[free][1]
            if column is None:
                free ^= counted & -counted
            else:
                chosen.append(column)
                free ^= column.rows
        return chosen
