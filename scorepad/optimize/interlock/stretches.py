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
from scorepad.optimize.interlock.objective import Values

TRUE = 1  # the variable that is always true
MOST_CLAUSES = 1_000_000  # some 300 MB of memory


@dataclass(slots=True)
class _Chain:
    """All ranks so far are covered, with at most `low`, `low` + 1, … `high` wilds: a literal for each.

    `must` has the own wilds without which that cannot be.
    """

    lits: list[int]
    low: int = 0
    high: int = 0
    must: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _Rank:
    """What lies at one rank in each layer: naturals, wilds where there could be naturals too, and others."""

    natural: list[int] = field(default_factory=list)
    covered: list[int] = field(default_factory=list)
    either: list[int] = field(default_factory=list)
    wild: list[int] = field(default_factory=list)

    def two_wilds(self) -> list[list[int]]:
        """The pairs of literals that put two wilds here."""
        return [list(pair) for pair in combinations([*self.wild, *self.either], 2)]


class Stretches:
    """Adds the stretches that begin at some places to a formula.

    `needs` has, by literal that weighs, the own wilds that it cannot do without.
    """

    def __init__(self, problem: InterlockProblem, formula: Formula, deadline: float) -> None:
        self.formula = formula
        self.deadline = deadline
        self.after = problem.places.after
        self.longest = problem.places.length
        self.wilds = len(problem.wilds) + sum(run.natural.count(False) for run in problem.table)
        self.needs: dict[int, list[int]] = {}

    def weigh(self, ring: Ring, layers: Sequence[MeldLayer], bent: Values, factor: int) -> None:
        """All stretches from the places of `ring` on; one of net length n weighs `factor` × `bent[n]`.

        Raises TimedOut when there is no time or no room for them.
        """
        check_deadline(self.deadline)
        if len(self.formula.clauses) > MOST_CLAUSES:
            raise TimedOut
        naturals = [layer.natural[place] for layer, place in zip(layers, ring, strict=True)]
        first = naturals[0] if len(ring) == 1 else self._all(naturals)
        most = min(self.longest[ring[0]], len(bent))
        if self.wilds:
            self._with_wilds(ring, layers, first, [factor * weight for weight in bent[:most]])
        else:
            self._of_naturals(ring, layers, first, [factor * weight for weight in bent[:most]])

    def _of_naturals(self, ring: Ring, layers: Sequence[MeldLayer], lit: int, weights: Sequence[int]) -> None:
        after, formula = self.after, self.formula
        places: Sequence[Place] = ring
        if weights[1] and len(ring) > 1:
            formula.weights[lit] = weights[1]
        for weight in weights[2:]:
            places = [after[place] for place in places]
            there = [layer.natural.get(place, 0) for layer, place in zip(layers, places, strict=True)]
            if not all(there):
                return
            lit = self._all([lit, *there])
            if weight:
                formula.weights[lit] = weight

    def _with_wilds(
        self, ring: Ring, layers: Sequence[MeldLayer], first: int, weights: Sequence[int]
    ) -> None:
        chain = _Chain([first])
        two_wilds: list[list[int]] = []
        places: Sequence[Place] = ring
        for length in range(2, len(weights)):
            places = [self.after[place] for place in places]
            here = _rank(layers, places)
            if here is None:
                return
            if not here.wild:
                gains = [weights[max(0, length - count)] for count in range(chain.low, chain.high + 1)]
                ends = self._end(chain, here, gains, two_wilds)
            if not here.wild and not here.either:
                chain, two_wilds = ends, []
                continue
            if len(here.wild) > 1 and length == 2:
                return
            further = self._cross(chain, here)
            if further is None:
                return
            chain, two_wilds = further, here.two_wilds()
            if length == 2:
                self.formula.clauses += [[-lit, *_not(pair)] for lit in chain.lits for pair in two_wilds]

    def _end(
        self, chain: _Chain, here: _Rank, gains: Sequence[int], two_wilds: Sequence[list[int]]
    ) -> _Chain:
        """The stretches that end here, at naturals: each number of wilds with what it adds to one more."""
        ends = _Chain(
            [self._all([lit, *here.natural]) for lit in chain.lits], chain.low, chain.high, chain.must
        )
        for place, lit in enumerate(ends.lits):
            gain = gains[place] - (gains[place + 1] if place + 1 < len(gains) else 0)
            if not gain or [TRUE, TRUE] in two_wilds:
                continue
            if two_wilds:
                whole, lit = lit, self.formula.new()
                self.formula.clauses += [[-lit, whole], *([-lit, *_not(pair)] for pair in two_wilds)]
            self.formula.weights[lit] = gain
            if chain.must:
                self.needs[lit] = chain.must
        return ends

    def _cross(self, chain: _Chain, here: _Rank) -> _Chain | None:
        """The stretches that go on past a rank where wilds may lie; None where that takes too many."""
        used = len(here.wild)
        further = _Chain(
            [],
            chain.low + used,
            min(self.wilds, chain.high + used + len(here.either)),
            [*chain.must, *(lit for lit in here.wild if lit != TRUE)],
        )
        for count in range(further.low, further.high + 1):
            lit = self.formula.new()
            further.lits.append(lit)
            self.formula.clauses += [[-lit, one] for one in here.covered if one != TRUE]
            self.formula.clauses += self._no_more(chain, here, lit, count - used)
        return further if further.lits else None

    def _no_more(self, chain: _Chain, here: _Rank, lit: int, left: int) -> Iterator[list[int]]:
        """With so many wilds left for the ranks before and for those that could be naturals here."""
        before = min(left, chain.high)
        yield [-lit, chain.lits[before - chain.low]]
        for number in range(1, len(here.either) + 1):
            if left - number >= chain.high:
                continue
            fewer = [chain.lits[left - number - chain.low]] if left - number >= chain.low else []
            for some in combinations(here.either, number):
                yield [-lit, *_not(some), *fewer]

    def _all(self, lits: Sequence[int]) -> int:
        formula = self.formula
        lit = formula.new()
        formula.clauses += [[-lit, one] for one in lits if one != TRUE]
        return lit


def _not(lits: Sequence[int]) -> list[int]:
    return [-lit for lit in lits]


def _rank(layers: Sequence[MeldLayer], places: Sequence[Place]) -> _Rank | None:
    """What lies at the places of the layers; None where one of them cannot lie there."""
    here = _Rank()
    for layer, place in zip(layers, places, strict=True):
        natural, wild = layer.natural.get(place), layer.wild.get(place)
        if natural is not None:
            here.natural.append(natural)
        if wild is not None:
            (here.wild if natural is None else here.either).append(wild)
        covered = layer.covered.get(place)
        if covered is None:
            return None
        here.covered.append(covered)
    return here
