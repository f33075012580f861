"""Circles of two suits that naturals and wilds could cover whole: what that is worth at most.

The layered formula counts the stretches of a layer that closes its circle as if the circle had no end. Melds
have ends, and where they cover the whole circle that shows at two *seams* at least: a seam is a stretch,
empty perhaps, that two melds cover both, and no meld covers it with the places before and after it (a meld
longer than the circle has one seam, with itself). A circle that is covered takes a card of each kind of both
suits, or a wild where there is none. What is left is a small hand, bounded by the layered formula beside a
layer that lies all round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, combinations

from scorepad.core.cards import Card
from scorepad.optimize.deadline import TimedOut
from scorepad.optimize.interlock.interlock_problem import (
    Circle,
    InterlockProblem,
    Place,
    Run,
    wilds_well_laid,
)
from scorepad.optimize.interlock.layered_formula import LayeredFormula, encode_layers
from scorepad.optimize.interlock.model_to_melds import runs_of_model
from scorepad.optimize.interlock.objective import interlock_points, meld_points, trivial_bound
from scorepad.optimize.interlock.switch_tree import find_heaviest_model

_MOST_CIRCLES = 3  # that could be closed; of larger hands many could, and some of them at once
_MOST_CARDS = 60

Stretch = tuple[int, int]  # steps along a circle, the first and the last; an empty one ends before it begins
Seams = tuple[Stretch, ...]


def closable_circles(problem: InterlockProblem) -> list[Circle]:
    """The circles of places that naturals and wilds could cover whole."""
    most_kinds = len(problem.natural_counts) + len(problem.wilds)
    if most_kinds < min(problem.places.circle_length, default=0):
        return []
    return [
        circle
        for circle in problem.places.circles
        if len(places_missing(problem, circle)) <= len(problem.wilds)
    ]


def places_missing(problem: InterlockProblem, circle: Circle) -> tuple[Place, ...]:
    """The places of a circle for which there is no natural."""
    return tuple(place for place in circle if not problem.natural_counts[problem.places.cards[place]])


def circles_to_part(problem: InterlockProblem) -> list[Circle]:
    """The circles that all wilds together could close, if each of them is to be looked at by itself.

    That is where nothing lies on the table, one card alone is worth nothing, ranks are odd in number, and at
    one rank at most both cards are missing: past more of them an interlock may be worth less than its parts.
    """
    circles = closable_circles(problem)
    rules, places = problem.rules, problem.places
    if (
        problem.table_runs
        or rules.interlock_value(1)
        or rules.values.schedule.value(1)
        or not 0 < len(circles) <= _MOST_CIRCLES
        or problem.hand_size > _MOST_CARDS
        or any(places.circle_length[circle[0]] != 2 * places.circle_ranks[circle[0]] for circle in circles)
        or any(len(places_missing(problem, circle)) < max(1, len(problem.wilds)) for circle in circles)
        or any(_ranks_missing(problem, circle) > 1 for circle in circles)
    ):
        return []
    return circles


def _ranks_missing(problem: InterlockProblem, circle: Circle) -> int:
    """At how many ranks of a circle there is no natural of either suit."""
    missing = Counter(problem.places.cards[place].rank for place in places_missing(problem, circle))
    return sum(count == 2 for count in missing.values())


def best_if_closed(
    problem: InterlockProblem, circle: Circle, known_points: int, deadline: float
) -> tuple[int, list[Run]]:
    """No arrangement that covers this circle whole is worth more; and runs that are likely to be.

    `circle` is one of `circles_to_part`. Looks no closer where that is seen not to beat what is known.
    """
    kinds = [problem.places.cards[place] for place in circle]
    natural = tuple(problem.natural_counts[kind] > 0 for kind in kinds)
    beside = replace(
        problem,
        natural_counts=problem.natural_counts - Counter(kinds),
        wilds=(),
        table_runs=(Run(circle, natural),),
    )
    return _ClosedCircle(beside).best(known_points, deadline)


def _stretches_between(seams: Seams, length: int) -> list[range]:
    """From the beginning of each seam to the end of the next one."""
    lasts = [*(last for _, last in seams[1:]), seams[0][1] + length]
    return [range(first, last + 1) for (first, _), last in zip(seams, lasts, strict=True)]


@dataclass
class _ClosedCircle:
    """A circle covered once all round, as a meld of the table, and the cards that are left beside it.

    Of the circle's stretches those count here that some meld covers; what is covered twice counts as a layer
    of what is left.
    """

    beside: InterlockProblem

    def __post_init__(self) -> None:
        (self.run,) = self.beside.table_runs
        self.length = len(self.run.places)
        longest = 2 * self.length
        self.meld_points = meld_points(self.beside.rules, longest)
        self.interlock_points = interlock_points(self.beside.rules, longest)
        natural = [*self.run.natural] * 4
        opposite = natural[self.length // 2 :]
        self._naturals_before = [0, *accumulate(natural)]
        self._wilds_before = [
            0,
            *accumulate((not here) + (not there) for here, there in zip(natural, opposite, strict=False)),
        ]

    def best(self, known_points: int, deadline: float) -> tuple[int, list[Run]]:
        """No arrangement with this circle is worth more; runs where that could beat what is known."""
        beside_points = self._points_beside((), deadline)
        if beside_points is None:
            return self.by_seams[0][0] + trivial_bound(self.beside), []
        most, best_seams = 0, None
        for points, seams in self.by_seams:
            if points + beside_points <= max(known_points, most):
                most = max(most, points + beside_points)
                break
            steps = self._steps_of(seams)
            closer = self._points_beside(steps, deadline) if steps else None
            total = points + (beside_points if closer is None else closer)
            if total > max(known_points, most):
                total = self._points_if_parted(points, seams, total, deadline)
            if total > max(known_points, most):
                best_seams = seams
            most = max(most, total)
        return most, self._runs(best_seams, deadline) if best_seams else []

    def _points_if_parted(self, points: int, seams: Seams, otherwise: int, deadline: float) -> int:
        """No more than what the melds between two seams and all else beside those two are worth."""
        stretches, doubled = _stretches_between(seams, self.length), self._steps_of(seams)
        if len(seams) < 2 or max(map(len, stretches)) >= self.length or max(doubled.values(), default=0) > 1:
            return otherwise
        parted = replace(
            self.beside,
            natural_counts=self.beside.natural_counts - self._kinds_of(doubled),
            table_runs=tuple(map(self._run_of, stretches)),
        )
        try:
            layers = encode_layers(parted, deadline)
        except TimedOut:
            return otherwise
        doubled_points = sum(self._points_of_stretch(seam) for seam in seams)
        parted_points = points + doubled_points + find_heaviest_model(layers.formula, deadline).bound
        return min(otherwise, parted_points)

    def _run_of(self, stretch: range) -> Run:
        steps = [step % self.length for step in stretch]
        return Run(
            tuple(self.run.places[step] for step in steps), tuple(self.run.natural[step] for step in steps)
        )

    def _kinds_of(self, steps: Counter[int]) -> Counter[Card]:
        return Counter(self.beside.places.cards[self.run.places[step]] for step in steps.elements())

    def _steps_of(self, seams: Seams) -> Counter[int]:
        """The steps that the seams cover, and how many of them do."""
        return Counter(step % self.length for first, last in seams for step in range(first, last + 1))

    def _runs(self, seams: Seams, deadline: float) -> list[Run]:
        """The melds of the circle that have these seams, where they can be laid, and the best beside them."""
        runs = [self._run_of(stretch) for stretch in _stretches_between(seams, self.length)]
        if not all(run.natural[0] and run.natural[-1] for run in runs):
            return []
        if not all(wilds_well_laid(self.beside.rules, run.natural) for run in runs):
            return []
        doubled = self._kinds_of(self._steps_of(seams))
        try:
            layers = encode_layers(
                replace(self.beside, natural_counts=self.beside.natural_counts - doubled), deadline
            )
        except TimedOut:
            return runs
        model = find_heaviest_model(layers.formula, deadline).model
        return [*runs, *runs_of_model(layers, model)] if model else runs

    @cached_property
    def by_seams(self) -> list[tuple[int, Seams]]:
        """What the circle by itself is worth with each choice of seams, most first."""
        seams = list(self._possible_seams())
        found: list[tuple[int, Seams]] = [(self._points_of_long_meld(seam), (seam,)) for seam in seams]
        for first, second in combinations(seams, 2):
            # Seams end in the order in which they begin: no meld that is part of another counts.
            in_order = first[0] < second[0] and first[1] < second[1] < first[1] + self.length
            if in_order and self._can_cover((first, second)):
                found.append((self._points_of_halves(first, second), (first, second)))
        return sorted(found, reverse=True)

    def _possible_seams(self) -> Iterator[Stretch]:
        """Stretches that the cards left could cover once more."""
        for first in range(self.length):
            for last in range(first - 1, first + self.length):
                if not self._can_cover(((first, last),)):
                    break
                yield first, last

    def _can_cover(self, seams: Seams) -> bool:
        counts, places = self.beside.natural_counts, self.beside.places
        return all(
            counts[places.cards[self.run.places[step]]] >= times
            for step, times in self._steps_of(seams).items()
        )

    def _points_of_long_meld(self, seam: Stretch) -> int:
        """One meld round the whole circle and on to the end of its seam (I6)."""
        beyond = seam[1] - seam[0] + 1
        laps, overlap = divmod(self.length + beyond, self.length // 2)
        return self.meld_points[sum(self.run.natural) + beyond] + laps * self.interlock_points[overlap]

    def _points_of_halves(self, first: Stretch, second: Stretch) -> int:
        """Two melds, each from the beginning of a seam to the end of the other one."""
        one, other = (first[0], second[1]), (second[0], first[1] + self.length)
        beside_itself = self._points_side_by_side(one, one) + self._points_side_by_side(other, other)
        return (
            self._points_of_stretch(one)
            + self._points_of_stretch(other)
            - self._points_of_stretch(first)
            - self._points_of_stretch(second)
            + self._points_side_by_side(one, other)
            + (beside_itself + 1) // 2  # each stretch is seen from both of its ends
        )

    def _points_of_stretch(self, stretch: Stretch) -> int:
        first, last = stretch
        return self.meld_points[self._naturals_before[last + 1] - self._naturals_before[first]]

    def _points_side_by_side(self, one: Stretch, other: Stretch) -> int:
        """Of all stretches of ranks that both cover, half a circle apart."""
        points = 0
        for lap in range(-3, 4):  # neither is longer than two laps
            shift = lap * self.length - self.length // 2
            first, last = max(one[0], other[0] + shift), min(one[1], other[1] + shift)
            if first <= last:
                wilds = self._wilds_before[last + 1] - self._wilds_before[first]
                points += self.interlock_points[max(0, last - first + 1 - wilds)]
        return points

    def _points_beside(self, steps: Iterable[int], deadline: float) -> int | None:
        """The most that all else is worth where what is left covers these steps; None where time is short."""
        try:
            layers = encode_layers(self.beside, deadline)
        except TimedOut:
            return None
        for step in steps:
            layers.formula.clauses += self._clauses_of_cover(layers, self.run.places[step])
        return find_heaviest_model(layers.formula, deadline).bound

    def _clauses_of_cover(self, layers: LayeredFormula, place: Place) -> Iterator[list[int]]:
        """That a natural lies there once more; where no stretch could use it, that it lies nowhere else."""
        kind = self.beside.places.cards[place]
        if place in layers.own_layers[0].natural_at:
            yield [layers.own_layers[0].natural_at[place]]
        elif self.beside.natural_counts[kind] == 1:
            for layer in layers.own_layers:
                yield from (
                    [-lit] for at, lit in layer.natural_at.items() if self.beside.places.cards[at] == kind
                )
