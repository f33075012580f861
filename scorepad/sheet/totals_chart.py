"""The running totals of a table as a chart: for its page, and for the picture of its scores."""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_uppercase

from scorepad.core.log.deal import Deal
from scorepad.core.log.match import TableMatch
from scorepad.core.log.table import Table
from scorepad.core.points import Points
from scorepad.sheet.line_chart import HEIGHT, WIDTH, Chart, Totals, line_chart, numbers_spread
from scorepad.tables.phrases import scoring_of, side_names

MOST_POINTS = 60  # deals of a longer table that have a point in the chart
Group = tuple[int, ...]


def chart_of_totals(
    table: Table, match: TableMatch, written: Callable[[Points], str], size: tuple[int, int] = (WIDTH, HEIGHT)
) -> Chart | None:
    """The totals of every side after each scored deal, formatted by `written`; None for fewer than two."""
    newest = table.deal
    # A deal that has just begun has no totals of its own yet.
    scored = newest.number - (not newest.entries and not newest.ended)
    if scored < 2:
        return None
    deals = [table.deals[number - 1] for number in numbers_spread(scored, MOST_POINTS)]
    numbers = [0, *(deal.number for deal in deals)]
    return line_chart(
        [_totals_of(table, match, side, group, deals, numbers) for side, group in table.sides],
        [number / scored for number in numbers],
        [(deal.number / scored, str(deal.number)) for deal in deals],
        written,
        _totals_words(table, match, scored, written),
        size,
    )


def _totals_of(
    table: Table, match: TableMatch, side: int, group: Group, deals: list[Deal], numbers: list[int]
) -> Totals:
    label = ascii_uppercase[side] if table.has_partners else table.players[group[0]].name
    before = sum(table.deals[0].before[player] for player in group)
    values = [before, *(_total_after(match, deal, side, group) for deal in deals)]
    return Totals(side, label, values, _span_there(table, group, numbers))


def _total_after(match: TableMatch, deal: Deal, side: int, group: Group) -> Points:
    """A side's total after a deal; after the deal that ended the match including final bonuses."""
    if match.finished and match.finished.deal == deal.number:
        return match.finished.totals[side]
    return match.side_running(deal, group)


def _span_there(table: Table, group: Group, numbers: list[int]) -> slice:
    """The deals for which a side's line is drawn: from joining until leaving."""
    first = min(table.first_deal_of(player) for player in group)
    last = table.deal.number
    if table.has_left(group[0]):
        last = max((deal.number for deal in table.deals if set(group) & set(deal.seats)), default=0)
    before = [place for place, number in enumerate(numbers) if number < first]
    after = [place for place, number in enumerate(numbers) if number >= last]
    # From the deal before the first one: there stand the points that a side began with.
    return slice(before[-1], (after[0] if after else len(numbers) - 1) + 1)


def _totals_words(table: Table, match: TableMatch, deal: int, written: Callable[[Points], str]) -> str:
    names = side_names(table)
    totals = ", ".join(f"{names[side]} {written(match.totals[side])}" for side, _ in table.sides)
    return scoring_of(table).deal_names.totals(deal, totals)
