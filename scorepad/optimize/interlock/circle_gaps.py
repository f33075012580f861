"""A circle of two suits that all wilds together could close, and do not: somewhere it has a gap.

By far not all stretches of such a circle can be had at once, as two of them that leave no gap exclude each
other. To find that core by core takes long: stretches of all lengths begin at all places. So they are
weighed otherwise. Of two stretches that leave no gap either one may be had, by one literal. And the stretches
of the circle beside itself are weighed for each rank where the gap could be: one rank is named, where those
count that do not cross it, and of all others nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from pysat.solvers import Minisat22

from scorepad.optimize.deadline import TimedOut
from scorepad.optimize.interlock.closed_circles import places_missing
from scorepad.optimize.interlock.interlock_problem import (
    Circle,
    InterlockProblem,
    MeldLayer,
    Place,
    PlaceLiterals,
    Ring,
)
from scorepad.optimize.interlock.layered_formula import LayeredFormula, encode_layers
from scorepad.optimize.interlock.maxsat import CoreGuidedSearch, Formula
from scorepad.optimize.interlock.objective import PointsByLength, trivial_bound
from scorepad.optimize.interlock.solved_layers import LayersSolution, runs_of
from scorepad.optimize.interlock.stretches import StretchEncoder

StretchLiterals = dict[tuple[int, int], int]  # by the step of the circle at which one begins, and its length


def best_with_gap(
    problem: InterlockProblem, circle: Circle, known_points: int, deadline: float
) -> LayersSolution:
    """The best with a wild at each place of the circle for which there is no natural, and a gap elsewhere.

    `circle` is one of `circles_to_part`. The search is over where nothing beats what is known.
    """
    try:
        layers, offset = encode_with_gap(problem, circle, deadline)
    except TimedOut:
        return LayersSolution([], trivial_bound(problem))
    with Minisat22() as solver:
        search = GapSearch(solver, layers.formula, deadline, known_points + offset)
        with suppress(TimedOut):
            search.run()
        return LayersSolution(runs_of(layers, search.best_model), search.upper_bound - offset)


def encode_with_gap(
    problem: InterlockProblem,
    circle: Circle,
    deadline: float,
    encoder_class: type[CircleEncoder] | None = None,
) -> tuple[LayeredFormula, int]:
    """The formula of that case, and how much more than points its models weigh. Raises TimedOut."""
    settled = replace(problem, wilds=(), wilds_at=places_missing(problem, circle))
    layers = encode_layers(settled, deadline, encoder_class=partial(encoder_class or CircleEncoder, circle))
    assert isinstance(layers.encoder, CircleEncoder)
    return layers, layers.encoder.weigh_with_gap(layers.own_layers[0].natural_at)


class GapSearch(CoreGuidedSearch):
    """Takes cores as they come: with so many literals it takes four times as long to make them smaller."""

    def may_minimise(self, _conflicts: int) -> bool:
        return False


class CircleEncoder(StretchEncoder):
    """Knows the stretches of one circle in the first layer, alone and beside itself, and weighs them anew."""

    def __init__(self, circle: Circle, problem: InterlockProblem, formula: Formula, deadline: float) -> None:
        super().__init__(problem, formula, deadline)
        self.circle = circle
        self._step_of = {place: step for step, place in enumerate(circle)}
        self._alone: StretchLiterals = {}
        self._beside_itself: StretchLiterals = {}
        self._first_layer: MeldLayer | None = None
        self._named: StretchLiterals | None = None
        self._first_step = 0

    def weigh_layer(self, layer: MeldLayer, second_steps: PointsByLength) -> None:
        self._first_layer = self._first_layer or layer
        super().weigh_layer(layer, second_steps)

    def weigh_rings(
        self, ring: Ring, layers: Sequence[MeldLayer], second_steps: PointsByLength, factor: int
    ) -> None:
        if len(ring) == 2 and ring[0] in self._step_of:  # half the circle beside itself would leave no gap
            second_steps = second_steps[: len(self.circle) // 2]
        super().weigh_rings(ring, layers, second_steps, factor)

    def begin_at(self, ring: Ring, layers: Sequence[MeldLayer]) -> None:
        super().begin_at(ring, layers)
        self._named = None
        if (
            len(ring) <= 2
            and ring[0] in self._step_of
            and all(layer is self._first_layer for layer in layers)
        ):
            self._named = self._alone if len(ring) == 1 else self._beside_itself
            self._first_step = self._step_of[ring[0]]

    def name_stretch(self, lit: int, length: int, most_wilds: int) -> None:
        super().name_stretch(lit, length, most_wilds)
        if self._named is not None:
            self._named[self._first_step, length] = lit

    def name_either(self, lit: int, either: Sequence[int], weight: int) -> None:
        """That so much of the weight of two literals that exclude each other hangs on either."""

    def name_by_gap(self, lit: int, place: Place, wanted: int = 0) -> None:
        """That the gap is not at the rank of this place, or that what is wanted, if anything, can be had."""

    def weigh_with_gap(self, natural_at: PlaceLiterals) -> int:
        """Weigh them where one of these naturals lies elsewhere; how much too much all models weigh then."""
        self.formula.clauses.append([-natural_at[place] for place in self.circle if place in natural_at])
        self._weigh_either_of_two()
        return self._weigh_by_gap(natural_at)

    def _weigh_either_of_two(self) -> None:
        weights, left = self.formula.weights, dict(self._alone)
        for stretch, lit in self._alone.items():
            other = next((other for other in self._leaving_no_gap(stretch) if other in left), None)
            if stretch not in left or other is None:
                continue
            either, lits = self.formula.new_variable(), (lit, left[other])
            self.formula.clauses.append([-either, *lits])
            weight = weights[either] = min(weights[wanted] for wanted in lits)
            for wanted in lits:
                weights[wanted] -= weight
            self.name_either(either, lits, weight)
            del left[stretch], left[other]

    def _leaving_no_gap(self, stretch: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Stretches that begin where this one ends: one to its beginning, and one farther, past a wild."""
        first, size = stretch
        end, rest = (first + size) % len(self.circle), len(self.circle) - size
        yield from ((end, rest), (end, rest + 1))

    def _weigh_by_gap(self, natural_at: PlaceLiterals) -> int:
        formula, ranks = self.formula, len(self.circle) // 2
        weighed = [
            (first % ranks, size, lit, formula.weights.pop(lit))
            for (first, size), lit in self._beside_itself.items()
        ]
        weight_of_gap: dict[int, int] = {}
        place_of_gap: dict[int, Place] = {}
        for rank in range(ranks):
            there = [natural_at[place] for place in self.circle[rank::ranks] if place in natural_at]
            if not there:
                continue
            gap = formula.new_variable()
            formula.clauses.append([-gap, *(-natural for natural in there)])
            place_of_gap[gap], weight_of_gap[gap] = self.circle[rank], 0
            for first, size, lit, weight in weighed:
                if (rank - first) % ranks >= size:
                    self.name_by_gap(self._weigh_unless(gap, weight, lit), self.circle[rank], lit)
                    weight_of_gap[gap] += weight
        formula.clauses.append(list(weight_of_gap))
        most = max(weight_of_gap.values())
        for gap, weight in weight_of_gap.items():
            self.name_by_gap(self._weigh_unless(gap, most - weight), place_of_gap[gap])
        return most * (len(weight_of_gap) - 1)

    def _weigh_unless(self, gap: int, weight: int, *or_wanted: int) -> int:
        """So much where the gap is elsewhere, or what is wanted can be had."""
        lit = self.formula.new_variable()
        self.formula.clauses.append([-lit, -gap, *or_wanted])
        self.formula.weights[lit] = weight
        return lit
