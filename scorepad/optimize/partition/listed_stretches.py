"""The melds that a hand begins with, as arrays: a thousand columns, of which few are ever laid.

What lies along the tracks is written down once, a circle twice. A meld is then a first natural and how many
naturals follow it, and jokers wherever the hand has no card between them. Without jokers these are all melds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

import numpy as np

from scorepad.optimize.milp import SparseMatrix
from scorepad.optimize.partition.problem import (
    VOID,
    Choice,
    PartitionColumn,
    PartitionProblem,
    PlacedKind,
)


@dataclass(frozen=True)
class _TrackSteps:
    """The naturals along all tracks, those of a circle twice, so that a meld may go round its end.

    kinds        by natural: its kind
    steps        by natural: its step; from track to track they leap further than any meld reaches
    begins       the naturals that melds begin with
    longest      by natural: the places of its track
    laid_kinds   by step: the kind of that place, VOID where the hand has none
    places       by step: its place
    """

    kinds: np.ndarray
    steps: np.ndarray
    begins: np.ndarray
    longest: np.ndarray
    laid_kinds: Sequence[int]
    places: Sequence[int]
    joker: int

    def placed_from(self, step: int, size: int) -> tuple[PlacedKind, ...]:
        """`size` places from a step on, each with the kind that lies there: a joker where no card does."""
        kinds = self.laid_kinds[step : step + size]
        laid = [self.joker if kind == VOID else kind for kind in kinds]
        return tuple(zip(self.places[step : step + size], laid, strict=True))


def _track_steps(problem: PartitionProblem) -> _TrackSteps:
    laid_kinds, places, lengths, first_round = list[int](), list[int](), list[int](), list[bool]()
    for start, length in problem.track_spans:
        rounds = 2 if problem.next_place[start + length - 1] == start else 1
        track = range(start, start + length)
        # Nothing is laid between tracks, for as long as the longest meld there.
        laid_kinds += [*problem.kind_at[start : start + length] * rounds, *[VOID] * length]
        places += [*track] * rounds + [start] * length
        lengths += [length] * (rounds + 1) * length
        first_round += [True] * length + [False] * rounds * length
    kind_at = np.array(laid_kinds)
    steps = np.flatnonzero(kind_at != VOID)
    return _TrackSteps(
        kind_at[steps],
        steps,
        np.flatnonzero(np.array(first_round)[steps]),
        np.array(lengths)[steps],
        laid_kinds,
        places,
        max(problem.wild_kinds, default=VOID),
    )


class Stretches(Sequence[PartitionColumn]):
    """Every stretch of one round at most from a natural to a natural, jokers where the hand has no card.

    firsts    by column: its first natural, a number in the naturals of the tracks
    naturals  by column: how many it has
    jokers    by column: how many jokers
    """

    def __init__(self, problem: PartitionProblem) -> None:
        self.problem, self.tracks = problem, _track_steps(problem)
        self.firsts, self.naturals, self.jokers = self._stretches()

    def _stretches(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        tracks, wilds = self.tracks, self.problem.rules.wilds
        begins, most_naturals = tracks.begins, int(tracks.longest.max())
        # Past the last natural the index is clipped, and `past_end` drops what comes of it.
        ends = np.minimum(begins[:, None] + np.arange(most_naturals), len(tracks.steps) - 1)
        past_end = begins[:, None] + np.arange(most_naturals) > len(tracks.steps) - 1
        sizes = tracks.steps[ends] - tracks.steps[begins][:, None] + 1
        jokers = sizes - np.arange(1, most_naturals + 1)
        fits = ~past_end & (sizes <= tracks.longest[begins][:, None]) & (jokers <= self.problem.wild_count)
        # By natural: how many steps it lies after the one before. The gap before a stretch never counts.
        gaps = np.diff(tracks.steps, prepend=-2)
        if wilds.wilds_apart:
            fits &= _count_between(gaps > 2, begins, ends) == 0
        if wilds.adjacent_naturals:
            fits &= (jokers == 0) | (_count_between(gaps == 1, begins, ends) > 0)
        # A card alone is the same on every track.
        _, once = np.unique(tracks.kinds[begins], return_index=True)
        fits[:, 0] = False
        fits[once, 0] = True
        rows, more = np.nonzero(fits)
        return begins[rows], more + 1, jokers[rows, more]

    def __len__(self) -> int:
        return len(self.firsts)

    @overload
    def __getitem__(self, number: int) -> PartitionColumn: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[PartitionColumn]: ...
    def __getitem__(self, number: int | slice) -> PartitionColumn | Sequence[PartitionColumn]:
        if isinstance(number, slice):
            return [self[place] for place in range(*number.indices(len(self)))]
        first, naturals, jokers = (int(by[number]) for by in (self.firsts, self.naturals, self.jokers))
        step = int(self.tracks.steps[first])
        row_uses = [(kind, 1) for kind in self.tracks.kinds[first : first + naturals].tolist()]
        if jokers:
            row_uses.append((self.problem.wild_kinds[0], jokers))
        return PartitionColumn(
            tuple(row_uses),
            self.problem.meld_objectives[naturals],
            self.tracks.placed_from(step, naturals + jokers),
        )

    def lists(self, column: PartitionColumn) -> bool:
        """Whether a legal meld is one of these: one round at most, jokers only where the hand has no card."""
        kind_at, places = self.problem.kind_at, {place for place, _ in column.placed_kinds}
        # A place that occurs twice means a second round.
        return len(places) == len(column.placed_kinds) and all(
            kind_at[place] in (kind, VOID) for place, kind in column.placed_kinds
        )

    @cached_property
    def objectives(self) -> np.ndarray:
        """By column, as floating-point numbers."""
        objectives: np.ndarray = np.array(self.problem.meld_objectives, dtype=float)[self.naturals]
        return objectives

    @cached_property
    def matrix(self) -> SparseMatrix:
        """How much each column uses of which rows."""
        entry_counts = self.naturals + (self.jokers > 0)
        starts = np.concatenate(([0], np.cumsum(entry_counts)))
        # Entries of a column are its naturals in order, then its jokers, whose kind is filled in below.
        naturals = np.arange(starts[-1]) - np.repeat(starts[:-1] - self.firsts, entry_counts)
        # Past the end of the naturals only entries of jokers point, so any kind will do there.
        kinds = self.tracks.kinds[np.minimum(naturals, len(self.tracks.kinds) - 1)]
        amounts = np.ones(len(kinds))
        with_jokers = self.jokers > 0
        joker_entries = starts[1:][with_jokers] - 1
        kinds[joker_entries] = max(self.problem.wild_kinds, default=VOID)
        amounts[joker_entries] = self.jokers[with_jokers]
        return SparseMatrix(starts.astype(np.int32), kinds.astype(np.int32), amounts)

    def longest_first(self) -> Choice:
        """Again and again the column of the highest objective that the cards left allow."""
        # `lexsort` sorts by its last key first: objectives, then long melds among equal ones.
        matrix, order = self.matrix, np.lexsort((-self.naturals - self.jokers, -self.objectives))
        amounts_left = np.array(self.problem.kind_counts, dtype=float)
        choice: list[tuple[PartitionColumn, int]] = []
        while True:
            times = np.minimum.reduceat(amounts_left[matrix.indices] // matrix.values, matrix.starts[:-1])
            allowed = order[times[order] > 0]
            if not len(allowed):
                return choice
            number = int(allowed[0])
            entries = slice(matrix.starts[number], matrix.starts[number + 1])
            amounts_left[matrix.indices[entries]] -= times[number] * matrix.values[entries]
            choice.append((self[number], int(times[number])))


def _count_between(marks: np.ndarray, begins: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """How many naturals are marked after the first of each stretch and up to its last."""
    counts = np.cumsum(marks)
    between: np.ndarray = counts[ends] - counts[begins][:, None]
    return between
