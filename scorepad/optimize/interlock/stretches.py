"""Literals that layers cover a stretch of ranks side by side, and what each stretch weighs.

A stretch counts between two ranks where all layers have naturals. Wilds between them shorten it (I3): for
each number of wilds there is a literal that the stretch is covered with no more, and it weighs what it
adds to having one more. Where two layers have a wild at one rank, that rank takes one off what
the stretch would be without it; from the rank beside it nothing is gained by crossing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from scorepad.optimize.deadline import TimedOut, check_deadline
from scorepad.optimize.interlock.interlock_problem import InterlockProblem, MeldLayer, Place, Ring
from scorepad.optimize.interlock.maxsat import Formula
from scorepad.optimize.interlock.objective import PointsByLength

TRUE_LITERAL = 1  # the variable that is always true
MOST_CLAUSES = 1_000_000  # some 300 MB of memory


@dataclass(slots=True)
class OpenStretch:
    """All ranks so far are covered, with at most `low`, `low` + 1, … `high` wilds: a literal for each.

    `must` has the own wilds without which that cannot be.
    """

    within_wilds: list[int]
    fewest_wilds: int = 0
    most_wilds: int = 0
    needed_wilds: list[int] = field(default_factory=list)


@dataclass(slots=True)
class RankLiterals:
    """What lies at one rank in each layer: naturals, wilds where there could be naturals too, and others."""

    natural: list[int] = field(default_factory=list)
    covered: list[int] = field(default_factory=list)
    wild_or_natural: list[int] = field(default_factory=list)
    only_wild: list[int] = field(default_factory=list)

    def wild_pairs(self) -> list[list[int]]:
        """The pairs of literals that put two wilds here."""
        return [list(two_wilds) for two_wilds in combinations([*self.only_wild, *self.wild_or_natural], 2)]


class StretchEncoder:
    """Adds the stretches that begin at some places to a formula.

    `needed_wilds` has, by literal that weighs, the own wilds that it cannot do without.
    """

    def __init__(self, problem: InterlockProblem, formula: Formula, deadline: float) -> None:
        self.formula = formula
        self.deadline = deadline
        self.next_place = problem.places.next_place
        self.circle_length = problem.places.circle_length
        self.wild_count = len(problem.wilds) + sum(run.natural.count(False) for run in problem.table_runs)
        self.needed_wilds: dict[int, list[int]] = {}

    def weigh_stretches(
        self, ring: Ring, layers: Sequence[MeldLayer], second_steps: PointsByLength, factor: int
    ) -> None:
        """All stretches from the places of `ring` on; one of net length n weighs `factor` × its second step.

        Raises TimedOut when there is no time or no room for them.
        """
        check_deadline(self.deadline)
        if len(self.formula.clauses) > MOST_CLAUSES:
            raise TimedOut
        first_literals = [layer.natural_at[place] for layer, place in zip(layers, ring, strict=True)]
        first_lit = first_literals[0] if len(ring) == 1 else self._conjunction(first_literals)
        max_length = min(self.circle_length[ring[0]], len(second_steps))
        if self.wild_count:
            self._weigh_with_wilds(
                ring, layers, first_lit, [factor * weight for weight in second_steps[:max_length]]
            )
        else:
            self._weigh_naturals(
                ring, layers, first_lit, [factor * weight for weight in second_steps[:max_length]]
            )

    def _weigh_naturals(
        self, ring: Ring, layers: Sequence[MeldLayer], stretch_lit: int, weights: Sequence[int]
    ) -> None:
        next_place, formula = self.next_place, self.formula
        places: Sequence[Place] = ring
        if weights[1] and len(ring) > 1:
            joined_lits = [
                layer.joined_at.get(place, TRUE_LITERAL) for layer, place in zip(layers, ring, strict=True)
            ]
            formula.weights[self._conjunction([stretch_lit, *joined_lits])] = weights[1]
        for weight in weights[2:]:
            places = [next_place[place] for place in places]
            literals_here = [
                layer.natural_at.get(place, 0) for layer, place in zip(layers, places, strict=True)
            ]
            if not all(literals_here):
                return
            stretch_lit = self._conjunction([stretch_lit, *literals_here])
            # One direction is enough: a literal that weighs is false only where it must be.
            if weight:
                formula.weights[stretch_lit] = weight

    def _weigh_with_wilds(
        self, ring: Ring, layers: Sequence[MeldLayer], first_lit: int, weights: Sequence[int]
    ) -> None:
        stretch = OpenStretch([first_lit])
        wild_pairs: list[list[int]] = []
        places: Sequence[Place] = ring
        for length in range(2, len(weights)):
            places = [self.next_place[place] for place in places]
            rank_here = _rank_literals(layers, places)
            if rank_here is None:
                return
            if not rank_here.only_wild:
                gains = [
                    weights[max(0, length - count)]
                    for count in range(stretch.fewest_wilds, stretch.most_wilds + 1)
                ]
                ended = self._end_stretch(stretch, rank_here, gains, wild_pairs)
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

    def _end_stretch(
        self,
        stretch: OpenStretch,
        rank_here: RankLiterals,
        weights: Sequence[int],
        wild_pairs: Sequence[list[int]],
    ) -> OpenStretch:
        """The stretches that end here, at naturals: each number of wilds with what it adds to one more."""
        ended = OpenStretch(
            [self._conjunction([lit, *rank_here.natural]) for lit in stretch.within_wilds],
            stretch.fewest_wilds,
            stretch.most_wilds,
            stretch.needed_wilds,
        )
        for wild_count, lit in enumerate(ended.within_wilds):
            added_weight = weights[wild_count] - (
                weights[wild_count + 1] if wild_count + 1 < len(weights) else 0
            )
            if not added_weight or [TRUE_LITERAL, TRUE_LITERAL] in wild_pairs:
                continue
            # Past two wilds at one rank the shorter stretch is worth as much: no weight for crossing (I3).
            if wild_pairs:
                unbroken, lit = lit, self.formula.new_variable()
                self.formula.clauses += [[-lit, unbroken], *([-lit, *_negated(pair)] for pair in wild_pairs)]
            self.formula.weights[lit] = added_weight
            if stretch.needed_wilds:
                self.needed_wilds[lit] = stretch.needed_wilds
        return ended

    def _cross_rank(self, stretch: OpenStretch, rank_here: RankLiterals) -> OpenStretch | None:
        """The stretches that go on past a rank where wilds may lie; None where that takes too many."""
        wilds_here = len(rank_here.only_wild)
        longer = OpenStretch(
            [],
            stretch.fewest_wilds + wilds_here,
            min(self.wild_count, stretch.most_wilds + wilds_here + len(rank_here.wild_or_natural)),
            [*stretch.needed_wilds, *(lit for lit in rank_here.only_wild if lit != TRUE_LITERAL)],
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
        """With so many wilds left for the ranks before and for those that could be naturals here."""
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
        lit = formula.new_variable()
        formula.clauses += [[-lit, part] for part in parts if part != TRUE_LITERAL]
        return lit


def _negated(lits: Sequence[int]) -> list[int]:
    return [-lit for lit in lits]


def _rank_literals(layers: Sequence[MeldLayer], places: Sequence[Place]) -> RankLiterals | None:
    """What lies at the places of the layers; None where one of them cannot lie there."""
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
