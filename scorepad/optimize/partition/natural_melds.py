"""Every meld of a hand without wilds: a stretch of cards that lie side by side on a track.

Where few melds reach over many ranks, dynamic programming chooses among them rank by rank. What is left of a
hand whose first ranks are melded differs only in what their melds reach beyond, so that states are few, as in
a decomposition of small width (Bodlaender, A partial k-arboretum, Theoretical Computer Science 209, 1998).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from scorepad.optimize.dynamic_program import PackedColumn, best_packed_choice, bits_of_row
from scorepad.optimize.partition.problem import VOID, Choice, PartitionColumn, PartitionProblem

MOST_WAYS = 160  # measured: with more a linear program is likely to be faster
MOST_TRIES = 1_500  # of melds, where they come to more than was likely


@dataclass(frozen=True, slots=True)
class NaturalMelds:
    """The melds of a hand, every use of cards at least once, as stretches of lanes of cards side by side.

    lane_kinds   the kinds of all lanes, and their places
    lane_places
    lanes        the first of each lane and how many there are
    stretches    the first of each meld and how many there are; first melds of a card alone, by kind
    go_round     whether some go round a circle without gaps, and may use a kind twice
    """

    problem: PartitionProblem
    lane_kinds: Sequence[int]
    lane_places: Sequence[int]
    lanes: Sequence[tuple[int, int]]
    stretches: Sequence[tuple[int, int]]
    go_round: bool

    def choice_of(self, numbers: Sequence[int]) -> Choice:
        """The choice of these melds, each as often as its number stands there."""
        return [(self.column(number), times) for number, times in Counter(numbers).items()]

    def column(self, number: int) -> PartitionColumn:
        """The meld of that number."""
        first, size = self.stretches[number]
        return _column(
            self.problem, self.lane_places[first : first + size], self.lane_kinds[first : first + size]
        )


def _column(problem: PartitionProblem, places: Sequence[int], kinds: Sequence[int]) -> PartitionColumn:
    row_uses = tuple(Counter(kinds).items())
    return PartitionColumn(
        row_uses, problem.meld_objectives[len(kinds)], tuple(zip(places, kinds, strict=True))
    )


def natural_melds(problem: PartitionProblem, deadline: float) -> NaturalMelds | None:
    """The melds of a hand without wilds; None if not all are listed by the deadline."""
    lane_kinds, lane_places = list[int](), list[int]()
    lanes, stretches = list[tuple[int, int]](), list[tuple[int, int]]()
    go_round = False
    for track_start, length in problem.track_spans:
        if time.perf_counter() > deadline:
            return None
        track_kinds = problem.kind_at[track_start : track_start + length]
        circular = problem.next_place[track_start + length - 1] == track_start
        for steps in _steps_between_gaps(track_kinds, circular):
            first = len(lane_kinds)
            if len(steps) == length and circular:
                rounds = 1 + max(problem.kind_counts[kind] for kind in track_kinds)
                steps = range(rounds * length)
                stretches += _round_the_circle(problem, track_kinds, first)
                go_round = True
            else:
                stretches += _all_stretches(first, first + len(steps))
            lanes.append((first, len(steps)))
            lane_kinds += [track_kinds[step % length] for step in steps]
            lane_places += [track_start + step % length for step in steps]
    alone = dict(zip(reversed(lane_kinds), range(len(lane_kinds) - 1, -1, -1), strict=True))
    alone_stretches = [(alone[kind], 1) for kind in range(len(problem.kinds))]
    return NaturalMelds(problem, lane_kinds, lane_places, lanes, alone_stretches + stretches, go_round)


def _steps_between_gaps(track_kinds: Sequence[int], circular: bool) -> Iterator[range]:
    """The steps along a track from gap to gap, round the end of a circle; of one without gaps once round."""
    length = len(track_kinds)
    gaps = [step for step, kind in enumerate(track_kinds) if kind == VOID]
    if circular and gaps:
        gaps.append(gaps[0] + length)
    else:
        gaps = [-1, *gaps, length]
    for gap, next_gap in pairwise(gaps):
        if gap + 1 < next_gap:
            yield range(gap + 1, next_gap)


def _all_stretches(first: int, end: int) -> list[tuple[int, int]]:
    """Of a lane, two cards and more."""
    return [(start, size) for start in range(first, end - 1) for size in range(2, end - start + 1)]


def _round_the_circle(
    problem: PartitionProblem, circle: Sequence[int], first: int
) -> Iterator[tuple[int, int]]:
    """The stretches of a circle without gaps, as far as the copies of each kind last; whole rounds once."""
    length = len(circle)
    for start in range(length):
        size = 1
        while size // length < problem.kind_counts[circle[(start + size) % length]]:
            size += 1
            if start == 0 or size % length:
                yield first + start, size


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
                [kind if count > layer else VOID for kind, count in zip(kinds, copies, strict=True)], True
            )
        ]
        if rounds:
            runs.sort(key=len)
            longest = runs.pop() if runs else range(0)
            runs.append(range(longest.start, longest.stop + rounds * length))
        for steps in runs:
            places = [track_start + step % length for step in steps]
            choice.append((_column(problem, places, [kinds[step % length] for step in steps]), 1))
    return choice


def choose_by_ranks(melds: NaturalMelds) -> Choice | None:
    """The best choice of melds by dynamic programming, None where that is not soon known."""
    problem = melds.problem
    rank_places = _rank_places(problem)
    if not _few_ways_across(melds, rank_places):
        return None
    row_order = sorted(range(len(rank_places)), key=rank_places.__getitem__)
    rows = [0] * len(row_order)
    for row, kind in enumerate(row_order):
        rows[kind] = row
    limits = [problem.card_limits[kind] for kind in row_order]
    row_bits = bits_of_row(limits)
    lane_rows = [rows[kind] for kind in melds.lane_kinds]
    used_before = list(accumulate([1 << row_bits * row for row in lane_rows], initial=0))
    columns_from: list[list[PackedColumn]] = [[] for _ in limits]
    objectives = problem.meld_objectives
    for number, (first, size) in enumerate(melds.stretches):
        end = first + size
        columns_from[min(lane_rows[first:end])].append(
            (used_before[end] - used_before[first], objectives[size], number)
        )
    outcome = best_packed_choice(limits, columns_from, most_tries=MOST_TRIES)
    return melds.choice_of(outcome.chosen_columns) if outcome.chosen_columns is not None else None


def _rank_places(problem: PartitionProblem) -> list[int]:
    """By kind, its rank's place in the order that tracks take, begun where the hand has the fewest cards."""
    order = problem.melding.rank_order
    places = [order[card.rank] for card in problem.kinds]
    cards_there = [0] * len(order)
    for place, count in zip(places, problem.kind_counts, strict=True):
        cards_there[place] += count
    beginning = cards_there.index(min(cards_there))
    return [(place - beginning) % len(order) for place in places]


def _few_ways_across(melds: NaturalMelds, rank_places: Sequence[int]) -> bool:
    """Whether few melds reach from a rank to the next, on average, for the cards of the hand."""
    ways, rank_count = 0, len(melds.problem.melding.rank_order)
    for first, size in melds.lanes:
        if size > 1:
            first_kind, second_kind = melds.lane_kinds[first : first + 2]
            step = abs(rank_places[first_kind] - rank_places[second_kind])
            ways += min(step, rank_count - step) * size * (size * size - 1) // 6
    return ways * melds.problem.hand_size <= MOST_WAYS * len(set(rank_places))
