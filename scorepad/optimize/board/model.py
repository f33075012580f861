"""The choice of melds as a linear program: every card of the table is in a meld, those of the rack may be.

Columns: a meld of the catalogue; an old set as it lies or grown; a joker that stands for a kind; and where
there are so many jokers that they could make a whole set, a natural that a set keeps.
Rows: each kind's copies; the jokers; each home's old sets; what a first play must be worth (K2); and of the
naturals kept, one for each set that is laid, none that a joker stands for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scorepad.core.cards import WILD
from scorepad.core.melding import SMALLEST_SET
from scorepad.optimize.board.anchors import Anchors
from scorepad.optimize.board.position import Board, OldSet
from scorepad.optimize.milp import Program, SparseMatrix


@dataclass(frozen=True)
class Model:
    """A board as matrix, limits and worths, all in whole numbers."""

    board: Board
    first_play: int = 0

    @cached_property
    def melds(self) -> np.ndarray:
        """The places in the catalogue of the melds that the cards allow."""
        board = self.board
        missing = board.catalogue.uses @ (board.there + board.held == 0)
        sizes = board.catalogue.uses.sum(axis=1)
        allowed = (missing <= board.jokers) & (missing < sizes)
        if board.jokers < SMALLEST_SET and not board.rules.board.first_play_one_set:
            allowed &= sizes < 2 * board.rules.shapes.shortest_run  # longer runs part
        return np.flatnonzero(allowed)

    @cached_property
    def stand_ins(self) -> np.ndarray:
        """The kinds that a joker may stand for."""
        if not self.board.jokers:
            return np.zeros(0, dtype=np.int64)
        return np.flatnonzero(self.board.catalogue.uses[self.melds].any(axis=0))

    @cached_property
    def parts(self) -> tuple[int, int]:
        """Where the old sets begin among the columns, and where the jokers do."""
        return len(self.melds), len(self.melds) + len(self.board.old_sets)

    @cached_property
    def anchors(self) -> Anchors:
        """Which natural each set keeps, where jokers could else make a whole one."""
        kinds = len(self.board.catalogue.kinds)
        if self.board.jokers < SMALLEST_SET:
            return Anchors(self._own[:kinds, :0])
        return Anchors(self._own[:kinds, : self.parts[1]])

    @cached_property
    def matrix(self) -> np.ndarray:
        """A row for each limit, a column for each choice; those of naturals kept are the last."""
        own, anchors = self._own, self.anchors
        rows, columns = own.shape
        found = np.zeros((rows + anchors.rows, columns + anchors.columns), dtype=np.int64)
        found[:rows, :columns] = own
        kinds = len(self.board.catalogue.kinds)
        anchors.fill(found[rows:], columns, own[:kinds])
        return found

    @cached_property
    def _own(self) -> np.ndarray:
        """The limits and choices but for naturals kept."""
        kinds = len(self.board.catalogue.kinds)
        old, jokers = self.parts
        found = np.zeros(
            (kinds + 1 + len(self.board.homes) + 1, jokers + len(self.stand_ins)), dtype=np.int64
        )
        found[:kinds, :old] = self.board.catalogue.uses[self.melds].T
        for column, one in enumerate(self.board.old_sets, start=old):
            self._lay(found, column, one)
        places = np.arange(len(self.stand_ins))
        found[self.stand_ins, jokers + places] = -1
        found[kinds, jokers:] = 1
        found[-1, :old] = self._first_play(self.board.faces @ found[:kinds, :old])
        return found

    def _first_play(self, points: np.ndarray) -> np.ndarray:
        """What sets count towards what a first play must be worth: their points, or whether one alone is."""
        return points >= self.first_play if self.board.rules.board.first_play_one_set else points

    def _lay(self, found: np.ndarray, column: int, one: OldSet) -> None:
        kinds, number = len(self.board.catalogue.kinds), self.board.catalogue.number
        for laid in one.laid:
            found[kinds if laid.card == WILD else number[laid.card], column] += 1
        found[kinds + 1 + one.home, column] = 1

    @cached_property
    def least(self) -> np.ndarray:
        homes = [count if self.board.opening else 0 for _, count in self.board.homes]
        needed = min(self.first_play, 1) if self.board.rules.board.first_play_one_set else self.first_play
        own = [*self.board.there, self.board.jokers_there, *homes, needed]
        return np.array([*own, *self.anchors.least(self.board.there + self.board.held)], dtype=np.int64)

    @cached_property
    def most(self) -> np.ndarray:
        there = self.board.there + self.board.held
        homes = [count for _, count in self.board.homes]
        anything = int(there @ self.board.faces) + self.board.jokers * int(self.board.faces.max()) + 1
        own = [*there, self.board.jokers, *homes, anything]
        return np.array([*own, *[0] * self.anchors.rows], dtype=np.int64)

    @cached_property
    def worths(self) -> np.ndarray:
        """What each choice is worth, in whole numbers."""
        kinds = len(self.board.catalogue.kinds)
        covered: np.ndarray = np.append(self.board.worths, self.board.joker_worth) @ self.matrix[: kinds + 1]
        old, jokers = self.parts
        covered[old:jokers] += np.array([one.bonus for one in self.board.old_sets], dtype=np.int64)
        if self.board.opening:
            covered[old:jokers] = [self._as_it_lay(one) for one in self.board.old_sets]
            covered[jokers:] = 0  # the melds that they stand in have the worth of the tile itself
        return covered

    def _as_it_lay(self, one: OldSet) -> int:
        """A tile put in for a joker earns nothing by itself: the joker comes from the table (K2)."""
        board = self.board
        cards = [laid.card for laid in board.homes[one.home][0]]
        worths = [
            board.joker_worth if card == WILD else board.worths[board.catalogue.number[card]]
            for card in cards
        ]
        return int(sum(worths)) + one.bonus

    @cached_property
    def caps(self) -> np.ndarray:
        """How often each choice can be taken at most."""
        copies = int((self.board.there + self.board.held).max(initial=0)) + self.board.jokers
        return np.full(self.matrix.shape[1], copies, dtype=np.int64)

    @cached_property
    def as_it_lies(self) -> np.ndarray | None:
        """The choice that leaves the table as it is; None where a first play must be worth something."""
        if self.first_play:
            return None
        taken = np.zeros(len(self.caps), dtype=np.int64)
        old = self.parts[0]
        for column, one in enumerate(self.board.old_sets, start=old):
            meld, count = self.board.homes[one.home]
            taken[column] = count if one.laid == meld else 0
        self.anchors.keep_first(taken)
        return taken

    def program(self, *, whole: bool = False) -> Program:
        """The same for the solver, its worths below 1 or so."""
        return Program(
            self.worths / self.board.first,
            (np.zeros(len(self.caps)), self.caps.astype(float)),
            (self.least.astype(float), self.most.astype(float)),
            SparseMatrix.of_dense(self.matrix),
            [True] * len(self.caps) if whole else None,
        )
