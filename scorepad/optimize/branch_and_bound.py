"""Branch and bound, depth first, for the best choice of columns that use up rows, on reduced costs.

Every column loses something against prices of the rows, the dual values of a linear relaxation. Any choice is
worth the price of all rows, minus the losses of its columns and the price of what stays unused. This is the
bound of Lagrangian relaxation (Geoffrion, Mathematical Programming Study 2, 1974). Near the bound hardly any
choice loses so little, so the tree is small where an integer solver would still be starting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

_BETWEEN_LOOKS = 64  # nodes between two looks at the clock

PricedColumn = tuple[int, int, Sequence[tuple[int, int]]]  # what it loses, its number, how much of which rows


class TreeTooLarge(Exception):
    """The tree would take more nodes than are worth their time."""


@dataclass(frozen=True, slots=True)
class PricedRows:
    """The least and most use of each row, and its integer price.

    `branched` are the rows to branch on, preferred ones first; once they are used up, the others stay unused.
    A row that may be used less than its most has no negative price.
    """

    limits: Sequence[tuple[int, int]]
    prices: Sequence[int]
    branched: Sequence[int]


class SearchTree:
    """Branches on the row with the fewest ways first: a column that uses it, or no further use.

    `best_numbers` are the columns of the best choice, None if there is none yet.
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
        self.amounts_left = [most_used for _, most_used in rows.limits]
        self.by_row: list[list[PricedColumn]] = [[] for _ in rows.limits]
        for column in sorted(columns, key=lambda column: column[0]):
            for row, _ in column[2]:
                self.by_row[row].append(column)
        # Rounded prices can leave a column a little above them: then so many columns could gain so much.
        self.rounding_gain = (
            min(0, *(column[0] for column in columns)) * sum(self.amounts_left) if columns else 0
        )
        self.least_lost = 0
        self.best_numbers: tuple[int, ...] | None = None
        self.path_numbers: list[int] = []
        self.seen_states: dict[tuple[int, ...], int] = {}
        self.node_count = 0

    def find_choice(self, loss_budget: int) -> tuple[int, ...] | None:
        """The choice with the least loss within the budget; None if there is none. Raises TreeTooLarge."""
        self.least_lost = loss_budget + 1
        # What led to nothing within a smaller budget may lead on within this one.
        self.seen_states.clear()
        self._branch_from(0)
        return self.best_numbers

    def _branch_from(self, lost_so_far: int) -> None:
        """Branch from the columns chosen, which lose `lost_so_far`; keep the choice with the least loss."""
        if lost_so_far + self.rounding_gain >= self.least_lost:
            return
        rows_left = [row for row in self.branched if self.amounts_left[row]]
        if not rows_left:
            self._keep_choice(lost_so_far)
            return
        state = tuple(self.amounts_left)
        # What is left says all about the rest: reached before at no higher loss, it leads to nothing better.
        if state in self.seen_states and self.seen_states[state] <= lost_so_far:
            return
        self.seen_states[state] = lost_so_far
        self._count_node()
        row, fitting_columns = self._fewest_ways(
            rows_left, self.least_lost - lost_so_far - self.rounding_gain
        )
        for loss, number, uses in fitting_columns:  # in order of loss: the first too dear ends the row
            if lost_so_far + loss + self.rounding_gain >= self.least_lost:
                break
            self._use_rows(uses, -1)
            self.path_numbers.append(number)
            self._branch_from(lost_so_far + loss)
            self.path_numbers.pop()
            self._use_rows(uses, 1)
        self._leave_row(row, lost_so_far)

    def _keep_choice(self, lost_so_far: int) -> None:
        """Keep the choice if it loses less than the best, including the price of unused rows."""
        lost_so_far += sum(self.amounts_left[row] * self.prices[row] for row in self.unbranched)
        if lost_so_far < self.least_lost:
            self.least_lost, self.best_numbers = lost_so_far, tuple(self.path_numbers)

    def _leave_row(self, row: int, lost_so_far: int) -> None:
        """Branch with no further use of a row, if its least is reached."""
        least_used, most_used = self.limits[row]
        amount_left = self.amounts_left[row]
        if most_used - amount_left >= least_used:
            self.amounts_left[row] = 0
            self._branch_from(lost_so_far + amount_left * self.prices[row])
            self.amounts_left[row] = amount_left

    def _fewest_ways(self, rows: Sequence[int], loss_limit: int) -> tuple[int, list[PricedColumn]]:
        """The row with the fewest columns that fit and lose less than `loss_limit`, and those columns."""
        fewest: int | None = None
        best_row: tuple[int, list[PricedColumn]] = rows[0], []
        for row in rows:
            least, most = self.limits[row]
            amount_left = self.amounts_left[row]
            may_leave = most - amount_left >= least and amount_left * self.prices[row] < loss_limit
            # A row with more ways than the best so far needs no exact count.
            fitting_columns = list(islice(self._fitting_columns(row, loss_limit), fewest))
            if fewest is None or len(fitting_columns) + may_leave < fewest:
                fewest, best_row = len(fitting_columns) + may_leave, (row, fitting_columns)
                # With one way or none there is nothing to choose, so no row is better to branch on.
                if fewest < 2:
                    break
        return best_row

    def _fitting_columns(self, row: int, loss_limit: int) -> Iterator[PricedColumn]:
        amounts_left = self.amounts_left
        for column in self.by_row[row]:
            # The columns of a row are in order of loss: all others are too dear as well.
            if column[0] >= loss_limit:
                return
            for used_row, amount in column[2]:
                if amounts_left[used_row] < amount:
                    break
            else:
                yield column

    def _count_node(self) -> None:
        self.node_count += 1
        if self.node_count > self.most_nodes or (self.node_count % _BETWEEN_LOOKS == 0 and self.timed_out()):
            raise TreeTooLarge

    def _use_rows(self, uses: Sequence[tuple[int, int]], sign: int) -> None:
        for row, amount in uses:
            self.amounts_left[row] += sign * amount
