"""Checks the case that all wilds lie in a circle of two suits that they could close, and it has a gap.

Then they are like naturals of which it is known where they lie. What the circle's first layer earns beside
itself is counted for each rank of the gap by itself: with one gap named, what does not cross its rank counts
where it is covered, and what is counted for the other ranks is had in full. All ranks begin with as much, so
that a gap anywhere costs what it does there.
"""

from __future__ import annotations

from collections import Counter

from pysat.solvers import Glucose4

from scorepad.core.cards import Card
from scorepad.core.rules import Rules
from scorepad.proofs.certificates import GapProof, ProofFault, Stretch, StretchByGap
from scorepad.proofs.core_check import Account, CoreLedger
from scorepad.proofs.plain_circles import PlainCircle, WithGap
from scorepad.proofs.plain_layers import PlainLayers


def check_with_gap(
    rules: Rules, hand: Counter[Card], circle: PlainCircle, points: int, proof: GapProof
) -> None:
    """Whether nothing is worth more than the points and those of single cards, in this case.

    Raises ProofFault where the proof does not hold, NotChecked.
    """
    if proof.place not in circle.places:
        raise ProofFault("a gap in another circle")
    layers = PlainLayers(rules, hand, case=WithGap(circle))
    with Glucose4(bootstrap_with=layers.clauses) as solver:
        _GapLedger(solver, layers, circle, proof).settle_bound(points)


class _GapLedger(CoreLedger):
    def __init__(self, solver: Glucose4, layers: PlainLayers, circle: PlainCircle, proof: GapProof) -> None:
        super().__init__(solver, layers, proof.cores)
        self.circle = circle
        self.literals_of_gap: dict[tuple[str, Stretch | None], int] = {}
        self._count_by_gap()
        self.own_literals |= {named.literal: self._literal_named(named) for named in proof.by_gap}

    def _cover_cases(self, wilds_on: tuple[int, ...], rank: int, account: Account, bound: int) -> None:
        # What the steps leave is looked for with no help: the search weighs some stretches together.
        self.lower(account, wilds_on, bound)
        super()._cover_cases(wilds_on, rank, account, bound)

    def _literal_named(self, named: StretchByGap) -> int:
        return self.literals_of_gap.get((named.rank, named.stretch), 0)

    def _count_by_gap(self) -> None:
        self._drop_what_cannot_be()
        account, beside_itself = self.account, self._beside_itself()
        for variable, _ in beside_itself.values():
            account.total -= account.weight_left.pop(variable)
        gaps = self._name_gaps()
        earned_past = {rank: self._count_past(rank, gap, beside_itself) for rank, gap in gaps.items()}
        most_earned = max(earned_past.values())
        for rank, earned in earned_past.items():
            literal = self.literals_of_gap[rank, None] = self._unless(gaps[rank])
            account.weight_left[literal] = most_earned - earned
        # Of each rank but that of the gap as much is had; that is no more than an even start.
        account.total += most_earned

    def _beside_itself(self) -> dict[Stretch, tuple[int, int]]:
        """What the circle's first layer earns with both of its places at each rank."""
        first_layer = {(*place, 1) for place in self.circle.places}
        return {
            stretch: earned
            for stretch, earned in self.layers.earned_by.items()
            if len(stretch.begins) == 2
            and stretch.begins <= first_layer
            and earned[0] in self.account.weight_left
        }

    def _name_gaps(self) -> dict[str, int]:
        """By rank: a variable that is true only where a natural is missing there; one of them is true."""
        naturals_by_rank: dict[str, list[int]] = {}
        for place in self.layers.naturals_of(self.circle):
            naturals_by_rank.setdefault(place[1].rank, []).append(self.layers.natural_at[*place, 1])
        gaps = {rank: self.layers.new_variable() for rank in naturals_by_rank}
        for rank, naturals in naturals_by_rank.items():
            self.solver.add_clause([-gaps[rank], *(-natural for natural in naturals)])
        self.solver.add_clause(list(gaps.values()))
        return gaps

    def _count_past(self, rank: str, gap: int, beside_itself: dict[Stretch, tuple[int, int]]) -> int:
        """Count what does not cross the rank, where the gap is elsewhere or it is covered; the sum."""
        total = 0
        for stretch, (variable, value) in beside_itself.items():
            if rank not in self._ranks_of(stretch):
                literal = self.literals_of_gap[rank, stretch] = self._unless(gap, variable)
                self.account.weight_left[literal] = value
                total += value
        return total

    def _ranks_of(self, stretch: Stretch) -> set[str]:
        place = next(iter(stretch.begins))[:3]
        ranks = set()
        for _ in range(stretch.length):
            ranks.add(place[1].rank)
            place = self.layers.next_place(place)
        return ranks

    def _unless(self, gap: int, *wanted: int) -> int:
        """A literal that may be true where the gap is not there, or with what is wanted."""
        literal = self.layers.new_variable()
        self.solver.add_clause([-literal, -gap, *wanted])
        return literal
