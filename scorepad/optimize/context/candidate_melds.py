"""Every meld that a hand and the blocks allow, as what it uses up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from itertools import product

from scorepad.core.cards import Card
from scorepad.optimize.context.hand_problem import Block, Held
from scorepad.optimize.context.lanes import Lane, lanes

Row = tuple[str, int | Card]
Piece = tuple[Card | Block, int]  # a kind and the sort laid there, or a block and −1
_BLOCK = -1
_LOOK = 256  # melds between two looks at the clock


@dataclass(frozen=True, slots=True)
class Column:
    """A meld: how much it uses of each row, its points, and what it lays, in order.

    Rows are ("sort", number), ("block", number), ("leap", leap), ("spares", number) and, taken below zero,
    ("natural", kind). `saved` is what its cards would cost in hand, with the spare wilds that it takes.
    """

    uses: tuple[tuple[Row, int], ...]
    points: int
    saved: int
    laid: tuple[Piece, ...]

    @property
    def kinds(self) -> tuple[Card, ...]:
        """The kinds that the meld covers."""
        places = (place.kinds if isinstance(place, Block) else (place,) for place, _ in self.laid)
        return tuple(kind for kinds in places for kind in kinds)


class TooMany(Exception):
    """More melds than can be listed in the time that is left; `found` are those listed so far."""

    def __init__(self, found: list[Column]) -> None:
        super().__init__()
        self.found = found


def columns(held: Held, late: Callable[[], bool]) -> list[Column]:
    """Every meld once for each use of cards, the one of most points. Raises TooMany when late."""
    best: dict[object, Column] = {}
    for lane in lanes(held):
        for number, laid in enumerate(_melds(held, lane)):
            if number % _LOOK == _LOOK - 1 and late():
                raise TooMany(_with_spares(held, best.values()))
            one = _column(held, lane, laid)
            key = frozenset(one.uses)
            if key not in best or best[key].points < one.points:
                best[key] = one
    return _with_spares(held, best.values())


def _with_spares(held: Held, found: Collection[Column]) -> list[Column]:
    """The columns, and each with all the spare wilds of a reach that it can take, which one column does."""
    takers = [
        replace(column, uses=(*column.uses, (("spares", number), 1)), saved=column.saved + spares.cost)
        for number, spares in enumerate(held.spares)
        for column in found
        if spares.go_with(column.kinds)
    ]
    return [*found, *takers]


def least(held: Held) -> tuple[Column, ...]:
    """The blocks as they are and, where every card is melded, each natural by itself."""
    lane = Lane((), False, held.rules.shapes.leaps[0])
    blocks = [_column(held, lane, ((block, _BLOCK),)) for block in held.blocks]
    cards = [
        _column(held, lane, ((sort.kind, number),))
        for number, sort in enumerate(held.sorts if held.rules.deal.must_meld_all else ())
        for _ in sort.cards
        if sort.kind and not sort.reach
    ]
    return (*blocks, *cards)


def _column(held: Held, lane: Lane, laid: tuple[Piece, ...]) -> Column:
    uses: Counter[Row] = Counter()
    naturals = saved = 0
    for place, sort in laid:
        if isinstance(place, Block):
            uses["block", place.number] = 1
            naturals += place.naturals
            continue
        uses["sort", sort] += 1
        saved += held.sorts[sort].cost
        if held.sorts[sort].kind == place:
            naturals += 1
            if place in held.counted:
                uses["natural", place] -= 1
    if held.rules.shapes.leap_tokens == "different":
        uses["leap", lane.leap] = 1
    return Column(tuple(uses.items()), held.rules.values.schedule.value(naturals), saved, laid)


def _melds(held: Held, lane: Lane) -> Iterator[tuple[Piece, ...]]:
    walker = _Walker(held, lane)
    starts = range(len(lane.places)) if lane.first is None else range(lane.first + 1)
    for start in starts:
        for laid in walker.from_place(start):
            yield from walker.with_ends(start, laid)


class _Walker:
    """Melds grown along a lane card by card, from a natural or a block to another.

    Wilds at the ends of a meld are worth nothing: they make it long enough, or leave a hand where they cost.
    """

    def __init__(self, held: Held, lane: Lane) -> None:
        self.held, self.lane, self.rules = held, lane, held.rules
        self.left = [len(sort.cards) for sort in held.sorts]
        self.naturals: dict[Card, list[int]] = {}
        for number, sort in enumerate(held.sorts):
            if sort.kind:
                self.naturals.setdefault(sort.kind, []).append(number)
        self.wilds = [number for number, sort in enumerate(held.sorts) if sort.reach]
        self.costly = [number for number in self.wilds if held.sorts[number].cost]
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
        if isinstance(there, Block):
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
        self, block: Block, place: int, *, natural_last: bool, together: bool, wild: bool
    ) -> Iterator[tuple[Piece, ...]]:
        """Past a block: one of several cards has two naturals side by side if it has a wild."""
        if self.rules.wilds.wilds_apart and self.laid and not natural_last and not block.natural[0]:
            return
        side = together or len(block.kinds) > 1 or (natural_last and block.natural[0])
        self.laid.append((block, _BLOCK))
        ends = block.natural[-1]
        yield from self._ended(place, together=side, wild=wild or not all(block.natural))
        yield from self._go_on(
            place + 1, natural_last=ends, together=side, wild=wild or not all(block.natural)
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
        return int(not isinstance(place, Block) or place.natural[side])

    def _takes_wilds(self, laid: tuple[Piece, ...]) -> bool:
        """Whether wilds may lie at the ends of a meld: two naturals are side by side, where that counts."""
        several = len(laid) > 1 or any(isinstance(place, Block) and len(place.kinds) > 1 for place, _ in laid)
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
        """The sorts that may lie there as a wild and are not used up."""
        sorts = self.held.sorts
        return [
            number
            for number in self.wilds
            if self.left[number] and there in sorts[number].reach and sorts[number].kind != there
        ]
