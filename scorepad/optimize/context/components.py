"""The choice among few columns, depth first: parts of the hand that share no melds are chosen one by one.

A solver for whole numbers spends more time getting ready than such a part takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorepad.optimize.context.candidate_melds import Column, Row

_TRIES = 800

Limits = Mapping[Row, tuple[int, int]]
Best = tuple[int, tuple[int, ...]]  # worth, and the columns by number


class Undecided(Exception):
    """The tree is too large."""


def parts(columns: Sequence[Column], limits: Limits) -> Iterator[tuple[list[int], list[Row]]]:
    """The numbers of the columns, and the rows, that hang together; rows without a column are left out."""
    root: dict[Row, Row] = {row: row for row in limits}

    def find(row: Row) -> Row:
        while root[row] != row:
            root[row] = root[root[row]]
            row = root[row]
        return row

    for one in columns:
        first, *others = (row for row, _ in one.uses)
        for row in others:
            root[find(row)] = find(first)
    together: dict[Row, tuple[list[int], list[Row]]] = {}
    for number, one in enumerate(columns):
        together.setdefault(find(one.uses[0][0]), ([], []))[0].append(number)
    for row in limits:
        if find(row) in together:
            together[find(row)][1].append(row)
    yield from together.values()


def chosen(
    columns: Sequence[Column], worths: Sequence[int], limits: Limits, numbers: list[int], rows: list[Row]
) -> tuple[int, ...]:
    """The numbers of the columns of the best choice, each as often as it is taken. Raises Undecided."""
    place = {row: number for number, row in enumerate(rows)}
    tree = _Tree([limits[row] for row in rows])
    for number in numbers:
        uses = [(place[row], amount) for row, amount in columns[number].uses]
        tree.by_row[min(row for row, _ in uses)].append((worths[number], number, uses))
    best = tree.best(tuple(high for _, high in tree.limits))
    if best is None:
        raise Undecided
    return best[1]


class _Tree:
    """Row by row: the columns that begin with it, again and again, or none of them any more.

    A state is what is left of each row; rows passed by have nothing left that counts.
    """

    def __init__(self, limits: list[tuple[int, int]]) -> None:
        self.limits = limits
        self.by_row: list[list[tuple[int, int, list[tuple[int, int]]]]] = [[] for _ in limits]
        self.known: dict[tuple[int, ...], Best | None] = {}
        self.tries = 0

    def best(self, left: tuple[int, ...]) -> Best | None:
        """The best choice from what is left; None if some row cannot be used as much as it must."""
        row = next((row for row, count in enumerate(left) if count), None)
        if row is None:
            return 0, ()
        if left not in self.known:
            self.known[left] = self._best(left, row)
        return self.known[left]

    def _best(self, left: tuple[int, ...], row: int) -> Best | None:
        low, high = self.limits[row]
        found = self.best((*left[:row], 0, *left[row + 1 :])) if high - left[row] >= low else None
        for worth, number, uses in self.by_row[row]:
            self.tries += 1
            if self.tries > _TRIES:
                raise Undecided
            if all(left[used] >= amount for used, amount in uses):
                after = list(left)
                for used, amount in uses:
                    after[used] -= amount
                rest = self.best(tuple(after))
                if rest and (found is None or worth + rest[0] > found[0]):
                    found = worth + rest[0], (number, *rest[1])
        return found
