"""What the page of a circle shows: the chosen span of days, and its standings in words and drawings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import NamedTuple

from wtforms import Field, StringField
from wtforms.validators import Optional, ValidationError

from scorepad.circles.circle_play import CirclePlay
from scorepad.circles.standings import CircleStandings, GameStandings, Span, Standing
from scorepad.circles.table_results import TableResult
from scorepad.core.phrasing import join_words, show_number
from scorepad.core.sentence import Sentence, in_a_row, say, say_number
from scorepad.rulebook import game_title
from scorepad.sheet.line_chart import Chart, Totals, line_chart, numbers_spread
from scorepad.sheet.wording import DAY_OF_YEAR, MONTH_OF_YEAR, SHORT_DAY, WEEKDAY_OF_YEAR, Day, Decimal
from scorepad.web.faces import points
from scorepad.web.languages import says_only_day
from scorepad.web.plain_form import PlainForm, TypedField

SPANS = {"all": say("All"), "year": say("This year"), "month": say("This month")}
_DAY_PATTERN = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
EVENINGS_SHOWN = 12
PAIRS_SHOWN = 6
MOST_LINES = 8  # people in a chart
MOST_POINTS = 60  # tables that have a point in a chart
NEWEST_TABLES = 8  # of a person, shown as won or not
COLOURS = 12  # of people
FEWEST_TABLES = 3  # that a share of wins is drawn for


def read_day(text: str) -> date | None:
    """The date that was typed; None if it does not read."""
    text = text.strip()
    if not _DAY_PATTERN.fullmatch(text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


NO_DATE = say("Enter a date such as 2026-05-31.")


class SpanForm(PlainForm):
    """A span of days: one of SPANS, or between two days. What does not read is passed over."""

    span = StringField(default="")
    first = TypedField(
        say("From"), read=read_day, fault=NO_DATE, validators=[Optional()], render_kw={"type": "date"}
    )
    last = TypedField(
        say("To"), read=read_day, fault=NO_DATE, validators=[Optional()], render_kw={"type": "date"}
    )

    def validate_span(self, field: Field) -> None:
        """Refuse other words, of which programs alone are told. Raises ValidationError."""
        if field.data not in ("", *SPANS):
            raise ValidationError(f"type one of {', '.join(SPANS)}.")

    @property
    def chosen(self) -> str:
        """One of SPANS; empty for a span between two days."""
        if self.span.data in ("year", "month"):
            return str(self.span.data)
        return "" if any(self._typed.values()) else "all"

    @property
    def _typed(self) -> dict[str, str]:
        """The two days as typed."""
        days = (self.first, self.last)
        return {day.name: text.strip() for day in days for text in (day.raw_data or ())[-1:]}

    @property
    def days(self) -> Span:
        """The days of the span."""
        today = date.today()
        spans = {
            "all": Span(),
            "year": Span(date(today.year, 1, 1), date(today.year, 12, 31)),
            "month": Span(today.replace(day=1), None),
        }
        return spans.get(self.chosen) or Span(self.first.data, self.last.data)

    @property
    def fields(self) -> dict[str, str]:
        """The query fields that choose this span."""
        if self.chosen:
            return {} if self.chosen == "all" else {"span": self.chosen}
        return {name: text for name, text in self._typed.items() if text}

    @property
    def words(self) -> str:
        """The span in words; empty for all days."""
        first, last = self.days.first, self.days.last
        if self.chosen == "year" and first:
            return str(first.year)
        if self.chosen == "month" and first:
            return Day(first, MONTH_OF_YEAR)
        if first and last:
            return say("from {first} to {last}", first=_day_words(first), last=_day_words(last))
        if first:
            return say("from {first}", first=_day_words(first))
        return say("to {last}", last=_day_words(last)) if last else ""


def _day_words(day: date) -> Day:
    return Day(day, DAY_OF_YEAR)


def _weekday_words(day: date) -> Day:
    return Day(day, WEEKDAY_OF_YEAR)


class Rivals(NamedTuple):
    """Two people who met: `Ann and Ben`, the tables at which each was ahead, `2 level`."""

    people: tuple[str, str]
    ahead: tuple[int, int]
    words: Sentence
    level: str


@dataclass(frozen=True)
class CircleView:
    """A circle as one phone sees it; `writes`: the phone has a key."""

    play: CirclePlay
    span: SpanForm
    writes: bool

    spans = SPANS
    evenings_shown, pairs_shown = EVENINGS_SHOWN, PAIRS_SHOWN
    average = Decimal
    day_words = staticmethod(_day_words)
    weekday_words = staticmethod(_weekday_words)

    @property
    def id(self) -> str:
        return self.play.circle.id

    @cached_property
    def standings(self) -> CircleStandings:
        return self.play.standings(self.span.days)

    @cached_property
    def colours(self) -> dict[str, int]:
        """The number of each person's colour, the same all over the page."""
        return {person: place % COLOURS for place, person in enumerate(self.play.people.names)}

    @property
    def rivals(self) -> list[Rivals]:
        """The pairs of people who met, with their results."""
        return [
            Rivals(
                pair.people,
                pair.ahead,
                say("{first} and {second}", first=pair.people[0], second=pair.people[1]),
                say("{number} level", number=pair.level) if pair.level else "",
            )
            for pair in self.standings.rivals
        ]

    @staticmethod
    def newest_tables(standing: Standing) -> tuple[bool, ...]:
        """Whether the person has won each of the newest tables, the newest last."""
        return standing.won[-NEWEST_TABLES:]

    @property
    def shares_chart(self) -> Chart | None:
        """The percentage of tables won by the leading people over time; None if there are too few tables."""
        shares, days = self.standings.shares, self.standings.days
        if len(days) < FEWEST_TABLES:
            return None
        drawn = numbers_spread(len(days), MOST_POINTS)
        people = [standing.person for standing in self.standings.people[:MOST_LINES]]
        lines = []
        for who in people:
            values = [shares[who][number - 1] for number in drawn]
            # All None values come first: a share begins with a person’s first table.
            missing = values.count(None)
            lines.append(
                Totals(self.colours[who], who, [value or 0 for value in values], slice(missing, None))
            )
        across = [(number / len(days), Day(days[number - 1], SHORT_DAY)) for number in drawn]
        told = ", ".join(f"{who} {shares[who][-1]} %" for who in people)
        words = say("Tables won, in percent: {shares}.", shares=told)
        return line_chart(lines, [number / len(days) for number in drawn], across, str, words)

    @property
    def best_melds(self) -> list[tuple[str, ...]]:
        """The melds of the best hand, the longest first."""
        best = self.standings.best
        return sorted(best.hand.melds, key=len, reverse=True) if best else []

    @property
    def to_compare(self) -> int:
        """The number of hands not yet compared with their best melds."""
        return len(self.play.digests_to_compare)

    @property
    def has_left(self) -> bool:
        """Whether for anybody it is known how many points were left on the table."""
        return any(standing.hands_compared for standing in self.standings.people)

    def left_words(self, standing: Standing) -> str:
        """The points that a player left on the table, per hand."""
        return Decimal(standing.left / standing.hands_compared) if standing.hands_compared else "·"

    @staticmethod
    def game_words(result: TableResult) -> str:
        return game_title(result.game)

    @staticmethod
    def table_words(result: TableResult) -> str:
        """The title of a table beneath its day: its name, or the game if the name is only the day."""
        return game_title(result.game) if says_only_day(result.name, result.day) else result.name

    def result_words(self, result: TableResult) -> str:
        """The winners of a table and their points: `Ann & Cy 174`; empty while nobody is ahead."""
        people = self.play.people.of(result)
        sides = [group for group in result.groups if result.winners.issuperset(group)]
        not_counted = "" if result.counted else say("doesn’t count in standings")
        if not sides:
            return not_counted
        names = join_words([" & ".join(people[seat] for seat in group) for group in sides], "and")
        total = sum(result.totals[seat] for seat in sides[0])
        shown_total = show_number(total) if any(result.deals) else ""
        return in_a_row((in_a_row((names, shown_total)), not_counted), " · ")

    def chart(self, game: GameStandings) -> Chart | None:
        """The points of each person after each table of a game; None for one table. With more people than
        lines, only the leading ones."""
        count = len(game.days)
        if count < 2:
            return None
        drawn = numbers_spread(count, MOST_POINTS)
        people = [standing.person for standing in game.standings[:MOST_LINES]]
        lines = [
            Totals(self.colours[who], who, [0, *(game.sums[who][number - 1] for number in drawn)])
            for who in people
        ]
        across = [(number / count, Day(game.days[number - 1], SHORT_DAY)) for number in drawn]
        sums = ", ".join(f"{who} {points(game.sums[who][-1])}" for who in people)
        words = say_number(
            "Points in {game} after {number} table: {sums}.",
            "Points in {game} after {number} tables: {sums}.",
            count,
            game=game.title,
            sums=sums,
        )
        return line_chart(lines, [number / count for number in (0, *drawn)], across, points, words)
