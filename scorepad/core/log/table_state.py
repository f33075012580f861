"""A table after some event: deals with entries, multipliers and totals; and the faults of a next event.

Multipliers, ends of deals and totals follow from the order of going out (H4, H5), so correcting an old
entry updates everything after it. An entry that a correction leaves after the end of its deal stays, and
counts × 0.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from scorepad.core.avalanche_game import Course, opening_course
from scorepad.core.log.deal import Deal, Deals
from scorepad.core.log.endings import Ending, RecordedEnding
from scorepad.core.log.entries import USUAL_MANNERS, Entry, Manners, RemovedEntry
from scorepad.core.log.event_data import NO_FAULT, Fault, Refused
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.phrasing import ordinal_words
from scorepad.core.points import Points
from scorepad.core.sentence import Sentence, in_a_row, say


@dataclass(frozen=True, slots=True)
class Player:
    """A player by seat (from 0); `partnership` is the index of the player's side."""

    index: int
    name: str
    partnership: int


class OptionsFrom(NamedTuple):
    """House rules, and the number of the first deal under them."""

    deal: int
    options: Mapping[str, Any]


@dataclass(frozen=True)
class TableState:
    """A table after an event. The last deal is the current one.

    `options_from` are its house rules over time, each with its first deal. `players` and `partnerships`
    include all who ever played; `seating` are those at the table now, in order, while a deal that has begun
    may have others. `follows` and `rematch` are the ids of the tables before and after this one.
    """

    name: str
    game: str
    options_from: tuple[OptionsFrom, ...]
    players: tuple[Player, ...]
    partnerships: tuple[tuple[int, ...], ...]
    deals: Deals
    seating: tuple[int, ...]
    manners: Manners = USUAL_MANNERS
    follows: str = ""
    rematch: str = ""

    @property
    def options(self) -> Mapping[str, Any]:
        """The house rules of the current deal, or of the next once it has ended."""
        return self.options_from[-1].options

    def options_of(self, deal: int) -> Mapping[str, Any]:
        """The house rules of the deal of that number."""
        return next(rules.options for rules in reversed(self.options_from) if rules.deal <= deal)

    @property
    def deal(self) -> Deal:
        """The current deal."""
        return self.deals[-1]

    @property
    def totals(self) -> tuple[Points, ...]:
        """Each player's total so far."""
        return self.deal.totals

    @property
    def partnership_totals(self) -> tuple[Points, ...]:
        """Each partnership's total: the sum of its members' (H5)."""
        return tuple(sum(self.totals[player] for player in group) for group in self.partnerships)

    @property
    def named_winners(self) -> tuple[int, ...] | None:
        """The seats of the winners named by the people at the table; None if points decide."""
        # A correction may let the deal run again after which they said so.
        return self.deal.won if self.deal.ended else None

    @property
    def named_places(self) -> dict[int, int]:
        """The places of other sides named by the people at the table, by side."""
        won, placed = self.named_winners or (), self.deal.placed
        sides = {side: group[0] for side, group in enumerate(self.partnerships) if won and placed}
        return {side: placed[seat] for side, seat in sides.items() if placed[seat] and seat not in won}

    @property
    def has_partners(self) -> bool:
        return any(len(group) > 1 for group in self.partnerships)

    @property
    def dealer_next(self) -> int:
        """The seat that deals after the current deal: the next at the table."""
        return self.dealer_among(self.seating)

    def dealer_among(self, players: Collection[int]) -> int:
        """The first of these players after the current dealer."""
        # A dealer who has left has a place in the order of the deal alone.
        seats, dealer = (
            (self.seating if self.deal.dealer in self.seating else self.deal.seats),
            self.deal.dealer,
        )
        behind = seats[seats.index(dealer) + 1 :]
        return next(seat for seat in (*behind, *seats) if seat in players)

    @property
    def course(self) -> Course:
        """The state of Avalanche in the current deal, or its beginning. Raises DoesNotGoRound."""
        return self.deal.course or opening_course(self.options, self.deal.players, self.deal.dealer)

    @property
    def sides(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The index and players of each partnership, in seating order; those with nobody left at the table
        come last."""
        places = {seat: place for place, seat in enumerate(self.seating)}
        sides = (
            # Whoever has left sorts behind all who are there.
            (side, tuple(sorted(group, key=lambda seat: places.get(seat, MOST_SEATS + seat))))
            for side, group in enumerate(self.partnerships)
        )
        return tuple(sorted(sides, key=lambda side: places.get(side[1][0], MOST_SEATS + side[0])))

    def has_left(self, player: int) -> bool:
        return player not in self.seating

    def first_deal_of(self, player: int) -> int:
        """The number of the first deal at which a player was at the table; the next deal's if there is
        none."""
        deals = (deal.number for deal in self.deals if player in deal.seats)
        return next(deals, self.deal.number + 1)

    def phase_before(self, number: int, player: int) -> int:
        """The phase of a player before that deal, in games with phases."""
        endings = [deal.ending for deal in self.deals if deal.ending and deal.number < number]
        # Whoever ends a deal has made the phase (phase-10 P3).
        return 1 + sum(player in (ending.winner, *ending.made) for ending in endings)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names."""
        return tuple(player.name for player in self.players)

    def with_deal(self, deal: Deal) -> Self:
        """The table with that deal replaced; totals of later deals change accordingly."""
        return replace(self, deals=self.deals.with_deal(deal))

    def deal_numbered(self, number: int) -> Deal:
        """The deal of that number, from 1. Raises Refused when there is none yet."""
        if number > self.deal.number:
            raise Refused(say("There’s no deal {deal} yet. Choose an earlier one.", deal=number), at="deal")
        return self.deals[number - 1]

    def entry(self, number: int) -> Entry | None:
        """The entry of event `number`; None if it was removed or undone."""
        deal = self.deals.with_event(number)
        return next((entry for entry in deal.entries if entry.number == number), None) if deal else None

    def entry_that_stands(self, number: int) -> Entry:
        """The entry of event `number`. Raises Refused if there is none, or not any more."""
        if entry := self.entry(number):
            return entry
        sentence = say(
            "Entry {entry} was removed or undone. Open the table to see what counts.", entry=number
        )
        raise Refused(sentence, at="entry")

    def ended_with(self, number: int) -> Deal | None:
        """The deal ended by event `number`; None if that was removed or undone."""
        deal = self.deals.with_event(number)
        return deal if deal and deal.ending and deal.ending.number == number else None

    def ending_that_stands(self, number: int) -> tuple[Deal, Ending]:
        """The ending of event `number`, and its deal. Raises Refused if there is none, or not any more."""
        deal = self.ended_with(number)
        if deal and deal.ending:
            return deal, deal.ending
        sentence = say(
            "The end of the deal, {entry}, was removed or undone. Open the table to see what counts.",
            entry=number,
        )
        raise Refused(sentence, at="entry")

    def removal(self, number: int) -> tuple[Deal, RemovedEntry | Ending]:
        """The removed entry or ending of that number, and its deal. Raises Refused if there is none."""
        if deal := self.deals.with_event(number):
            for removal in deal.removed:
                if removal.entry.number == number:
                    return deal, removal
            for ending in deal.unsettled:
                if ending.number == number:
                    return deal, ending
        raise Refused(
            say(
                "Entry {entry} still counts, so it can’t be put back. Open the table to see it.", entry=number
            ),
            at="entry",
        )


# The faults below are asked about for every event of a log: each is put into words only where it holds.


def not_current(deal: Deal, number: int) -> Fault:
    if number == deal.number:
        return NO_FAULT
    sentence = say(
        "You’re playing deal {current}, not deal {deal}. Open the table again.",
        deal=number,
        current=deal.number,
    )
    return True, "deal", sentence


def has_ended(deal: Deal, number: int, since: str = "") -> Fault:
    """The fault that the deal has ended; `since` says what can no longer happen in it."""
    if number != deal.number or not deal.ended:
        return NO_FAULT
    if not since:
        return True, "deal", say("Deal {deal} has already ended. Go on to the next deal.", deal=number)
    return (
        True,
        "deal",
        say("Deal {deal} has ended: {since}. Go on to the next deal.", deal=number, since=since),
    )


def not_playing(table: TableState, deal: Deal, seat: int) -> Fault:
    if seat >= len(table.players) or deal.plays(seat):
        return NO_FAULT
    name = table.players[seat].name
    return (
        True,
        "player",
        say("{name} doesn’t play in deal {deal}. Choose somebody who does.", name=name, deal=deal.number),
    )


def other_players(deal: Deal, ending: RecordedEnding) -> Fault:
    players_match = [hand.player for hand in ending.hands] == sorted(deal.players)
    sentence = say("Give one hand for every seat, empty ones too.")
    return not players_match, "hands", sentence


def no_dealer(seat: int, seats: Collection[int]) -> Fault:
    """The fault that the dealer is not one of the players."""
    return seat not in seats, "dealer", say("The dealer must be one of the players. Choose one of them.")


def no_player(table: TableState, seat: int) -> Fault:
    if seat < len(table.players):
        return NO_FAULT
    return True, "player", say("There’s no player in seat {seat}. Choose another seat.", seat=seat + 1)


def already_out(table: TableState, deal: Deal, seat: int) -> Fault:
    if seat not in deal.out:
        return NO_FAULT
    name = table.players[seat].name if seat < len(table.players) else ""
    return (
        True,
        "player",
        say("{name} is already out in deal {deal}. Choose another player.", name=name, deal=deal.number),
    )


def is_taken(name: str, names: Iterable[str]) -> bool:
    """Whether one of the names equals that name, ignoring case. New names are compared by `name_key`; older
    logs may have two names with one key."""
    return name.casefold() in map(str.casefold, names)


def places_words(table: TableState) -> Iterator[Sentence]:
    """The places named by the people at the table, the best first: `2nd Ben`."""
    for side, place in sorted(table.named_places.items(), key=lambda item: item[1]):
        names = " & ".join(table.names[seat] for seat in table.partnerships[side])
        yield in_a_row((ordinal_words(place), names))
