"""The deals of a table: one deal, and the row of all of them, of which each change shares most with the last.

A table keeps what stood after each of its events, and a correction of an old deal moves the totals ahead of
every later one. So deals lie in blocks, each with totals of its own time: a change makes one block anew, and
the deals of blocks behind it are given the totals of the day only when somebody looks at them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import accumulate, chain
from operator import add, sub
from typing import Literal, overload

from scorepad.core.log import multipliers
from scorepad.core.log.avalanche_course import Course
from scorepad.core.log.entries import Ending, Entry, RemovedEntry, WrittenMelds

BLOCK_SIZE = 32  # deals
MOST_NOTES, MOST_REMOVED = 500, 200  # of a deal that is written to: what stood after each event is kept
EndedBy = Literal["rule", "hand"]
Totals = tuple[int, ...]


@dataclass(frozen=True)
class Deal:
    """One deal: `entries` in order of going out; `before` are the totals ahead of it by player.

    `seats` are those at the table in the order in which they sit, `sitting_out` those of them who do not play
    it; `partnerships` are groups of those who do.
    `closed` says why it was ended by hand, None where it was not; `ending` is how it was settled where nobody
    goes out by herself; `melds` are those on the table by seat, empty while none were played; `removed` are
    the entries, and `unsettled` the endings, that were taken out and can be put back; `course` is how a game
    of Avalanche has gone, None before its first play. `newest` says that no deal was opened after it.
    """

    number: int
    dealer: int
    partnerships: tuple[tuple[int, ...], ...]
    before: tuple[int, ...]
    seats: tuple[int, ...]
    entries: tuple[Entry, ...] = ()
    closed: str | None = None
    notes: tuple[str, ...] = ()
    ending: Ending | None = None
    melds: tuple[WrittenMelds, ...] = ()
    removed: tuple[RemovedEntry, ...] = ()
    unsettled: tuple[Ending, ...] = ()
    course: Course | None = None
    newest: bool = True
    sitting_out: tuple[int, ...] = ()

    @property
    def players(self) -> tuple[int, ...]:
        """Those who play it, in the order in which they sit."""
        return tuple(seat for seat in self.seats if seat not in self.sitting_out)

    @property
    def has_begun(self) -> bool:
        """Whether anything was recorded of it."""
        recorded = self.entries or self.ending or self.melds or self.course
        return bool(recorded) or self.closed is not None

    def plays(self, player: int) -> bool:
        return player in self.seats and player not in self.sitting_out

    def with_players(
        self, seats: tuple[int, ...], sitting_out: tuple[int, ...], groups: Sequence[Sequence[int]]
    ) -> Deal:
        """The deal with these at the table; one who is not there to deal leaves it to the next. `groups` are
        the partnerships of all players."""
        playing = set(seats).difference(sitting_out)
        in_groups = (tuple(seat for seat in group if seat in playing) for group in groups)
        deal = replace(
            self,
            seats=seats,
            sitting_out=sitting_out,
            partnerships=tuple(group for group in in_groups if group),
            dealer=next_seat(self.seats, playing, self.dealer) if playing else self.dealer,
        )
        return deal.with_entries(deal.entries)

    def with_one_more(self, start: int) -> Deal:
        """The deal with room for a player who was not there then, and begins with so many points."""
        entries = tuple(_with_room(entry) for entry in self.entries)
        removed = tuple(replace(removal, entry=_with_room(removal.entry)) for removal in self.removed)
        melds = (*self.melds, ()) if self.melds else ()
        return replace(self, before=(*self.before, start), entries=entries, removed=removed, melds=melds)

    @property
    def retires(self) -> bool:
        """Whether players retire instead of going out (L4)."""
        return any(entry.left is not None for entry in self.entries)

    @property
    def out(self) -> tuple[int, ...]:
        """Players who went out, in order."""
        return tuple(entry.player for entry in self.entries)

    @property
    def active(self) -> tuple[int, ...]:
        """Players still in, by seat."""
        return multipliers.players_in(self.partnerships, self.out)

    @cached_property
    def ended_by(self) -> EndedBy | None:
        """`rule` (H4, H5; L4; everybody's score told), `hand`, or None while it runs. An earlier deal never
        runs again: a removal or correction that leaves it open counts as ended by hand."""
        all_out = len(self.entries) == len(self.players)
        over = all_out if self.retires else multipliers.deal_ended(self.partnerships, self.out)
        if self.ending or over:
            return "rule"
        return "hand" if self.closed is not None or not self.newest else None

    @property
    def ended(self) -> bool:
        return self.ended_by is not None

    @property
    def reason(self) -> str:
        """Why it was ended by hand; empty where nobody said."""
        return self.closed or ""

    @cached_property
    def scores(self) -> tuple[int | None, ...]:
        """Each player's score; None for one still in while the deal runs, and for one who does not play."""
        recorded = self.ending.hands if self.ending else self.entries
        still_in = dict.fromkeys(self.players, 0) if self.ended else {}
        scores = still_in | {hand.player: hand.score for hand in recorded}
        return tuple(map(scores.get, range(len(self.before))))

    @property
    def totals(self) -> tuple[int, ...]:
        """Each player's total after this deal, or so far."""
        return tuple(map(self.running, range(len(self.before))))

    @property
    def multipliers(self) -> tuple[int, ...]:
        """By player, what going out counts now, or counted for those already out; 0 for who does not play."""
        seats = range(len(self.before))
        return tuple(self.multiplier_for(seat) if self.plays(seat) else 0 for seat in seats)

    def score(self, player: int) -> int | None:
        """The player's score of this deal; None while still in and the deal runs, or where not playing."""
        return self.scores[player]

    def multiplier_for(self, player: int) -> int:
        """What going out would count now, or counted: as many opponents as were still in (H4, H5)."""
        if entry := self.entry_of(player):
            return entry.multiplier
        return 1 if self.retires else multipliers.out_multiplier(self.partnerships, self.out, player)

    def running(self, player: int) -> int:
        """The player's total after this deal, or so far."""
        return self.before[player] + (self.scores[player] or 0)

    def entry_of(self, player: int) -> Entry | None:
        """The player's entry, once out."""
        return next((entry for entry in self.entries if entry.player == player), None)

    def with_entries(self, entries: Sequence[Entry]) -> Deal:
        """The deal with these entries in order of going out, each counting what it counts at its place."""
        seats = [entry.player for entry in entries]
        if any(entry.left is not None for entry in entries):
            return replace(self, entries=tuple(entry.counting(1) for entry in entries))
        counted_entries = (self._entry_counted(entry, seats[:place]) for place, entry in enumerate(entries))
        return replace(self, entries=tuple(counted_entries))

    def _entry_counted(self, entry: Entry, out: Sequence[int]) -> Entry:
        """The entry with what it counts behind those who went out; more where it was concealed (H11)."""
        plain_multiplier = multipliers.out_multiplier(self.partnerships, out, entry.player)
        return entry.counting(multipliers.concealed_multiplier(plain_multiplier, entry.added, entry.factor))

    @cached_property
    def recorded_numbers(self) -> tuple[int, ...]:
        """The numbers of all that was recorded of it, removed or not: entries and endings."""
        endings = (self.ending,) if self.ending else ()
        return (*self.removed_numbers, *(recorded.number for recorded in (*self.entries, *endings)))

    @property
    def removed_numbers(self) -> tuple[int, ...]:
        """The numbers of the entries and endings that were taken out and can be put back."""
        entries = (removal.entry.number for removal in self.removed)
        return (*entries, *(ending.number for ending in self.unsettled))

    @property
    def is_full(self) -> bool:
        """Whether it has as many notes, or as much was removed of it, as there should be."""
        return len(self.notes) >= MOST_NOTES or len(self.removed) + len(self.unsettled) >= MOST_REMOVED

    def place_of(self, removal: RemovedEntry) -> int:
        """The place, from 1, at which a removed entry comes back: behind those that it stood behind."""
        places_behind = [
            place for place, entry in enumerate(self.entries, 1) if entry.number in removal.ahead
        ]
        return max(places_behind, default=0) + 1


def next_seat(seats: Sequence[int], among: Collection[int], first: int) -> int:
    """The first of `among` in the order of `seats` from the seat `first` on, and round."""
    place = seats.index(first) if first in seats else 0
    return next((seat for seat in (*seats[place:], *seats[:place]) if seat in among), first)


def _with_room(entry: Entry) -> Entry:
    """The entry with nothing before one player more."""
    return replace(entry, on_table=(*entry.on_table, ())) if entry.on_table else entry


@dataclass(frozen=True, eq=False)
class _DealBlock:
    """Deals in a row, whose totals count from those ahead of the first when the block was made."""

    deals: tuple[Deal, ...]

    @cached_property
    def gains(self) -> Totals:
        """What each player gained in them."""
        return _less(self.deals[-1].totals, self.deals[0].before)

    @cached_property
    def number_span(self) -> tuple[int, int]:
        """The least and the greatest number of an entry or ending in it; a block keeps no more, since each
        change of its deals leaves another one behind."""
        numbers = [number for deal in self.deals for number in deal.recorded_numbers] or [0]
        return min(numbers), max(numbers)

    def place_of(self, number: int) -> int | None:
        """The place of the deal of that entry or ending, also of a removed one."""
        first, last = self.number_span
        if not first <= number <= last:
            return None
        places = (place for place, deal in enumerate(self.deals) if number in deal.recorded_numbers)
        return next(places, None)

    def deal_at(self, place: int, start: Totals) -> Deal:
        """That deal, where `start` are the totals ahead of the first."""
        deal, own_start = self.deals[place], self.deals[0].before
        return (
            deal if start == own_start else replace(deal, before=_plus(start, _less(deal.before, own_start)))
        )

    def moved_to(self, start: Totals) -> tuple[Deal, ...]:
        """All deals, where `start` are the totals ahead of the first."""
        return tuple(self.deal_at(place, start) for place in range(len(self.deals)))

    def with_deal(self, place: int, deal: Deal, start: Totals) -> _DealBlock:
        """The block with that deal, the deals moved to the totals `start`."""
        deals = self.moved_to(start)
        chained = [*deals[:place], deal]
        for later_deal in deals[place + 1 :]:
            totals = chained[-1].totals
            chained.append(later_deal if later_deal.before == totals else replace(later_deal, before=totals))
        return _DealBlock(tuple(chained))

    def with_one_more(self, start: int) -> _DealBlock:
        return _DealBlock(tuple(deal.with_one_more(start) for deal in self.deals))


def _plus(totals: Totals, gains: Totals) -> Totals:
    return tuple(map(add, totals, gains))


def _less(totals: Totals, others: Totals) -> Totals:
    return tuple(map(sub, totals, others))


class Deals(Sequence[Deal]):
    """All deals of a table, in order. Never empty, never changed: a change gives others."""

    __slots__ = ("_all", "_blocks", "_last_start")

    def __init__(self, first: Deal) -> None:
        self._set((_DealBlock((first,)),), first.before)

    def _set(self, blocks: tuple[_DealBlock, ...], last_start: Totals) -> None:
        """`last_start` are the totals ahead of the last block."""
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
            return tuple(map(self._deal_at, places)) if len(places) <= BLOCK_SIZE else self._every_deal[place]
        return self._deal_at(places)

    def __iter__(self) -> Iterator[Deal]:
        return iter(self._every_deal)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deals) and len(self) == len(other) and all(map(Deal.__eq__, self, other))

    def __hash__(self) -> int:
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
        """The totals ahead of the block."""
        if not block_place:
            return self._blocks[0].deals[0].before
        later_gains = (block.gains for block in self._blocks[block_place:-1])
        return reduce(_less, later_gains, self._last_start)

    def followed_by(self, deal: Deal) -> Deals:
        """These and a new one."""
        newest = self._blocks[-1]
        if len(newest.deals) == BLOCK_SIZE:
            return self._of_blocks((*self._blocks, _DealBlock((deal,))), deal.before)
        grown = _DealBlock((*newest.moved_to(self._last_start), deal))
        return self._of_blocks((*self._blocks[:-1], grown), self._last_start)

    def with_deal(self, deal: Deal) -> Deals:
        """These with that deal in the place of the old one; totals ahead of later deals follow."""
        block_place, place = divmod(deal.number - 1, BLOCK_SIZE)
        old_block = self._blocks[block_place]
        new_block = old_block.with_deal(place, deal, self._start_of(block_place))
        last_start = self._last_start
        if block_place < len(self._blocks) - 1:
            last_start = _plus(last_start, _less(new_block.gains, old_block.gains))
        blocks = (*self._blocks[:block_place], new_block, *self._blocks[block_place + 1 :])
        return self._of_blocks(blocks, last_start)

    def with_one_more(self, start: int) -> Deals:
        """These with a player more, who was in none of them and begins with so many points."""
        blocks = tuple(block.with_one_more(start) for block in self._blocks)
        return self._of_blocks(blocks, (*self._last_start, start))

    def with_event(self, number: int) -> Deal | None:
        """The deal of the entry or the ending that event `number` made, also where it was removed."""
        for block_place, block in reversed(list(enumerate(self._blocks))):
            if (place := block.place_of(number)) is not None:
                return block.deal_at(place, self._start_of(block_place))
        return None

    def removed_numbers(self) -> frozenset[int]:
        """The numbers of all entries and endings that were removed and can be put back."""
        deals = (deal for block in self._blocks for deal in block.deals)
        return frozenset(number for deal in deals for number in deal.removed_numbers)

    def changed_since(self, earlier: Deals) -> Iterator[tuple[Deal, Deal]]:
        """Each deal that is another one than in `earlier`, which has as many: as it was, and as it is. Deals
        of which only the totals ahead of them have changed may be left out."""
        block_pairs = enumerate(zip(earlier._blocks, self._blocks, strict=True))
        for first_place, (old_block, new_block) in ((BLOCK_SIZE * n, pair) for n, pair in block_pairs):
            if old_block is not new_block:
                for place, deals in enumerate(
                    zip(old_block.deals, new_block.deals, strict=True), first_place
                ):
                    if deals[0] is not deals[1]:
                        yield earlier[place], self[place]
