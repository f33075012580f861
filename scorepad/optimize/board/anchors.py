"""The natural that each set keeps, where there are so many jokers that they could make a whole one.

Glossary
    set      a column of the model that is laid: a new meld, or an old set
    anchor   a natural of a set that no joker stands for: a column for each set and each kind in it

A set that is laid has one anchor, and a kind has no more anchors than naturals. With the sets and the jokers
whole the anchors are a transport of naturals to sets, whose corners are whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np


@dataclass(frozen=True, eq=False)
class Anchors:
    """The anchors of sets; `naturals` has a row for each kind, a column for each set that needs one."""

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
