"""Every meld that a hand and the fixed melds allow, as what it uses up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from itertools import product

from scorepad.core.cards import Card
from scorepad.optimize.context.extension_problem import (
    FIXED,
    ExtensionColumn,
    ExtensionProblem,
    FixedMeld,
    Piece,
    extension_column,
)
from scorepad.optimize.context.lanes import Lane, lanes

_LOOK = 256  # melds between two looks at the clock


class ListingCutOff(Exception):
    """More melds than can be listed in the time that is left; `listed` are those listed so far."""

    def __init__(self, listed: list[ExtensionColumn]) -> None:
        super().__init__()
        self.listed = listed


def candidate_columns(problem: ExtensionProblem, timed_out: Callable[[], bool]) -> list[ExtensionColumn]:
    """Every meld once for each use of cards, the one of most points. Raises ListingCutOff."""
    best: dict[object, ExtensionColumn] = {}
    for lane in lanes(problem):
        for number, laid in enumerate(_melds(problem, lane)):
            if number % _LOOK == _LOOK - 1 and timed_out():
                raise ListingCutOff(_with_spares(problem, best.values()))
            column = extension_column(problem, lane.leap, laid)
            key = frozenset(column.uses)
            if key not in best or best[key].points < column.points:
                best[key] = column
    return _with_spares(problem, best.values())


def _with_spares(problem: ExtensionProblem, columns: Collection[ExtensionColumn]) -> list[ExtensionColumn]:
    """The columns, and each with all the spare wilds of a reach that it can take, which one column does."""
    takers = [
        replace(column, uses=(*column.uses, (("spares", number), 1)), saved=column.saved + spare_wilds.cost)
        for number, spare_wilds in enumerate(problem.spare_wilds)
        for column in columns
        if spare_wilds.go_with(column.kinds)
    ]
    return [*columns, *takers]


def _melds(problem: ExtensionProblem, lane: Lane) -> Iterator[tuple[Piece, ...]]:
    walker = _Walker(problem, lane)
    starts = range(len(lane.places)) if lane.first is None else range(lane.first + 1)
    for start in starts:
        for laid in walker.from_place(start):
            yield from walker.with_ends(start, laid)


class _Walker:
    """Melds grown along a lane card by card, from a natural or a fixed meld to another.

    Wilds at the ends of a meld are worth nothing: they make it long enough, or leave a hand where they cost.
    """

    def __init__(self, problem: ExtensionProblem, lane: Lane) -> None:
        self.problem, self.lane, self.rules = problem, lane, problem.rules
        self.left = [len(card_class.cards) for card_class in problem.card_classes]
        self.naturals: dict[Card, list[int]] = {}
        for number, card_class in enumerate(problem.card_classes):
            if card_class.kind:
                self.naturals.setdefault(card_class.kind, []).append(number)
        self.wilds = [number for number, card_class in enumerate(problem.card_classes) if card_class.reach]
        self.costly = [number for number in self.wilds if problem.card_classes[number].cost]
        self.must_pass = 0 if lane.first is None else lane.last
        self.laid: list[Piece] = []

    def from_place(self, start: int) -> Iterator[tuple[Piece, ...]]:
        """The melds that begin there."""
        return self._go_on(start, natural_last=False, together=False, wild=False)

    def _go_on(
        self, place: int, *, natural_last: bool, together: bool, wild: bool
    ) -> Iterator[tuple[Piece, ...]]:
        there = self.lane.at(place)
        if there is None:
            return
        if isinstance(there, FixedMeld):
            yield from self._over(there, place, natural_last=natural_last, together=together, wild=wild)
            return
        side = together or natural_last
        for own in self.naturals.get(there, ()):
            if self.left[own]:
                yield from self._lay(there, own, place, natural_last=True, together=side, wild=wild)
        if self.laid and (natural_last or not self.rules.wilds.wilds_apart):
            for number in self.wilds_for(there):
                yield from self._lay(there, number, place, natural_last=False, together=together, wild=True)

    def _over(
        self, fixed: FixedMeld, place: int, *, natural_last: bool, together: bool, wild: bool
    ) -> Iterator[tuple[Piece, ...]]:
        """Past a fixed meld: one of several cards has two naturals side by side if it has a wild."""
        if self.rules.wilds.wilds_apart and self.laid and not natural_last and not fixed.natural[0]:
            return
        side = together or len(fixed.kinds) > 1 or (natural_last and fixed.natural[0])
        self.laid.append((fixed, FIXED))
        ends = fixed.natural[-1]
        yield from self._ended(place, together=side, wild=wild or not all(fixed.natural))
        yield from self._go_on(
            place + 1, natural_last=ends, together=side, wild=wild or not all(fixed.natural)
        )
        self.laid.pop()

    def _lay(
        self, there: Card, number: int, place: int, *, natural_last: bool, together: bool, wild: bool
    ) -> Iterator[tuple[Piece, ...]]:
        self.left[number] -= 1
        self.laid.append((there, number))
        if natural_last:
            yield from self._ended(place, together=together, wild=wild)
        yield from self._go_on(place + 1, natural_last=natural_last, together=together, wild=wild)
        self.laid.pop()
        self.left[number] += 1

    def _ended(self, place: int, *, together: bool, wild: bool) -> Iterator[tuple[Piece, ...]]:
        """The meld so far, if it may end here; what is too short will be filled up with wilds."""
        short = len(self.laid) < self.rules.shapes.shortest_run and self.lane.first is None
        if place >= self.must_pass and (
            together or not (wild or short) or not self.rules.wilds.adjacent_naturals
        ):
            yield tuple(self.laid)

    def with_ends(self, start: int, laid: tuple[Piece, ...]) -> Iterator[tuple[Piece, ...]]:
        """The meld just grown from a place, with the wilds at its ends that it needs or takes along."""
        lacking = max(0, self.rules.shapes.shortest_run - len(laid)) if self.lane.first is None else 0
        if not lacking:
            yield laid
        spare = sum(self.left[number] for number in self.costly) if self._takes_wilds(laid) else 0
        for count in range(max(1, lacking), lacking + spare + 1):
            for before in range(count + 1):
                yield from self._ended_by(start, laid, before, count - before, count - lacking)

    def _ended_by(
        self, start: int, laid: tuple[Piece, ...], before: int, after: int, costly: int
    ) -> Iterator[tuple[Piece, ...]]:
        """The meld with so many wilds before and after it, of which as many at least cost points in hand."""
        if self.rules.wilds.wilds_apart and (
            before > self._room(laid[0], 0) or after > self._room(laid[-1], -1)
        ):
            return
        first, end = start - before, start + len(laid)
        for wilds in self._fillings([*range(first, start), *range(end, end + after)]):
            if sum(number in self.costly for _, number in wilds) >= costly:
                yield (*wilds[:before], *laid, *wilds[before:])

    def _room(self, piece: Piece, side: int) -> int:
        """How many wilds lie at a side of a meld that ends with this piece, where none lie side by side."""
        place, _ = piece
        return int(not isinstance(place, FixedMeld) or place.natural[side])

    def _takes_wilds(self, laid: tuple[Piece, ...]) -> bool:
        """Whether wilds may lie at the ends of a meld: two naturals are side by side, where that counts."""
        several = len(laid) > 1 or any(
            isinstance(place, FixedMeld) and len(place.kinds) > 1 for place, _ in laid
        )
        return several or not self.rules.wilds.adjacent_naturals

    def _fillings(self, places: list[int]) -> Iterator[tuple[Piece, ...]]:
        """Every way to lay wilds that are left on the places."""
        there = [self.lane.at(place) for place in places]
        kinds = [kind for kind in there if isinstance(kind, Card)]
        if len(kinds) < len(places):
            return
        for numbers in product(*map(self.wilds_for, kinds)):
            if all(count <= self.left[number] for number, count in Counter(numbers).items()):
                yield tuple(zip(kinds, numbers, strict=True))

    def wilds_for(self, there: Card) -> list[int]:
        """The classes that may lie there as a wild and are not used up."""
        card_classes = self.problem.card_classes
        return [
            number
            for number in self.wilds
            if self.left[number]
            and there in card_classes[number].reach
            and card_classes[number].kind != there
        ]
