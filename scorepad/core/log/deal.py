"""The deals of a table: each with its players, its records and all scores; and the sequence of them all.

A table is kept after each of its events, and correcting an old deal changes the totals before every later
one. So the sequence has deals in blocks, each with the totals of its own time. A change makes one new block;
deals of later blocks get the present totals only when they are accessed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import accumulate, chain
from operator import add, eq, sub
from typing import TYPE_CHECKING, Literal, overload

from scorepad.core.deal_facts import DealFacts
from scorepad.core.log import multipliers
from scorepad.core.log.entries import Entry, RemovedEntry
from scorepad.core.log.schema import WrittenMelds
from scorepad.core.points import Points

if TYPE_CHECKING:
    from scorepad.core.avalanche_game import Course
    from scorepad.core.log.endings import Ending

MOST_NOTES, MOST_REMOVED = 500, 200  # of a deal that is written to: what stood after each event is kept
EndedBy = Literal["rule", "hand"]
BLOCK_SIZE = 32  # deals
Totals = tuple[Points, ...]


@dataclass(frozen=True)
class Deal:
    """One deal: `entries` in order of going out; `before`: the totals before it, by player.

    `seats`: the seats at the table in order; `sitting_out`: those that do not play the deal; `partnerships`:
    groups of those that do. `closed`: the reason for ending it by hand, None if it was not. `ending`: its
    settlement, in games that end for all at once. `melds`: those on the table by seat, empty without plays.
    `removed`: the removed entries, and `unsettled`: the removed endings, which can be restored. `course`: the
    state of a game of Avalanche, None before its first play. `newest`: no later deal was opened. `split`: the
    players left in agreed after it to split the pool. `won`: the winners named by the people at the table,
    None if points decide. `added`: further points, by seat.
    """

    number: int
    dealer: int
    partnerships: tuple[tuple[int, ...], ...]
    before: tuple[Points, ...]
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
    split: bool = False
    won: tuple[int, ...] | None = None
    placed: tuple[int, ...] = ()
    added: tuple[tuple[int, Points], ...] = ()

    @property
    def facts(self) -> DealFacts:
        """What its rules follow from."""
        return DealFacts(self.number) if self.ending is None else self.ending.facts.in_deal(self.number)

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that play the deal, in order."""
        return tuple(seat for seat in self.seats if seat not in self.sitting_out)

    @property
    def has_begun(self) -> bool:
        """Whether anything was recorded of the deal."""
        recorded = self.entries or self.ending or self.melds or self.course or self.added
        return bool(recorded) or self.closed is not None

    @property
    def is_scored(self) -> bool:
        """Whether scores were recorded of the deal."""
        return bool(self.entries or self.ending or self.course or self.added)

    def plays(self, player: int) -> bool:
        return player in self.seats and player not in self.sitting_out

    def with_players(
        self,
        seats: tuple[int, ...],
        sitting_out: tuple[int, ...],
        groups: Sequence[Sequence[int]],
        dealer_out: bool = False,
    ) -> Deal:
        """The deal with these players at the table.

        If the dealer is not among those playing, the next one deals, unless `dealer_out` or as before a
        dealer who sits out deals. `groups` are the partnerships of all players.
        """
        playing = set(seats).difference(sitting_out)
        stays = self.dealer in sitting_out and (dealer_out or self.dealer in self.sitting_out)
        in_groups = (tuple(seat for seat in group if seat in playing) for group in groups)
        deal = replace(
            self,
            seats=seats,
            sitting_out=sitting_out,
            partnerships=tuple(group for group in in_groups if group),
            dealer=next_seat(self.seats, playing, self.dealer) if playing and not stays else self.dealer,
        )
        # What going out counts follows from who plays, so every entry is counted anew (H4).
        return deal.with_entries(deal.entries)

    def with_one_more(self, start: Points) -> Deal:
        """The deal with one player more, who was not in it and begins with `start` points."""
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
        """The seats that went out, in order."""
        return tuple(entry.player for entry in self.entries)

    @property
    def active(self) -> tuple[int, ...]:
        """The seats still in, by number."""
        return multipliers.players_in(self.partnerships, self.out)

    @cached_property
    def ended_by(self) -> EndedBy | None:
        """How the deal ended: `rule` (H4, H5; L4; all scores recorded) or `hand`; None while it runs.

        An earlier deal never runs again: one that a correction leaves open counts as ended by hand.
        """
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
        """The reason for ending it by hand; empty if none was given."""
        return self.closed or ""

    @cached_property
    def scores(self) -> tuple[Points | None, ...]:
        """Each player's score; None for a player still in while the deal runs, or not playing."""
        recorded = self.ending.hands if self.ending else self.entries
        # Who is still in as a deal ends scores nothing (H4).
        still_in = dict.fromkeys(self.players, 0) if self.ended else {}
        scores: dict[int, Points] = still_in | {hand.player: hand.score for hand in recorded}
        for seat, points in self.added:
            scores[seat] = scores.get(seat, 0) + points
        return tuple(map(scores.get, range(len(self.before))))

    @property
    def totals(self) -> tuple[Points, ...]:
        """Each player's total after this deal, or so far."""
        return tuple(map(self.running, range(len(self.before))))

    @property
    def multipliers(self) -> tuple[int, ...]:
        """The multiplier of each player's going out, now or when the player went out; 0 for players not in
        the deal.
        """
        seats = range(len(self.before))
        return tuple(self.multiplier_for(seat) if self.plays(seat) else 0 for seat in seats)

    def score(self, player: int) -> Points | None:
        """The player's score in this deal; None for a player still in while the deal runs, or not playing."""
        return self.scores[player]

    def multiplier_for(self, player: int) -> int:
        """The multiplier of the player's going out, now or when it happened: the number of opponents still in
        (H4, H5)."""
        if entry := self.entry_of(player):
            return entry.multiplier
        return 1 if self.retires else multipliers.out_multiplier(self.partnerships, self.out, player)

    def running(self, player: int) -> Points:
        """The player's total after this deal, or so far."""
        return self.before[player] + (self.scores[player] or 0)

    def entry_of(self, player: int) -> Entry | None:
        """The player's entry; None before going out."""
        return next((entry for entry in self.entries if entry.player == player), None)

    def with_entries(self, entries: Sequence[Entry]) -> Deal:
        """The deal with these entries in order of going out, with their multipliers."""
        seats = [entry.player for entry in entries]
        # Retiring counts once, however many are still in (L4, L5).
        if any(entry.left is not None for entry in entries):
            return replace(self, entries=tuple(entry.counting(1) for entry in entries))
        counted_entries = (self._entry_counted(entry, seats[:place]) for place, entry in enumerate(entries))
        return replace(self, entries=tuple(counted_entries))

    def _entry_counted(self, entry: Entry, out: Sequence[int]) -> Entry:
        """The entry with its multiplier after those who went `out`."""
        plain_multiplier = multipliers.out_multiplier(self.partnerships, out, entry.player)
        return entry.counting(entry.multiplier_from(plain_multiplier))

    @cached_property
    def recorded_numbers(self) -> tuple[int, ...]:
        """The numbers of all entries and endings of the deal, removed or not."""
        endings = (self.ending,) if self.ending else ()
        return (*self.removed_numbers, *(recorded.number for recorded in (*self.entries, *endings)))

    @property
    def removed_numbers(self) -> tuple[int, ...]:
        """The numbers of the entries and endings that were removed and can be restored."""
        entries = (removal.entry.number for removal in self.removed)
        return (*entries, *(ending.number for ending in self.unsettled))

    @property
    def is_full(self) -> bool:
        """Whether the deal has as many notes or removals as allowed."""
        return len(self.notes) >= MOST_NOTES or len(self.removed) + len(self.unsettled) >= MOST_REMOVED

    def place_of(self, removal: RemovedEntry) -> int:
        """The place, from 1, at which a removed entry returns: after all those that were before it."""
        places_behind = [
            place for place, entry in enumerate(self.entries, 1) if entry.number in removal.ahead
        ]
        return max(places_behind, default=0) + 1

    def with_inserted(self, place: int, entry: Entry) -> Deal:
        """The deal with the entry at that place, counted from 1."""
        return self.with_entries((*self.entries[: place - 1], entry, *self.entries[place - 1 :]))

    def with_replaced(self, new_entry: Entry) -> Deal:
        """The deal with an entry in the place of the one of its number."""
        number = new_entry.number
        return self.with_entries([new_entry if entry.number == number else entry for entry in self.entries])

    # Where plays are told, the melds on the table follow the hands: whoever is out lies there with the melds
    # of the entry, whoever is in again with those that the plays left (H8-H10, L3). So it is with what lay
    # there when others went out, which interlocks with it (I8).

    def melds_at(self, place: int | None) -> tuple[WrittenMelds, ...]:
        """The melds of each seat when a hand goes out at that place (from 1), or now for None."""
        if place is None or place > len(self.entries):
            return self.melds
        return self.entries[place - 1].on_table

    def with_own_melds(self, melds_then: tuple[WrittenMelds, ...], player: int) -> tuple[WrittenMelds, ...]:
        """The melds then (`melds_then`, by seat) with the player's own as they are now; empty without
        plays."""
        no_melds: tuple[WrittenMelds, ...] = ((),) * len(self.melds)
        return _with_melds(melds_then or no_melds, player, self.melds[player]) if self.melds else ()

    def with_hand(self, entry: Entry) -> Deal:
        """The deal with the entry's melds on the table; unchanged without plays."""
        if entry.melds is None or not self.melds:
            return self
        return replace(self, melds=_with_melds(self.melds, entry.player, entry.melds)).in_order()

    def without_hand(self, entry: Entry) -> Deal:
        """The deal with the player's melds as before going out, unless they were changed since (H19)."""
        if not self.melds:
            return self
        others = tuple(replace(other, on_table=_taken_back(other.on_table, entry)) for other in self.entries)
        return replace(self, melds=_taken_back(self.melds, entry), entries=others)

    def in_order(self) -> Deal:
        """The deal with the melds on the table at each going out worked out anew: those of hands out earlier,
        and the plays of the others. Unchanged without plays.
        """
        if not self.melds:
            return self
        entries = tuple(
            replace(entry, on_table=_as_they_lay(entry, self.entries[:place], self.entries[place + 1 :]))
            for place, entry in enumerate(self.entries)
        )
        return replace(self, entries=entries)


def next_seat(seats: Sequence[int], among: Collection[int], first: int) -> int:
    """The first of `among` in the circular order of `seats`, from the seat `first` on."""
    place = seats.index(first) if first in seats else 0
    return next((seat for seat in (*seats[place:], *seats[:place]) if seat in among), first)


def _with_room(entry: Entry) -> Entry:
    """The entry with an empty place for one more player's melds."""
    return replace(entry, on_table=(*entry.on_table, ())) if entry.on_table else entry


def _as_they_lay(entry: Entry, earlier: Sequence[Entry], later: Sequence[Entry]) -> tuple[WrittenMelds, ...]:
    on_table = entry.on_table
    for other in earlier:
        # Melds that have changed since then, by filching (H19), stay as they lie.
        if on_table and other.melds is not None and on_table[other.player] == other.melds_before:
            on_table = _with_melds(on_table, other.player, other.melds)
    for other in later:
        on_table = _taken_back(on_table, other)
    return on_table


def _taken_back(seat_melds: tuple[WrittenMelds, ...], entry: Entry) -> tuple[WrittenMelds, ...]:
    """The melds with the player's as before going out, if the entry's are there."""
    if not seat_melds or seat_melds[entry.player] != entry.melds:
        return seat_melds
    return _with_melds(seat_melds, entry.player, entry.melds_before)


def _with_melds(
    seat_melds: Sequence[WrittenMelds], own_seat: int, own_melds: WrittenMelds
) -> tuple[WrittenMelds, ...]:
    return tuple(own_melds if seat == own_seat else melds for seat, melds in enumerate(seat_melds))


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


class Deals(Sequence[Deal]):
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
