"""The standings of a circle, computed only from the results of its tables.

A table is won by the side that is ahead after its last deal, a match by its winner. Sides that are level
share the win, and nobody wins if all are level.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate, combinations

from scorepad.circles.table_results import PlayedHand, TableResult
from scorepad.core.points import Points
from scorepad.core.spelling import name_key
from scorepad.rulebook import game_title, has_game

BestPoints = Mapping[str, int | None]
"""What the best melds of hands are worth, by their digests; None where that is not proven."""


@dataclass(frozen=True, slots=True)
class Span:
    """A span of days, both ends included; None for an open end."""

    first: date | None = None
    last: date | None = None

    def holds(self, day: date) -> bool:
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


@dataclass(frozen=True, slots=True)
class RememberedHand:
    """A hand with its player and its table."""

    person: str
    hand: PlayedHand
    table: TableResult


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's results at some tables.

    `won` has for each table, by day, whether it was won. `left` are the points left on the table in the
    `hands_compared` hands whose best is known.
    """

    person: str
    won: tuple[bool, ...]
    deals: int
    points: Points
    best: RememberedHand | None
    left: int
    hands_compared: int

    @property
    def tables(self) -> int:
        return len(self.won)

    @property
    def wins(self) -> int:
        return sum(self.won)

    @property
    def points_a_deal(self) -> float:
        return self.points / self.deals if self.deals else 0.0

    @property
    def streak(self) -> int:
        """The most tables won in a row."""
        return max(_rows_of_wins(self.won))

    @property
    def streak_now(self) -> int:
        """The number of tables won in a row up to the last."""
        return _rows_of_wins(self.won)[-1]


@dataclass(frozen=True, slots=True)
class GameStandings:
    """The standings of one game, the first in front. `sums` are each person's points after each table. Nobody
    wins a game that the pad does not have."""

    game: str
    title: str
    is_known: bool
    standings: tuple[Standing, ...]
    days: tuple[date, ...]
    sums: Mapping[str, tuple[Points, ...]]


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two people who played against each other: the tables at which each was ahead, and those at which they
    were level."""

    people: tuple[str, str]
    ahead: tuple[int, int]
    level: int

    @property
    def tables(self) -> int:
        return sum(self.ahead) + self.level


@dataclass(frozen=True, slots=True)
class Partnership:
    """People who played together, and their results."""

    people: tuple[str, ...]
    tables: int
    wins: int
    deals: int
    points: Points

    @property
    def points_a_deal(self) -> float:
        return self.points / self.deals if self.deals else 0.0


@dataclass(frozen=True, slots=True)
class Evening:
    """The tables of one day."""

    day: date
    tables: tuple[TableResult, ...]


@dataclass(frozen=True)
class CircleStandings:
    """The standings over the tables of a span.

    `shares` are each person's percentage of tables won, after each table of all; None before the first that
    they played.
    """

    evenings: tuple[Evening, ...]
    games: tuple[GameStandings, ...]
    people: tuple[Standing, ...]
    rivals: tuple[HeadToHead, ...]
    partnerships: tuple[Partnership, ...]
    days: tuple[date, ...]
    shares: Mapping[str, tuple[int | None, ...]]

    @property
    def best(self) -> RememberedHand | None:
        """The best hand of anybody."""
        hands = [standing.best for standing in self.people if standing.best]
        return max(hands, key=lambda remembered: remembered.hand.points, default=None)


class People:
    """Identifies people by their names; a person is shown as last written."""

    def __init__(self, person: Callable[[str], str], results: Iterable[TableResult]) -> None:
        self._person = person
        self._shown = {name_key(who := person(name)): who for result in results for name in result.names}

    def of(self, result: TableResult) -> tuple[str, ...]:
        """The people of a table, by seat."""
        return tuple(self._shown[name_key(self._person(name))] for name in result.names)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all people, in alphabetical order."""
        return tuple(sorted(self._shown.values(), key=str.casefold))


def circle_standings(
    results: Sequence[TableResult],
    person: Callable[[str], str],
    span: Span = Span(),
    best_points: BestPoints | None = None,
) -> CircleStandings:
    """The standings over the tables of the span. `results` are in the order of days; `person` maps a name to
    a person."""
    people = People(person, results)
    counted = [result for result in results if span.holds(result.day)]
    scored = [(result, people.of(result)) for result in counted if result.counted and result.came_out]
    standings = _standings(scored, best_points or {})
    return CircleStandings(
        evenings=_evenings(counted),
        games=_by_game(scored, best_points or {}),
        people=standings,
        rivals=_rivals(scored),
        partnerships=_partnerships(scored),
        days=tuple(result.day for result, _ in scored),
        shares={row.person: _shares_of(scored, row) for row in standings},
    )


Scored = Sequence[tuple[TableResult, tuple[str, ...]]]
"""Tables with the people at them, by seat."""


def _evenings(results: Iterable[TableResult]) -> tuple[Evening, ...]:
    """The tables by day, the newest first."""
    tables_by_day: dict[date, list[TableResult]] = defaultdict(list)
    for result in results:
        tables_by_day[result.day].append(result)
    return tuple(Evening(day, tuple(tables_by_day[day])) for day in sorted(tables_by_day, reverse=True))


def _by_game(scored: Scored, best_points: BestPoints) -> tuple[GameStandings, ...]:
    """The standings of each game, the most played first."""
    tables_by_game: dict[str, list[tuple[TableResult, tuple[str, ...]]]] = defaultdict(list)
    for result, people in scored:
        tables_by_game[result.game].append((result, people))
    most_played = sorted(tables_by_game.items(), key=lambda item: -len(item[1]))
    return tuple(_game_standings(game, tables, best_points) for game, tables in most_played)


def _game_standings(game: str, scored: Scored, best_points: BestPoints) -> GameStandings:
    lowest_wins = scored[0][0].lowest_wins
    standings = sorted(_standings(scored, best_points), key=lambda row: row.person.casefold())
    # Sorting is stable: who is level stays in the order of the alphabet.
    standings.sort(key=lambda row: (-row.wins, row.points_a_deal if lowest_wins else -row.points_a_deal))
    return GameStandings(
        game=game,
        title=game_title(game),
        is_known=has_game(game),
        standings=tuple(standings),
        days=tuple(result.day for result, _ in scored),
        sums={row.person: _sums_of(scored, row.person) for row in standings},
    )


def _sums_of(scored: Scored, person: str) -> tuple[Points, ...]:
    """The person's points after each table."""
    total: Points = 0
    sums: list[Points] = []
    for result, people in scored:
        total += sum(points for who, points in zip(people, result.points, strict=True) if who == person)
        sums.append(total)
    return tuple(sums)


def _standings(scored: Scored, best_points: BestPoints) -> tuple[Standing, ...]:
    """The standings of all people, those with the most wins first; with equal wins, those with fewer
    tables."""
    tables_of: dict[str, list[tuple[TableResult, list[int]]]] = defaultdict(list)
    for result, people in scored:
        for person in dict.fromkeys(people):
            seats = [seat for seat, who in enumerate(people) if who == person and result.played_by(seat)]
            if seats:
                tables_of[person].append((result, seats))
    rows = [_standing(person, tables, best_points) for person, tables in tables_of.items()]
    return tuple(sorted(rows, key=lambda row: (-row.wins, row.tables, row.person.casefold())))


def _standing(
    person: str, tables: Sequence[tuple[TableResult, list[int]]], best_points: BestPoints
) -> Standing:
    hands = [
        RememberedHand(person, hand, result)
        for result, seats in tables
        for hand in result.hands
        if hand.seat in seats
    ]
    left = [
        max(0, best - remembered.hand.points)
        for remembered in hands
        if (best := best_points.get(remembered.hand.digest)) is not None
    ]
    with_melds = [remembered for remembered in hands if remembered.hand.melds]
    return Standing(
        person=person,
        won=tuple(any(seat in result.winners for seat in seats) for result, seats in tables),
        deals=sum(result.deals[seat] for result, seats in tables for seat in seats),
        points=sum(result.points[seat] for result, seats in tables for seat in seats),
        best=max(with_melds, key=lambda remembered: remembered.hand.points, default=None),
        left=sum(left),
        hands_compared=len(left),
    )


def _shares_of(scored: Scored, standing: Standing) -> tuple[int | None, ...]:
    """The person's percentage of tables won after each table; None before the first."""
    played = accumulate(
        any(who == standing.person and result.played_by(seat) for seat, who in enumerate(people))
        for result, people in scored
    )
    wins = [0, *accumulate(standing.won)]
    return tuple(round(100 * wins[tables] / tables) if tables else None for tables in played)


def _rows_of_wins(won: Sequence[bool]) -> list[int]:
    """The number of tables won in a row, before the first table and after each."""
    rows = [0]
    for is_won in won:
        rows.append(rows[-1] + 1 if is_won else 0)
    return rows


def _rivals(scored: Scored) -> tuple[HeadToHead, ...]:
    """The pairs who sat on different sides, those who met most first."""
    results: dict[tuple[str, str], list[Points]] = defaultdict(list)
    for result, people in scored:
        played = [group for group in result.groups if any(map(result.played_by, group))]
        for group, other_group in combinations(played, 2):
            ahead = _lead(result, group) - _lead(result, other_group)
            # One person may have two names at a table, and meets another there once.
            pairs = {(people[seat], people[other]) for seat in group for other in other_group}
            for first, second in pairs:
                if first != second:
                    # Each pair is counted under one order of its names.
                    in_order = first.casefold() < second.casefold()
                    pair = (first, second) if in_order else (second, first)
                    results[pair].append(ahead if in_order else -ahead)
    rivals = (
        HeadToHead(
            pair,
            ahead=(sum(ahead > 0 for ahead in leads), sum(ahead < 0 for ahead in leads)),
            level=sum(ahead == 0 for ahead in leads),
        )
        for pair, leads in results.items()
    )
    return tuple(sorted(rivals, key=lambda pair: (-pair.tables, *map(str.casefold, pair.people))))


def _lead(result: TableResult, group: Sequence[int]) -> Points:
    """A side's value for comparison with another: its total, or 1 for a winner where people named the
    winners."""
    if result.named:
        return not result.winners.isdisjoint(group)
    total = sum(result.totals[seat] for seat in group)
    return -total if result.lowest_wins else total


def _partnerships(scored: Scored) -> tuple[Partnership, ...]:
    """The groups who were partners, those with the most wins first."""
    sides: dict[tuple[str, ...], list[tuple[TableResult, tuple[int, ...]]]] = defaultdict(list)
    for result, people in scored:
        for group in result.groups:
            played = {people[seat] for seat in group if result.played_by(seat)}
            partners = tuple(sorted(played, key=str.casefold))
            if len(partners) > 1:
                sides[partners].append((result, group))
    partnerships = (
        Partnership(
            partners,
            tables=len(tables),
            wins=sum(any(seat in result.winners for seat in group) for result, group in tables),
            # Partners play the same deals, which count once.
            deals=sum(max(result.deals[seat] for seat in group) for result, group in tables),
            points=sum(result.points[seat] for result, group in tables for seat in group),
        )
        for partners, tables in sides.items()
    )
    return tuple(sorted(partnerships, key=lambda pair: (-pair.wins, -pair.tables, pair.people)))
