"""Exports tables as plays of BG Stats, an app that logs games of all kinds, to its file `.bgsplay` (JSON).

A play has the players, the final totals and the winners. Its uuid is derived from the table's id, so that the
app knows it again. A table imported from such a file keeps the play's own uuid.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5

from scorepad.bridges.bgsplay import LONGEST_PLAY, OF_PLAY
from scorepad.circles.circle_service import standing_circle
from scorepad.circles.table_results import TableResult, result_of
from scorepad.core.log.event_data import Event
from scorepad.core.log.table import Table
from scorepad.core.log.table_events import DealClosed
from scorepad.core.points import in_data
from scorepad.rulebook import game_title
from scorepad.store.opening import open_store
from scorepad.tables.standing import match_of, standing_table

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store

# Fixed for good: with another one the app would take every table for a new play.
NAMESPACE = UUID("7c0f6d1e-54c5-4d0e-9f5e-3b0b0a8d2f61")
MOMENT = "%Y-%m-%d %H:%M:%S"  # of the clock on the wall
Person = Callable[[str], str]


def play_uuid(table_id: str, first_event: Event) -> str:
    """The uuid of a table as a play."""
    if first_event.op.startswith(OF_PLAY):
        return first_event.op.removeprefix(OF_PLAY)
    return str(uuid5(NAMESPACE, table_id))


def plays_job(question: Mapping[str, Any], database: str | Path) -> dict[str, str]:
    """A job: the `text` of the file of a `circle` in the store at `database`."""
    with closing(open_store(database)) as store:
        return {"text": circle_plays(store, question["circle"])}


def circle_plays(store: Store, circle_id: str) -> str:
    """The file of all tables of a circle that exist, under the names of its people. Raises NotFound."""
    circle = standing_circle(store, circle_id)
    there = store.log_ends(circle.tables)
    return written_plays(
        (standing_table(store, table) for table in circle.tables if table in there), circle.person
    )


def written_plays(tables: Iterable[Table], person: Person = str) -> str:
    """The file with all those tables at which a deal was played to its end."""
    writing = _Writing(person)
    plays = [play for table in tables for play in writing.plays(table)]
    first = next(iter(writing.players.values()), {"id": 0})
    whole = {
        "about": "Saved by scorepad",
        "userInfo": {"meRefId": first["id"]},
        "players": [*writing.players.values()],
        "locations": [],
        "games": [*writing.games.values()],
        "plays": plays,
    }
    return json.dumps(whole, ensure_ascii=False, indent=1)


@dataclass
class _Writing:
    """The players and games of a file, by their keys, while its plays are written."""

    person: Person
    players: dict[str, dict[str, Any]] = field(default_factory=dict)
    games: dict[tuple[str, bool], dict[str, Any]] = field(default_factory=dict)

    def plays(self, table: Table) -> Iterator[dict[str, Any]]:
        result = result_of(table)
        if not result.came_out:
            return
        began, ended = _span(table)
        minutes = round((ended - began).total_seconds() / 60)
        first = table.deals[0]
        # The player on the dealer's left begins.
        starts = first.seats[(first.seats.index(first.dealer) + 1) % len(first.seats)]
        yield {
            "uuid": play_uuid(table.id, table.events[0]),
            "modificationDate": ended.strftime(MOMENT),
            "entryDate": began.strftime(MOMENT),
            "playDate": began.strftime(MOMENT),
            "usesTeams": table.has_partners,
            "durationMin": minutes if 0 <= minutes <= LONGEST_PLAY else 0,
            "ignored": table.manners.uncounted,
            "manualWinner": table.named_winners is not None,
            "rounds": sum(deal.ended for deal in table.deals),
            "locationRefId": 0,
            "gameRefId": self._game(table, result)["id"],
            "board": "",
            "comments": "" if table.name == game_title(table.game, table.options) else table.name,
            "rating": 0,
            "scoringSetting": 0,
            "playerScores": [*self._scores(table, result, starts)],
            "expansionPlays": [],
        }

    def _scores(self, table: Table, result: TableResult, starts: int) -> Iterator[dict[str, Any]]:
        match = match_of(table)
        ranks = match.ranks(range(len(table.partnerships)), lowest_wins=result.lowest_wins)
        # Whoever has left sits behind those who stayed.
        gone = [seat for seat in range(len(table.players)) if table.has_left(seat)]
        for place, seat in enumerate((*table.seating, *gone)):
            side = table.players[seat].partnership
            is_scored = any(result.deals[other] for other in table.partnerships[side])
            score = {
                "score": str(in_data(match.totals[side])) if is_scored else "",
                "winner": seat in result.winners,
                "newPlayer": False,
                "startPlayer": seat == starts,
                "playerRefId": self._player(result.names[seat], table)["id"],
                "role": "",
                "rank": ranks[side],
                "seatOrder": place + 1,
            }
            yield score | ({"team": _team(side)} if table.has_partners else {})

    def _player(self, name: str, table: Table) -> dict[str, Any]:
        person = self.person(name)
        key = person.casefold()
        return self.players.setdefault(
            key,
            {
                "id": len(self.players) + 1,
                "uuid": str(uuid5(NAMESPACE, f"player {key}")),
                "name": person,
                "isAnonymous": False,
                "modificationDate": _day_of(table),
            },
        )

    def _game(self, table: Table, result: TableResult) -> dict[str, Any]:
        name = str(game_title(table.game, table.options))
        # The app keeps with a game which total wins, so a game that is won both ways is two.
        key = (name, result.lowest_wins)
        return self.games.setdefault(
            key,
            {
                "id": len(self.games) + 1,
                "uuid": str(uuid5(NAMESPACE, f"game {name} {result.lowest_wins}")),
                "name": name,
                "modificationDate": _day_of(table),
                "cooperative": False,
                "highestWins": not result.lowest_wins,
                "noPoints": False,
                "usesTeams": table.has_partners,
                "bggName": "",
                "bggId": 0,
                "bggYear": 0,
            },
        )


def _team(side: int) -> str:
    """The name of a side in BG Stats: `Team 1`."""
    return f"Team {side + 1}"


def _span(table: Table) -> tuple[datetime, datetime]:
    """The time when the table was opened, and that of the last record in a deal that counts."""
    recorded = [
        moment.at
        for deal in table.deals
        for moment in (*deal.entries, *((deal.ending,) if deal.ending else ()))
    ]
    counting = (step.event for operation in table.log.counting for step in operation)
    recorded += [event.at for event in counting if isinstance(event.data, DealClosed)]
    began = datetime.fromisoformat(table.events[0].at).astimezone()
    return began, max((datetime.fromisoformat(at).astimezone() for at in recorded), default=began)


def _day_of(table: Table) -> str:
    return _span(table)[0].strftime(MOMENT)
