"""Columns: melds and bonuses as what they use of each row, and the first of them to begin with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from scorepad.optimize.partition.problem import (
    VOID,
    Choice,
    PartitionColumn,
    PartitionProblem,
    PlacedKind,
    column_of,
)


def bonus_columns(problem: PartitionProblem) -> list[PartitionColumn]:
    """What can be had beside melds: wilds laid by themselves, and quartets that depend on the melds."""
    return [*_leftover_columns(problem), *_quartet_columns(problem)]


def _leftover_columns(problem: PartitionProblem) -> list[PartitionColumn]:
    """So many wilds left over, in the melds that they are worth most in (H17)."""
    row = problem.linking.wild_row
    if row is None:
        return []
    most = 1 if problem.rules.wilds.wilds_apart else problem.wilds
    return [
        PartitionColumn(((row, count),), points * problem.weight, most=problem.wilds // count)
        for count in range(1, most + 1)
        if (points := problem.leftover_points(count))
    ]


def _quartet_columns(problem: PartitionProblem) -> list[PartitionColumn]:
    objective = problem.rules.bonuses.quartet_bonus * problem.weight
    return [
        PartitionColumn(tuple((row, 1) for row in rows), objective, most=quartet.most)
        for quartet in problem.linking.quartets.values()
        for rows in quartet.ways
    ]


def objective_of(problem: PartitionProblem, choice: Choice) -> int:
    """The objective of the melds of a choice with all that they earn together."""
    melds = [(column, times) for column, times in choice if column.laid]
    used: Counter[int] = Counter()
    for column, times in melds:
        for row, amount in column.uses:
            used[row] += amount * times
    leftover = sum(problem.counts[kind] - used[kind] for kind in problem.wild_kinds)
    quartets = sum(
        quartet.count([-used[row] for row in quartet.rows]) for quartet in problem.linking.quartets.values()
    )
    earned = problem.leftover_points(leftover) + problem.rules.bonuses.quartet_bonus * quartets
    return sum(column.objective * times for column, times in melds) + earned * problem.weight


def first_columns(problem: PartitionProblem) -> list[PartitionColumn]:
    """Every stretch from a natural to a natural in which wilds lie only where the hand has no card.

    Without wilds in the hand these are all the melds that there are.
    """
    return _distinct(problem, (laid for start in _starts(problem) for laid in _stretches(problem, start)))


def all_columns(problem: PartitionProblem, most_melds: int) -> list[PartitionColumn] | None:
    """Every meld once for each use of cards, None where there are more ways than that to lay them.

    Wilds at the ends of a meld add nothing and are left out (H14, H17).
    """
    ways = (laid for start in _starts(problem) for laid in _Stretch(problem).grown(start))
    laid = list(islice(ways, most_melds + 1))
    return _distinct(problem, laid) if len(laid) <= most_melds else None


def _distinct(
    problem: PartitionProblem, melds: Iterator[list[PlacedKind]] | Sequence[list[PlacedKind]]
) -> list[PartitionColumn]:
    columns: dict[object, PartitionColumn] = {}
    for laid in melds:
        column = column_of(problem, laid)
        columns.setdefault(column.key, column)
    return list(columns.values())


def _starts(problem: PartitionProblem) -> Iterator[int]:
    return (place for place, kind in enumerate(problem.kind_at) if kind != VOID)


def _stretches(problem: PartitionProblem, start: int) -> Iterator[list[PlacedKind]]:
    """The stretches from one place, as long as naturals and wilds last."""
    left = list(problem.counts)
    rules, ends = problem.rules, len(problem.cards)
    together, natural_last, wild = False, False, False
    laid: list[PlacedKind] = []
    place = start
    while place != ends:
        kind = problem.kind_at[place]
        natural = kind != VOID and left[kind] > 0
        if not natural:
            kind = next((wild for wild in problem.wilds_for[place] if left[wild]), VOID)
            if kind == VOID or (rules.wilds.wilds_apart and not natural_last):
                return
        left[kind] -= 1
        together = together or (natural and natural_last)
        natural_last, wild = natural, wild or not natural
        laid.append((place, kind))
        if natural and (together or not wild or not rules.wilds.adjacent_naturals):
            yield laid
        place = problem.next_place[place]


class _Stretch:
    """A stretch grown card by card, each place by its natural or by any wild that is left."""

    def __init__(self, problem: PartitionProblem) -> None:
        self.problem, self.rules = problem, problem.rules
        self.left = list(problem.counts)
        self.laid: list[PlacedKind] = []

    def grown(
        self, place: int, *, together: bool = False, natural_last: bool = False, wild: bool = False
    ) -> Iterator[list[PlacedKind]]:
        """All ways to go on from what is laid; `together` says whether two naturals lie side by side."""
        problem = self.problem
        if place == len(problem.cards):
            return
        after = problem.next_place[place]
        kind = problem.kind_at[place]
        if kind != VOID and self.left[kind]:
            self._lay(place, kind)
            side = together or natural_last
            if side or not wild or not self.rules.wilds.adjacent_naturals:
                yield self.laid.copy()
            yield from self.grown(after, together=side, natural_last=True, wild=wild)
            self._take_up()
        if self.laid and (natural_last or not self.rules.wilds.wilds_apart):
            for kind in problem.wilds_for[place]:
                if self.left[kind]:
                    self._lay(place, kind)
                    yield from self.grown(after, together=together, natural_last=False, wild=True)
                    self._take_up()

    def _lay(self, place: int, kind: int) -> None:
        self.left[kind] -= 1
        self.laid.append((place, kind))

    def _take_up(self) -> None:
        _, kind = self.laid.pop()
        self.left[kind] += 1


def longest_first(problem: PartitionProblem, columns: Sequence[PartitionColumn]) -> Choice:
    """A first arrangement: again and again the column of the highest objective that the cards left allow."""
    unlimited = [len(columns)] * (problem.linking.count - len(problem.counts))
    left = [*problem.counts, *unlimited]
    choice: list[tuple[PartitionColumn, int]] = []
    for column in sorted(columns, key=lambda column: (-column.objective, -len(column.laid))):
        times = 0
        while all(left[row] >= amount for row, amount in column.uses):
            for row, amount in column.uses:
                left[row] -= amount
            times += 1
        if times:
            choice.append((column, times))
    return choice


def longest_first_is_best(problem: PartitionProblem) -> bool:
    """Whether `longest_first` is known to lay the best melds: runs of one suit and one leap, without wilds,
    by a schedule whose steps never fall (docs/optimizer.md has the proof)."""
    rules, shapes = problem.rules, problem.rules.shapes
    alone = shapes.suit_pattern == "single" and shapes.run_suits == "one" and len(shapes.leaps) == 1
    circle = shapes.shortest_run == 1 and shapes.circular and shapes.routes is None
    whole = rules.deal.must_meld_all and rules.values.schedule.id != "table" and not problem.wilds
    return alone and circle and whole
