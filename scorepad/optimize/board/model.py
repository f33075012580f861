"""The choice of melds as a linear program: every card of the table is in a meld, those of the rack may be.

Its columns are others than those listed for `choosing`. A joker has a column for each kind that it may stand
for, which gives back a copy of that kind; so a meld has one column, not one for each way to lay jokers in it,
and two jokers leave some 250 columns in place of 1,800. What is left of the rows then does not tell which
columns still fit, so neither table nor tree of `choosing` can search them, but `branching` can.

Columns: each meld of the catalogue; each old set, as it lies or longer; each joker in place of a kind; and,
if the jokers could make a whole set, an anchor for each set, a natural that it keeps.

Rows: those of `board_columns`, with the points that a first play needs (K2); and, for anchors, one for each
set that is laid, none of them replaced by a joker.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import zip_longest

import numpy as np

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.melding import SMALLEST_SET
from scorepad.optimize.board.board_columns import (
    BoardColumn,
    first_demand,
    old_set_columns,
    opening_limits,
    row_limits,
)
from scorepad.optimize.board.position import Board, BoardMelds
from scorepad.optimize.columns import RowLimits
from scorepad.optimize.milp import MilpModel, SparseMatrix


# Melds compare by identity: `board_melds` keeps one object for rules that are equal.
@lru_cache(maxsize=32)
def meld_uses(melds: BoardMelds) -> np.ndarray:
    """The number of each kind in each meld: a row for a meld, a column for a kind."""
    uses = np.zeros((len(melds.kind_melds), len(melds.kinds)), dtype=np.int64)
    for row, meld in enumerate(melds.kind_melds):
        # Plain `+=` with indices would count a repeated colour once.
        np.add.at(uses[row], list(meld), 1)
    return uses


@dataclass(frozen=True, eq=False)
class Anchors:
    """The natural that each set keeps, if there are enough jokers to make a whole one.

    An anchor is a natural of a set that no joker replaces: a column for each set and each kind in it. A laid
    set has one, and a kind has at most as many as it has naturals. Once sets and jokers are integers, anchors
    are a transport problem, whose vertices are integers. `naturals_by_set` has a row for each kind, and a
    column for each set that needs an anchor.
    """

    naturals_by_set: np.ndarray

    @cached_property
    def anchor_pairs(self) -> tuple[np.ndarray, np.ndarray]:
        """The set and the kind of each anchor, by set."""
        set_numbers, kinds = np.nonzero(self.naturals_by_set.T)
        return set_numbers, kinds

    @property
    def column_count(self) -> int:
        return len(self.anchor_pairs[0])

    @property
    def row_count(self) -> int:
        """The number of rows: one for each set and one for each kind."""
        return sum(self.naturals_by_set.shape) if self.column_count else 0

    def fill_rows(self, rows: np.ndarray, first_column: int, naturals_of_sets: np.ndarray) -> None:
        """Fill in the rows: anchors minus laid sets are 0; anchors minus naturals are at most 0."""
        if not self.column_count:
            return
        anchor_sets, anchor_kinds = self.anchor_pairs
        anchor_columns, set_count = first_column + np.arange(self.column_count), self.naturals_by_set.shape[1]
        rows[anchor_sets, anchor_columns] = 1
        rows[np.arange(set_count), np.arange(set_count)] = -1
        rows[set_count:, :first_column] = -naturals_of_sets
        rows[set_count + anchor_kinds, anchor_columns] = 1

    def least_limits(self, copies: np.ndarray) -> list[int]:
        """The lower limits of the rows; all upper ones are 0."""
        return [*[0] * self.naturals_by_set.shape[1], *(-copies).tolist()] if self.column_count else []

    def anchor_first(self, times_taken: np.ndarray) -> None:
        """Fill in anchors for a choice of sets without new jokers: the first natural of each set."""
        if self.column_count:
            anchor_sets, _ = self.anchor_pairs
            laid_sets, anchor_places = np.unique(anchor_sets, return_index=True)
            times_taken[len(times_taken) - self.column_count + anchor_places] = times_taken[laid_sets]

    def kinds_kept(self, times_taken: np.ndarray) -> list[int]:
        """The kind of the anchor of each laid set, in the order of sets; empty if none is needed."""
        if not self.column_count:
            return []
        _, anchor_kinds = self.anchor_pairs
        return np.repeat(anchor_kinds, times_taken[len(times_taken) - self.column_count :]).tolist()


@dataclass(frozen=True)
class BoardModel:
    """A shared table as matrix, limits and objective, all in integers."""

    board: Board

    @cached_property
    def meld_uses(self) -> np.ndarray:
        """The number of each kind in each meld of the catalogue."""
        return meld_uses(self.board.board_melds)

    @cached_property
    def kind_counts(self) -> np.ndarray:
        """Copies of each kind on the table and on the rack."""
        return np.array(self.board.kind_counts, dtype=np.int64)

    @cached_property
    def row_limits(self) -> RowLimits:
        """The least and most use of each row without anchors."""
        return [*row_limits(self.board), opening_limits(self.board)]

    @cached_property
    def old_sets(self) -> list[BoardColumn]:
        """The columns of old sets."""
        return list(old_set_columns(self.board))

    @cached_property
    def allowed_melds(self) -> np.ndarray:
        """The indexes in the catalogue of the melds that the cards allow."""
        board = self.board
        missing_kinds = self.meld_uses @ (self.kind_counts == 0)
        meld_sizes = self.meld_uses.sum(axis=1)
        # A meld of missing kinds alone would be all jokers, which is none.
        allowed = (missing_kinds <= board.joker_count) & (missing_kinds < meld_sizes)
        return np.flatnonzero(allowed & (meld_sizes < board.parting_length))

    @cached_property
    def stand_in_kinds(self) -> np.ndarray:
        """The kinds that a joker may stand for."""
        if not self.board.joker_count:
            return np.zeros(0, dtype=np.int64)
        return np.flatnonzero(self.meld_uses[self.allowed_melds].any(axis=0))

    @cached_property
    def column_parts(self) -> tuple[int, int]:
        """The first columns of the old sets and of the jokers."""
        return len(self.allowed_melds), len(self.allowed_melds) + len(self.board.old_sets)

    @cached_property
    def anchors(self) -> Anchors:
        """The anchors of the sets: a natural that each keeps; empty if the jokers cannot make a whole set."""
        kinds = len(self.board.board_melds.kinds)
        # Fewer jokers than a set has cards leave each set a natural by themselves.
        if self.board.joker_count < SMALLEST_SET:
            return Anchors(self._plain_matrix[:kinds, :0])
        return Anchors(self._plain_matrix[:kinds, : self.column_parts[1]])

    @cached_property
    def matrix(self) -> np.ndarray:
        """A row for each limit, a column for each choice; anchors come last."""
        plain_matrix, anchors = self._plain_matrix, self.anchors
        rows, columns = plain_matrix.shape
        whole_matrix = np.zeros((rows + anchors.row_count, columns + anchors.column_count), dtype=np.int64)
        whole_matrix[:rows, :columns] = plain_matrix
        kinds = len(self.board.board_melds.kinds)
        anchors.fill_rows(whole_matrix[rows:], columns, plain_matrix[:kinds])
        return whole_matrix

    @cached_property
    def _plain_matrix(self) -> np.ndarray:
        """The limits and choices without anchors."""
        kinds = len(self.board.board_melds.kinds)
        old_start, joker_start = self.column_parts
        columns = joker_start + len(self.stand_in_kinds)
        plain_matrix = np.zeros((len(self.row_limits), columns), dtype=np.int64)
        plain_matrix[:kinds, :old_start] = self.meld_uses[self.allowed_melds].T
        for column, old_set in enumerate(self.old_sets, start=old_start):
            for row, amount in old_set.uses:
                plain_matrix[row, column] = amount
        joker_places = np.arange(len(self.stand_in_kinds))
        # A joker gives back a copy of the kind that it stands for, and takes one of the jokers.
        plain_matrix[self.stand_in_kinds, joker_start + joker_places] = -1
        plain_matrix[kinds, joker_start:] = 1
        for row, (demanded, _) in enumerate(self.board.joker_demands, start=first_demand(self.board)):
            numbers = [self.board.board_melds.kind_number[kind] for kind in demanded]
            plain_matrix[row, :old_start] = self.meld_uses[self.allowed_melds][:, numbers].sum(axis=1)
        if self.board.is_opening:
            points = [self.board.first_points[number] for number in self.allowed_melds]
            plain_matrix[-1, :old_start] = [*map(self.board.opening_value, points)]
        return plain_matrix

    @cached_property
    def lower_limits(self) -> np.ndarray:
        least = [least for least, _ in self.row_limits]
        return np.array([*least, *self.anchors.least_limits(self.kind_counts)], dtype=np.int64)

    @cached_property
    def upper_limits(self) -> np.ndarray:
        most = [most for _, most in self.row_limits]
        return np.array([*most, *[0] * self.anchors.row_count], dtype=np.int64)

    @cached_property
    def objectives(self) -> np.ndarray:
        """The integer objective of each choice."""
        kinds, (old_start, joker_start) = len(self.board.board_melds.kinds), self.column_parts
        card_objectives = np.array([*self.board.kind_objectives, self.board.joker_objective], dtype=np.int64)
        # A joker's column gives back the kind that it stands for, so it counts the difference of the two.
        column_objectives: np.ndarray = card_objectives @ self.matrix[: kinds + 1]
        column_objectives[old_start:joker_start] = [old_set.objective for old_set in self.old_sets]
        if self.board.is_opening:
            column_objectives[joker_start:] = 0  # a joker counts as the tile that it stands for (K2)
            first_objectives = map(self.board.first_objective, self.allowed_melds.tolist())
            column_objectives[:old_start] += np.array([*first_objectives], dtype=np.int64)
        return column_objectives

    @cached_property
    def most_taken(self) -> np.ndarray:
        """The upper bound on how often each choice is taken."""
        most_copies = int(self.kind_counts.max(initial=0)) + self.board.joker_count
        return np.full(self.matrix.shape[1], most_copies, dtype=np.int64)

    @cached_property
    def as_it_lies(self) -> np.ndarray | None:
        """The choice that leaves the table as it is; None if a first play needs a minimum."""
        if self.board.opening_points:
            return None
        times_taken = np.zeros(len(self.most_taken), dtype=np.int64)
        old_start = self.column_parts[0]
        for column, old_set in enumerate(self.board.old_sets, start=old_start):
            meld, count = self.board.set_homes[old_set.home_number]
            times_taken[column] = count if old_set.laid_cards == meld else 0
        self.anchors.anchor_first(times_taken)
        return times_taken

    def program(self, *, whole: bool = False) -> MilpModel:
        """The program for HiGHS, with objectives divided by the greater unit."""
        return MilpModel(
            # HiGHS has absolute tolerances, so it is given objectives near 1.
            self.objectives / self.board.greater_unit,
            (np.zeros(len(self.most_taken)), self.most_taken.astype(float)),
            (self.lower_limits.astype(float), self.upper_limits.astype(float)),
            SparseMatrix.of_dense(self.matrix),
            [True] * len(self.most_taken) if whole else None,
        )

    def to_melds(self, times_taken: np.ndarray) -> tuple[list[Meld], list[Meld]]:
        """The new melds and the old sets of a choice, with jokers put in."""
        old_start, joker_start = self.column_parts
        card_kinds = self.board.board_melds.kinds
        stand_in_times = times_taken[joker_start : joker_start + len(self.stand_in_kinds)]
        joker_kinds = Counter(
            {
                card_kinds[kind]: int(n)
                for kind, n in zip(self.stand_in_kinds, stand_in_times, strict=True)
                if n
            }
        )
        anchor_kinds = [card_kinds[kind] for kind in self.anchors.kinds_kept(times_taken)]
        laid_melds = [
            *self._new_melds(times_taken[:old_start]),
            *self._old_melds(times_taken[old_start:joker_start]),
        ]
        melds = [
            _with_jokers(meld, joker_kinds, anchor) for meld, anchor in zip_longest(laid_melds, anchor_kinds)
        ]
        new_count = int(times_taken[:old_start].sum())
        return melds[:new_count], melds[new_count:]

    def _new_melds(self, times_taken: np.ndarray) -> Iterator[Meld]:
        board_melds = self.board.board_melds
        for place in np.flatnonzero(times_taken):
            meld = tuple(
                Laid(board_melds.kinds[kind]) for kind in board_melds.kind_melds[self.allowed_melds[place]]
            )
            yield from (meld for _ in range(times_taken[place]))

    def _old_melds(self, times_taken: np.ndarray) -> Iterator[Meld]:
        for place in np.flatnonzero(times_taken):
            yield from (self.old_sets[place].lays.meld for _ in range(times_taken[place]))


def _with_jokers(meld: Meld, joker_kinds: Counter[Card], anchor: Card | None) -> Meld:
    """The meld with jokers for cards that they replace, which are removed from `joker_kinds`.

    One copy of the anchor stays, even if the meld has two of its kind.
    """
    meld_with_jokers, kept = [], anchor
    for laid in meld:
        if laid.card == kept:
            kept = None
        elif laid.card != WILD and joker_kinds[laid.card]:
            joker_kinds[laid.card] -= 1
            meld_with_jokers.append(Laid(WILD, laid.card))
            continue
        meld_with_jokers.append(laid)
    return tuple(meld_with_jokers)
