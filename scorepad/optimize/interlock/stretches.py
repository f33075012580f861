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
class _OpenStretch:
    """All ranks so far are covered, with at most `low`, `low` + 1, … `high` wilds: a literal for each.

    `must` has the own wilds without which that cannot be.
    """

    within_wilds: list[int]
    fewest_wilds: int = 0
    most_wilds: int = 0
    needed_wilds: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _RankLiterals:
    """What lies at one rank in each layer: naturals, wilds where there could be naturals too, and others."""

    natural: list[int] = field(default_factory=list)
    covered: list[int] = field(default_factory=list)
    wild_or_natural: list[int] = field(default_factory=list)
    only_wild: list[int] = field(default_factory=list)

    def wild_pairs(self) -> list[list[int]]:
        """The pairs of literals that put two wilds here."""
        return [list(pair) for pair in combinations([*self.only_wild, *self.wild_or_natural], 2)]


class StretchEncoder:
    """Adds the stretches that begin at some places to a formula.

    `needs` has, by literal that weighs, the own wilds that it cannot do without.
    """

    def __init__(self, problem: InterlockProblem, formula: Formula, deadline: float) -> None:
        self.formula = formula
        self.deadline = deadline
        self.next_place = problem.places.next_place
        self.circle_length = problem.places.circle_length
        self.wild_count = len(problem.wilds) + sum(run.natural.count(False) for run in problem.table_runs)
        self.needed_wilds: dict[int, list[int]] = {}

    def weigh_stretches(
        self, ring: Ring, layers: Sequence[MeldLayer], bent: PointsByLength, factor: int
    ) -> None:
        """All stretches from the places of `ring` on; one of net length n weighs `factor` × `bent[n]`.

        Raises TimedOut when there is no time or no room for them.
        """
        check_deadline(self.deadline)
        if len(self.formula.clauses) > MOST_CLAUSES:
            raise TimedOut
        naturals = [layer.natural_at[place] for layer, place in zip(layers, ring, strict=True)]
        first = naturals[0] if len(ring) == 1 else self._conjunction(naturals)
        most = min(self.circle_length[ring[0]], len(bent))
        if self.wild_count:
            self._weigh_with_wilds(ring, layers, first, [factor * weight for weight in bent[:most]])
        else:
            self._weigh_naturals(ring, layers, first, [factor * weight for weight in bent[:most]])

    def _weigh_naturals(
        self, ring: Ring, layers: Sequence[MeldLayer], lit: int, weights: Sequence[int]
    ) -> None:
        after, formula = self.next_place, self.formula
        places: Sequence[Place] = ring
        if weights[1] and len(ring) > 1:
            formula.weights[lit] = weights[1]
        for weight in weights[2:]:
            places = [after[place] for place in places]
            there = [layer.natural_at.get(place, 0) for layer, place in zip(layers, places, strict=True)]
            if not all(there):
                return
            lit = self._conjunction([lit, *there])
            if weight:
                formula.weights[lit] = weight

    def _weigh_with_wilds(
        self, ring: Ring, layers: Sequence[MeldLayer], first: int, weights: Sequence[int]
    ) -> None:
        chain = _OpenStretch([first])
        two_wilds: list[list[int]] = []
        places: Sequence[Place] = ring
        for length in range(2, len(weights)):
            places = [self.next_place[place] for place in places]
            here = _rank_literals(layers, places)
            if here is None:
                return
            if not here.only_wild:
                gains = [
                    weights[max(0, length - count)]
                    for count in range(chain.fewest_wilds, chain.most_wilds + 1)
                ]
                ends = self._end_stretch(chain, here, gains, two_wilds)
            if not here.only_wild and not here.wild_or_natural:
                chain, two_wilds = ends, []
                continue
            if len(here.only_wild) > 1 and length == 2:
                return
            further = self._cross_rank(chain, here)
            if further is None:
                return
            chain, two_wilds = further, here.wild_pairs()
            if length == 2:
                self.formula.clauses += [
                    [-lit, *_negated(pair)] for lit in chain.within_wilds for pair in two_wilds
                ]

    def _end_stretch(
        self, chain: _OpenStretch, here: _RankLiterals, gains: Sequence[int], two_wilds: Sequence[list[int]]
    ) -> _OpenStretch:
        """The stretches that end here, at naturals: each number of wilds with what it adds to one more."""
        ends = _OpenStretch(
            [self._conjunction([lit, *here.natural]) for lit in chain.within_wilds],
            chain.fewest_wilds,
            chain.most_wilds,
            chain.needed_wilds,
        )
        for place, lit in enumerate(ends.within_wilds):
            gain = gains[place] - (gains[place + 1] if place + 1 < len(gains) else 0)
            if not gain or [TRUE_LITERAL, TRUE_LITERAL] in two_wilds:
                continue
            if two_wilds:
                whole, lit = lit, self.formula.new_variable()
                self.formula.clauses += [[-lit, whole], *([-lit, *_negated(pair)] for pair in two_wilds)]
            self.formula.weights[lit] = gain
            if chain.needed_wilds:
                self.needed_wilds[lit] = chain.needed_wilds
        return ends

    def _cross_rank(self, chain: _OpenStretch, here: _RankLiterals) -> _OpenStretch | None:
        """The stretches that go on past a rank where wilds may lie; None where that takes too many."""
        used = len(here.only_wild)
        further = _OpenStretch(
            [],
            chain.fewest_wilds + used,
            min(self.wild_count, chain.most_wilds + used + len(here.wild_or_natural)),
            [*chain.needed_wilds, *(lit for lit in here.only_wild if lit != TRUE_LITERAL)],
        )
        for count in range(further.fewest_wilds, further.most_wilds + 1):
            lit = self.formula.new_variable()
            further.within_wilds.append(lit)
            self.formula.clauses += [[-lit, one] for one in here.covered if one != TRUE_LITERAL]
            self.formula.clauses += self._wild_limit_clauses(chain, here, lit, count - used)
        return further if further.within_wilds else None

    def _wild_limit_clauses(
        self, chain: _OpenStretch, here: _RankLiterals, lit: int, left: int
    ) -> Iterator[list[int]]:
        """With so many wilds left for the ranks before and for those that could be naturals here."""
        before = min(left, chain.most_wilds)
        yield [-lit, chain.within_wilds[before - chain.fewest_wilds]]
        for number in range(1, len(here.wild_or_natural) + 1):
            if left - number >= chain.most_wilds:
                continue
            fewer = (
                [chain.within_wilds[left - number - chain.fewest_wilds]]
                if left - number >= chain.fewest_wilds
                else []
            )
            for some in combinations(here.wild_or_natural, number):
                yield [-lit, *_negated(some), *fewer]

    def _conjunction(self, lits: Sequence[int]) -> int:
        formula = self.formula
        lit = formula.new_variable()
        formula.clauses += [[-lit, one] for one in lits if one != TRUE_LITERAL]
        return lit


def _negated(lits: Sequence[int]) -> list[int]:
    return [-lit for lit in lits]


def _rank_literals(layers: Sequence[MeldLayer], places: Sequence[Place]) -> _RankLiterals | None:
    """What lies at the places of the layers; None where one of them cannot lie there."""
    here = _RankLiterals()
    for layer, place in zip(layers, places, strict=True):
        natural, wild = layer.natural_at.get(place), layer.wild_at.get(place)
        if natural is not None:
            here.natural.append(natural)
        if wild is not None:
            (here.only_wild if natural is None else here.wild_or_natural).append(wild)
        covered = layer.covered_at.get(place)
        if covered is None:
            return None
        here.covered.append(covered)
    return here
