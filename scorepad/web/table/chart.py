"""The chart of a table's running totals: one line a side, drawn by the server as plain SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorepad.core.sentence import say
from scorepad.sheet.line_chart import Chart, Totals, line_chart, numbers_spread
from scorepad.web.faces import points

if TYPE_CHECKING:
    from scorepad.core.log.deal import Deal
    from scorepad.web.table.scoreboard import Scoreboard, ScoreSide

MOST_POINTS, MOST_TICKS = 60, 20  # deals of a longer table that have a point, and of those that have a number


def totals_chart(board: Scoreboard) -> Chart | None:
    """The totals of every side after each deal with a score; None before the second of them."""
    newest = board.table.deal
    scored = newest.number - (not newest.entries and not newest.ended)
    if scored < 2:
        return None
    deals = [board.table.deals[number - 1] for number in numbers_spread(scored, MOST_POINTS)]
    numbers = [0, *(deal.number for deal in deals)]
    labelled = set(numbers_spread(scored, MOST_TICKS))
    return line_chart(
        [_totals_of(board, side, deals, numbers) for side in board.sides],
        [number / scored for number in numbers],
        [(deal.number / scored, str(deal.number)) for deal in deals if deal.number in labelled],
        points,
        _totals_words(board, deals[-1].number),
    )


def _totals_of(board: Scoreboard, side: ScoreSide, deals: list[Deal], numbers: list[int]) -> Totals:
    values = [_total_before(board.table.deals[0], side), *(_side_total(deal, side) for deal in deals)]
    return Totals(side.index, side.letter or side.seats[0].name, values, _span_there(board, side, numbers))


def _side_total(deal: Deal, side: ScoreSide) -> int:
    return sum(deal.running(seat.index) for seat in side.seats)


def _total_before(deal: Deal, side: ScoreSide) -> int:
    return sum(deal.before[seat.index] for seat in side.seats)


def _span_there(board: Scoreboard, side: ScoreSide, numbers: list[int]) -> slice:
    """The points of a side's line, of deals of these numbers: from where it joined until it left."""
    first = min(board.table.first_deal_of(seat.index) for seat in side.seats)
    last = board.deal.number
    if not side.rank:
        members = {seat.index for seat in side.seats}
        last = max((deal.number for deal in board.table.deals if members & set(deal.seats)), default=0)
    before = [place for place, number in enumerate(numbers) if number < first]
    after = [place for place, number in enumerate(numbers) if number >= last]
    return slice(before[-1], (after[0] if after else len(numbers) - 1) + 1)


def _totals_words(board: Scoreboard, deal: int) -> str:
    totals = ", ".join(f"{side.names} {points(side.total)}" for side in board.sides)
    return say("Totals after deal {number}: {totals}.", number=deal, totals=totals)
