"""The best whole choice among few columns, depth first.

Every column loses something against the prices of its cards, and what a choice loses in all is how far it
stays below the price of the hand. Near the bound hardly any choice of columns loses so little, so the
tree is small where a solver for whole numbers would spend its time getting ready.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from scorepad.core.melding import melding_of
from scorepad.optimize.partition.columns import Choice
from scorepad.optimize.partition.pricing import Prices
from scorepad.optimize.partition.problem import Column, Problem

_NODES = 250
_LOOK = 64  # nodes between two looks at the clock


class Undecided(Exception):
    """The tree is too large."""


def can_cover(problem: Problem) -> bool:
    """Whether rows are those of the cards alone, and every meld uses a card that must be melded."""
    on_circle = melding_of(problem.rules).naturals
    lone = any(problem.kinds[kind] in on_circle for kind in problem.wild_kinds)
    return problem.ties.count == len(problem.kinds) and not lone


def cover(
    problem: Problem, columns: Sequence[Column], prices: Prices, budget: int, late: Callable[[], bool]
) -> Choice | None:
    """The choice that loses least and no more than `budget`, in units of the prices; None if there is none.

    `columns` are all that any such choice could take. Raises Undecided.
    """
    tree = _Tree(problem, columns, prices, budget, late)
    tree.grow(0)
    return tree.choice


class _Tree:
    """Card by card, the rarest first, all columns that use it."""

    def __init__(
        self,
        problem: Problem,
        columns: Sequence[Column],
        prices: Prices,
        budget: int,
        late: Callable[[], bool],
    ) -> None:
        self.left = list(problem.counts)
        self.late = late
        self.lost = budget + 1
        self.choice: Choice | None = None
        self.spare = [(kind, prices.rows[kind]) for kind in problem.wild_kinds]
        self.by_row = _by_row(problem, columns, prices)
        losses = [loss for branches in self.by_row for loss, _ in branches[:1]]
        self.gain = min(0, *losses) * problem.size if losses else 0
        must = [kind for kind, wild in enumerate(problem.wild) if not wild]
        self.rows = sorted(must, key=lambda kind: len(self.by_row[kind]))
        self.chosen: list[Column] = []
        self.seen: dict[tuple[int, ...], int] = {}
        self.nodes = 0

    def grow(self, spent: int) -> None:
        """Go on from the columns chosen, which lose `spent` together."""
        rows = [row for row in self.rows if self.left[row]]
        if not rows:
            self._finish(spent)
            return
        state = tuple(self.left)
        if self.seen.get(state, self.lost) <= spent:
            return
        self.seen[state] = spent
        self._count()
        for loss, one in self._fewest(rows, self.lost - spent - self.gain):
            if spent + loss + self.gain >= self.lost:
                return
            self._lay(one, -1)
            self.chosen.append(one)
            self.grow(spent + loss)
            self.chosen.pop()
            self._lay(one, 1)

    def _fewest(self, rows: list[int], room: int) -> list[tuple[int, Column]]:
        """The columns that still fit and lose less than `room`, for the card with the fewest of them."""
        fewest: list[tuple[int, Column]] = []
        for row in rows:
            enough = len(fewest) or len(self.by_row[row])
            fitting = list(islice(self._fitting(row, room), enough))
            if not fitting:
                return []
            if len(fitting) < enough or not fewest:
                fewest = fitting
        return fewest

    def _fitting(self, row: int, room: int) -> Iterator[tuple[int, Column]]:
        left = self.left
        for branch in self.by_row[row]:
            if branch[0] >= room:
                return
            for used, amount in branch[1].uses:
                if left[used] < amount:
                    break
            else:
                yield branch

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes > _NODES or (self.nodes % _LOOK == 0 and self.late()):
            raise Undecided

    def _lay(self, one: Column, sign: int) -> None:
        for row, amount in one.uses:
            self.left[row] += sign * amount

    def _finish(self, spent: int) -> None:
        """Keep the choice if it loses less than the best, with what the wilds left over would have bought."""
        spent += sum(self.left[kind] * price for kind, price in self.spare)
        if spent < self.lost:
            self.lost = spent
            self.choice = [(one, 1) for one in self.chosen]


def _by_row(problem: Problem, columns: Sequence[Column], prices: Prices) -> list[list[tuple[int, Column]]]:
    """By row, the columns that use it with what each loses, those that lose least first."""
    branches = [
        (sum([prices.rows[row] * amount for row, amount in one.uses]) - one.worth * prices.scale, one)
        for one in columns
    ]
    branches.sort(key=lambda branch: branch[0])
    by_row: list[list[tuple[int, Column]]] = [[] for _ in problem.counts]
    for branch in branches:
        for row, _ in branch[1].uses:
            by_row[row].append(branch)
    return by_row
