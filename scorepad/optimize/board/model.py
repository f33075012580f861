"""The choice of melds as a linear program: every card of the table is in a meld, those of the rack may be.

Columns: a meld of the catalogue; an old set as it lies or grown; a joker that stands for a kind; and where
there are so many jokers that they could make a whole set, a natural that a set keeps.
Rows: each kind's copies; the jokers; each home's old sets; what a first play must be worth (K2); and of the
naturals kept, one for each set that is laid, none that a joker stands for.
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
from scorepad.optimize.board.board_melds import BoardMelds
from scorepad.optimize.board.position import Board, OldSet
from scorepad.optimize.milp import Program, SparseMatrix


@lru_cache(maxsize=32)
def meld_uses(melds: BoardMelds) -> np.ndarray:
    """A row for each meld and a column for each kind: how often the meld has the kind."""
    uses = np.zeros((len(melds.melds), len(melds.kinds)), dtype=np.int64)
    for row, meld in enumerate(melds.melds):
        np.add.at(uses[row], list(meld), 1)
    return uses


@dataclass(frozen=True, eq=False)
class Anchors:
    """The natural that each set keeps, where there are so many jokers that they could make a whole one.

    An anchor is a natural of a set that no joker stands for: a column for each set and each kind in it. A set
    that is laid has one, and a kind has no more than it has naturals. With the sets and the jokers whole the
    anchors are a transport of naturals to sets, whose corners are whole. `naturals` has a row for each kind,
    a column for each set that needs an anchor.
    """

    naturals: np.ndarray

    @cached_property
    def pairs(self) -> tuple[np.ndarray, np.ndarray]:
        """The set and the kind of each anchor, set by set."""
        sets, kinds = np.nonzero(self.naturals.T)
        return sets, kinds

    @property
    def columns(self) -> int:
        return len(self.pairs[0])

    @property
    def rows(self) -> int:
        """One for each set and one for each kind."""
        return sum(self.naturals.shape) if self.columns else 0

    def fill(self, rows: np.ndarray, first: int, kinds: np.ndarray) -> None:
        """Write the rows: anchors less sets laid are 0; anchors less naturals, by `kinds`, at most 0."""
        if not self.columns:
            return
        sets, of = self.pairs
        places, laid = first + np.arange(self.columns), self.naturals.shape[1]
        rows[sets, places] = 1
        rows[np.arange(laid), np.arange(laid)] = -1
        rows[laid:, :first] = -kinds
        rows[laid + of, places] = 1

    def least(self, copies: np.ndarray) -> list[int]:
        """The lower limits of the rows; all upper ones are 0."""
        return [*[0] * self.naturals.shape[1], *(-copies).tolist()] if self.columns else []

    def keep_first(self, taken: np.ndarray) -> None:
        """Fill in a choice of sets in which no joker is new: the first natural of each is its anchor."""
        if self.columns:
            sets, _ = self.pairs
            laid, places = np.unique(sets, return_index=True)
            taken[len(taken) - self.columns + places] = taken[laid]

    def kept(self, taken: np.ndarray) -> list[int]:
        """The kind of the anchor of each set laid, in the order of the sets; none where none needs one."""
        if not self.columns:
            return []
        _, kinds = self.pairs
        return np.repeat(kinds, taken[len(taken) - self.columns :]).tolist()


@dataclass(frozen=True)
class BoardModel:
    """A board as matrix, limits and objective, all in whole numbers."""

    board: Board

    @cached_property
    def uses(self) -> np.ndarray:
        """By meld of all and kind."""
        return meld_uses(self.board.board_melds)

    @cached_property
    def there(self) -> np.ndarray:
        """Copies of each kind on the table."""
        return np.array(self.board.there, dtype=np.int64)

    @cached_property
    def copies(self) -> np.ndarray:
        """Copies of each kind on the table and on the rack."""
        return np.array(self.board.copies, dtype=np.int64)

    @cached_property
    def faces(self) -> np.ndarray:
        return np.array(self.board.faces, dtype=np.int64)

    @cached_property
    def melds(self) -> np.ndarray:
        """The places in the catalogue of the melds that the cards allow."""
        board = self.board
        missing = self.uses @ (self.copies == 0)
        sizes = self.uses.sum(axis=1)
        allowed = (missing <= board.jokers) & (missing < sizes)
        return np.flatnonzero(allowed & (sizes < board.shorter_than))

    @cached_property
    def stand_ins(self) -> np.ndarray:
        """The kinds that a joker may stand for."""
        if not self.board.jokers:
            return np.zeros(0, dtype=np.int64)
        return np.flatnonzero(self.uses[self.melds].any(axis=0))

    @cached_property
    def parts(self) -> tuple[int, int]:
        """Where the old sets begin among the columns, and where the jokers do."""
        return len(self.melds), len(self.melds) + len(self.board.old_sets)

    @cached_property
    def anchors(self) -> Anchors:
        """Which natural each set keeps, where jokers could else make a whole one."""
        kinds = len(self.board.board_melds.kinds)
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
        kinds = len(self.board.board_melds.kinds)
        anchors.fill(found[rows:], columns, own[:kinds])
        return found

    @cached_property
    def _own(self) -> np.ndarray:
        """The limits and choices but for naturals kept."""
        kinds = len(self.board.board_melds.kinds)
        old, jokers = self.parts
        found = np.zeros(
            (kinds + 1 + len(self.board.homes) + 1, jokers + len(self.stand_ins)), dtype=np.int64
        )
        found[:kinds, :old] = self.uses[self.melds].T
        for column, one in enumerate(self.board.old_sets, start=old):
            self._lay(found, column, one)
        places = np.arange(len(self.stand_ins))
        found[self.stand_ins, jokers + places] = -1
        found[kinds, jokers:] = 1
        found[-1, :old] = self._first_play(self.faces @ found[:kinds, :old])
        return found

    def _first_play(self, points: np.ndarray) -> np.ndarray:
        """What sets count towards what a first play must be worth: their points, or whether one alone is."""
        return points >= self.board.first_play if self.board.rules.board.first_play_one_set else points

    def _lay(self, found: np.ndarray, column: int, one: OldSet) -> None:
        kinds, number = len(self.board.board_melds.kinds), self.board.board_melds.number
        for laid in one.laid:
            found[kinds if laid.card == WILD else number[laid.card], column] += 1
        found[kinds + 1 + one.home, column] = 1

    @cached_property
    def least(self) -> np.ndarray:
        homes = [count if self.board.opening else 0 for _, count in self.board.homes]
        own = [*self.there, self.board.jokers_there, *homes, self.board.first_play_needed]
        return np.array([*own, *self.anchors.least(self.copies)], dtype=np.int64)

    @cached_property
    def most(self) -> np.ndarray:
        homes = [count for _, count in self.board.homes]
        anything = int(self.copies @ self.faces) + self.board.jokers * int(self.faces.max()) + 1
        own = [*self.copies, self.board.jokers, *homes, anything]
        return np.array([*own, *[0] * self.anchors.rows], dtype=np.int64)

    @cached_property
    def objectives(self) -> np.ndarray:
        """What each choice counts, in whole numbers."""
        kinds, (old, jokers) = len(self.board.board_melds.kinds), self.parts
        of_cards = np.array([*self.board.objectives, self.board.joker_objective], dtype=np.int64)
        covered: np.ndarray = of_cards @ self.matrix[: kinds + 1]
        covered[old:jokers] = [self.board.old_objective(one) for one in self.board.old_sets]
        if self.board.opening:
            covered[jokers:] = 0  # a joker counts as the tile that it stands for (K2)
        return covered

    @cached_property
    def caps(self) -> np.ndarray:
        """How often each choice can be taken at most."""
        copies = int(self.copies.max(initial=0)) + self.board.jokers
        return np.full(self.matrix.shape[1], copies, dtype=np.int64)

    @cached_property
    def as_it_lies(self) -> np.ndarray | None:
        """The choice that leaves the table as it is; None where a first play must be worth something."""
        if self.board.first_play:
            return None
        taken = np.zeros(len(self.caps), dtype=np.int64)
        old = self.parts[0]
        for column, one in enumerate(self.board.old_sets, start=old):
            meld, count = self.board.homes[one.home]
            taken[column] = count if one.laid == meld else 0
        self.anchors.keep_first(taken)
        return taken

    def program(self, *, whole: bool = False) -> Program:
        """The same for the solver, its objectives below 1 or so."""
        return Program(
            self.objectives / self.board.first,
            (np.zeros(len(self.caps)), self.caps.astype(float)),
            (self.least.astype(float), self.most.astype(float)),
            SparseMatrix.of_dense(self.matrix),
            [True] * len(self.caps) if whole else None,
        )

    def to_melds(self, taken: np.ndarray) -> tuple[list[Meld], list[Meld]]:
        """The new melds and the old sets of a choice, jokers put in."""
        old, jokers = self.parts
        cards = self.board.board_melds.kinds
        stand_ins = taken[jokers : jokers + len(self.stand_ins)]
        wilds = Counter({cards[kind]: int(n) for kind, n in zip(self.stand_ins, stand_ins, strict=True) if n})
        anchors = [cards[kind] for kind in self.anchors.kept(taken)]
        laid = [*self._new_melds(taken[:old]), *self._old_melds(taken[old:jokers])]
        melds = [_with_jokers(meld, wilds, anchor) for meld, anchor in zip_longest(laid, anchors)]
        count = int(taken[:old].sum())
        return melds[:count], melds[count:]

    def _new_melds(self, taken: np.ndarray) -> Iterator[Meld]:
        board_melds = self.board.board_melds
        for place in np.flatnonzero(taken):
            meld = tuple(Laid(board_melds.kinds[kind]) for kind in board_melds.melds[self.melds[place]])
            yield from (meld for _ in range(taken[place]))

    def _old_melds(self, taken: np.ndarray) -> Iterator[Meld]:
        for place in np.flatnonzero(taken):
            yield from (self.board.old_sets[place].laid for _ in range(taken[place]))


def _with_jokers(meld: Meld, wilds: Counter[Card], anchor: Card | None) -> Meld:
    """The meld with jokers in place of cards that they stand for, but for its anchor; takes them out of
    `wilds`."""
    laid = []
    for one in meld:
        if one.card not in (WILD, anchor) and wilds[one.card]:
            wilds[one.card] -= 1
            laid.append(Laid(WILD, one.card))
        else:
            laid.append(one)
    return tuple(laid)
