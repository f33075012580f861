"""Service: who is at the table: joining late, leaving, coming back, other seats, sitting a deal out.

Changes take and raise what those of `service` do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorepad.core.log.event_data import Refused
from scorepad.core.log.schema import clean_text
from scorepad.core.log.seat_events import (
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    SatOut,
    SeatsChanged,
    StartCorrected,
    first_deal,
)
from scorepad.core.log.table import Table
from scorepad.core.phrasing import count_word
from scorepad.core.points import Points
from scorepad.core.sentence import say_number, with_capital
from scorepad.rulebook import find_game
from scorepad.rulebook.seats import seating_fault
from scorepad.tables.operations import Operation
from scorepad.tables.player_names import refuse_name
from scorepad.tables.recording import rejudged_entries
from scorepad.tables.standing import refuse_halves, rules_of


def add_player(
    operation: Operation,
    *,
    name: str,
    partner: int | None = None,
    start: Points | None = 0,
    deal: int | None = None,
) -> Table:
    """A player joins late, with `start` points or, for None, with as many as the last of the sides has; from
    `deal` on, as soon as can be where that is None."""

    def joined(table: Table) -> PlayerJoined:
        number = len(table.seating) + 1
        options = _options_for(table, number)
        _refuse_more(table, number, options)
        new_name = clean_text(name)
        refuse_name(new_name, table.names)
        points = last_total(table) if start is None else start
        refuse_halves(table, points, at="start")
        first = first_deal(table) if deal is None else deal
        # A partner joins the total that the side has (H5).
        return PlayerJoined(new_name, partner, points if partner is None else 0, first, options or None)

    return operation.do(joined)


def last_total(table: Table) -> Points:
    """The points of the side at the table that is last by now: the fewest, the most where points are bad."""
    sides = zip(table.partnerships, table.partnership_totals, strict=True)
    totals = [total for group, total in sides if not all(map(table.has_left, group))]
    return max(totals) if rules_of(table).scoring.lowest_wins else min(totals)


def correct_start(operation: Operation, *, player: int, start: Points) -> Table:
    """A late player begins with other points."""

    def corrected(table: Table) -> StartCorrected:
        refuse_halves(table, start, at="start")
        return StartCorrected(player, start)

    return operation.do(corrected)


def remove_player(operation: Operation, *, player: int, deal: int | None = None) -> Table:
    """A player leaves, from `deal` on, as soon as can be where that is None."""

    def left(table: Table) -> PlayerLeft:
        _refuse_number(table, len(table.seating) - 1)
        return PlayerLeft(player, first_deal(table) if deal is None else deal)

    return operation.do(left)


def return_player(operation: Operation, *, player: int, deal: int | None = None) -> Table:
    """A player who had left sits down again, from `deal` on, as soon as can be where that is None."""

    def returned(table: Table) -> PlayerReturned:
        _refuse_more(table, len(table.seating) + 1)
        return PlayerReturned(player, first_deal(table) if deal is None else deal)

    return operation.do(returned)


def change_seats(operation: Operation, *, players: Sequence[int]) -> Table:
    """Those at the table sit in this order."""
    return operation.do(lambda _: SeatsChanged(tuple(players)))


def sit_out(operation: Operation, *, deal: int, players: Sequence[int]) -> Table:
    """These, and nobody else, do not play in a deal. What rests on it is judged anew."""

    def sat_out(table: Table) -> SatOut:
        _refuse_number(table, len(table.deal_numbered(deal).seats) - len(players))
        return SatOut(deal, tuple(players))

    return operation.do(sat_out, rejudged_entries)


def _refuse_number(table: Table, players: int) -> None:
    """Raise Refused when the game is not for so many as stay."""
    game = find_game(table.game)
    fewest, _ = game.players
    many = with_capital(count_word(fewest))
    must_stay = say_number("{many} player must stay.", "{many} players must stay.", fewest, many=many)
    if fault := must_stay if players < fewest else game.number_fault(players):
        raise Refused(fault, at="players")


def _refuse_more(table: Table, players: int, options: Mapping[str, object] | None = None) -> None:
    """Raise Refused when so many cannot sit down, as where cards or leaps are too few (H5, L2)."""
    game = find_game(table.game)
    rules = game.rules({**table.options, **(options or {})})
    if fault := seating_fault(game, rules, players):
        raise Refused(fault, at="players")


def _options_for(table: Table, players: int) -> dict[str, object]:
    """The house rules that follow from so many players and differ from those of the table (F1, G1)."""
    game = find_game(table.game)
    # The log has every option, so what the table has chosen is what differs from the usual.
    usual = game.logged_values({}, len(table.seating))
    told = {name: value for name, value in table.options.items() if value != usual.get(name)}
    values = game.logged_values(told, players)
    return {name: value for name, value in values.items() if value != table.options.get(name, usual[name])}
