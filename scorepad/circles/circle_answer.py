"""A circle's answers to programs: its standings as JSON, its tables as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from datetime import date

from msgspec import Struct, structs

from scorepad.circles.standings import (
    CircleStandings,
    HeadToHead,
    Partnership,
    People,
    RememberedHand,
    Span,
    Standing,
)
from scorepad.circles.table_results import TableResult
from scorepad.core.log.circle import Circle
from scorepad.core.points import Points, in_data
from scorepad.tables.exports import guarded_cell

COLUMNS = ("day", "table", "game", "person", "partners", "deals", "points", "won", "best_hand", "counted")


class HandAnswer(Struct, frozen=True):
    """A hand as it was laid: its points before the multiplier, its melds as cards."""

    person: str
    points: int
    melds: tuple[tuple[str, ...], ...]
    table: str
    deal: int
    day: date


class StandingAnswer(Struct, frozen=True):
    """The results of a person. `left` are the points left on the table in `hands_compared` hands."""

    person: str
    tables: int
    wins: int
    deals: int
    points: Points
    points_a_deal: float
    best: HandAnswer | None
    left: int
    hands_compared: int
    streak: int
    streak_now: int


class CircleGameAnswer(Struct, frozen=True):
    """The standings of one game, the first in front."""

    game: str
    standings: tuple[StandingAnswer, ...]


class CircleTableAnswer(Struct, frozen=True):
    """A table: its players and their totals, the winners, and whether standings count it."""

    id: str
    name: str
    game: str
    players: tuple[str, ...]
    totals: tuple[Points, ...]
    winners: tuple[str, ...]
    counted: bool


class EveningAnswer(Struct, frozen=True):
    """The tables of one day."""

    day: date
    tables: tuple[CircleTableAnswer, ...]


class CircleAnswer(Struct, frozen=True):
    """A circle in the span from `first` to `last`, both included; null where there is no end."""

    id: str
    name: str
    first: date | None
    last: date | None
    evenings: tuple[EveningAnswer, ...]
    games: tuple[CircleGameAnswer, ...]
    people: tuple[StandingAnswer, ...]
    head_to_head: tuple[HeadToHead, ...]
    partnerships: tuple[Partnership, ...]


class TableOfDayAnswer(CircleTableAnswer, frozen=True, kw_only=True):
    """A table, and the day on which it was played."""

    day: date


class CircleTablesAnswer(Struct, frozen=True):
    """A page of a circle's tables, the earliest first; `next` is the `after` of the following page, null on
    the last one."""

    tables: tuple[TableOfDayAnswer, ...]
    next: int | None


def circle_answer(circle: Circle, standings: CircleStandings, people: People, span: Span) -> CircleAnswer:
    """The circle with its standings over the span."""
    return CircleAnswer(
        id=circle.id,
        name=circle.name,
        first=span.first,
        last=span.last,
        evenings=tuple(
            EveningAnswer(evening.day, tuple(_table_answer(result, people) for result in evening.tables))
            for evening in standings.evenings
        ),
        games=tuple(
            CircleGameAnswer(game.game, tuple(map(_standing_answer, game.standings)))
            for game in standings.games
        ),
        people=tuple(map(_standing_answer, standings.people)),
        head_to_head=standings.rivals,
        partnerships=standings.partnerships,
    )


def table_of_day(result: TableResult, people: People) -> TableOfDayAnswer:
    """One table of a circle."""
    return TableOfDayAnswer(*structs.astuple(_table_answer(result, people)), day=result.day)


def _table_answer(result: TableResult, people: People) -> CircleTableAnswer:
    players = people.of(result)
    winners = tuple(players[seat] for seat in sorted(result.winners))
    totals = tuple(map(in_data, result.totals))
    return CircleTableAnswer(result.id, result.name, result.game, players, totals, winners, result.counted)


def _standing_answer(standing: Standing) -> StandingAnswer:
    return StandingAnswer(
        person=standing.person,
        tables=standing.tables,
        wins=standing.wins,
        deals=standing.deals,
        points=in_data(standing.points),
        points_a_deal=round(standing.points_a_deal, 2),
        best=_hand_answer(standing.best) if standing.best else None,
        left=standing.left,
        hands_compared=standing.hands_compared,
        streak=standing.streak,
        streak_now=standing.streak_now,
    )


def _hand_answer(best: RememberedHand) -> HandAnswer:
    hand, table = best.hand, best.table
    return HandAnswer(best.person, hand.points, hand.melds, table.id, hand.deal, table.day)


def circle_csv(results: Sequence[TableResult], person: Callable[[str], str], span: Span) -> str:
    """A row for each person at each table of the span, with line ends as in RFC 4180."""
    people = People(person, results)
    # The writer ends lines by itself, so none may be translated.
    csv_file = io.StringIO(newline="")
    csv_writer = csv.writer(csv_file)
    csv_writer.writerow(COLUMNS)
    for result in results:
        if span.holds(result.day):
            for row in _table_rows(result, people.of(result)):
                # Names are anybody's words: a spreadsheet must not run them.
                csv_writer.writerow([guarded_cell(cell) for cell in row])
    return csv_file.getvalue()


def _table_rows(result: TableResult, players: Sequence[str]) -> Iterable[tuple[str | Points, ...]]:
    for group in result.groups:
        for seat in group:
            partners = " & ".join(players[other] for other in group if other != seat)
            best_hand = max((hand.points for hand in result.hands if hand.seat == seat), default="")
            won = int(seat in result.winners)
            counts = (result.deals[seat], in_data(result.points[seat]), won, best_hand, int(result.counted))
            yield (result.day.isoformat(), result.name, result.game, players[seat], partners, *counts)
