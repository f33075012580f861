"""Service: one table as a file, JSON or CSV, and a file as a table with the same log.

Both files hold the whole log, so that nothing is lost on the way there and back. In the CSV each event is
a row; the columns after `op` are for people and spreadsheets: what the event says, and for an entry that
counts, its player, points, multiplier and score as the table stands now. Below the event of a settled deal
stands a row for each player, which has those columns alone. They are not read back.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.log.entries import Entry, WrittenMelds
from scorepad.core.log.event_data import Event
from scorepad.core.log.events import numbered, read_event
from scorepad.core.log.table import Table, fold
from scorepad.core.notation import NotationError, read_melds
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.games import find_game
from scorepad.store.engine import Engine, OpenedTable
from scorepad.tables.judging import all_melds

FORMAT = "scorepad-table"
VERSION = 1
MOST_EVENTS = 20_000
READ = ("number", "at", "by", "kind", "data", "op")
SHOWN = ("says", "deal", "player", "points", "multiplier", "score")
_FORMULA_GUARD = "'"
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", _FORMULA_GUARD)


class UnreadableFile(ScorepadError):
    """A file that is no table."""

    code = "import"


def to_json(table: Table) -> str:
    """The table's log as one JSON object."""
    log = [event.as_dict() for event in table.events]
    return json.dumps({"format": FORMAT, "version": VERSION, "events": log}, ensure_ascii=False, indent=1)


def to_csv(table: Table) -> str:
    """The table's log as CSV, a header and a row an event, lines ended as RFC 4180 says."""
    sentence_of = {change.number: change.sentence for change in table.changes}
    csv_file = io.StringIO(newline="")
    csv_writer = csv.writer(csv_file)
    csv_writer.writerow(READ + SHOWN)
    for event in table.events:
        for_people = [sentence_of[event.number], *_entry_cells(table, table.entry(event.number))]
        csv_writer.writerow([_guarded_cell(cell) for cell in (*_event_cells(event), *for_people)])
        csv_writer.writerows(_share_rows(table, event))
    return csv_file.getvalue()


def _event_cells(event: Event) -> tuple[str | int, ...]:
    data = json.dumps(event.as_dict()["data"], ensure_ascii=False)
    return event.number, event.at, event.by, event.kind, data, event.op


def _entry_cells(table: Table, entry: Entry | None) -> tuple[str | int, ...]:
    if entry is None:
        return ("",) * (len(SHOWN) - 1)
    name = table.players[entry.player].name
    return entry.deal, name, entry.points, entry.multiplier, entry.score


def _share_rows(table: Table, event: Event) -> Iterable[list[str | int]]:
    """What each player made of a settled deal, while that counts."""
    deal = table.ended_with(event.number)
    for hand in deal.ending.hands if deal and deal.ending else ():
        for_people = ("", deal.number if deal else "", table.players[hand.player].name, "", "", hand.score)
        yield [_guarded_cell(cell) for cell in (*("",) * len(READ), *for_people)]


def _guarded_cell(cell: str | int) -> str | int:
    """Text that a spreadsheet would run as a formula, made harmless by an apostrophe before it."""
    return _FORMULA_GUARD + cell if isinstance(cell, str) and cell.startswith(_FORMULA_STARTS) else cell


def _unguarded_cell(cell: str) -> str:
    return cell.removeprefix(_FORMULA_GUARD)


def read_table_file(text: str) -> tuple[Event, ...]:
    """The log in a file that `to_json` or `to_csv` wrote. Raises ScorepadError with every fault found."""
    text = text.removeprefix("\ufeff")
    logged_events = _read_json(text) if text.lstrip().startswith("{") else _read_csv(text)
    if not 1 <= len(logged_events) <= MOST_EVENTS:
        raise UnreadableFile(
            f"A file holds 1 to {MOST_EVENTS} events, this one {len(logged_events)}.", at="file"
        )
    events = tuple(_read_events(logged_events))
    if not numbered(events):
        raise UnreadableFile(
            "The events must be numbered 1, 2, 3 … and each operation be whole.", at="events"
        )
    _judge_table(fold(events))
    return events


def import_table(store: Engine, text: str, *, op: str) -> OpenedTable:
    """A new table with the log of the file. The same `op` again opens the table it made."""
    return store.create_table(read_table_file(text), op=op)


def _read_json(text: str) -> list[Any]:
    try:
        file_data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(f"The file is no JSON: {str(error)[:100]}.", at="file") from error
    if file_data.get("format") != FORMAT or file_data.get("version") != VERSION:
        raise UnreadableFile(f"The file is no {FORMAT} of version {VERSION}.", at="format")
    if not isinstance(file_data.get("events"), list):
        raise UnreadableFile("The file has no list of events.", at="events")
    return list(file_data["events"])


def _read_csv(text: str) -> list[Any]:
    try:
        csv_rows = csv.DictReader(io.StringIO(text, newline=""), strict=True)
        missing_columns = [name for name in READ if name not in (csv_rows.fieldnames or ())]
        if missing_columns:
            raise UnreadableFile(f"The file has no column {', '.join(missing_columns)}.", at="file")
        return [_event_of_row(row) for row in csv_rows if any(row[name] for name in READ)]
    except csv.Error as error:
        raise UnreadableFile(f"The file is no CSV: {error}.", at="file") from error


def _event_of_row(row: Mapping[str, str | None]) -> dict[str, Any]:
    cells: dict[str, Any] = {name: _unguarded_cell(row[name] or "") for name in READ}
    try:
        return {**cells, "number": int(cells["number"]), "data": json.loads(cells["data"])}
    except (ValueError, RecursionError) as error:
        shown_number = cells["number"][:12]
        raise UnreadableFile(
            f"Row {shown_number!r}: number or data cannot be read.", at=f"events:{shown_number}"
        ) from error


def _read_events(logged_events: Iterable[object]) -> Iterable[Event]:
    """Every event read, or all the faults of all of them."""
    faults: list[ScorepadError] = []
    for data in logged_events:
        try:
            yield read_event(data)
        except ScorepadError as error:
            faults.append(error)
    if faults:
        raise join_errors(faults[:20])


def _judge_table(table: Table) -> None:
    """The table must be of a game that is known, under options that it has, with cards that read and, where
    leaps bind players, melds of leaps that they may have together (L2)."""
    game = find_game(table.game)
    rules = game.rules(table.options)
    fewest_players, most_players = game.players
    if not fewest_players <= len(table.players) <= most_players:
        raise UnreadableFile(f"{game.name} is for {fewest_players} to {most_players} players.", at="players")
    faults: list[ScorepadError] = []
    for event in table.events:
        if not _read_alike(event.data.written_melds, rules.pack):
            faults.append(UnreadableFile(f"Event {event.number}: its melds cannot be read.", at="melds"))
    faults = faults or list(_leap_clashes(rules, table))
    if faults:
        raise join_errors(faults[:20])


def _leap_clashes(rules: Rules, table: Table) -> Iterator[ScorepadError]:
    """Melds of leaps that players may not have together, deal by deal (L2)."""
    for deal in table.deals if rules.shapes.leap_tokens else ():
        for finding in all_melds(table, deal).leap_faults(rules):
            yield UnreadableFile(f"Deal {deal.number}: {finding.sentence}", at="melds")


def _read_alike(melds: WrittenMelds, pack: Pack) -> bool:
    """Whether the cards are written as the pad writes them, so that they are the same when read."""
    try:
        read_back = read_melds(" / ".join(map(" ".join, melds)), pack)
    except NotationError:
        return False
    return tuple(tuple(map(str, meld)) for meld in read_back) == melds
