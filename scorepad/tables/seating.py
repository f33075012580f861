"""Service: change who is at the table: joining late, leaving, coming back, changing seats, sitting a deal
out.

Arguments and errors are those of `service`.
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
    """Add a late player, with `start` points, or for None as many as the last side has.

    The player plays from `deal` on; None means as soon as possible.
    """

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
    """The total of the side that is last now: the fewest points, or the most in a game in which the lowest
    wins."""
    sides = zip(table.partnerships, table.partnership_totals, strict=True)
    totals = [total for group, total in sides if not all(map(table.has_left, group))]
    return max(totals) if rules_of(table).scoring.lowest_wins else min(totals)


def correct_start(operation: Operation, *, player: int, start: Points) -> Table:
    """Correct the points with which a late player began."""

    def corrected(table: Table) -> StartCorrected:
        refuse_halves(table, start, at="start")
        return StartCorrected(player, start)

    return operation.do(corrected)


def remove_player(operation: Operation, *, player: int, deal: int | None = None) -> Table:
    """Let a player leave from `deal` on; None means as soon as possible."""

    def left(table: Table) -> PlayerLeft:
        _refuse_number(table, len(table.seating) - 1)
        return PlayerLeft(player, first_deal(table) if deal is None else deal)

    return operation.do(left)


def return_player(operation: Operation, *, player: int, deal: int | None = None) -> Table:
    """Let a player who had left return from `deal` on; None means as soon as possible."""

    def returned(table: Table) -> PlayerReturned:
        _refuse_more(table, len(table.seating) + 1)
        return PlayerReturned(player, first_deal(table) if deal is None else deal)

    return operation.do(returned)


def change_seats(operation: Operation, *, players: Sequence[int]) -> Table:
    """Change the order in which those at the table sit."""
    return operation.do(lambda _: SeatsChanged(tuple(players)))


def sit_out(operation: Operation, *, deal: int, players: Sequence[int]) -> Table:
    """Set who sits out a deal: these players and nobody else. Hands that depend on it are judged anew."""

    def sat_out(table: Table) -> SatOut:
        _refuse_number(table, len(table.deal_numbered(deal).seats) - len(players))
        return SatOut(deal, tuple(players))

    return operation.do(sat_out, rejudged_entries)


def _refuse_number(table: Table, players: int) -> None:
    """Raise Refused if the game cannot be played by so many players."""
    game = find_game(table.game)
    fewest, _ = game.players
    many = with_capital(count_word(fewest))
    must_stay = say_number("{many} player must stay.", "{many} players must stay.", fewest, many=many)
    if fault := must_stay if players < fewest else game.number_fault(players):
        raise Refused(fault, at="players")


def _refuse_more(table: Table, players: int, options: Mapping[str, object] | None = None) -> None:
    """Raise Refused if so many players cannot sit down, also because cards or leaps are too few (H5, L2)."""
    game = find_game(table.game)
    rules = game.rules({**table.options, **(options or {})})
    if fault := seating_fault(game, rules, players):
        raise Refused(fault, at="players")


def _options_for(table: Table, players: int) -> dict[str, object]:
    """The options whose defaults change with the number of players, at their new values (F1, G1)."""
    game = find_game(table.game)
    # The log has every option, so what the table has chosen is what differs from the usual.
    usual = game.logged_values({}, len(table.seating))
    told = {name: value for name, value in table.options.items() if value != usual.get(name)}
    values = game.logged_values(told, players)
    return {name: value for name, value in values.items() if value != table.options.get(name, usual[name])}
