"""Service: write a table as a JSON or CSV file; `imports` reads it back.

Both files hold the whole log, so that nothing is lost on the way there and back. In the CSV each event is
a row; the columns after `op` are for people and spreadsheets: what the event says, and for an entry that
counts, its player, points, multiplier and score as the table stands now. Below the event of a settled deal
stands a row for each player, which has those columns alone. They are not read back.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from scorepad.core.log.entries import Entry
from scorepad.core.log.event_data import Event
from scorepad.core.log.table import Table, fold
from scorepad.core.points import Points
from scorepad.store.opening import open_store
from scorepad.tables.phrases import game_words
from scorepad.tables.point_files.grids import FORMULA_GUARD

FORMAT = "scorepad-table"
VERSION = 1
READ = ("number", "at", "by", "kind", "data", "op")
SHOWN = ("says", "deal", "player", "points", "multiplier", "score")
# Text that begins with the guard gets another, so that reading it back takes off just that one.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", FORMULA_GUARD)


def export_job(question: Mapping[str, Any], database: str | Path) -> dict[str, str]:
    """A job: the `text` of the file of a `table` in the store at `database`; `format` is json or csv."""
    with closing(open_store(database)) as store:
        table = fold(store.after(question["table"], 0), question["table"])
    return {"text": WRITERS[question["format"]](table)}


def to_json(table: Table) -> str:
    """The table's log as one JSON object."""
    return file_of_events([event.as_dict() for event in table.events])


def file_of_events(log: list[dict[str, Any]]) -> str:
    """A JSON file of these events."""
    return json.dumps({"format": FORMAT, "version": VERSION, "events": log}, ensure_ascii=False, indent=1)


def to_csv(table: Table) -> str:
    """The table's log as CSV: a header and a row for each event, with line ends as in RFC 4180."""
    words = game_words(table)
    sentence_of = {change.number: change.sentence for change in table.changes(words)}
    # The writer ends lines by itself, so none may be translated.
    csv_file = io.StringIO(newline="")
    csv_writer = csv.writer(csv_file)
    csv_writer.writerow(READ + SHOWN)
    for event in table.events:
        for_people = [sentence_of[event.number], *_entry_cells(table, table.entry(event.number))]
        csv_writer.writerow([guarded_cell(cell) for cell in (*_event_cells(event), *for_people)])
        csv_writer.writerows(_share_rows(table, event))
    return csv_file.getvalue()


WRITERS = {"json": to_json, "csv": to_csv}


def _event_cells(event: Event) -> tuple[str | Points, ...]:
    data = json.dumps(event.as_dict()["data"], ensure_ascii=False)
    return event.number, event.at, event.by, event.kind, data, event.op


def _entry_cells(table: Table, entry: Entry | None) -> tuple[str | Points, ...]:
    if entry is None:
        # An event that made no entry has its sentence alone.
        return ("",) * (len(SHOWN) - 1)
    name = table.players[entry.player].name
    return entry.deal, name, entry.points, entry.multiplier, entry.score


def _share_rows(table: Table, event: Event) -> Iterable[list[str | Points]]:
    """A row for each player's score in the deal that the event settled, while that counts."""
    deal = table.ended_with(event.number)
    for hand in deal.ending.hands if deal and deal.ending else ():
        for_people = ("", deal.number if deal else "", table.players[hand.player].name, "", "", hand.score)
        yield [guarded_cell(cell) for cell in (*("",) * len(READ), *for_people)]


def guarded_cell(cell: str | Points) -> str | Points:
    """The cell, with an apostrophe before text that a spreadsheet would run as a formula."""
    return FORMULA_GUARD + cell if isinstance(cell, str) and cell.startswith(_FORMULA_STARTS) else cell
