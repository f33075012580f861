"""The choice among columns by what each loses against prices of the rows, depth first.

Prices come from the linear relaxation. Whatever is chosen is worth the price of all rows, less what its
columns lose and the price of what stays unused. Few choices lose so little as the best.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from scorepad.optimize.context.candidate_melds import Column, Row
from scorepad.optimize.context.components import Limits, Undecided

_NODES = 1_500
SCALE = 2**16  # prices are whole numbers, in units of 1/SCALE of worth

Branch = tuple[int, int, list[tuple[int, int]]]  # what a column loses, its number, and its uses


def least_lost(
    columns: Sequence[Column],
    worths: Sequence[int],
    limits: Limits,
    prices: Sequence[float],
    numbers: list[int],
    rows: list[Row],
) -> tuple[int, ...]:
    """The numbers of the columns of the best choice, each as often as it is taken. Raises Undecided."""
    place = {row: number for number, row in enumerate(rows)}
    whole = [round(price * SCALE) for price in prices]
    for number, row in enumerate(rows):
        if limits[row][0] < limits[row][1]:
            whole[number] = max(0, whole[number])
    branches: list[Branch] = []
    for number in numbers:
        uses = [(place[row], amount) for row, amount in columns[number].uses]
        lost = sum(whole[row] * amount for row, amount in uses) - worths[number] * SCALE
        branches.append((lost, number, uses))
    tree = _Tree([limits[row] for row in rows], whole, sorted(branches))
    budget = max(SCALE, max(worths[number] for number in numbers) * SCALE // 8)
    while not tree.found:
        tree.lost = budget = 2 * budget + 1
        tree.seen.clear()
        tree.grow(0)
    return tree.found[0]


class _Tree:
    """Row by row, the one with the fewest ways first: a column that uses it, or nothing more of it."""

    def __init__(self, limits: Sequence[tuple[int, int]], prices: list[int], branches: list[Branch]) -> None:
        self.limits, self.prices = limits, prices
        self.left = [high for _, high in limits]
        self.by_row: list[list[Branch]] = [[] for _ in limits]
        for branch in branches:
            for row, _ in branch[2]:
                self.by_row[row].append(branch)
        self.gain = min(0, branches[0][0]) * sum(self.left)
        self.lost = 0
        self.found: list[tuple[int, ...]] = []
        self.chosen: list[int] = []
        self.seen: dict[tuple[int, ...], int] = {}
        self.nodes = 0

    def grow(self, spent: int) -> None:
        """Go on from the columns chosen, which lose `spent` together; keep what loses least."""
        if spent + self.gain >= self.lost:
            return
        if not any(self.left):
            self.lost, self.found = spent, [tuple(self.chosen)]
            return
        state = tuple(self.left)
        if state in self.seen and self.seen[state] <= spent:
            return
        self.seen[state] = spent
        self.nodes += 1
        if self.nodes > _NODES:
            raise Undecided
        row, ways = self._fewest(self.lost - spent - self.gain)
        for lost, number, uses in ways:
            if spent + lost + self.gain >= self.lost:
                break
            self._lay(uses, -1)
            self.chosen.append(number)
            self.grow(spent + lost)
            self.chosen.pop()
            self._lay(uses, 1)
        self._leave(row, spent)

    def _leave(self, row: int, spent: int) -> None:
        """Use nothing more of a row, where its least is reached."""
        low, high = self.limits[row]
        left = self.left[row]
        if high - left >= low:
            self.left[row] = 0
            self.grow(spent + left * self.prices[row])
            self.left[row] = left

    def _fewest(self, room: int) -> tuple[int, list[Branch]]:
        """The row with the fewest columns that fit and lose less than `room`, and those columns."""
        best: tuple[int, int, list[Branch]] | None = None
        for row, left in enumerate(self.left):
            if left:
                optional = (
                    self.limits[row][1] - left >= self.limits[row][0] and left * self.prices[row] < room
                )
                enough = None if best is None else best[0]
                ways = list(islice(self._fitting(row, room), enough))
                if best is None or len(ways) + optional < best[0]:
                    best = len(ways) + optional, row, ways
                    if best[0] < 2:
                        break
        assert best is not None
        return best[1], best[2]

    def _fitting(self, row: int, room: int) -> Iterator[Branch]:
        left = self.left
        for branch in self.by_row[row]:
            if branch[0] >= room:
                return
            for used, amount in branch[2]:
                if left[used] < amount:
                    break
            else:
                yield branch

    def _lay(self, uses: list[tuple[int, int]], sign: int) -> None:
        for row, amount in uses:
            self.left[row] += sign * amount
