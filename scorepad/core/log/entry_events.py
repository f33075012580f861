"""Events that make and change the entries of a deal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from scorepad.core.log.deal import Deal
from scorepad.core.log.endings import Ending, RecordedEnding
from scorepad.core.log.entries import Bonuses, Entry, RecordedHand, RemovedEntry
from scorepad.core.log.event_data import Event, Fault, Refused, refuse_any
from scorepad.core.log.history import Log, Step, TableChange
from scorepad.core.log.schema import (
    Added,
    EntryNumber,
    EntryNumbers,
    Factor,
    Number,
    OutPlace,
    PointsList,
    WholePoints,
    recorded_fields,
)
from scorepad.core.log.table_state import (
    TableState,
    already_out,
    has_ended,
    no_player,
    not_current,
    not_playing,
    other_players,
)
from scorepad.core.phrasing import list_words, ordinal_words, show_number
from scorepad.core.sentence import say


def _is_settled(deal: Deal) -> Fault:
    sentence = say(
        "Deal {deal} is scored for everybody at once. Open it to change its scores.", deal=deal.number
    )
    return deal.ending is not None, "deal", sentence


def _cause_of_change(step: Step, entry_number: int, cause: str) -> str:
    """A change of the hand of that number, as the reason for changes of others."""
    both_tables = [table for table in (step.before, step.after) if table]
    names = (
        table.players[entry.player].name for table in both_tables if (entry := table.entry(entry_number))
    )
    # An ending touches no entry of others, so a cause without a name is never told.
    return say(str(cause), name=next(names, "a"))


@dataclass(frozen=True, kw_only=True)
class PlayerOut(RecordedHand, TableChange, kind="out"):
    """A player goes out of the current deal, or retires (L4). Recorded late, it may be any deal, with a
    `place` in the order."""

    deal: Number
    place: OutPlace | None = None

    @property
    def amends(self) -> bool:
        return self.place is not None

    def apply(self, table: TableState, event: Event) -> TableState:
        if self.place is not None:
            return self._told_later(table, event, self.place)
        deal = table.deal
        refuse_any(
            [
                not_current(deal, self.deal),
                has_ended(deal, self.deal, say("nothing more can be recorded in it")),
                no_player(table, self.player),
                not_playing(table, deal, self.player),
                already_out(table, deal, self.player),
            ]
        )
        entry = Entry.of_hand(self, event, deal.number, deal.melds)
        return table.with_deal(deal.with_entries((*deal.entries, entry)).with_hand(entry))

    def _told_later(self, table: TableState, event: Event, place: int) -> TableState:
        deal = table.deal_numbered(self.deal)
        last_place = len(deal.entries) + 1
        refuse_any(
            [
                _is_settled(deal),
                no_player(table, self.player),
                not_playing(table, deal, self.player),
                already_out(table, deal, self.player),
                (place > last_place, "place", self._wrong_place(last_place)),
            ]
        )
        # It went out beside what lay there when the hand that stands at this place now did.
        on_table = deal.with_own_melds(deal.melds_at(place), self.player)
        entry = Entry.of_hand(self, event, deal.number, on_table)
        return table.with_deal(deal.with_inserted(place, entry).with_hand(entry))

    def _wrong_place(self, last_place: int) -> str:
        return say(
            "Place {place} in deal {deal}: choose one from 1 to {last}.",
            place=self.place,
            deal=self.deal,
            last=last_place,
        )

    def sentence(self, step: Step) -> str:
        entry = step.after.entry_that_stands(step.event.number)
        if self.place is None:
            return step.said_of(entry.player, entry.result_words(step.words.endings))
        deal = step.after.deals[entry.deal - 1]
        return say(
            "{actor} added to deal {deal}: {name} {done}",
            actor=step.actor,
            deal=deal.number,
            name=step.after.players[entry.player].name,
            done=entry.result_words(step.words.endings, ordinal_words(deal.entries.index(entry) + 1)),
        )

    def cause(self, step: Step) -> str:
        return _cause_of_change(step, step.event.number, say("{name}’s hand was added"))


@dataclass(frozen=True)
class _EntryChanged(TableChange):
    """A change of the record of event `entry`; `done` describes it as the reason for changes of others."""

    entry: EntryNumber
    done: ClassVar[str]
    amends = True

    def cause(self, step: Step) -> str:
        return _cause_of_change(step, self.entry, self.done)


@dataclass(frozen=True, kw_only=True)
class EntryCorrected(RecordedHand, _EntryChanged, kind="corrected"):
    """Replaces a whole entry, which keeps its number, its place and who made it."""

    done = say("{name}’s hand was corrected")

    def apply(self, table: TableState, event: Event) -> TableState:
        old = table.entry_that_stands(self.entry)
        deal = table.deals[old.deal - 1]
        # The player of the old entry may stay, and is not out already because of it.
        others = replace(deal, entries=tuple(entry for entry in deal.entries if entry is not old))
        away = not_playing(table, deal, self.player)
        refuse_any([no_player(table, self.player), away, already_out(table, others, self.player)])
        cleared = deal.without_hand(old)
        new = Entry.of_hand(self, event, deal.number, cleared.with_own_melds(old.on_table, self.player))
        new = replace(new, number=old.number, by=old.by, at=old.at, corrected=True)
        return table.with_deal(cleared.with_replaced(new).with_hand(new))

    def sentence(self, step: Step) -> str:
        old = step.table_before.entry_that_stands(self.entry)
        new = step.after.entry_that_stands(self.entry)
        names = step.after.names
        change = {
            "actor": step.actor,
            "name": names[old.player],
            "deal": old.deal,
            "changes": new.difference_words(old, names),
        }
        if old.to_follow and not new.to_follow:
            return say("{actor} entered the melds of {name}’s hand in deal {deal}: {changes}", **change)
        return say("{actor} corrected {name}’s hand in deal {deal}: {changes}", **change)


@dataclass(frozen=True)
class EntryRemoved(_EntryChanged, kind="removed"):
    """Takes an entry, or an ending, out of its deal."""

    done = say("{name}’s hand was removed")

    def apply(self, table: TableState, event: Event) -> TableState:
        settled = table.ended_with(self.entry)
        if settled and settled.ending:
            unsettled = (*settled.unsettled, settled.ending)
            return table.with_deal(replace(settled, ending=None, unsettled=unsettled))
        entry = table.entry_that_stands(self.entry)
        deal = table.deals[entry.deal - 1]
        place = deal.entries.index(entry)
        # Those ahead tell where it comes back, also when others are removed by then.
        removal = RemovedEntry(entry, tuple(other.number for other in deal.entries[:place]))
        cleared = replace(deal.without_hand(entry), removed=(*deal.removed, removal))
        others = [other for other in cleared.entries if other.number != entry.number]
        return table.with_deal(cleared.with_entries(others))

    def sentence(self, step: Step) -> str:
        table = step.table_before
        settled = table.ended_with(self.entry)
        if settled and settled.ending:
            scores = settled.ending.scores_words(table.names)
            return step.words.deals.removed(step.actor, settled.number, scores)
        entry = table.entry_that_stands(self.entry)
        return say(
            "{actor} removed {name}’s hand from deal {deal}: {points} points",
            actor=step.actor,
            name=step.after.players[entry.player].name,
            deal=entry.deal,
            points=show_number(entry.points),
        )


@dataclass(frozen=True)
class EntryRestored(_EntryChanged, kind="restored"):
    """Restores a removed entry, at its place in the order of going out, or a removed ending."""

    done = say("{name}’s hand was put back")

    def apply(self, table: TableState, event: Event) -> TableState:
        deal, removal = table.removal(self.entry)
        if isinstance(removal, Ending):
            scored = deal.ending is not None or bool(deal.entries)
            sentence = say("Deal {deal} has other scores by now. Remove them first.", deal=deal.number)
            refuse_any([(scored, "entry", sentence), other_players(deal, removal)])
            unsettled = tuple(ending for ending in deal.unsettled if ending is not removal)
            return table.with_deal(replace(deal, ending=removal, unsettled=unsettled))
        entry = removal.entry
        away = not_playing(table, deal, entry.player)
        refuse_any([_is_settled(deal), away, already_out(table, deal, entry.player)])
        restored = replace(entry, on_table=deal.with_own_melds(entry.on_table, entry.player))
        removed = tuple(other for other in deal.removed if other is not removal)
        put_back = replace(deal, removed=removed).with_inserted(deal.place_of(removal), restored)
        return table.with_deal(put_back.with_hand(restored))

    def sentence(self, step: Step) -> str:
        deal, removal = step.table_before.removal(self.entry)
        if isinstance(removal, Ending):
            scores = removal.scores_words(step.after.names)
            return step.words.deals.put_back(step.actor, deal.number, scores)
        return say(
            "{actor} put {name}’s hand back into deal {deal}: {points} points",
            actor=step.actor,
            name=step.after.players[removal.entry.player].name,
            deal=deal.number,
            points=show_number(removal.entry.points),
        )


@dataclass(frozen=True)
class OrderChanged(TableChange, kind="reordered"):
    """Corrects the order of going out; `entries` are all of the deal's, by number."""

    deal: Number
    entries: EntryNumbers
    amends = True

    def apply(self, table: TableState, event: Event) -> TableState:
        deal = table.deal_numbered(self.deal)
        entries = {entry.number: entry for entry in deal.entries}
        partial = sorted(self.entries) != sorted(entries)
        sentence = say("List every entry of deal {deal} once, in the right order.", deal=self.deal)
        refuse_any([(partial, "entries", sentence)])
        # What each hand counts and what lay beside it follow from the new order.
        return table.with_deal(deal.with_entries([entries[number] for number in self.entries]).in_order())

    def sentence(self, step: Step) -> str:
        names = step.after.names
        return say(
            "{actor} changed the order of going out in deal {deal}: {names}",
            actor=step.actor,
            deal=self.deal,
            names=list_words(names[seat] for seat in step.after.deals[self.deal - 1].out),
        )

    def cause(self, step: Step) -> str:
        return say("the order of going out was changed")


@dataclass(frozen=True)
class _Rejudged(TableChange):
    """The record of event `entry` counts differently because of event `because`, which leads the
    operation."""

    entry: EntryNumber
    because: Number

    def replay(self, log: Log, event: Event) -> None:
        # A new judgement stands in the operation of its cause, so that one undo takes back both.
        leads = log.leading(event)
        if leads is None or self.because != leads.event.number:
            reason = say("Send a change and the new judgement of its hand together.")
            raise Refused(reason, at="because")
        super().replay(log, event)

    def _cause(self, step: Step) -> str:
        assert step.leads is not None
        return step.leads.data.cause(step.leads)


@dataclass(frozen=True)
class EntryRejudged(_Rejudged, kind="rejudged"):
    """The points of an entry have changed (I7), and perhaps what going out concealed adds to its multiplier
    or multiplies it by."""

    points: WholePoints
    meld_points: PointsList
    bonuses: Bonuses
    added: Added | None = None
    factor: Factor | None = None

    def apply(self, table: TableState, event: Event) -> TableState:
        old = table.entry_that_stands(self.entry)
        new = replace(
            old,
            points=self.points,
            meld_points=self.meld_points,
            bonuses=self.bonuses,
            added=old.added if self.added is None else self.added,
            factor=old.factor if self.factor is None else self.factor,
        )
        return table.with_deal(table.deals[old.deal - 1].with_replaced(new))

    def sentence(self, step: Step) -> str:
        old = step.table_before.entry_that_stands(self.entry)
        new, names = step.after.entry_that_stands(self.entry), step.after.names
        worth: str = say("{points} points as before", points=show_number(new.points))
        if old.points != new.points:
            worth = new.difference_words(old, names)
        return say(
            "{name}’s hand was counted again because {cause}: {worth}",
            cause=self._cause(step),
            name=names[new.player],
            worth=worth,
        )


@dataclass(frozen=True, kw_only=True)
class EndingRejudged(RecordedEnding, _Rejudged, kind="recounted"):
    """The scores of a settled deal have changed."""

    def apply(self, table: TableState, event: Event) -> TableState:
        deal, old = table.ending_that_stands(self.entry)
        refuse_any([other_players(deal, self)])
        return table.with_deal(replace(deal, ending=replace(old, **recorded_fields(RecordedEnding, self))))

    def sentence(self, step: Step) -> str:
        deal, old = step.table_before.ending_that_stands(self.entry)
        new = step.after.ending_that_stands(self.entry)[1]
        scores = new.changed_scores(old, step.after.names) or say("the same scores")
        return step.words.deals.counted_again(deal.number, self._cause(step), scores)
