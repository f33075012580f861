"""A table: its deals with their entries, multipliers and totals, after some event of its log.

`fold` makes it from the log and from nothing else. What an entry counts, whether a deal has ended and all
totals follow from the order of going out (H4, H5), so a correction of an old entry changes everything after
it by itself. An entry that a correction leaves behind the end of its deal stays, and counts × 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from scorepad.core.log import multipliers
from scorepad.core.log.avalanche_course import Course, opening_course
from scorepad.core.log.entries import Ending, Entry, RemovedEntry, WrittenMelds
from scorepad.core.log.event_data import Event, Fault, Refused
from scorepad.core.log.history import Change, Log, changes

EndedBy = Literal["rule", "hand"]


@dataclass(frozen=True, slots=True)
class Player:
    """A player by seat (from 0), with the place of the partnership in the table's list."""

    index: int
    name: str
    partnership: int


@dataclass(frozen=True)
class Deal:
    """One deal: `entries` in order of going out; `before` are the totals ahead of it by seat.

    `closed` says why it was ended by hand, None where it was not; `ending` is how it was settled where nobody
    goes out by herself; `melds` are those on the table by seat, empty while none were played; `removed` are
    the entries, and `unsettled` the endings, that were taken out and can be put back; `course` is how a game
    of Avalanche has gone, None before its first play. `newest` says that no deal was opened after it.
    """

    number: int
    dealer: int
    partnerships: tuple[tuple[int, ...], ...]
    before: tuple[int, ...]
    entries: tuple[Entry, ...] = ()
    closed: str | None = None
    notes: tuple[str, ...] = ()
    ending: Ending | None = None
    melds: tuple[WrittenMelds, ...] = ()
    removed: tuple[RemovedEntry, ...] = ()
    unsettled: tuple[Ending, ...] = ()
    course: Course | None = None
    newest: bool = True

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
        all_out = len(self.entries) == len(self.before)
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
        """Each player's score by seat; None for one still in while the deal runs."""
        if self.ending:
            return tuple(hand.score for hand in self.ending.hands)
        still_in = 0 if self.ended else None
        scores = {entry.player: entry.score for entry in self.entries}
        return tuple(scores.get(seat, still_in) for seat in range(len(self.before)))

    @property
    def totals(self) -> tuple[int, ...]:
        """Each player's total after this deal, or so far."""
        return tuple(map(self.running, range(len(self.before))))

    @property
    def multipliers(self) -> tuple[int, ...]:
        """By seat, what going out counts now, or counted for those already out."""
        return tuple(map(self.multiplier_for, range(len(self.before))))

    def score(self, player: int) -> int | None:
        """The player's score of this deal; None while still in and the deal runs."""
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

    def place_of(self, removal: RemovedEntry) -> int:
        """The place, from 1, at which a removed entry comes back: behind those that it stood behind."""
        places_behind = [
            place for place, entry in enumerate(self.entries, 1) if entry.number in removal.ahead
        ]
        return max(places_behind, default=0) + 1


@dataclass(frozen=True)
class Table:
    """A table after the last event of its log. The last deal is the current one."""

    name: str
    game: str
    options: Mapping[str, Any]
    players: tuple[Player, ...]
    partnerships: tuple[tuple[int, ...], ...]
    deals: tuple[Deal, ...]
    id: str = ""
    log: Log = field(default=Log(), repr=False, compare=False)

    @property
    def deal(self) -> Deal:
        """The current deal."""
        return self.deals[-1]

    @property
    def totals(self) -> tuple[int, ...]:
        """Each player's total so far, by seat."""
        return self.deal.totals

    @property
    def partnership_totals(self) -> tuple[int, ...]:
        """Each partnership's total: the sum of its members' (H5)."""
        return tuple(sum(self.totals[player] for player in group) for group in self.partnerships)

    @property
    def has_partners(self) -> bool:
        return any(len(group) > 1 for group in self.partnerships)

    @property
    def dealer_next(self) -> int:
        """The seat that deals after the current deal."""
        return (self.deal.dealer + 1) % len(self.players)

    @property
    def course(self) -> Course:
        """How a game of Avalanche has gone in the current deal, or begins. Raises DoesNotGoRound."""
        return self.deal.course or opening_course(self.options, len(self.players), self.deal.dealer)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple(player.name for player in self.players)

    @property
    def head(self) -> int:
        """The number of the last event."""
        return len(self.log.steps)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The whole log."""
        return tuple(step.event for step in self.log.steps)

    @property
    def last(self) -> Event | None:
        """The event that leads what an undo would take back; None when there is nothing."""
        return self.log.last

    @property
    def next(self) -> Event | None:
        """The event that leads what a redo would do again; None when there is nothing."""
        return self.log.next

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The record, the newest first; told only when somebody asks."""
        return changes(self.log)

    def sentence_of(self, event: Event | None) -> str:
        """The sentence of an event of the log; empty for none."""
        return self.log.steps[event.number - 1].sentence if event else ""

    def after(self, events: Sequence[Event]) -> Table:
        """The table after more events. Raises Refused at the first that may not happen."""
        return _table_of_log(self.log.extended(events), self.id) if events else self

    def with_deal(self, deal: Deal) -> Table:
        """The table with that deal in the place of the old one; totals ahead of later deals follow."""
        deals = [*self.deals[: deal.number - 1], deal]
        for later_deal in self.deals[deal.number :]:
            totals_before = deals[-1].totals
            deals.append(
                later_deal
                if later_deal.before == totals_before
                else replace(later_deal, before=totals_before)
            )
        return replace(self, deals=tuple(deals))

    def deal_numbered(self, number: int) -> Deal:
        """The deal of that number, from 1. Raises Refused when there is none yet."""
        if number > self.deal.number:
            raise Refused(f"There is no deal {number} yet.", at="deal")
        return self.deals[number - 1]

    def entry(self, number: int) -> Entry | None:
        """The entry that event `number` made, unless it was removed or taken back."""
        entries = (entry for deal in self.deals for entry in deal.entries)
        return next((entry for entry in entries if entry.number == number), None)

    def entry_that_stands(self, number: int) -> Entry:
        """The entry that event `number` made. Raises Refused when there is none (any more)."""
        if entry := self.entry(number):
            return entry
        raise Refused(f"Entry {number} is not there: it was removed or undone.", at="entry")

    def ended_with(self, number: int) -> Deal | None:
        """The deal whose ending event `number` made, unless it was removed or taken back."""
        return next((deal for deal in self.deals if deal.ending and deal.ending.number == number), None)

    def ending_that_stands(self, number: int) -> tuple[Deal, Ending]:
        """The ending that event `number` made, and its deal. Raises Refused when there is none (any more)."""
        deal = self.ended_with(number)
        if deal and deal.ending:
            return deal, deal.ending
        raise Refused(f"The end of a deal, {number}, is not there: it was removed or undone.", at="entry")

    def removal(self, number: int) -> tuple[Deal, RemovedEntry | Ending]:
        """What was removed of that number, and its deal. Raises Refused when nothing of that number was."""
        for deal in self.deals:
            for removal in deal.removed:
                if removal.entry.number == number:
                    return deal, removal
            for ending in deal.unsettled:
                if ending.number == number:
                    return deal, ending
        raise Refused(f"Entry {number} was not removed.", at="entry")


def fold(events: Iterable[Event], id: str = "") -> Table:
    """The table that a log makes. Raises Refused when an event of the log may not happen there."""
    log = Log().extended(events)
    if not log.steps:
        raise Refused("The log is empty.", at="events")
    return _table_of_log(log, id)


def _table_of_log(log: Log, id: str) -> Table:
    return replace(log.table, id=id, log=log)


def not_current(deal: Deal, number: int) -> Fault:
    return number != deal.number, "deal", f"Deal {number} is not being played: this is deal {deal.number}."


def has_ended(deal: Deal, number: int, since: str) -> Fault:
    """`since` says what no longer happens in it."""
    return number == deal.number and deal.ended, "deal", f"Deal {number} has ended{since}."


def no_player(table: Table, seat: int) -> Fault:
    return seat >= len(table.players), "player", f"There is no player in seat {seat + 1}."


def already_out(table: Table, deal: Deal, seat: int) -> Fault:
    name = table.players[seat].name if seat < len(table.players) else ""
    return seat in deal.out, "player", f"{name} is already out in deal {deal.number}."
