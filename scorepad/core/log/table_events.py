"""Events about the table and the course of its deals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from scorepad.core.log.deal import Deal, Deals
from scorepad.core.log.entries import Manners
from scorepad.core.log.event_data import Event, Fault, Refused, refuse_any
from scorepad.core.log.history import Log, Step, TableChange, TableEvent
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.log.schema import (
    Count,
    Flag,
    GameId,
    Name,
    Names,
    Note,
    Number,
    Options,
    Partnerships,
    Places,
    Score,
    Seat,
    SeatsOrNull,
    Seconds,
    Title,
    Words,
)
from scorepad.core.log.table_state import (
    OptionsFrom,
    Player,
    TableState,
    has_ended,
    is_taken,
    no_dealer,
    no_player,
    not_current,
    not_playing,
    places_words,
)
from scorepad.core.phrasing import join_words, list_words, show_number
from scorepad.core.sentence import say, say_number


@dataclass(frozen=True)
class TableOpened(TableEvent, kind="opened"):
    """The first event of a table.

    `players` are names by seat, `partnerships` groups of seats that score together, `dealer` the seat that
    deals first, `start` the points with which everybody begins. `clock`, `no_advice`, `language` and
    `uncounted` are as in `Manners`. A rematch `follows` the table of that id.
    """

    name: Title
    game: GameId
    options: Options
    players: Names
    partnerships: Partnerships
    dealer: Seat
    clock: Seconds = 0
    no_advice: Flag = False
    start: Count = 0
    follows: Title = ""
    language: Title = ""
    uncounted: Flag = False

    def replay(self, log: Log, event: Event) -> None:
        if log.steps:
            raise Refused(say("The table is already open. Go back to it."), at="events")
        refuse_any(self._faults())
        group_of = {seat: place for place, group in enumerate(self.partnerships) for seat in group}
        players = tuple(Player(seat, name, group_of[seat]) for seat, name in enumerate(self.players))
        seating = tuple(range(len(players)))
        deals = Deals(Deal(1, self.dealer, self.partnerships, (self.start,) * len(players), seating))
        options_from = (OptionsFrom(1, self.options),)
        table = TableState(self.name, self.game, options_from, players, self.partnerships, deals, seating)
        manners = Manners(self.clock, self.no_advice, self.language, self.uncounted)
        log.do(event, replace(table, manners=manners, follows=self.follows))

    def _faults(self) -> Iterable[Fault]:
        names, groups, seats = self.players, self.partnerships, range(len(self.players))
        grouped_seats = sorted(seat for group in groups for seat in group)
        repeated_name = next((name for place, name in enumerate(names) if is_taken(name, names[:place])), "")
        few_or_many = not 2 <= len(names) <= MOST_SEATS
        sentence = say(
            "A table can have 2 to {most} players, not {number}. Add or leave out some.",
            most=MOST_SEATS,
            number=len(names),
        )
        yield few_or_many, "players", sentence
        yield (
            bool(repeated_name),
            "players",
            say("Two players are called {name}. Add a letter to one.", name=repeated_name),
        )
        sentence = say("Put every player in exactly one partnership.")
        yield grouped_seats != list(seats), "partnerships", sentence
        too_few = len(groups) < 2 or not all(groups)
        yield too_few, "partnerships", say("Make at least two partnerships.")
        yield no_dealer(self.dealer, seats)

    def sentence(self, step: Step) -> str:
        return say("{actor} opened the table", actor=step.actor)


@dataclass(frozen=True)
class DealOpened(TableChange, kind="dealt"):
    """The next deal; the first one is opened with the table."""

    deal: Number
    dealer: Seat

    def apply(self, table: TableState, event: Event) -> TableState:
        last = table.deal
        number = last.number + 1
        wrong_number = say(
            "The next deal is deal {next}, not {deal}. Open the table again.", next=number, deal=self.deal
        )
        refuse_any(
            [
                (
                    not last.ended,
                    "deal",
                    say("Deal {deal} is still running. End it first.", deal=last.number),
                ),
                (self.deal != number, "deal", wrong_number),
                no_dealer(self.dealer, table.seating),
            ]
        )
        deal = Deal(number, self.dealer, (), last.totals, table.seating)
        # Its partnerships follow from who is at the table, and so does its dealer.
        deal = deal.with_players(table.seating, (), table.partnerships)
        # Only the newest deal may run again after a correction (see `Deal.ended_by`).
        earlier_deals = table.deals.with_deal(replace(last, newest=False))
        return replace(table, deals=earlier_deals.followed_by(deal))

    def sentence(self, step: Step) -> str:
        return step.words.deals.started(step.actor, self.deal, step.after.players[self.dealer].name)


@dataclass(frozen=True)
class DealClosed(TableChange, kind="closed"):
    """The deal is ended by hand; whoever is still in scores 0."""

    deal: Number
    reason: Note

    def apply(self, table: TableState, event: Event) -> TableState:
        refuse_any([not_current(table.deal, self.deal), has_ended(table.deal, self.deal)])
        return table.with_deal(replace(table.deal, closed=self.reason))

    def sentence(self, step: Step) -> str:
        return step.words.deals.ended(step.actor, self.deal, self.reason)


@dataclass(frozen=True)
class PoolShared(TableChange, kind="split"):
    """The players still in share the pool after the deal, which ends the match."""

    deal: Number

    def apply(self, table: TableState, event: Event) -> TableState:
        deal = table.deal
        runs = say("Deal {deal} is still running. End it first.", deal=self.deal)
        refuse_any([not_current(deal, self.deal), (not deal.ended, "deal", runs)])
        return table.with_deal(replace(deal, split=True))

    def sentence(self, step: Step) -> str:
        return say("{actor} split the pool after deal {deal}", actor=step.actor, deal=self.deal)


@dataclass(frozen=True)
class WinnersNamed(TableChange, kind="won"):
    """The people at the table name the winners, whatever the points; nobody, if no seat is listed.

    With null points decide again, as they do once another deal is opened. `places` are those of other seats,
    0 if points decide.
    """

    deal: Number
    winners: SeatsOrNull
    places: Places = ()

    def apply(self, table: TableState, event: Event) -> TableState:
        refuse_any(self._faults(table, table.deal))
        return table.with_deal(replace(table.deal, won=self.winners, placed=self.places))

    def _faults(self, table: TableState, deal: Deal) -> Iterable[Fault]:
        yield not_current(deal, self.deal)
        yield not deal.ended, "deal", say("Deal {deal} is still running. End it first.", deal=deal.number)
        seats = self.winners or ()
        yield from (no_player(table, seat) for seat in seats)
        yield len(set(seats)) < len(seats), "winners", say("List every player once.")
        groups = table.partnerships
        several = any(len({self.places[seat : seat + 1] for seat in group}) > 1 for group in groups)
        wrong = self.places and (len(self.places) != len(table.players) or several or not self.winners)
        yield bool(wrong), "places", say("Say who won, and one place for each of the others.")
        same = say("The table already says so. Choose somebody else.")
        is_same = (self.winners, self.places) == (deal.won, deal.placed)
        yield deal.ended and is_same, "winners", same

    def sentence(self, step: Step) -> str:
        if self.winners is None:
            return say("{actor} let the points decide who won", actor=step.actor)
        if not self.winners:
            return say("{actor} said that nobody won", actor=step.actor)
        won = say_number(
            "{actor} said that {names} won",
            "{actor} said that {names} won",
            len(self.winners),
            actor=step.actor,
            names=join_words([step.after.players[seat].name for seat in self.winners], "and"),
        )
        return list_words([won, *places_words(step.after)])


@dataclass(frozen=True)
class PointsAdded(TableChange, kind="points"):
    """A player gets points beside the score of a deal, which goes on or has ended as before."""

    deal: Number
    player: Seat
    points: Score
    note: Note = ""

    def apply(self, table: TableState, event: Event) -> TableState:
        deal = table.deal
        none = say("Enter points other than 0.")
        refuse_any(
            [
                not_current(deal, self.deal),
                no_player(table, self.player),
                not_playing(table, deal, self.player),
                (not self.points, "points", none),
            ]
        )
        return table.with_deal(replace(deal, added=(*deal.added, (self.player, self.points))))

    def sentence(self, step: Step) -> str:
        told = say(
            "{actor} added to {name}: {points}",
            actor=step.actor,
            name=step.after.players[self.player].name,
            points=show_number(self.points),
        )
        return list_words([told, self.note] if self.note else [told])


@dataclass(frozen=True)
class DealNoted(TableChange, kind="noted"):
    """A note to a deal."""

    deal: Number
    text: Words

    def apply(self, table: TableState, event: Event) -> TableState:
        deal = table.deal_numbered(self.deal)
        return table.with_deal(replace(deal, notes=(*deal.notes, self.text)))

    def sentence(self, step: Step) -> str:
        return step.words.deals.noted(step.actor, self.deal, self.text)


@dataclass(frozen=True)
class MannersChanged(TableChange, kind="manners"):
    """Changes what the table agrees on beside its rules."""

    clock: Seconds
    no_advice: Flag
    language: Title = ""
    uncounted: Flag = False

    def apply(self, table: TableState, event: Event) -> TableState:
        manners = Manners(self.clock, self.no_advice, self.language, self.uncounted)
        same = say("The table already plays like that. Choose something else.")
        refuse_any([(manners == table.manners, "clock", same)])
        return replace(table, manners=manners)

    def sentence(self, step: Step) -> str:
        before, now = (dict(table.manners.sentences) for table in (step.table_before, step.after))
        ended = {
            "clock": say("no clock any more"),
            "no_advice": say("advice before going out"),
            "uncounted": say("counts in standings"),
        }
        changes = [now.get(name, words) for name, words in ended.items() if now.get(name) != before.get(name)]
        # Manners that differ in neither of these differ in the language.
        changes = changes or [say("another language on sheets")]
        return say("{actor} changed the table: {changes}", actor=step.actor, changes=list_words(changes))


@dataclass(frozen=True)
class RematchOpened(TableChange, kind="rematch"):
    """The same players go on at another table, of the given id."""

    table: Title

    def apply(self, table: TableState, event: Event) -> TableState:
        return replace(table, rematch=self.table)

    def sentence(self, step: Step) -> str:
        return say("{actor} opened a rematch", actor=step.actor)


@dataclass(frozen=True)
class PlayerRenamed(TableChange, kind="renamed"):
    player: Seat
    name: Name

    def apply(self, table: TableState, event: Event) -> TableState:
        others = [player.name for player in table.players if player.index != self.player]
        taken = is_taken(self.name, others)
        sentence = say("Another player is already called {name}. Choose another name.", name=self.name)
        refuse_any([no_player(table, self.player), (taken, "name", sentence)])
        renamed = replace(table.players[self.player], name=self.name)
        players = tuple(renamed if player.index == self.player else player for player in table.players)
        return replace(table, players=players)

    def sentence(self, step: Step) -> str:
        return say(
            "{actor} renamed {old} to {new}",
            actor=step.actor,
            old=step.table_before.players[self.player].name,
            new=self.name,
        )


@dataclass(frozen=True)
class _OperationMoved(TableEvent):
    """A whole operation stops counting, or counts again; `event` is the number of its first event."""

    event: Number
    done: ClassVar[str]

    def sentence(self, step: Step) -> str:
        return say(str(self.done), actor=step.actor, operation=step.moves[0].sentence(step.words))


@dataclass(frozen=True)
class Undone(_OperationMoved, kind="undone"):
    """Takes back the newest operation that still counts."""

    done = say("{actor} undid “{operation}”")

    def replay(self, log: Log, event: Event) -> None:
        log.undo(event, self.event)


@dataclass(frozen=True)
class Redone(_OperationMoved, kind="redone"):
    """Repeats what was undone last."""

    done = say("{actor} redid “{operation}”")

    def replay(self, log: Log, event: Event) -> None:
        log.redo(event, self.event)
