"""The best choice of columns that use up rows, by branch and bound on reduced costs, depth first.

Every column loses something against prices of the rows, the dual values of a linear relaxation. Whatever is
chosen is worth the price of all rows, less what its columns lose and the price of what stays unused: the
bound of Lagrangian relaxation (Geoffrion, Mathematical Programming Study 2, 1974). Near the bound hardly any
choice loses so little, so the tree is small where a solver for whole numbers would still be getting ready.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

_BETWEEN_LOOKS = 64  # nodes between two looks at the clock

PricedColumn = tuple[int, int, Sequence[tuple[int, int]]]  # what it loses, its number, how much of which rows


class TreeTooLarge(Exception):
    """More nodes than are worth their time."""


@dataclass(frozen=True, slots=True)
class PricedRows:
    """The least and the most that is used of each row, and its price in whole numbers.

    `branched` are the rows to branch on, first those to prefer; once nothing is left of them, what is left of
    the others is unused. Where less than the most may be used the price is not negative.
    """

    limits: Sequence[tuple[int, int]]
    prices: Sequence[int]
    branched: Sequence[int]


class Tree:
    """Row by row, the one with the fewest ways first: a column that uses it, or nothing more of it.

    `chosen` are the numbers of the columns of the best choice, None while there is none.
    """

    def __init__(
        self,
        rows: PricedRows,
        columns: Sequence[PricedColumn],
        most_nodes: int,
        timed_out: Callable[[], bool] = bool,
    ) -> None:
        self.limits, self.prices, self.branched = rows.limits, rows.prices, rows.branched
        self.most_nodes, self.timed_out = most_nodes, timed_out
        self.unbranched = sorted(set(range(len(rows.limits))).difference(rows.branched))
        self.left = [most for _, most in rows.limits]
        self.by_row: list[list[PricedColumn]] = [[] for _ in rows.limits]
        for column in sorted(columns, key=lambda column: column[0]):
            for row, _ in column[2]:
                self.by_row[row].append(column)
        # Rounded prices can leave a column a little above them: then so many columns could gain so much.
        self.gain = min(0, *(column[0] for column in columns)) * sum(self.left) if columns else 0
        self.lost = 0
        self.chosen: tuple[int, ...] | None = None
        self.path: list[int] = []
        self.seen: dict[tuple[int, ...], int] = {}
        self.nodes = 0

    def search(self, budget: int) -> tuple[int, ...] | None:
        """The choice that loses least, and no more than the budget, or None. Raises TreeTooLarge."""
        self.lost = budget + 1
        self.seen.clear()
        self._grow(0)
        return self.chosen

    def _grow(self, spent: int) -> None:
        """Go on from the columns chosen, which lose `spent` together; keep what loses least."""
        if spent + self.gain >= self.lost:
            return
        rows = [row for row in self.branched if self.left[row]]
        if not rows:
            self._finish(spent)
            return
        state = tuple(self.left)
        if self.seen.get(state, self.lost) <= spent:
            return
        self.seen[state] = spent
        self._count_node()
        row, ways = self._fewest_ways(rows, self.lost - spent - self.gain)
        for loss, number, uses in ways:
            if spent + loss + self.gain >= self.lost:
                break
            self._lay(uses, -1)
            self.path.append(number)
            self._grow(spent + loss)
            self.path.pop()
            self._lay(uses, 1)
        self._leave(row, spent)

    def _finish(self, spent: int) -> None:
        """Keep the choice if it loses less than the best, the price of what stays unused with it."""
        spent += sum(self.left[row] * self.prices[row] for row in self.unbranched)
        if spent < self.lost:
            self.lost, self.chosen = spent, tuple(self.path)

    def _leave(self, row: int, spent: int) -> None:
        """Use nothing more of a row, where its least is reached."""
        least, most = self.limits[row]
        left = self.left[row]
        if most - left >= least:
            self.left[row] = 0
            self._grow(spent + left * self.prices[row])
            self.left[row] = left

    def _fewest_ways(self, rows: Sequence[int], room: int) -> tuple[int, list[PricedColumn]]:
        """The row with the fewest columns that fit and lose less than `room`, and those columns."""
        fewest: int | None = None
        best: tuple[int, list[PricedColumn]] = rows[0], []
        for row in rows:
            least, most = self.limits[row]
            unused = self.left[row]
            may_leave = most - unused >= least and unused * self.prices[row] < room
            ways = list(islice(self._fitting(row, room), fewest))
            if fewest is None or len(ways) + may_leave < fewest:
                fewest, best = len(ways) + may_leave, (row, ways)
                if fewest < 2:
                    break
        return best

    def _fitting(self, row: int, room: int) -> Iterator[PricedColumn]:
        left = self.left
        for column in self.by_row[row]:
            if column[0] >= room:
                return
            for used, amount in column[2]:
                if left[used] < amount:
                    break
            else:
                yield column

    def _count_node(self) -> None:
        self.nodes += 1
        if self.nodes > self.most_nodes or (self.nodes % _BETWEEN_LOOKS == 0 and self.timed_out()):
            raise TreeTooLarge

    def _lay(self, uses: Sequence[tuple[int, int]], sign: int) -> None:
        for row, amount in uses:
            self.left[row] += sign * amount
