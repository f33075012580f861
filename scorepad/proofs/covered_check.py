"""Checks the case that cards lie all round a circle of two suits: wilds where it has no naturals.

Only one meld lies at each place of a wild. What is left of the hand are layers beside one that lies all
round; no more melds cover a stretch than those layers do, and one for the layer all round. That one more
does not count past a seam, where no meld goes on:

- A meld that goes round the whole circle begins and ends at a seam, which it covers twice.
- Where no meld does, take those that are part of no other; two or more. Where one of them ends, take of the
  melds that go on there the one that begins first: from its beginning to that end is a seam. No meld covers
  it and the places beside it, or it would begin before the first; and both melds cover the seam. The seams
  begin in the same order as they end.

So a hand is worth no more than what lies between two seams, or a meld to its own seam, and what is left
beside the layer all round, where that covers the seams once more. No meld begins or ends with a wild: without
it the meld is worth as much.

Where that is too much for two seams, what lies between them counts as two melds with cards of their own. A
stretch that goes on past an end of a seam is not covered by the meld that begins or ends there, which has a
card at each place of the seam: so no more melds cover it than those of the two that do, and the layers of the
other cards. None covers a seam and the places beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import combinations, product

from pysat.solvers import Glucose4

from scorepad.core.cards import Card
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.proofs.certificates import CoreProof, NotChecked
from scorepad.proofs.core_check import CoreLedger
from scorepad.proofs.plain_circles import CoveredWhole, PlainCircle
from scorepad.proofs.plain_layers import PlainLayers
from scorepad.proofs.plain_places import second_steps

Steps = tuple[int, int]  # along a circle, the first and the last; of an empty seam the last comes before


@dataclass(frozen=True, slots=True)
class _Between:
    """What lies between seams, and what that is worth beside itself; the seams count once less.

    `seam_points` are what the melds earn by themselves within the seams, once.
    """

    points: int
    seams: tuple[Steps, ...]
    seam_points: int = 0


def check_covered(rules: Rules, hand: Counter[Card], circle: PlainCircle, points: int) -> None:
    """Whether nothing is worth more than the points in this case. Raises NotChecked."""
    kinds = [card for _, card, _ in circle.places]
    rest = Counter({card: count for card, count in hand.items() if card in melding_of(rules).naturals})
    rest -= Counter(kinds)
    layers = PlainLayers(rules, rest, case=CoveredWhole(circle))
    betweens = sorted(
        _CoveredCircle(rules, circle, rest).betweens(), key=lambda one: one.points, reverse=True
    )
    with Glucose4(bootstrap_with=layers.clauses) as solver:
        ledger = CoreLedger(solver, layers, CoreProof((), ()))
        ledger.lower(ledger.account, (), points - betweens[0].points)
        for between in betweens:
            enough = points - between.points
            if ledger.account.total <= enough:
                return  # and the others are worth no more
            account = deepcopy(ledger.account)
            ledger.lower(account, list(_held(layers, circle, between.seams)), enough)
            if account.total > enough:
                _check_parted(rules, rest, circle, between, enough)


def _check_parted(
    rules: Rules, rest: Counter[Card], circle: PlainCircle, between: _Between, enough: int
) -> None:
    """Whether what is left beside the two melds between two seams comes to no more than enough."""
    length = len(circle.places)
    if len(between.seams) != 2 or max(_times_covered(between.seams, length).values(), default=0) > 1:
        raise NotChecked("cards all round leave too much beside a meld to its own seam")
    one, other = between.seams
    melds = tuple(
        tuple(circle.places[step % length] for step in range(first, last + 1))
        for first, last in ((one[0], other[1]), (other[0], one[1] + length))
    )
    if max(map(len, melds)) >= length:
        raise NotChecked("a meld goes round the whole circle")
    left = rest - Counter(circle.places[step][1] for step in _times_covered(between.seams, length))
    layers = PlainLayers(rules, left, case=CoveredWhole(circle, melds))
    with Glucose4(bootstrap_with=layers.clauses) as solver:
        ledger = CoreLedger(solver, layers, CoreProof((), ()))
        ledger.lower(ledger.account, (), enough - between.seam_points)
    above = ledger.account.total - (enough - between.seam_points)
    if above > 0:
        raise NotChecked(f"cards all round leave {above} points above the bound")


def _held(layers: PlainLayers, circle: PlainCircle, seams: Sequence[Steps]) -> Iterator[int]:
    """That what is left covers the seams; a card that no stretch could use there lies nowhere else."""
    for step, copies in _times_covered(seams, len(circle.places)).items():
        place = circle.places[step]
        if (*place, copies) in layers.natural_at:
            yield layers.natural_at[*place, copies]
        elif copies == layers.natural_counts[place[1]]:
            yield from (
                -literal
                for (_, card, _, layer), literal in layers.natural_at.items()
                if card == place[1] and layer <= layers.own_layers
            )


def _times_covered(seams: Sequence[Steps], length: int) -> Counter[int]:
    return Counter(step % length for first, last in seams for step in range(first, last + 1))


class _CoveredCircle:
    """What a circle is worth that is covered once, but for its seams."""

    def __init__(self, rules: Rules, circle: PlainCircle, rest: Counter[Card]) -> None:
        self.rules, self.rest = rules, rest
        self.cards = [card for _, card, _ in circle.places]
        self.natural = [place not in circle.missing for place in circle.places]
        self.length, self.half = len(circle.places), len(circle.places) // 2
        self.interlock_steps = second_steps(
            [rules.interlock_value(net) for net in range(2 * self.length + 1)]
        )
        self._points_within: dict[Steps, int] = {}

    def betweens(self) -> Iterator[_Between]:
        """A meld from a seam round to its end, or two from each of two seams to the end of the other."""
        seams = list(self._seams())
        for first, last in seams:
            size = self.length + last - first + 1
            laps, overlap = divmod(size, self.half)  # I6; any wilds in the overlap could only count less
            alone = self._meld_points((first, last + self.length))
            yield _Between(alone + laps * self.rules.interlock_value(overlap), ((first, last),))
        for one, other in combinations(seams, 2):
            in_order = one[0] < other[0] and one[1] < other[1] < one[1] + self.length
            if in_order and self._can_cover((one, other)):
                seam_points = self._meld_points(one) + self._meld_points(other)
                yield _Between(self._points_of_two(one, other), (one, other), seam_points)

    def _seams(self) -> Iterator[Steps]:
        """Stretches that the cards left could cover once more, from a natural to a natural."""
        for first in range(self.length):
            for last in range(first - 1, first + self.length - 1):
                if not self._can_cover(((first, last),)):
                    break
                if self.natural[first] and self.natural[last % self.length]:
                    yield first, last

    def _can_cover(self, seams: Sequence[Steps]) -> bool:
        times = _times_covered(seams, self.length)
        return all(self.rest[self.cards[step]] >= copies for step, copies in times.items())

    def _points_of_two(self, one: Steps, other: Steps) -> int:
        melds = (one[0], other[1]), (other[0], one[1] + self.length)
        alone = sum(map(self._meld_points, melds)) - self._meld_points(one) - self._meld_points(other)
        # A stretch of ranks is seen from both of its places.
        return alone + sum(self._points_side_by_side(*pair) for pair in product(melds, melds)) // 2

    def _meld_points(self, steps: Steps) -> int:
        first, last = steps
        naturals = sum(self.natural[step % self.length] for step in range(first, last + 1))
        return self.rules.values.schedule.value(naturals)

    def _points_side_by_side(self, meld: Steps, other: Steps) -> int:
        """What all stretches of ranks add that both cover, half a circle apart."""
        points = 0
        for halves in range(-7, 8, 2):  # neither is longer than two laps
            first = max(meld[0], other[0] + halves * self.half)
            last = min(meld[1], other[1] + halves * self.half)
            points += self._within((first % self.half, last - first + 1))
        return points

    def _within(self, ranks: Steps) -> int:
        """What all stretches within so many ranks from one on add."""
        if ranks[1] <= 1:
            return 0  # one rank alone is worth nothing
        if ranks not in self._points_within:
            first, size = ranks
            beyond = (first + 1) % self.half
            self._points_within[ranks] = (
                self._whole(first, size)
                + self._within((first, size - 1))
                + self._within((beyond, size - 1))
                - self._within((beyond, size - 2))
            )
        return self._points_within[ranks]

    def _whole(self, first: int, size: int) -> int:
        """What a stretch of ranks adds to those within it: from two naturals to two, not beside two wilds."""
        wilds = [self._wilds_at(first + step) for step in range(size)]
        if wilds[0] or wilds[-1] or 2 in (wilds[1], wilds[-2]):
            return 0
        return self.interlock_steps[max(0, size - sum(wilds))]

    def _wilds_at(self, rank: int) -> int:
        places = rank % self.length, (rank + self.half) % self.length
        return sum(not self.natural[place] for place in places)
