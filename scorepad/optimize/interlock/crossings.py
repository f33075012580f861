"""A sharper formula: where the two naturals of a wild in the second layer lie (H15).

Such a wild lies beside a natural of the first layer. Its meld has two naturals side by side somewhere: in the
second layer; or

- where the second layer has ended before them. Only that meld goes on there: whatever the first layer covers
  from the wild's place across that end is one meld, and has the wild.
- or the other meld has a wild at one of them. What covers both places has one of the wilds, and where the
  second layer does not reach it is one meld.
- or a wild lies idle at the end of a meld.

What is covered with a wild more than the first layer has there weighs what it does with one wild more. This
formula is larger, and is asked where the other one ends above what can be laid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from scorepad.optimize.deadline import check_deadline
from scorepad.optimize.interlock.interlock_problem import (
    InterlockProblem,
    MeldLayer,
    Place,
    PlaceLiterals,
    Ring,
)
from scorepad.optimize.interlock.maxsat import Formula
from scorepad.optimize.interlock.objective import PointsByLength
from scorepad.optimize.interlock.stretches import OpenStretch, StretchEncoder
from scorepad.optimize.interlock.wild_clauses import two_naturals_ahead


@dataclass(frozen=True, slots=True)
class WeighedStretch:
    """Places of a ring, rank by rank, and their layers; `or_else` begins a clause that takes its weight off.

    It says that the literal is false, or what else it is with a wild less. `or_nothing` takes off all weight.
    """

    or_else: list[int]
    or_nothing: list[int]
    ranks: list[Sequence[Place]]
    layers: Sequence[MeldLayer]


@dataclass(slots=True)
class WildsOneWay:
    """Literals of wilds in the second layer whose two naturals lie ahead in one direction, by place.

    `past_end` is that they lie past the end of the second layer. `past_wild` has the steps to another wild
    of the second layer, and that they lie there.
    """

    past_end: PlaceLiterals = field(default_factory=dict)
    past_wild: dict[Place, list[tuple[int, int]]] = field(default_factory=dict)


class CrossingEncoder(StretchEncoder):
    """Every stretch that weighs has a literal of its own, which is lost where it has a wild more."""

    def __init__(self, problem: InterlockProblem, formula: Formula, deadline: float) -> None:
        super().__init__(problem, formula, deadline)
        self.neighbours = problem.places.next_place, problem.places.previous_place
        self.own_wilds = len(problem.wilds)
        self.weighed: list[WeighedStretch] = []
        self.ring: Sequence[Place] = ()
        self.ring_layers: Sequence[MeldLayer] = ()

    def begin_at(self, ring: Ring, layers: Sequence[MeldLayer]) -> None:
        """Where the stretches begin that are weighed from here on."""
        super().begin_at(ring, layers)
        self.ring, self.ring_layers = ring, layers

    def name_with_wild(self, lit: int, length: int) -> None:
        """That a stretch of naturals of that length weighs what it does with a wild more."""

    def weigh_rings(
        self, ring: Ring, layers: Sequence[MeldLayer], second_steps: PointsByLength, factor: int
    ) -> None:
        """All stretches from the places of `ring` on, as without crossings. Raises TimedOut."""
        if self.wild_count:
            super().weigh_rings(ring, layers, second_steps, factor)
            return
        self._check_room()
        self.begin_at(ring, layers)
        first_literals = [layer.natural_at[place] for layer, place in zip(layers, ring, strict=True)]
        self._weigh_naturals(first_literals, second_steps, factor)

    def _weigh_naturals_alone(
        self, place: Place, natural_at: PlaceLiterals, second_steps: PointsByLength
    ) -> None:
        self._weigh_naturals([natural_at[place]], second_steps, 1)

    def _weigh_naturals(self, covered: list[int], second_steps: PointsByLength, factor: int) -> None:
        places, layers = self.ring, self.ring_layers
        ranks = [places]
        for length in range(2, min(self.circle_length[places[0]], len(second_steps))):
            places = [self.next_place[place] for place in places]
            here = [layer.natural_at.get(place, 0) for layer, place in zip(layers, places, strict=True)]
            if not all(here):
                return
            ranks = [*ranks, places]
            stretch_lit = self._conjunction([*covered, *here])
            covered = [stretch_lit]
            with_wild = factor * second_steps[length - 1]
            self._weigh(covered, with_wild, factor * second_steps[length] - with_wild, ranks)

    def _weigh(
        self, covered: Sequence[int], with_wild: int, added: int, ranks: list[Sequence[Place]]
    ) -> None:
        """What a stretch of naturals weighs with a wild more, and what without one it has beside."""
        counted = self._conjunction(covered)
        if with_wild:
            self.formula.weights[counted] = with_wild
            self.name_with_wild(counted, len(ranks))
        without_wild = self._conjunction([counted])
        if added:
            self.formula.weights[without_wild] = added
            self.name_stretch(without_wild, len(ranks), 0)
        self.weighed.append(WeighedStretch([-without_wild], [-counted], ranks, self.ring_layers))

    def _weigh_ended(
        self, ended: OpenStretch, length: int, weights: Sequence[int], wild_pairs: Sequence[list[int]]
    ) -> None:
        ranks: list[Sequence[Place]] = [self.ring]
        for _ in range(length - 1):
            ranks.append([self.next_place[place] for place in ranks[-1]])
        own_lits = [self._conjunction([lit]) for lit in ended.within_wilds]
        for own_lit, fewer_wilds in zip(own_lits, [0, *ended.within_wilds], strict=False):
            or_else = [-own_lit, fewer_wilds] if fewer_wilds else [-own_lit]
            self.weighed.append(WeighedStretch(or_else, [-own_lit], ranks, self.ring_layers))
        super()._weigh_ended(replace(ended, within_wilds=own_lits), length, weights, wild_pairs)

    def wilds_are_written(self, layers: Sequence[MeldLayer]) -> None:
        """Say of each wild beside a natural where its two naturals lie. Raises TimedOut."""
        formula = self.formula
        if len(layers) < 2 or len(formula.switches_on) < self.own_wilds:
            return
        first, second = layers[:2]
        ways: dict[Place, list[int]] = {place: [] for place in second.wild_at if place in first.natural_at}
        one_way = [self._wilds_one_way(first, second, ways, neighbours) for neighbours in self.neighbours]
        idle = [-formula.switches_on[-1]] if self.own_wilds > 1 else []
        for place, lits in ways.items():
            formula.clauses.append([-second.wild_at[place], -first.natural_at[place], *lits, *idle])
        for stretch in self.weighed:
            check_deadline(self.deadline)
            for number, layer in enumerate(stretch.layers):
                if layer is first:
                    run = [places[number] for places in stretch.ranks]
                    formula.clauses += self._breaks(stretch, run, second, one_way[0])
                    formula.clauses += self._breaks(stretch, run[::-1], second, one_way[1])

    def _wilds_one_way(
        self,
        first: MeldLayer,
        second: MeldLayer,
        ways: dict[Place, list[int]],
        neighbours: Sequence[Place],
    ) -> WildsOneWay:
        """Adds to `ways` all ways in which the two naturals may lie ahead."""
        joined_first = two_naturals_ahead(self.formula, first, neighbours)
        joined_second = two_naturals_ahead(self.formula, second, neighbours)
        one_way = WildsOneWay()
        for place, lits in ways.items():
            ahead = [joined_first[place], first.natural_at[place]]
            one_way.past_end[place] = self._conjunction(ahead)
            lits += [joined_second[place], one_way.past_end[place]]
            if self.own_wilds > 1:
                one_way.past_wild[place] = list(self._past_wilds(place, ahead, first, second, neighbours))
                lits += [lit for _, lit in one_way.past_wild[place]]
        return one_way

    def _past_wilds(
        self,
        place: Place,
        ahead: list[int],
        first: MeldLayer,
        second: MeldLayer,
        neighbours: Sequence[Place],
    ) -> Iterator[tuple[int, int]]:
        """How many steps farther on another wild of the second layer may lie, and that it does."""
        between: list[int] = []
        for steps in range(1, self.circle_length[place]):
            place = neighbours[place]
            if place not in second.covered_at:
                return
            if place in second.wild_at and place in first.natural_at:
                both = [second.wild_at[place], first.natural_at[place]]
                yield steps, self._conjunction([*ahead, *between, *both])
            between.append(second.covered_at[place])

    def _breaks(
        self, stretch: WeighedStretch, run: Sequence[Place], second: MeldLayer, one_way: WildsOneWay
    ) -> Iterator[list[int]]:
        """Where the second layer does not reach the run is one meld, which has such a wild.

        Likewise where the second layer has no natural at an end of it: there one meld has a natural.
        """
        covered, natural = (
            [[lit] if (lit := lits.get(place)) else [] for place in run]
            for lits in (second.covered_at, second.natural_at)
        )
        for step, place in enumerate(run):
            if place in one_way.past_end:
                past_end = one_way.past_end[place]
                without = stretch.or_else if step else stretch.or_nothing  # it would begin with the wild
                yield from ([*without, -past_end, *lits] for lits in covered[step + 1 :])
            if self.own_wilds == 2:  # else these two need not be the only ones there
                for steps, past_wild in one_way.past_wild.get(place, ()):
                    if step + steps < len(run):
                        one_meld = [natural[0], natural[-1], *covered[1:-1]]
                        yield from ([*stretch.or_else, -past_wild, *lits] for lits in one_meld)
