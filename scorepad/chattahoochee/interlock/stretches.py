"""Literals of stretches that layers cover, and the weights of these stretches.

A stretch counts between two ranks at which all layers have naturals. Wilds between them shorten it (I3): for
each number of wilds, a literal says that the stretch is covered with no more than these, and weighs what it
adds to having one more. Two wilds at one rank take one rank off the length, so a stretch gains nothing by
crossing that rank from the one beside it.

If naturals alone cover a stretch, it weighs its full points. With wilds it is worth less, and weighs that for
the first of its wilds, by rank, then by number within a rank; so nothing is counted twice. The points of
naturals are thus a formula of their own, small and soon solved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from scorepad.chattahoochee.interlock.interlock_problem import (
    InterlockProblem,
    MeldLayer,
    Place,
    PlaceLiterals,
    PointsByLength,
    Ring,
)
from scorepad.chattahoochee.interlock.maxsat import FirstSwitch, Formula
from scorepad.optimize.answer import TimedOut, check_deadline

TRUE_LITERAL = 1  # the variable that is always true
MOST_CLAUSES = 1_000_000  # some 300 MB of memory


@dataclass(slots=True)
class OpenStretch:
    """A stretch whose ranks so far are all covered: a literal for at most `fewest_wilds`, … `most_wilds`
    wilds.

    `needed_wilds`: the own wilds that it must have; `either_wilds`: those that a natural could replace, by
    rank.
    """

    within_wilds: list[int]
    fewest_wilds: int = 0
    most_wilds: int = 0
    needed_wilds: list[int] = field(default_factory=list)
    either_wilds: list[int] = field(default_factory=list)


@dataclass(slots=True)
class RankLiterals:
    """The literals of one rank in all layers: naturals, wilds that could be naturals, and other wilds."""

    natural: list[int] = field(default_factory=list)
    covered: list[int] = field(default_factory=list)
    wild_or_natural: list[int] = field(default_factory=list)
    only_wild: list[int] = field(default_factory=list)

    def wild_pairs(self) -> list[list[int]]:
        """Return the pairs of literals of two wilds at this rank."""
        return [list(two_wilds) for two_wilds in combinations([*self.only_wild, *self.wild_or_natural], 2)]


class StretchEncoder:
    """Adds the weights of stretches to a formula: first those of naturals alone, then those with wilds.

    `needed_wilds`: by weighed literal, the own wilds of which it needs one.
    """

    def __init__(self, problem: InterlockProblem, formula: Formula, deadline: float) -> None:
        self.formula = formula
        self.deadline = deadline
        self.next_place = problem.places.next_place
        self.track_length = problem.places.track_length
        table_wilds = sum(run.natural.count(False) for run in problem.table_runs)
        self.most_wilds = len(problem.wilds) + table_wilds
        # Own wilds come in by `go_on_with_wilds`. Without any, partners’ wilds count from the start.
        self.wild_count = 0 if problem.wilds else self.most_wilds
        self.naturals_weighed = False
        self.needed_wilds: dict[int, list[int]] = {}

    def go_on_with_wilds(self) -> None:
        """Go on to weigh stretches with wilds in them."""
        self.wild_count, self.naturals_weighed = self.most_wilds, True

    def layers_are_named(self, layers: Sequence[MeldLayer]) -> None:
        """Take note that the naturals of these layers have their literals. Subclasses add clauses."""

    def wilds_are_named(self, layers: Sequence[MeldLayer], idle_at: PlaceLiterals) -> None:
        """Take note that the wilds of these layers have their literals. Subclasses add clauses.

        `idle_at`: by place, literals of wilds beyond the ends of layers.
        """

    def begin_at(self, ring: Ring, layers: Sequence[MeldLayer]) -> None:
        """Take note of the places at which the following stretches begin."""

    def name_stretch(self, lit: int, length: int, most_wilds: int) -> None:
        """Take note of the literal of a stretch of `length` ranks with at most `most_wilds` wilds."""

    def weigh_layer(self, layer: MeldLayer, second_steps: PointsByLength) -> None:
        """Weigh all stretches of one layer; one of net length n weighs `second_steps[n]`.

        Raises TimedOut if time or room runs out.
        """
        for place in layer.natural_at:
            if self.next_place[place] in layer.covered_at:
                self._check_room()
                self.begin_at((place,), (layer,))
                if self.wild_count:
                    max_length = min(self.track_length[place], len(second_steps))
                    self._weigh_with_wilds(
                        (place,), (layer,), layer.natural_at[place], second_steps[:max_length]
                    )
                else:
                    self._weigh_naturals_alone(place, layer.natural_at, second_steps)

    def weigh_rings(
        self, ring: Ring, layers: Sequence[MeldLayer], second_steps: PointsByLength, factor: int
    ) -> None:
        """Weigh all stretches from a ring's places on; one of net length n weighs `factor` ×
        `second_steps[n]`.

        Raises TimedOut if time or room runs out.
        """
        self._check_room()
        self.begin_at(ring, layers)
        first_literals = [layer.natural_at[place] for layer, place in zip(layers, ring, strict=True)]
        # One rank has no place for wilds between its ends, so it is weighed once, with the naturals.
        if second_steps[1] and not self.naturals_weighed:
            self._weigh_one_rank(ring, layers, first_literals, factor * second_steps[1])
        # No stretch is as long as its track: one that closes has no ends to count from.
        max_length = min(self.track_length[ring[0]], len(second_steps))
        if self.wild_count:
            weights = [factor * weight for weight in second_steps[:max_length]]
            self._weigh_with_wilds(ring, layers, self._conjunction(first_literals), weights)
            return
        next_place, covered, places = self.next_place, first_literals, ring
        for length in range(2, max_length):
            places = tuple([next_place[place] for place in places])
            for layer, place in zip(layers, places, strict=True):
                if place not in layer.natural_at:
                    return
                covered.append(layer.natural_at[place])
            stretch_lit = self._conjunction(covered)
            covered = [stretch_lit]
            # One direction is enough: a literal that weighs is false only where it must be.
            if second_steps[length]:
                self.formula.weights[stretch_lit] = factor * second_steps[length]
                self.name_stretch(stretch_lit, length, 0)

    def _weigh_one_rank(
        self, ring: Ring, layers: Sequence[MeldLayer], naturals: Sequence[int], weight: int
    ) -> None:
        """Weigh a stretch of one rank, whose cards must each be in a meld of two or more."""
        joined = [layer.joined_at.get(place, TRUE_LITERAL) for layer, place in zip(layers, ring, strict=True)]
        lit = self._conjunction([*naturals, *joined])
        self.formula.weights[lit] = weight
        self.name_stretch(lit, 1, 0)

    def _check_room(self) -> None:
        check_deadline(self.deadline)
        if len(self.formula.clauses) > MOST_CLAUSES:
            raise TimedOut

    def _weigh_naturals_alone(
        self, place: Place, natural_at: PlaceLiterals, second_steps: PointsByLength
    ) -> None:
        formula, next_place = self.formula, self.next_place
        covered = natural_at[place]
        for length in range(2, min(self.track_length[place], len(second_steps))):
            place = next_place[place]
            if place not in natural_at:
                return
            lit = formula.top_variable = formula.top_variable + 1
            formula.clauses.append([-lit, covered])
            formula.clauses.append([-lit, natural_at[place]])
            covered = lit
            if second_steps[length]:
                formula.weights[lit] = second_steps[length]
                self.name_stretch(lit, length, 0)

    def _weigh_with_wilds(
        self, ring: Ring, layers: Sequence[MeldLayer], first_lit: int, weights: Sequence[int]
    ) -> None:
        stretch = OpenStretch([first_lit])
        wild_pairs: list[list[int]] = []
        for length, rank_here in enumerate(self._ranks_to_cross(ring, layers, len(weights)), start=2):
            if not rank_here.only_wild:
                gains = [
                    weights[max(0, length - count)]
                    for count in range(stretch.fewest_wilds, stretch.most_wilds + 1)
                ]
                ended = self._end_stretch(stretch, rank_here, length, gains, wild_pairs)
            if not rank_here.only_wild and not rank_here.wild_or_natural:
                stretch, wild_pairs = ended, []
                continue
            # Two wilds right after the first rank take off as much as the stretch adds: nothing is gained.
            if len(rank_here.only_wild) > 1 and length == 2:
                return
            longer = self._cross_rank(stretch, rank_here)
            if longer is None:
                return
            stretch, wild_pairs = longer, rank_here.wild_pairs()
            if length == 2:
                self.formula.clauses += [
                    [-lit, *_negated(pair)] for lit in stretch.within_wilds for pair in wild_pairs
                ]

    def _ranks_to_cross(self, ring: Ring, layers: Sequence[MeldLayer], end_length: int) -> list[RankLiterals]:
        """Return the literals of the ranks after the first, up to the last one at which a stretch could
        end."""
        ranks: list[RankLiterals] = []
        wilds_needed, places = 0, ring
        for _ in range(2, end_length):
            places = tuple(self.next_place[place] for place in places)
            rank_here = _rank_literals(layers, places)
            if rank_here is None:
                break
            ranks.append(rank_here)
            wilds_needed += len(rank_here.only_wild)
            if wilds_needed > self.wild_count:
                break
        # A stretch ends at naturals: wilds at its end add nothing.
        while ranks and ranks[-1].only_wild:
            ranks.pop()
        return ranks

    def _end_stretch(
        self,
        stretch: OpenStretch,
        rank_here: RankLiterals,
        length: int,
        weights: Sequence[int],
        wild_pairs: Sequence[list[int]],
    ) -> OpenStretch:
        """Weigh the stretches that end at this rank, with naturals, and return them."""
        ended = OpenStretch(
            [self._conjunction([lit, *rank_here.natural]) for lit in stretch.within_wilds],
            stretch.fewest_wilds,
            stretch.most_wilds,
            stretch.needed_wilds,
            stretch.either_wilds,
        )
        # Two wilds of partners lie at one rank for certain, and to cross it gains nothing (I3).
        if [TRUE_LITERAL, TRUE_LITERAL] not in wild_pairs:
            self._weigh_ended(ended, length, weights, wild_pairs)
        return ended

    def _weigh_ended(
        self, ended: OpenStretch, length: int, weights: Sequence[int], wild_pairs: Sequence[list[int]]
    ) -> None:
        """Weigh a complete stretch. The weight of wilds that it could do without goes to the first of
        them."""
        with_wilds: list[tuple[int, int]] = []
        for wild_count, (weight, further_weight) in enumerate(zip(weights, [*weights[1:], 0], strict=True)):
            needs_none = not wild_count and not ended.needed_wilds
            added_weight = weight if needs_none else weight - further_weight
            # What no wild is needed for was weighed with the naturals, before wilds came in.
            if not added_weight or (needs_none and self.naturals_weighed and not ended.fewest_wilds):
                continue
            lit = self._unbroken(ended.within_wilds[wild_count], wild_pairs)
            self.name_stretch(lit, length, ended.fewest_wilds + wild_count)
            if ended.needed_wilds:
                self.needed_wilds[lit] = ended.needed_wilds
            if needs_none or ended.needed_wilds:
                self.formula.weights[lit] = added_weight
            else:
                with_wilds.append((lit, added_weight))
        for number, wild in enumerate(ended.either_wilds if with_wilds else ()):
            self.formula.first_switches.setdefault(wild, []).append(
                FirstSwitch(with_wilds, ended.either_wilds[:number])
            )

    def _unbroken(self, lit: int, wild_pairs: Sequence[list[int]]) -> int:
        """Return a literal that a stretch holds and no rank in it has two wilds. Past two wilds at a rank,
        the shorter stretch is worth as much (I3)."""
        if not wild_pairs:
            return lit
        unbroken = self.formula.new_variable()
        self.formula.clauses += [[-unbroken, lit], *([-unbroken, *_negated(pair)] for pair in wild_pairs)]
        return unbroken

    def _cross_rank(self, stretch: OpenStretch, rank_here: RankLiterals) -> OpenStretch | None:
        """Extend stretches across a rank that may have wilds; None if that needs too many wilds."""
        wilds_here = len(rank_here.only_wild)
        longer = OpenStretch(
            [],
            stretch.fewest_wilds + wilds_here,
            min(self.wild_count, stretch.most_wilds + wilds_here + len(rank_here.wild_or_natural)),
            [*stretch.needed_wilds, *(lit for lit in rank_here.only_wild if lit != TRUE_LITERAL)],
            # By number: which wild is the first must not depend on the order of a ring’s layers.
            [*stretch.either_wilds, *sorted(rank_here.wild_or_natural)],
        )
        for max_wilds in range(longer.fewest_wilds, longer.most_wilds + 1):
            lit = self.formula.new_variable()
            longer.within_wilds.append(lit)
            self.formula.clauses += [
                [-lit, covered_lit] for covered_lit in rank_here.covered if covered_lit != TRUE_LITERAL
            ]
            self.formula.clauses += self._wild_limit_clauses(stretch, rank_here, lit, max_wilds - wilds_here)
        return longer if longer.within_wilds else None

    def _wild_limit_clauses(
        self, stretch: OpenStretch, rank_here: RankLiterals, lit: int, wilds_left: int
    ) -> Iterator[list[int]]:
        """List the clauses that limit the wilds of a longer stretch to those left for its earlier ranks and
        for this one."""
        wilds_before = min(wilds_left, stretch.most_wilds)
        yield [-lit, stretch.within_wilds[wilds_before - stretch.fewest_wilds]]
        # Where so many of the cards here are wilds, the ranks before have that many fewer.
        for wilds_here in range(1, len(rank_here.wild_or_natural) + 1):
            if wilds_left - wilds_here >= stretch.most_wilds:
                continue
            within_fewer = (
                [stretch.within_wilds[wilds_left - wilds_here - stretch.fewest_wilds]]
                if wilds_left - wilds_here >= stretch.fewest_wilds
                else []
            )
            for wild_lits in combinations(rank_here.wild_or_natural, wilds_here):
                yield [-lit, *_negated(wild_lits), *within_fewer]

    def _conjunction(self, parts: Sequence[int]) -> int:
        formula = self.formula
        formula.top_variable += 1
        negated = -formula.top_variable
        formula.clauses += [[negated, part] for part in parts if part != TRUE_LITERAL]
        return formula.top_variable


def _negated(lits: Sequence[int]) -> list[int]:
    return [-lit for lit in lits]


def _rank_literals(layers: Sequence[MeldLayer], places: Sequence[Place]) -> RankLiterals | None:
    """Return the literals at these places of the layers; None if a layer can have no card there."""
    rank_here = RankLiterals()
    for layer, place in zip(layers, places, strict=True):
        natural, wild = layer.natural_at.get(place), layer.wild_at.get(place)
        if natural is not None:
            rank_here.natural.append(natural)
        if wild is not None:
            (rank_here.only_wild if natural is None else rank_here.wild_or_natural).append(wild)
        covered = layer.covered_at.get(place)
        if covered is None:
            return None
        rank_here.covered.append(covered)
    return rank_here
