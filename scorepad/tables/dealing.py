"""Service: deals that are opened: the next one by itself, or by a record that is told of it once the one
before has ended.

Whoever is out of the match sits the new deal out, until somebody says that they came back.
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
    """Open the next deal; who deals by the rules does so unless `dealer` says otherwise.

    After the end of a match it is opened only to `play_on`, where the game lets people. Once they play on,
    nobody is asked again.
    """

    return operation.do_all(lambda _: [opening(dealer, play_on=play_on)])


def opening(dealer: int | None = None, *, play_on: bool = False) -> Change:
    """What opens the next deal. It is refused where the match has ended and nobody says to `play_on`."""

    def dealt(table: Table) -> DealOpened:
        _refuse_after_end(match_of(table), play_on)
        return DealOpened(table.deal.number + 1, next_dealer(table) if dealer is None else dealer)

    return dealt, _out_of_match


def _refuse_after_end(match: TableMatch, play_on: bool = False) -> None:
    """Raise Refused where the deal that ended the match is the last one."""
    if not match.has_just_ended:
        return
    deal = match.table.deal.number
    if not match.can_play_on:
        raise Refused(say("The match ended with deal {deal}. Open a rematch.", deal=deal), at="deal")
    if not play_on:
        reason = say("The match ended with deal {deal}. Open a rematch, or play on at the table.", deal=deal)
        raise Refused(reason, at="deal")


def opened_for(table: Table, players: Collection[int], *, play_on: bool = False) -> Iterator[Change]:
    """What comes before a record of these players where the current deal has ended: the next one is opened,
    and who was out of the match plays again where the game lets them. Nothing while the deal runs. After the
    end of a match it is opened only to `play_on`."""
    if not table.deal.ended:
        return
    match = match_of(table)
    yield opening(play_on=play_on)
    stands = match.standing
    # Where only so many play a deal, its scores tell who did, and who sat out.
    if not stands or stands.over or rules_of(table).scoring.hands_in_deal:
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
    """Who plays the deal that is recorded next, if nobody is named."""
    if not table.deal.ended:
        return table.deal.players
    standing = match_of(table).standing
    out = standing.out if standing else ()
    seats = [seat for seat in table.seating if table.players[seat].partnership not in out]
    resting_dealer = dealing_alone(table, len(seats), next_dealer(table))
    return tuple(seat for seat in seats if seat not in resting_dealer)


def _playing(back: Collection[int]) -> Make:
    """The event by which those play again who are `back`; all others who sit out go on sitting out."""

    def sat_out(table: Table) -> SatOut:
        return SatOut(table.deal.number, tuple(seat for seat in table.deal.sitting_out if seat not in back))

    return sat_out


def _out_of_match(before: Table, after: Table) -> Iterable[SatOut]:
    """Who is out of the match sits out the new deal, until somebody says that they came back."""
    stands = match_of(before).standing
    return seats_at_rest(after, () if stands is None or stands.over else stands.out)


def seats_at_rest(table: Table, out: Collection[int] = ()) -> Iterable[SatOut]:
    """Who sits out a deal that has just been opened."""
    if seats := resting(table, out):
        yield SatOut(table.deal.number, seats, deals=table.deal.dealer in seats)
