"""Arrangements that lay the longest melds first: to begin with, and where that is proven the best ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from scorepad.optimize.partition.problem import VOID, Choice, PartitionColumn, PartitionProblem


def longest_first(problem: PartitionProblem, columns: Sequence[PartitionColumn]) -> Choice:
    """A first arrangement: again and again the column of the highest objective that the cards left allow."""
    # Linking rows limit bonuses, never which melds are legal.
    unlimited_rows = [problem.hand_size] * (problem.linking_rows.row_count - len(problem.kind_counts))
    amounts_left = [*problem.kind_counts, *unlimited_rows]
    naturals_left = problem.natural_count
    choice: list[tuple[PartitionColumn, int]] = []
    for column in sorted(columns, key=lambda column: (-column.objective, -len(column.placed_kinds))):
        times = 0
        while all([amounts_left[row] >= amount for row, amount in column.row_uses]):  # noqa: C419  # no generator: faster
            for row, amount in column.row_uses:
                amounts_left[row] -= amount
            times += 1
        if times:
            choice.append((column, times))
            naturals_left -= times * sum(
                problem.kind_at[place] == kind for place, kind in column.placed_kinds
            )
            # Wilds that remain lie by themselves, so no column need take them (H17).
            if naturals_left <= 0:
                break
    return choice


def longest_first_is_best(problem: PartitionProblem) -> bool:
    """Whether longest first is known to lay the best melds: runs of one suit and one leap, without wilds,
    by a schedule whose steps never fall (docs/exactness.md has the proof)."""
    rules, shapes = problem.rules, problem.rules.shapes
    one_suit_runs = shapes.suit_pattern == "single" and shapes.run_suits == "one" and len(shapes.leaps) == 1
    # A leap that is too far for the ranks that are left leads nowhere: each card is by itself.
    all_circles = all(
        problem.next_place[start + length - 1] == start for start, length in problem.track_spans
    )
    # The proof exchanges tails of runs, which may leave single cards: these must be melds (H1).
    whole_circle = shapes.shortest_run == 1 and all_circles and shapes.routes is None
    whole_hand = (
        # A table's own schedule may have steps that fall.
        rules.scoring.must_meld_all and rules.values.schedule.id != "table" and not problem.wild_count
    )
    return one_suit_runs and whole_circle and whole_hand


def lay_longest_first(problem: PartitionProblem) -> Choice:
    """On every circle again and again the longest run that the cards left allow, without wilds.

    These are the runs of layers, of which the k-th has the places with k copies or more; whole circles join
    the longest run.
    """
    choice: list[tuple[PartitionColumn, int]] = []
    for track_start, length in problem.track_spans:
        kinds = problem.kind_at[track_start : track_start + length]
        copies = [0 if kind == VOID else problem.kind_counts[kind] for kind in kinds]
        rounds = min(copies)
        runs = [
            steps
            for layer in range(rounds, max(copies))
            for steps in _steps_between_gaps(
                [kind if count > layer else VOID for kind, count in zip(kinds, copies, strict=True)]
            )
        ]
        if rounds:
            # Steps that never fall pay most for whole circles at the end of the longest run.
            runs.sort(key=len)
            longest = runs.pop() if runs else range(0)
            runs.append(range(longest.start, longest.stop + rounds * length))
        for steps in runs:
            places = [track_start + step % length for step in steps]
            choice.append((_run_column(problem, places, [kinds[step % length] for step in steps]), 1))
    return choice


def _steps_between_gaps(circle_kinds: Sequence[int]) -> Iterator[range]:
    """The steps along a circle from gap to gap, round its end; of one without gaps once round."""
    length = len(circle_kinds)
    gaps = [step for step, kind in enumerate(circle_kinds) if kind == VOID]
    gaps = [*gaps, gaps[0] + length] if gaps else [-1, length]
    for gap, next_gap in pairwise(gaps):
        if gap + 1 < next_gap:
            yield range(gap + 1, next_gap)


def _run_column(problem: PartitionProblem, places: Sequence[int], kinds: Sequence[int]) -> PartitionColumn:
    row_uses = tuple(Counter(kinds).items())
    return PartitionColumn(
        row_uses, problem.meld_objectives[len(kinds)], tuple(zip(places, kinds, strict=True))
    )
