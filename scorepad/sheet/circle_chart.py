"""The chart of a circle's points in one game, a line a person, table by table."""

from __future__ import annotations

from collections.abc import Callable

from scorepad.circles.standings import GameStandings
from scorepad.core.sentence import say_number
from scorepad.sheet.line_chart import Chart, Totals, line_chart, numbers_spread
from scorepad.sheet.wording import SHORT_DAY, Day

MOST_LINES = 8
MOST_POINTS, MOST_TICKS = 60, 5  # tables that have a point, and of those that have a day


def game_chart(game: GameStandings, written: Callable[[int], str]) -> Chart | None:
    """Everybody's points after each table; None for one table, and of more people than a chart has lines
    those in front. `written` is how a number is written."""
    count = len(game.days)
    if count < 2:
        return None
    drawn, labelled = numbers_spread(count, MOST_POINTS), set(numbers_spread(count, MOST_TICKS))
    people = [standing.person for standing in game.standings[:MOST_LINES]]
    lines = [
        Totals(place, who, [0, *(game.sums[who][number - 1] for number in drawn)])
        for place, who in enumerate(people)
    ]
    ticks = [number for number in drawn if number in labelled]
    across = [(number / count, Day(game.days[number - 1], SHORT_DAY)) for number in ticks]
    sums = ", ".join(f"{who} {written(game.sums[who][-1])}" for who in people)
    words = say_number(
        "Points in {game} after {number} table: {sums}.",
        "Points in {game} after {number} tables: {sums}.",
        count,
        game=game.title,
        sums=sums,
    )
    return line_chart(lines, [number / count for number in (0, *drawn)], across, written, words)
