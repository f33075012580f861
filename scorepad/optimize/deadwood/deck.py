"""What a hand can do whose cards are all different and none wild: all of it is listed once for a whole pack.

Rows are bits, and so is what a column uses. The same states are gone through in the same order as in
`dynamic_program`, so that of equal choices the same is taken; only that each row has one card or none.
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
    """What a column gains, the rows that it uses, and the column itself."""

    gain: int
    rows: Rows
    lay: T


def rows_used(uses: RowUses) -> Rows:
    """The rows of a column that uses one of each."""
    return sum([1 << row for row, _ in uses])


class Deck(Generic[T]):
    """The cards of a pack by their rows, and every column of them by the first row that it uses."""

    def __init__(self, cards: Sequence[Card], columns: Iterable[DeckColumn[T]]) -> None:
        self.cards = cards
        self._row_of = {card: 1 << row for row, card in enumerate(cards)}
        self._columns_from: dict[Rows, list[DeckColumn[T]]] = {}
        for column in columns:
            self._columns_from.setdefault(column.rows & -column.rows, []).append(column)

    def rows_of(self, cards: Sequence[Card]) -> Rows:
        """The rows of the cards; 0 where two are alike, one is wild, or they are many."""
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
        """The columns that gain most together, each row used once at most, and once where it is `needed`;
        None where that can't be."""
        columns_from: dict[Rows, list[DeckColumn[T]]] = {}
        for row in _each(rows):
            listed = self._columns_from.get(row, ())
            if fitting := [column for column in listed if column.rows & rows == column.rows]:
                columns_from[row] = fitting
        states = _States(columns_from, needed)
        return states.chosen_columns(rows) if states.value(rows) > _IMPOSSIBLE // 2 else None


def _each(rows: Rows) -> list[Rows]:
    """Each row by itself, in order."""
    single_rows = []
    while rows:
        first = rows & -rows
        single_rows.append(first)
        rows ^= first
    return single_rows


class _States(Generic[T]):
    """Rows that are free with the most that can be had from them, and the column that it begins with."""

    def __init__(self, columns_from: dict[Rows, list[DeckColumn[T]]], needed: Rows) -> None:
        self.columns_from, self.needed = columns_from, needed
        self.counted = sum(columns_from) | needed
        self.solved: dict[Rows, tuple[int, DeckColumn[T] | None]] = {}

    def value(self, free: Rows) -> int:
        """The most that can be had; far below zero where a needed row is not used."""
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
