"""The best choice of columns that use up rows, by dynamic programming over the rest of each row.

Row by row: the columns that begin with it, again and again, or nothing more of it. What is left of the rows
says all about the rest, so that each state is solved once. A state is one number, with some bits for
each row; the highest of them is a guard that stays clear, so that a lack shows there after one subtraction.

This needs neither numpy nor a solver, and few rows and columns are chosen among before those are even loaded.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from scorepad.optimize.columns import Column, RowLimits

State = int  # how much is left of each row

_PackedColumn = tuple[State, int, int]  # what a column uses of all rows, its objective, its number

_IMPOSSIBLE = -(1 << 200)  # less than any choice is worth, whatever is added to it
_BETWEEN_LOOKS = 4_096  # columns between two looks at the clock, a state counted as some of them
_STATE_COLUMNS = 16


class _OutOfTries(Exception):
    """More columns were tried than was allowed."""


@dataclass(frozen=True, slots=True)
class BestChoice:
    """The columns of the best choice known, by number, repeated as often as they are taken.

    None if rows cannot be used as required, or too many columns were tried. `complete`: nothing was left
    untried.
    """

    chosen_columns: list[int] | None
    complete: bool


def best_choice(
    limits: RowLimits,
    columns: Sequence[Column[Any]],
    *,
    deadline: float = inf,
    most_tries: float = inf,
) -> BestChoice:
    """The choice of the highest objective.

    At the `deadline` of `time.perf_counter` the best so far is returned; after `most_tries` columns there is
    none.
    """
    packed = PackedColumns(limits, columns)
    table = _StateTable(packed, packed.columns_from, packed.counted_mask, deadline, most_tries)
    return _solved(table, packed.everything)


class PackedColumns:
    """Rows and columns as numbers, packed once for every choice among them."""

    def __init__(self, limits: RowLimits, columns: Iterable[Column[Any]]) -> None:
        self.row_bits = row_bits = max((most_used for _, most_used in limits), default=0).bit_length() + 1
        self.row_mask = (1 << row_bits) - 1
        self.all_mask = (1 << row_bits * len(limits)) - 1
        self.guard_bits = sum([1 << row_bits * row + row_bits - 1 for row in range(len(limits))])
        self.everything = sum([most_used << row_bits * row for row, (_, most_used) in enumerate(limits)])
        self.most_unused = [most_used - least_used for least_used, most_used in limits]
        self.columns_from: list[list[_PackedColumn]] = [[] for _ in limits]
        for number, (objective, uses, _) in enumerate(columns):
            used_bits = sum([amount << row_bits * row for row, amount in uses])
            # A column is taken at its first row only, so each choice is met in one order.
            self.columns_from[min([row for row, _ in uses])].append((used_bits, objective, number))
        self.needed_mask = sum(
            [self._mask_of(row) for row, (least_used, _) in enumerate(limits) if least_used]
        )

    @property
    def counted_mask(self) -> State:
        """The rows that begin a column or must be used. With others alone left there is nothing to be had."""
        return self.needed_mask | sum(
            [self._mask_of(row) for row, own in enumerate(self.columns_from) if own]
        )

    def best_of_rows(self, rows: Sequence[int]) -> BestChoice:
        """The best choice that uses no other rows than these."""
        masks = [self.row_mask << self.row_bits * row for row in rows]
        open_mask = sum(masks)
        others = self.all_mask ^ open_mask
        fitting: list[Sequence[_PackedColumn]] = [()] * len(self.columns_from)
        counted_mask = self.needed_mask
        for row, mask in zip(rows, masks, strict=True):
            if own := [column for column in self.columns_from[row] if not column[0] & others]:
                fitting[row] = own
                counted_mask |= mask
        return _solved(_StateTable(self, fitting, counted_mask, inf, inf), self.everything & open_mask)

    def _mask_of(self, row: int) -> State:
        """The bits of a row."""
        return self.row_mask << self.row_bits * row


def _solved(table: _StateTable, state: State) -> BestChoice:
    """Return the best choice of columns from the state on; none if its tries run out."""
    try:
        best_value = table.solve_state(state)
    except _OutOfTries:
        return BestChoice(None, False)
    chosen = table.trace_columns(state) if best_value > _IMPOSSIBLE // 2 else None
    return BestChoice(chosen, not table.timed_out)


class _StateTable:
    """The solved states, each with its highest value and the column that it begins with."""

    def __init__(
        self,
        packed: PackedColumns,
        columns_from: Sequence[Sequence[_PackedColumn]],
        counted_mask: State,
        deadline: float,
        most_tries: float,
    ) -> None:
        self.columns_from, self.counted_mask = columns_from, counted_mask
        self.deadline, self.tries_left = deadline, most_tries
        self.has_limit = deadline < inf or most_tries < inf
        self.timed_out, self.tries_to_look = False, 0
        self.row_bits, self.row_mask = packed.row_bits, packed.row_mask
        self.guard_bits, self.most_unused = packed.guard_bits, packed.most_unused
        self.solved_states: dict[State, tuple[int, _PackedColumn | None]] = {}

    def solve_state(self, state: State) -> int:
        """The highest value from a state; far below zero if some row cannot be used as required."""
        counted_left = state & self.counted_mask
        if not counted_left:
            return 0
        # The lowest bit that is set tells the first row of which something is left.
        row = ((counted_left & -counted_left).bit_length() - 1) // self.row_bits
        unused_bits = state & self.row_mask << self.row_bits * row
        may_skip = unused_bits >> self.row_bits * row <= self.most_unused[row]
        best_value = self.value_from(state - unused_bits) if may_skip else _IMPOSSIBLE
        best_column = None
        guard_bits, solved_states = self.guard_bits, self.solved_states
        guarded_state = state | guard_bits
        for column in () if self.has_limit and self._must_stop(row) else self.columns_from[row]:
            # A row that lacks something borrows its own guard bit and no more: all are tested at once.
            next_state = guarded_state - column[0]
            if next_state & guard_bits == guard_bits:
                next_state ^= guard_bits
                is_new = next_state not in solved_states
                value = column[1] + (self.solve_state(next_state) if is_new else solved_states[next_state][0])
                if value > best_value:
                    best_value, best_column = value, column
                if is_new and self.timed_out:
                    break
        solved_states[state] = best_value, best_column
        return best_value

    def value_from(self, state: State) -> int:
        """As `solve_state`, from the table if it is solved already."""
        return self.solved_states[state][0] if state in self.solved_states else self.solve_state(state)

    def _must_stop(self, row: int) -> bool:
        """Whether time is over. Raises _OutOfTries."""
        self.tries_left -= len(self.columns_from[row])
        if self.tries_left < 0:
            raise _OutOfTries
        self.tries_to_look -= _STATE_COLUMNS + len(self.columns_from[row])
        if self.tries_to_look < 0:
            self.tries_to_look = _BETWEEN_LOOKS
            self.timed_out = self.timed_out or time.perf_counter() > self.deadline
        return self.timed_out

    def trace_columns(self, state: State) -> list[int]:
        """The chosen columns from that state on, one after another."""
        column_numbers = []
        while state in self.solved_states:
            column = self.solved_states[state][1]
            if column is None:
                counted_left = state & self.counted_mask
                row = ((counted_left & -counted_left).bit_length() - 1) // self.row_bits
                state &= ~(self.row_mask << self.row_bits * row)
            else:
                column_numbers.append(column[2])
                state -= column[0]
        return column_numbers
