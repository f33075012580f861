"""Service: open the next deal, on request or by a record that arrives once the current deal has ended.

Players who are out of the match sit the new deal out, until somebody says that they are back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from scorepad.core.log.event_data import Refused
from scorepad.core.log.match import TableMatch
from scorepad.core.log.seat_events import SatOut
from scorepad.core.log.table import Table
from scorepad.core.log.table_events import DealOpened
from scorepad.core.sentence import say
from scorepad.tables.operations import Change, Make, Operation, nothing_follows
from scorepad.tables.standing import dealing_alone, match_of, next_dealer, resting, rules_of


def next_deal(operation: Operation, *, dealer: int | None = None, play_on: bool = False) -> Table:
    """Open the next deal. `dealer` overrides the dealer by the rules.

    After the end of a match, `play_on` is required, if the game allows it. Once people play on, it is not
    required again.
    """

    return operation.do_all(lambda _: [opening(dealer, play_on=play_on)])


def opening(dealer: int | None = None, *, play_on: bool = False) -> Change:
    """The change that opens the next deal. It raises Refused if the match has ended and `play_on` is
    false."""

    def dealt(table: Table) -> DealOpened:
        _refuse_after_end(match_of(table), play_on)
        return DealOpened(table.deal.number + 1, next_dealer(table) if dealer is None else dealer)

    return dealt, _out_of_match


def _refuse_after_end(match: TableMatch, play_on: bool = False) -> None:
    """Raise Refused if the last deal ended the match and people may not play on, or did not say so."""
    if not match.has_just_ended:
        return
    deal = match.table.deal.number
    if not match.can_play_on:
        raise Refused(say("The match ended with deal {deal}. Open a rematch.", deal=deal), at="deal")
    if not play_on:
        reason = say("The match ended with deal {deal}. Open a rematch, or play on at the table.", deal=deal)
        raise Refused(reason, at="deal")


def opened_for(table: Table, players: Collection[int], *, play_on: bool = False) -> Iterator[Change]:
    """The changes that come before a record of these players: none while the current deal runs.

    If it has ended, the next deal is opened, and players who were out of the match play again if the game
    allows it. After the end of a match, `play_on` is required.
    """
    if not table.deal.ended:
        return
    match = match_of(table)
    yield opening(play_on=play_on)
    stands = match.standing
    # Where only two play a deal, its scores tell who did, and who sat out.
    if not stands or stands.over or rules_of(table).scoring.partners == "in duels":
        return
    side_of = {player.index: player.partnership for player in table.players}
    back = [seat for seat in players if side_of[seat] in stands.out]
    for seat in back:
        if side_of[seat] not in stands.may_return:
            # Changes are written together, so this keeps the new deal from being opened as well.
            reason = say(
                "{name} is out, and can’t come back in this deal. Leave that name out.",
                name=table.names[seat],
            )
            raise Refused(reason, at="players")
    if back:
        yield _playing(back), nothing_follows


def playing_next(table: Table) -> tuple[int, ...]:
    """The seats that play the next recorded deal unless others are named."""
    if not table.deal.ended:
        return table.deal.players
    standing = match_of(table).standing
    out = standing.out if standing else ()
    seats = [seat for seat in table.seating if table.players[seat].partnership not in out]
    resting_dealer = dealing_alone(table, len(seats), next_dealer(table))
    return tuple(seat for seat in seats if seat not in resting_dealer)


def _playing(back: Collection[int]) -> Make:
    """The event by which the seats `back` play again. All others who sit out go on sitting out."""

    def sat_out(table: Table) -> SatOut:
        return SatOut(table.deal.number, tuple(seat for seat in table.deal.sitting_out if seat not in back))

    return sat_out


def _out_of_match(before: Table, after: Table) -> Iterable[SatOut]:
    """The event by which players out of the match sit out the new deal."""
    stands = match_of(before).standing
    return seats_at_rest(after, () if stands is None or stands.over else stands.out)


def seats_at_rest(table: Table, out: Collection[int] = ()) -> Iterable[SatOut]:
    """The event for those who sit out a deal that was just opened: sides that are `out`, and a dealer who
    only deals."""
    if seats := resting(table, out):
        yield SatOut(table.deal.number, seats, deals=table.deal.dealer in seats)
