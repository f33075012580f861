"""A year of a circle on paper: what the sheet shows. Knows no web and no PDF.

Every text of it is ready for people.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from scorepad.circles.circle_play import CirclePlay
from scorepad.circles.standings import CircleStandings, Evening, GameStandings, RememberedHand, Span
from scorepad.circles.table_results import TableResult
from scorepad.core.card_text import read_canonical
from scorepad.core.cards import WILD, Card
from scorepad.core.packs import Pack
from scorepad.core.phrasing import join_words, show_number
from scorepad.core.sentence import Catalogue, in_a_row, say, say_number
from scorepad.sheet.circle_chart import game_chart
from scorepad.sheet.line_chart import Chart
from scorepad.sheet.wording import IN_ENGLISH, Day, Decimal, in_words

NOTHING = "·"


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """Figures, or texts, in rows under their heads, the first column names; and below it a chart."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    chart: Chart | None = None
    of_texts: bool = False


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card: its rank, and the id of the drawing of its suit."""

    rank: str
    drawing: str


@dataclass(frozen=True, slots=True)
class PrintedHand:
    """The best hand of the year: whose, and its melds."""

    words: str
    melds: tuple[tuple[PrintedCard, ...], ...]
    title: str = say("Best hand")


@dataclass(frozen=True, slots=True)
class YearSheet:
    """All of it; `made` is the moment that the PDF is dated by."""

    title: str
    subtitle: str
    address: str
    made: datetime
    tables: tuple[PrintedTable, ...]
    best: PrintedHand | None

    def written_texts(self) -> Iterator[str]:
        """All texts, for their fonts."""
        yield from (self.title, self.subtitle, self.address)
        for table in self.tables:
            yield from (table.title, *table.heads, *(text for row in table.rows for text in row))
        if self.best:
            yield from (self.best.title, self.best.words)
            yield from (card.rank for meld in self.best.melds for card in meld)


def year_sheet(play: CirclePlay, year: int, address: str, catalogue: Catalogue = IN_ENGLISH) -> YearSheet:
    """The sheet of the year, and of no other day, in the words of the catalogue."""
    standings = play.standings(Span(date(year, 1, 1), date(year, 12, 31)))
    tables, evenings = sum(len(evening.tables) for evening in standings.evenings), len(standings.evenings)
    sheet = YearSheet(
        title=play.circle.name,
        subtitle=in_a_row(
            (
                str(year),
                say_number("{number} evening", "{number} evenings", evenings),
                say_number("{number} table", "{number} tables", tables),
            ),
            " · ",
        ),
        address=address,
        made=datetime.fromisoformat(play.circle.events[-1].at),
        tables=tuple(_printed_tables(play, standings)),
        best=_printed_hand(standings.best) if standings.best else None,
    )
    return in_words(sheet, catalogue)


def result_words(play: CirclePlay, result: TableResult) -> str:
    """How a table came out: `Ann & Cy 174`; empty while nobody is ahead."""
    people = play.people.of(result)
    sides = [group for group in result.groups if result.winners.issuperset(group)]
    if not sides:
        return ""
    names = join_words([" & ".join(people[seat] for seat in group) for group in sides], "and")
    return in_a_row((names, show_number(sum(result.totals[seat] for seat in sides[0]))))


def _printed_tables(play: CirclePlay, standings: CircleStandings) -> Iterator[PrintedTable]:
    yield from map(_game_table, standings.games)
    if standings.people:
        yield _people_table(standings)
    if standings.rivals:
        rows = tuple(
            (
                join_words((pair.first, pair.second), "and"),
                f"{pair.first_ahead} : {pair.second_ahead}",
                str(pair.tables),
            )
            for pair in standings.rivals
        )
        yield PrintedTable(say("Head to head"), ("", say("Ahead"), say("Tables")), rows)
    if standings.partnerships:
        partners = tuple(
            (" & ".join(pair.people), _wins_of(pair.wins, pair.tables), Decimal(pair.points_a_deal))
            for pair in standings.partnerships
        )
        yield PrintedTable(say("Partners"), ("", say("Won"), say("A deal")), partners)
    if standings.evenings:
        evenings = tuple(row for evening in standings.evenings for row in _evening_rows(play, evening))
        yield PrintedTable(say("Evenings"), ("", say("Table"), say("Won by")), evenings, of_texts=True)


def _wins_of(wins: int, tables: int) -> str:
    return say("{wins} of {tables}", wins=wins, tables=tables)


def _game_table(game: GameStandings) -> PrintedTable:
    rows = tuple(
        (row.person, str(row.wins), str(row.tables), show_number(row.points), Decimal(row.points_a_deal))
        for row in game.standings
    )
    heads = ("", say("Won"), say("Tables"), say("Points"), say("A deal"))
    return PrintedTable(game.title, heads, rows, game_chart(game, show_number))


def _people_table(standings: CircleStandings) -> PrintedTable:
    rows = tuple(
        (
            row.person,
            _wins_of(row.wins, row.tables),
            show_number(row.best.hand.points) if row.best else NOTHING,
            str(row.streak),
            Decimal(row.left / row.hands_compared) if row.hands_compared else NOTHING,
        )
        for row in standings.people
    )
    return PrintedTable(
        say("People"), ("", say("Won"), say("Best hand"), say("In a row"), say("Left a hand")), rows
    )


def _evening_rows(play: CirclePlay, evening: Evening) -> Iterator[tuple[str, ...]]:
    for result in evening.tables:
        yield Day(evening.day), result.name, result_words(play, result)


def _printed_hand(best: RememberedHand) -> PrintedHand:
    words = say_number(
        "{name}, {points} point, {day}",
        "{name}, {points} points, {day}",
        best.hand.points,
        name=best.person,
        points=show_number(best.hand.points),
        day=Day(best.table.day),
    )
    pack = best.table.pack
    assert pack is not None
    return PrintedHand(
        words,
        tuple(
            tuple(_printed_card(read_canonical(text).card, pack) for text in meld)
            for meld in sorted(best.hand.melds, key=len, reverse=True)
        ),
    )


def _printed_card(card: Card, pack: Pack) -> PrintedCard:
    if card.is_wild:
        return PrintedCard("", WILD.rank)
    return PrintedCard("10" if card.rank == "T" else card.rank, pack.suit[card.suit].drawing)
