"""Columns: melds and bonuses as what they use of each row, and the first of them to begin with."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import inf
from operator import add

from scorepad.optimize.partition.problem import (
    VOID,
    Choice,
    GrowingColumn,
    PartitionColumn,
    PartitionProblem,
    PlacedKind,
    column_of,
)

_STEPS_A_MELD = 40  # cards that are laid to list one, dead ends included
_LEAST_STARTS = 4  # places from which all melds are listed, however short the time


def bonus_columns(problem: PartitionProblem) -> list[PartitionColumn]:
    """What can be had beside melds: wilds laid by themselves, and quartets that depend on the melds."""
    return [*_leftover_columns(problem), *_quartet_columns(problem)]


def _leftover_columns(problem: PartitionProblem) -> list[PartitionColumn]:
    """A column for each number of wilds left over, laid by themselves in the melds of most points (H17)."""
    row = problem.linking_rows.wild_row
    if row is None:
        return []
    # Then no two wilds lie side by side, so each that is left over is a meld of its own (H15).
    largest_meld = 1 if problem.rules.wilds.wilds_apart else problem.wild_count
    return [
        PartitionColumn(
            ((row, wild_count),), points * problem.point_weight, most_times=problem.wild_count // wild_count
        )
        for wild_count in range(1, largest_meld + 1)
        if (points := problem.leftover_points(wild_count))
    ]


def _quartet_columns(problem: PartitionProblem) -> list[PartitionColumn]:
    objective = problem.rules.bonuses.quartet_bonus * problem.point_weight
    return [
        PartitionColumn(tuple((row, 1) for row in natural_rows), objective, most_times=quartet.quartet_limit)
        for quartet in problem.linking_rows.quartets.values()
        for natural_rows in quartet.row_choices
    ]


def objective_of(problem: PartitionProblem, choice: Choice) -> int:
    """The objective of the melds of a choice with all that they earn together."""
    # Columns of bonuses are left out: what melds earn together follows from the melds.
    meld_columns = [(column, times) for column, times in choice if column.placed_kinds]
    used_amounts: Counter[int] = Counter()
    for column, times in meld_columns:
        for row, amount in column.row_uses:
            used_amounts[row] += amount * times
    leftover_wilds = sum(problem.kind_counts[kind] - used_amounts[kind] for kind in problem.wild_kinds)
    quartet_count = sum(
        # A natural lowers its row by one, so the row's amount is how many are laid, below zero.
        quartet.count([-used_amounts[row] for row in quartet.natural_rows])
        for quartet in problem.linking_rows.quartets.values()
    )
    earned_points = (
        problem.leftover_points(leftover_wilds) + problem.rules.bonuses.quartet_bonus * quartet_count
    )
    return (
        sum(column.objective * times for column, times in meld_columns) + earned_points * problem.point_weight
    )


def first_columns(
    problem: PartitionProblem, deadline: float, most_columns: float = inf
) -> tuple[list[PartitionColumn], bool]:
    """Every stretch from a natural to a natural in which wilds lie only where the hand has no card.

    And whether these are all: past the deadline that `time.perf_counter` shows there are only single cards,
    and no more are listed once they are more than `most_columns`.
    Without wilds in the hand these are all the melds that there are.
    """
    starts = _TimedStarts(problem, deadline)
    columns: dict[tuple[int, int], PartitionColumn] = {}
    for start, is_late in starts:
        for stretch in islice(_plain_stretches(problem, start), 1 if is_late else None):
            # A single card lies on many tracks: its key is known before the column is made.
            key = stretch.column_key
            if key not in columns:
                columns[key] = stretch.column()
        if len(columns) > most_columns:
            return list(columns.values()), False
    return list(columns.values()), not starts.is_late


def is_simple(problem: PartitionProblem) -> bool:
    """Whether all wilds are alike, may stand anywhere and link nothing, and no meld takes a natural twice."""
    if len(problem.wild_kinds) > 1 or problem.has_links:
        return False
    naturals = problem.melding.naturals
    stand_anywhere = all(
        problem.kinds[wild] not in naturals and problem.melding.reach(problem.kinds[wild]) == naturals
        for wild in problem.wild_kinds
    )
    return stand_anywhere and all(
        # A track that naturals cover whole could be gone round more than once.
        VOID in problem.kind_at[start : start + length]
        and len(set(problem.place_cards[start : start + length])) == length
        for start, length in problem.track_spans
    )


@dataclass
class _TimedStarts:
    """The places where the hand has a natural, each with whether it is past the deadline by then."""

    problem: PartitionProblem
    deadline: float
    is_late: bool = False

    def __iter__(self) -> Iterator[tuple[int, bool]]:
        for number, start in enumerate(_start_places(self.problem)):
            if number >= _LEAST_STARTS:
                self.is_late = self.is_late or time.perf_counter() > self.deadline
            yield start, self.is_late


def all_columns(problem: PartitionProblem, most_melds: int) -> list[PartitionColumn] | None:
    """Every meld once for each use of cards, None where there are more ways than that to lay them.

    And where wilds could be laid in so many ways that lead to no meld that it takes long to see. Wilds at the
    ends of a meld add nothing and are left out (H14, H17).
    """
    stretch = _GrowingStretch(problem, _STEPS_A_MELD * most_melds)
    ways = (placed_kinds for start in _start_places(problem) for placed_kinds in stretch.grown(start))
    laid_melds = list(islice(ways, most_melds + 1))
    if len(laid_melds) > most_melds or stretch.steps_left < 0:
        return None
    columns: dict[object, PartitionColumn] = {}
    for placed_kinds in laid_melds:
        column = column_of(problem, placed_kinds)
        columns.setdefault(column.column_key, column)
    return list(columns.values())


def _start_places(problem: PartitionProblem) -> Iterator[int]:
    return (place for place, kind in enumerate(problem.kind_at) if kind != VOID)


def _plain_stretches(problem: PartitionProblem, start: int) -> Iterator[GrowingColumn]:
    """The stretches from one place, as long as naturals and wilds last, one growing into the next."""
    copies_left = list(problem.kind_counts)
    rules, void_place = problem.rules, len(problem.place_cards)
    has_pair, natural_last, has_wild = False, False, False
    stretch = GrowingColumn(problem)
    place = start
    while place != void_place:
        kind = problem.kind_at[place]
        # On a second lap the copies of a place's card may be used up: then a wild lies there.
        natural = kind != VOID and copies_left[kind] > 0
        if not natural:
            # One kind of wild is enough to begin with: pricing adds columns with the others.
            kind = next((wild for wild in problem.wilds_for[place] if copies_left[wild]), VOID)
            if kind == VOID or (rules.wilds.wilds_apart and not natural_last):
                return
        copies_left[kind] -= 1
        has_pair = has_pair or (natural and natural_last)
        natural_last, has_wild = natural, has_wild or not natural
        stretch.lay_card(place, kind)
        if natural and (has_pair or not has_wild or not rules.wilds.adjacent_naturals):
            yield stretch
        place = problem.next_place[place]


class _GrowingStretch:
    """A stretch grown card by card, each place by its natural or by any wild that is left.

    With no steps left it grows no more.
    """

    def __init__(self, problem: PartitionProblem, steps_left: int) -> None:
        self.problem, self.rules, self.steps_left = problem, problem.rules, steps_left
        self.copies_left = list(problem.kind_counts)
        self.placed_kinds: list[PlacedKind] = []

    def grown(
        self, place: int, *, has_pair: bool = False, natural_last: bool = False, has_wild: bool = False
    ) -> Iterator[list[PlacedKind]]:
        """All ways to go on from what is laid; `has_pair` says whether two naturals lie side by side."""
        problem = self.problem
        self.steps_left -= 1
        if place == len(problem.place_cards) or self.steps_left < 0:
            return
        next_place = problem.next_place[place]
        kind = problem.kind_at[place]
        if kind != VOID and self.copies_left[kind]:
            self._lay_card(place, kind)
            pair_now = has_pair or natural_last
            if pair_now or not has_wild or not self.rules.wilds.adjacent_naturals:
                yield self.placed_kinds.copy()
            yield from self.grown(next_place, has_pair=pair_now, natural_last=True, has_wild=has_wild)
            self._take_up()
        # Melds begin with a natural: a wild ahead of it adds nothing (H14).
        if self.placed_kinds and (natural_last or not self.rules.wilds.wilds_apart):
            for kind in problem.wilds_for[place]:
                if self.copies_left[kind]:
                    self._lay_card(place, kind)
                    yield from self.grown(next_place, has_pair=has_pair, natural_last=False, has_wild=True)
                    self._take_up()

    def _lay_card(self, place: int, kind: int) -> None:
        self.copies_left[kind] -= 1
        self.placed_kinds.append((place, kind))

    def _take_up(self) -> None:
        _, kind = self.placed_kinds.pop()
        self.copies_left[kind] += 1


def trivial_bound(problem: PartitionProblem) -> int:
    """An objective that no arrangement exceeds, found as if any naturals could be melded together."""
    best_by_count = [0]
    for count in range(1, problem.natural_count + 1):
        # A table's own schedule may pay more for two short melds than for a long one: every split is tried.
        last_melds = problem.meld_objectives[1 : count + 1]  # of every size, beside the best of the others
        best_by_count.append(max(map(add, reversed(best_by_count), last_melds)))
    quartet_count = sum(quartet.quartet_limit for quartet in problem.linking_rows.quartets.values())
    bonus_points = (
        problem.leftover_points(problem.wild_count) + problem.rules.bonuses.quartet_bonus * quartet_count
    )
    return max(best_by_count) + bonus_points * problem.point_weight
