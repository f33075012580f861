"""What a circle's play adds up to, beside a count of its own that knows no fold."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from scorepad.circles.standings import Span, circle_standings
from scorepad.circles.table_results import result_of
from scorepad.core.log.circle import Circle
from scorepad.core.log.table import fold
from tests.open_tables import NAMES, event, points

FIRST_DAY = date(2025, 12, 20)
PEOPLE = NAMES[:5]


@dataclass(frozen=True)
class Evening:
    """A table as it was played: who sat there, and in each deal who went out with what, in order."""

    day: date
    people: tuple[str, ...]
    pairs: bool
    deals: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def groups(self):
        return [(0, 2), (1, 3)] if self.pairs else [(seat,) for seat in range(len(self.people))]

    def log(self):
        """The events of the table."""
        at = f"{self.day.isoformat()}T12:00:00+00:00"
        groups = [list(group) for group in self.groups]
        opened = {"name": "", "game": "chattahoochee", "options": {}, "players": list(self.people)}
        events = [event(1, "opened", {**opened, "partnerships": groups, "dealer": 0}, at=at)]

        def add(kind, **data):
            events.append(event(len(events) + 1, kind, data, at=at))

        for number, outs in enumerate(self.deals, 1):
            if number > 1:
                add("dealt", deal=number, dealer=0)
            for seat, made in outs:
                add("out", deal=number, **points(seat, made))
            if not over(self.groups, [seat for seat, _ in outs]):
                add("closed", deal=number, reason="")
        return events

    def scores(self):
        """Each seat's score of each deal, counted by hand: points by opponents still in (H4, H5)."""
        for outs in self.deals:
            scores, out = [0] * len(self.people), set()
            for seat, made in outs:
                own = next(group for group in self.groups if seat in group)
                out.add(seat)
                others = set(range(len(self.people))) - set(own) - out
                scores[seat] = made * len(others)
            yield scores


def over(groups, out):
    return sum(not set(group) <= set(out) for group in groups) <= 1


@st.composite
def evenings(draw):
    people = tuple(draw(st.permutations(PEOPLE))[: draw(st.integers(2, 4))])
    pairs = len(people) == 4 and draw(st.booleans())
    day = FIRST_DAY + timedelta(draw(st.integers(0, 30)))
    frame = Evening(day, people, pairs, ())
    deals = []
    for _ in range(draw(st.integers(1, 3))):
        outs = []
        for seat in draw(st.permutations(range(len(people)))):
            if over(frame.groups, [seat for seat, _ in outs]) or draw(st.integers(0, 9)) == 0:
                break
            outs.append((seat, draw(st.integers(0, 40))))
        deals.append(tuple(outs))
    return Evening(day, people, pairs, tuple(deals))


@given(st.lists(evenings(), max_size=6), st.integers(0, 30), st.integers(0, 30), st.booleans())
def test_standings_are_a_plain_count(played, start, length, joined):
    """Tables, deals, points, wins, rows of wins, head to head and partners, in a span, with two names of one
    person where nobody played beside herself."""
    joined = joined and not any({"Ann", "Eve"} <= {*evening.people} for evening in played)
    circle = Circle(people={"eve": "Ann"} if joined else {})
    played = sorted(enumerate(played), key=lambda pair: (pair[1].day, pair[0]))
    results = [result_of(fold(evening.log(), str(number))) for number, evening in played]
    span = Span(FIRST_DAY + timedelta(start), FIRST_DAY + timedelta(start + length))
    standings = circle_standings(results, circle.person, span)
    count = plain_count([evening for _, evening in played], span, circle.person)
    rows = {row.person: (row.tables, row.deals, row.points, row.wins) for row in standings.people}
    assert rows == {
        who: tuple(count[kind][who] for kind in ("tables", "deals", "points", "wins")) for who in rows
    }
    assert set(rows) == set(count["tables"])
    assert {row.person: (row.streak, row.streak_now) for row in standings.people} == count["streaks"]
    shares = {who: shares[-1] for who, shares in standings.shares.items()}
    assert shares == {row.person: round(100 * row.wins / row.tables) for row in standings.people}
    assert all(len(shares) == len(standings.days) for shares in standings.shares.values())
    met = {pair.people: pair.ahead for pair in standings.rivals}
    assert met == count["met"]
    assert {pair.people: (pair.tables, pair.wins) for pair in standings.partnerships} == count["partners"]
    assert sum(row.points for game in standings.games for row in game.standings) == count["points"].total()


def plain_count(played, span, person):
    """The same, evening by evening."""
    count = {kind: Counter() for kind in ("tables", "deals", "points", "wins")}
    won, met, partners = {}, {}, {}
    for evening in played:
        if not span.first <= evening.day <= span.last:
            continue
        people = [person(name) for name in evening.people]
        scores = list(evening.scores())
        totals = [sum(column) for column in zip(*scores, strict=True)]
        sides = [sum(totals[seat] for seat in group) for group in evening.groups]
        winners = {
            seat
            for group, side in zip(evening.groups, sides, strict=True)
            for seat in group
            if side == max(sides) > min(sides)
        }
        for seat, who in enumerate(people):
            count["tables"][who] += 1
            count["deals"][who] += len(scores)
            count["points"][who] += totals[seat]
            count["wins"][who] += seat in winners
            won.setdefault(who, []).append(seat in winners)
        for one, other in combinations(range(len(sides)), 2):
            for seat in evening.groups[one]:
                for rival in evening.groups[other]:
                    pair = sorted(((people[seat], sides[one]), (people[rival], sides[other])))
                    ahead = met.setdefault((pair[0][0], pair[1][0]), [0, 0])
                    ahead[0] += pair[0][1] > pair[1][1]
                    ahead[1] += pair[1][1] > pair[0][1]
        for group in evening.groups:
            if len(group) > 1:
                sums = partners.setdefault(tuple(sorted(people[seat] for seat in group)), [0, 0])
                sums[0] += 1
                sums[1] += group[0] in winners
    return {
        **count,
        "streaks": {who: longest_row(wins) for who, wins in won.items()},
        "met": {pair: tuple(ahead) for pair, ahead in met.items()},
        "partners": {pair: tuple(sums) for pair, sums in partners.items()},
    }


def longest_row(wins):
    """The longest row of wins, and the one at the end."""
    text = "".join("w" if win else "-" for win in wins)
    return max(map(len, text.split("-"))), len(text) - len(text.rstrip("w"))
