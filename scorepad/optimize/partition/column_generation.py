"""The best arrangement of a hand by column generation, proven by prices.

The melds of a hand are columns of a set partition. Its linear relaxation gives every card a price; where
no meld is worth more than its cards cost, no arrangement is worth more than the whole hand costs (Dantzig and
Wolfe, Decomposition principle for linear programs, Operations Research 8, 1960). That bound is computed anew
in whole numbers over all melds (`pricing`). When the relaxation's answer is whole it is the best one. When it
is not, all columns that a better arrangement could use are listed and chosen from (`reduced_costs`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from scorepad.optimize.answer import Method, TimedOut
from scorepad.optimize.branch_and_bound import TreeTooLarge
from scorepad.optimize.partition.columns import bonus_columns, objective_of, trivial_bound
from scorepad.optimize.partition.master import MasterProblem, RowPrices
from scorepad.optimize.partition.pricing import PricedWalks, improving_columns, priced_walks, track_arrays
from scorepad.optimize.partition.problem import Choice, PartitionColumn, PartitionProblem
from scorepad.optimize.partition.reduced_costs import NearbyColumns, TooManyColumns, best_within, can_branch

_FINEST_SCALE = 20
_LARGEST_SUM = 2**58

Undecided = tuple[int, Sequence[PartitionColumn]]
"""Points, and all columns that an arrangement of as many points or more could use."""


@dataclass
class ColumnGeneration:
    """The best choice so far and what is known about better ones, both as objectives.

    `objective_bound` is the lowest bound known, by `method`; `priced_bound` that of the last prices.
    """

    problem: PartitionProblem
    deadline: float
    best_choice: Choice | None = None
    best_objective: int = 0
    objective_bound: int = 0
    priced_bound: int = 0
    method: Method = "trivial bound"

    @property
    def points(self) -> int:
        return self.problem.points_within(self.best_objective)

    @property
    def bound(self) -> int:
        return self.problem.points_within(self.objective_bound)

    def timed_out(self) -> bool:
        return time.perf_counter() > self.deadline

    def seconds_left(self) -> float:
        return self.deadline - time.perf_counter()

    def find_best(self, columns: Sequence[PartitionColumn], lay_first: Callable[[], Choice]) -> None:
        """Find the best choice, or the best that the time allows, beginning with these columns.

        `lay_first` lays some choice of them; it is asked only where the relaxation's answer is not whole.
        """
        self.objective_bound = trivial_bound(self.problem)
        if not columns:
            self._keep_choice(lay_first())  # wilds alone
            return
        with suppress(TimedOut):
            bonuses = bonus_columns(self.problem)
            master = MasterProblem(self.problem, [*columns, *bonuses] if bonuses else columns)
            walks = self._solve_relaxation(master)
            # The relaxation's answer is whole and meets the bound: most hands end here.
            if self.best_choice is not None and self.bound == self.points:
                return
            self._keep_choice(lay_first())
            if walks and self.bound > self.points:
                self._choose_whole(master, walks)
        if self.best_choice is None:
            self._keep_choice(lay_first())
        self.objective_bound = max(self.best_objective, self.objective_bound)

    def _keep_choice(self, choice: Choice) -> None:
        """Keep a choice that is better than the best so far."""
        objective = objective_of(self.problem, choice)
        if self.best_choice is None or objective > self.best_objective:
            self.best_choice, self.best_objective = (
                [(column, times) for column, times in choice if column.placed_kinds],
                objective,
            )

    def _solve_relaxation(self, master: MasterProblem) -> PricedWalks | None:
        """Solve the relaxation over all melds: add columns while any is worth more than its cards cost."""
        walks, track_places = None, track_arrays(self.problem)
        while not self.timed_out() and master.solve_relaxation(self.seconds_left()):
            whole_choice = master.whole_choice()
            # Any whole answer is an arrangement, also while melds are still missing from the program.
            if whole_choice is not None:
                self._keep_choice(whole_choice)
            prices = master.row_prices(_price_scale(self.problem))
            walks = priced_walks(self.problem, track_places, prices, self.deadline)
            top_reduced, better_columns = improving_columns(walks)
            self.priced_bound = _priced_bound(self.problem, walks.prices, top_reduced)
            # Later prices can have a higher bound: the lowest counts, but gaps belong to the last prices.
            self.objective_bound = min(self.objective_bound, self.priced_bound)
            self.method = "prices"
            # Rounded prices can ask for a column that is there already: another round is no use then.
            is_met = self.best_choice is not None and self.best_objective == self.objective_bound
            if is_met or not master.add_columns(better_columns):
                break
        return walks

    def _choose_whole(self, master: MasterProblem, walks: PricedWalks) -> None:
        """The relaxation's answer is not whole: look near the bound, then further off."""
        nearby_columns = NearbyColumns(walks, self.timed_out)
        undecided: Undecided | None = None
        # With too many columns near the bound the solver chooses among the likely ones, which proves nothing.
        with suppress(TooManyColumns):
            if can_branch(self.problem):
                undecided = self._prove_downwards(walks, nearby_columns)
                if not undecided:
                    return
        if undecided:
            self._decide(master, *undecided)
        else:
            self._choose_among(master, master.likely_columns())
        if self.bound == self.points or self.timed_out():
            return
        try:
            columns = nearby_columns.within(self._price_gap(walks, self.points + 1))
        except TooManyColumns:
            return
        # Walks list melds alone, so bonuses are added: they may be part of something better too.
        if self._choose_among(master, columns + bonus_columns(self.problem)):
            self.objective_bound = self.best_objective
            self.method = "HiGHS"

    def _price_gap(self, walks: PricedWalks, points: int) -> int:
        """The most, in price units, that a meld can lose in an arrangement of that many points."""
        # Melds lower the objective by 1 each, at most as many as there are cards.
        target_objective = self.problem.point_weight * points - self.problem.hand_size
        # The bound was rounded down, so up to one more may be left. It includes what rounded prices may gain,
        # so no single meld loses more than this.
        return (self.priced_bound + 1 - target_objective) * walks.prices.scale

    def _prove_downwards(self, walks: PricedWalks, nearby_columns: NearbyColumns) -> Undecided | None:
        """Prove for ever fewer points that none is worth more, until a tree is too large.

        Raises TooManyColumns.
        """
        step_points = 0
        self.method = "branch and bound"
        while self.bound > self.points:
            points = max(self.points + 1, self.bound - step_points)
            price_gap = self._price_gap(walks, points)
            columns = nearby_columns.within(price_gap)
            try:
                choice = best_within(self.problem, columns, walks.prices, price_gap, self.timed_out)
            except TreeTooLarge:
                return points, columns
            if choice:
                # What loses least is worth most, so nothing is better than the choice of the tree.
                self._keep_choice(choice)
                self.objective_bound = self.best_objective
                return None
            # No arrangement reaches these points, so a point less is the most.
            self.objective_bound = min(self.objective_bound, self.problem.point_weight * (points - 1))
            step_points = 2 * step_points + 1  # a narrow gap first, of few columns
        return None

    def _decide(self, master: MasterProblem, points: int, columns: Sequence[PartitionColumn]) -> None:
        """Let the solver choose among all columns that an arrangement of `points` or more could use."""
        if not self._choose_among(master, columns):
            return
        self.method = "HiGHS"
        # An arrangement of so many points could use no other columns, so the word is final.
        if self.points >= points:
            self.objective_bound = self.best_objective
        else:
            self.objective_bound = min(self.objective_bound, self.problem.point_weight * (points - 1))

    def _choose_among(self, master: MasterProblem, columns: Sequence[PartitionColumn]) -> bool:
        """Improve the best choice by these columns; whether none of them can improve it further."""
        choice, proven = master.choose_whole(columns, self.best_choice or (), self.seconds_left())
        self._keep_choice(choice)
        return proven


def _price_scale(problem: PartitionProblem) -> int:
    """Prices in units fine enough for the bound, coarse enough for 64 bits where that can be."""
    largest_price = _LARGEST_SUM // ((problem.hand_size + 2) * problem.largest_objective)
    return int(2 ** min(_FINEST_SCALE, max(8, largest_price.bit_length() - 1)))


def _priced_bound(problem: PartitionProblem, prices: RowPrices, top_reduced: int) -> int:
    """The highest objective there can be: the price of the hand, and what melds and bonuses may exceed it."""
    # Rows of quartets come after the kinds and cost nothing: at most 0 is used of each.
    hand_price = sum(price * count for price, count in zip(prices.by_row, problem.kind_counts, strict=False))
    if problem.linking_rows.wild_row is not None:
        hand_price += prices.by_row[problem.linking_rows.wild_row] * problem.wild_count
    # Rounded prices may leave a meld worth a little more than its cards. No hand has more melds than cards.
    excess_price = max(0, top_reduced) * problem.hand_size
    for column in bonus_columns(problem):
        reduced_objective = column.objective * prices.scale - sum(
            prices.by_row[row] * amount for row, amount in column.row_uses
        )
        excess_price += max(0, reduced_objective) * (column.most_times or 0)
    return (hand_price + excess_price) // prices.scale
