"""The sequence of a table's deals, of which each version shares most with the one before.

A table is kept after each of its events, and correcting an old deal changes the totals before every later
one. So deals are in blocks, each with the totals of its own time. A change makes one new block; deals of
later blocks get the present totals only when they are accessed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import accumulate, chain
from operator import add, eq, sub
from typing import TYPE_CHECKING, overload

from scorepad.core.points import Points

if TYPE_CHECKING:
    from scorepad.core.log.deal import Deal

BLOCK_SIZE = 32  # deals
Totals = tuple[Points, ...]


@dataclass(frozen=True, eq=False)
class _DealBlock:
    """Consecutive deals, whose totals count from those before the first when the block was made."""

    deals: tuple[Deal, ...]

    @cached_property
    def gains(self) -> Totals:
        """The points that each player gained in them."""
        return _less(self.deals[-1].totals, self.deals[0].before)

    @cached_property
    def number_span(self) -> tuple[int, int]:
        """The lowest and highest number of an entry or ending in the block. No more is kept, as each change
        of its deals leaves another block behind."""
        # No event has the number 0.
        numbers = [number for deal in self.deals for number in deal.recorded_numbers] or [0]
        return min(numbers), max(numbers)

    def place_of(self, number: int) -> int | None:
        """The index of the deal with that entry or ending, even if removed; None if there is none."""
        first, last = self.number_span
        if not first <= number <= last:
            return None
        places = (place for place, deal in enumerate(self.deals) if number in deal.recorded_numbers)
        return next(places, None)

    def deal_at(self, place: int, start: Totals) -> Deal:
        """The deal at that index, where `start` are the totals before the first."""
        deal, own_start = self.deals[place], self.deals[0].before
        return (
            deal if start == own_start else replace(deal, before=_plus(start, _less(deal.before, own_start)))
        )

    def moved_to(self, start: Totals) -> tuple[Deal, ...]:
        """All deals, where `start` are the totals before the first."""
        return tuple(self.deal_at(place, start) for place in range(len(self.deals)))

    def with_deal(self, place: int, deal: Deal, start: Totals) -> _DealBlock:
        """The block with that deal, where `start` are the totals before the first."""
        deals = self.moved_to(start)
        chained = [*deals[:place], deal]
        for later_deal in deals[place + 1 :]:
            totals = chained[-1].totals
            chained.append(later_deal if later_deal.before == totals else replace(later_deal, before=totals))
        return _DealBlock(tuple(chained))

    def with_one_more(self, start: Points) -> _DealBlock:
        return _DealBlock(tuple(deal.with_one_more(start) for deal in self.deals))


def _plus(totals: Totals, gains: Totals) -> Totals:
    return tuple(map(add, totals, gains))


def _less(totals: Totals, others: Totals) -> Totals:
    return tuple(map(sub, totals, others))


class Deals(Sequence["Deal"]):
    """All deals of a table, in order. Never empty and immutable: a change returns new ones."""

    __slots__ = ("_all", "_blocks", "_last_start")

    def __init__(self, first: Deal) -> None:
        self._set((_DealBlock((first,)),), first.before)

    def _set(self, blocks: tuple[_DealBlock, ...], last_start: Totals) -> None:
        """Set the blocks; `last_start` are the totals before the last one."""
        self._blocks, self._last_start = blocks, last_start
        self._all: tuple[Deal, ...] | None = None  # once somebody has looked at all of them

    @classmethod
    def _of_blocks(cls, blocks: tuple[_DealBlock, ...], last_start: Totals) -> Deals:
        deals = cls.__new__(cls)
        deals._set(blocks, last_start)
        return deals

    def __len__(self) -> int:
        return BLOCK_SIZE * (len(self._blocks) - 1) + len(self._blocks[-1].deals)

    @overload
    def __getitem__(self, place: int) -> Deal: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Deal, ...]: ...
    def __getitem__(self, place: int | slice) -> Deal | tuple[Deal, ...]:
        places = range(len(self))[place]
        if isinstance(places, range):
            # A few deals are moved to their totals one by one; for more of them all are, and kept.
            return tuple(map(self._deal_at, places)) if len(places) <= BLOCK_SIZE else self._every_deal[place]
        return self._deal_at(places)

    def __iter__(self) -> Iterator[Deal]:
        return iter(self._every_deal)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deals) and len(self) == len(other) and all(map(eq, self, other))

    def __hash__(self) -> int:
        # The last deal holds the totals of all before, so other deals seldom share its hash.
        return hash((len(self), self[-1]))

    def __repr__(self) -> str:
        return f"Deals({', '.join(map(repr, self))})"

    @property
    def _every_deal(self) -> tuple[Deal, ...]:
        if self._all is None:
            starts = accumulate(
                (block.gains for block in self._blocks[:-1]), _plus, initial=self._start_of(0)
            )
            moved = (block.moved_to(start) for block, start in zip(self._blocks, starts, strict=True))
            self._all = tuple(chain.from_iterable(moved))
        return self._all

    def _deal_at(self, place: int) -> Deal:
        if self._all is not None:
            return self._all[place]
        block_place, place_within = divmod(place, BLOCK_SIZE)
        return self._blocks[block_place].deal_at(place_within, self._start_of(block_place))

    def _start_of(self, block_place: int) -> Totals:
        """The totals before the block."""
        if not block_place:
            return self._blocks[0].deals[0].before
        # Counted back from the end, as it is the newest deals that are looked at and changed.
        later_gains = (block.gains for block in self._blocks[block_place:-1])
        return reduce(_less, later_gains, self._last_start)

    def followed_by(self, deal: Deal) -> Deals:
        """These deals and a new one."""
        newest = self._blocks[-1]
        if len(newest.deals) == BLOCK_SIZE:
            return self._of_blocks((*self._blocks, _DealBlock((deal,))), deal.before)
        grown = _DealBlock((*newest.moved_to(self._last_start), deal))
        return self._of_blocks((*self._blocks[:-1], grown), self._last_start)

    def with_deal(self, deal: Deal) -> Deals:
        """These deals with one replaced; totals of later ones change accordingly."""
        block_place, place = divmod(deal.number - 1, BLOCK_SIZE)
        old_block = self._blocks[block_place]
        new_block = old_block.with_deal(place, deal, self._start_of(block_place))
        last_start = self._last_start
        if block_place < len(self._blocks) - 1:
            last_start = _plus(last_start, _less(new_block.gains, old_block.gains))
        blocks = (*self._blocks[:block_place], new_block, *self._blocks[block_place + 1 :])
        return self._of_blocks(blocks, last_start)

    def with_one_more(self, start: Points) -> Deals:
        """These deals with one more player, who was in none of them and begins with `start` points."""
        blocks = tuple(block.with_one_more(start) for block in self._blocks)
        return self._of_blocks(blocks, (*self._last_start, start))

    def with_event(self, number: int) -> Deal | None:
        """The deal with the entry or ending of event `number`, even if removed; None if there is none."""
        # The newest first, as what was just recorded is what is looked for most.
        for block_place, block in reversed(list(enumerate(self._blocks))):
            if (place := block.place_of(number)) is not None:
                return block.deal_at(place, self._start_of(block_place))
        return None

    def removed_numbers(self) -> frozenset[int]:
        """The numbers of all entries and endings that were removed and can be restored."""
        deals = (deal for block in self._blocks for deal in block.deals)
        return frozenset(number for deal in deals for number in deal.removed_numbers)

    def changed_since(self, earlier: Deals) -> Iterator[tuple[Deal, Deal]]:
        """Pairs of a deal in `earlier`, which has the same number of deals, and the deal here, if they
        differ. A deal may be left out if only the totals before it changed."""
        block_pairs = enumerate(zip(earlier._blocks, self._blocks, strict=True))
        for first_place, (old_block, new_block) in ((BLOCK_SIZE * n, pair) for n, pair in block_pairs):
            if old_block is not new_block:
                for place, deals in enumerate(
                    zip(old_block.deals, new_block.deals, strict=True), first_place
                ):
                    if deals[0] is not deals[1]:
                        yield earlier[place], self[place]
