"""Events that change who is at the table: joining late, leaving, coming back, seats, sitting out.

Our readings, as the sources are silent: a player keeps one number and one total for good. A change before
anything was recorded of the current deal applies from that deal on, else from the next. A late player begins
with points that the table chooses. Partners stay partners in whatever seats. A player who has left keeps the
points, and is not in the standings. Scores of earlier deals never change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scorepad.core.log.deal import Deal
from scorepad.core.log.event_data import Event, Fault, refuse_any
from scorepad.core.log.history import Step, TableChange
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.log.schema import Flag, Name, Number, Options, Score, Seat, SeatOrNull, Seats
from scorepad.core.log.table_state import Player, TableState, is_taken, no_player
from scorepad.core.phrasing import join_words, list_words, show_number
from scorepad.core.sentence import in_a_row, say, say_number


def first_deal(table: TableState) -> int:
    """The number of the deal from which a change of players can apply: the current one until it has begun."""
    return table.deal.number + (table.deal.has_begun or table.deal.ended)


def _wrong_deal(table: TableState, number: int) -> Fault:
    current = table.deal.number
    sentence = (
        say(
            "Players can change from deal {next} on, not from deal {deal}. Choose deal {next}.",
            next=current + 1,
            deal=number,
        )
        if first_deal(table) > current
        else say(
            "Players can change from deal {current} or {next} on, not from deal {deal}. Choose one of "
            "the two.",
            current=current,
            next=current + 1,
            deal=number,
        )
    )
    return not first_deal(table) <= number <= current + 1, "deal", sentence


def _seated(table: TableState, seating: tuple[int, ...], deal: int, seats: tuple[int, ...]) -> TableState:
    """The table with these players, and the current deal with `seats` if the change applies from it on.
    Raises Refused if nobody would be left to play against."""
    refuse_any(_too_few(table, seating))
    # The next deal takes its players from `seating`; the current one keeps its own.
    if deal > table.deal.number:
        return replace(table, seating=seating)
    sitting_out = tuple(seat for seat in table.deal.sitting_out if seat in seats)
    refuse_any(_too_few(table, [seat for seat in seats if seat not in sitting_out]))
    current = table.deal.with_players(seats, sitting_out, table.partnerships)
    return replace(table, seating=seating).with_deal(current)


def _too_few(table: TableState, seats: Sequence[int]) -> Iterable[Fault]:
    """The fault that fewer than two sides are left (H4, H5)."""
    sides = {table.players[seat].partnership for seat in seats}
    partners = say("Only partners would be left. Choose somebody else.") if len(seats) > 1 else ""
    sentence = in_a_row((partners, say("A deal needs players from at least two sides. Choose more players.")))
    yield len(sides) < 2, "players", sentence


@dataclass(frozen=True)
class PlayerJoined(TableChange, kind="joined"):
    """A new player sits down, with `start` points, from a deal on. The player joins the side of `partner`.
    `options` are house rules that follow from the number of players (F1, G1)."""

    name: Name
    partner: SeatOrNull
    start: Score
    deal: Number
    options: Options | None = None

    def apply(self, table: TableState, event: Event) -> TableState:
        refuse_any(self._faults(table))
        seat = len(table.players)
        alone = self.partner is None
        side = len(table.partnerships) if self.partner is None else table.players[self.partner].partnership
        groups = [*table.partnerships, ()] if alone else [*table.partnerships]
        groups[side] = (*groups[side], seat)
        widened = replace(
            table,
            # Packs and jokers may follow from the number of players (F1, G1).
            options_from=tuple(
                rules._replace(options={**rules.options, **(self.options or {})})
                for rules in table.options_from
            ),
            players=(*table.players, Player(seat, self.name, side)),
            partnerships=tuple(groups),
            deals=table.deals.with_one_more(self.start),
        )
        return _seated(widened, (*table.seating, seat), self.deal, (*table.deal.seats, seat))

    def _faults(self, table: TableState) -> Iterable[Fault]:
        names = [player.name for player in table.players]
        sentence = say("Another player is already called {name}. Choose another name.", name=self.name)
        yield is_taken(self.name, names), "name", sentence
        sentence = say(
            "A table has room for {most} names, and all are taken. Open a new table.", most=MOST_SEATS
        )
        yield len(names) >= MOST_SEATS, "players", sentence
        yield _wrong_deal(table, self.deal)
        if self.partner is not None:
            yield no_player(table, self.partner)
            sentence = say("A partner joins with 0 points, and the side keeps its own. Leave this at 0.")
            # The total of a side is the sum of its members' (H5), so a start would count for all of them.
            yield self.start != 0, "start", sentence

    def sentence(self, step: Step) -> str:
        if self.partner is not None:
            return say(
                "{actor} added {name} as a partner of {partner} from deal {deal} on",
                partner=step.after.players[self.partner].name,
                actor=step.actor,
                name=self.name,
                deal=self.deal,
            )
        start = show_number(self.start) if self.start else ""
        return step.words.deals.joined(step.actor, self.name, self.deal, start)


@dataclass(frozen=True)
class StartCorrected(TableChange, kind="started"):
    """A late player began with other points; all later totals change."""

    player: Seat
    start: Score

    def apply(self, table: TableState, event: Event) -> TableState:
        latecomer = self.player < len(table.players) and starts_late(table, self.player)
        sentence = say(
            "Only a player who joined late without a partner can start with points. Leave this at 0."
        )
        refuse_any([no_player(table, self.player), (not latecomer, "player", sentence)])
        first = table.deals[0]
        before = list(first.before)
        before[self.player] = self.start
        return table.with_deal(replace(first, before=tuple(before)))

    def sentence(self, step: Step) -> str:
        return say(
            "{actor} corrected {name}’s start: {old} → {new} points",
            actor=step.actor,
            name=step.after.players[self.player].name,
            old=show_number(step.table_before.deals[0].before[self.player]),
            new=show_number(self.start),
        )


def starts_late(table: TableState, player: int) -> bool:
    """Whether a player joined late and without a partner, so that the start is the player's own."""
    group = table.partnerships[table.players[player].partnership]
    return len(group) == 1 and table.first_deal_of(player) > 1


@dataclass(frozen=True)
class PlayerLeft(TableChange, kind="left"):
    """A player leaves the table and keeps the points."""

    player: Seat
    deal: Number

    def apply(self, table: TableState, event: Event) -> TableState:
        name = table.players[self.player].name if self.player < len(table.players) else ""
        gone = bool(name) and table.has_left(self.player)
        left = (gone, "player", say("{name} has already left. Choose another player.", name=name))
        refuse_any([no_player(table, self.player), left, _wrong_deal(table, self.deal)])
        seating, seats = (
            tuple(seat for seat in order if seat != self.player)
            for order in (table.seating, table.deal.seats)
        )
        return _seated(table, seating, self.deal, seats)

    def sentence(self, step: Step) -> str:
        return step.said_of(self.player, step.words.deals.left(self.deal))


@dataclass(frozen=True)
class PlayerReturned(TableChange, kind="returned"):
    """A player who had left sits down again, in the last seat, with the points of before."""

    player: Seat
    deal: Number

    def apply(self, table: TableState, event: Event) -> TableState:
        name = table.players[self.player].name if self.player < len(table.players) else ""
        there = bool(name) and not table.has_left(self.player)
        still = (there, "player", say("{name} is already at the table. Choose another name.", name=name))
        refuse_any([no_player(table, self.player), still, _wrong_deal(table, self.deal)])
        # Who left during this deal still has a place in it, and gives it up for the last one.
        seats = (*(seat for seat in table.deal.seats if seat != self.player), self.player)
        return _seated(table, (*table.seating, self.player), self.deal, seats)

    def sentence(self, step: Step) -> str:
        return step.said_of(self.player, step.words.deals.came_back(self.deal))


@dataclass(frozen=True)
class SeatsChanged(TableChange, kind="seated"):
    """The players at the table sit in another order, in which deals go round."""

    players: Seats

    def apply(self, table: TableState, event: Event) -> TableState:
        everybody = sorted(self.players) == sorted(table.seating)
        sentence = say("List everybody at the table once, in the order they sit.")
        refuse_any([(not everybody, "players", sentence)])
        order = {seat: place for place, seat in enumerate(self.players)}
        # Who has left the table since this deal began sits behind the others in it.
        seats = sorted(table.deal.seats, key=lambda seat: order.get(seat, len(order)))
        return _seated(table, self.players, first_deal(table), tuple(seats))

    def sentence(self, step: Step) -> str:
        names = list_words(step.after.players[seat].name for seat in self.players)
        return say("{actor} changed the seats: {names}", actor=step.actor, names=names)


@dataclass(frozen=True)
class SatOut(TableChange, kind="sat-out"):
    """The players who sit out a deal, which may be an earlier one. `deals`: the dealer among them deals all
    the same."""

    deal: Number
    players: Seats
    deals: Flag = False
    amends = True

    def apply(self, table: TableState, event: Event) -> TableState:
        deal = table.deal_numbered(self.deal)
        refuse_any(self._faults(table, deal))
        return table.with_deal(deal.with_players(deal.seats, self.players, table.partnerships, self.deals))

    def _faults(self, table: TableState, deal: Deal) -> Iterable[Fault]:
        yield from (no_player(table, seat) for seat in self.players)
        known = [seat for seat in self.players if seat < len(table.players)]
        for seat in known:
            who = {"name": table.players[seat].name, "deal": deal.number}
            sentence = say("{name} wasn’t at the table in deal {deal}. Choose somebody who was.", **who)
            yield seat not in deal.seats, "players", sentence
            played = deal.entry_of(seat) is not None or bool(deal.melds and deal.melds[seat])
            sentence = say("{name} has cards recorded in deal {deal}. Remove them first.", **who)
            yield played, "players", sentence
        yield len(set(self.players)) < len(self.players), "players", say("List every player once.")
        # What is told for everybody at once has a hand for each player, so players can't change under it.
        scored = deal.ending is not None or deal.course is not None
        sentence = say(
            "Deal {deal} is recorded for everybody at once. Remove its scores first.", deal=deal.number
        )
        yield scored, "deal", sentence
        yield from _too_few(table, [seat for seat in deal.seats if seat not in self.players])

    def sentence(self, step: Step) -> str:
        names = [step.after.players[seat].name for seat in self.players]
        if self.deals and len(names) == 1:
            dealing = {"actor": step.actor, "name": names[0], "deal": self.deal}
            return say("{actor}: {name} deals deal {deal} and sits out", **dealing)
        if not names:
            return say("{actor}: everybody plays in deal {deal}", actor=step.actor, deal=self.deal)
        return say_number(
            "{actor}: {names} sits out deal {deal}",
            "{actor}: {names} sit out deal {deal}",
            len(names),
            actor=step.actor,
            names=join_words(names, "and"),
            deal=self.deal,
        )

    def cause(self, step: Step) -> str:
        return say("who sits out deal {deal} was changed", deal=self.deal)
