"""Rows and columns: the form in which a search states what there is to choose.

A row is something of which there is so much: the copies of a card, the jokers, a meld of the table. A column
is one thing that may be done: a meld laid, a card thrown. A choice takes each column any number of times,
uses each row within its limits, and is worth the objectives of its columns together.

Each family of games has a problem, which says what the rows are and how much there is of them; a lister,
which says what columns there are; and a layer, which lays what was chosen. What lies between is the same for
all: `choosing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

RowLimits = Sequence[tuple[int, int]]
"""By row, the least and the most that is used."""

RowUses = Sequence[tuple[int, int]]
"""Rows, and how much of each; amounts below zero give to a row. Never empty, and no row twice."""

L = TypeVar("L")


class Column(NamedTuple, Generic[L]):
    """One thing that may be done: what it is worth, what it uses of which rows, and what a layer lays for
    it."""

    objective: int
    uses: RowUses
    lays: L


class Link(NamedTuple):
    """What columns earn together: its objective, what it uses of rows to which columns give, and how often it
    can be had at most."""

    objective: int
    uses: RowUses
    most_times: int
