"""The tables that a phone knows: those that it joined, and all that it showed in the browser's own storage.

The browser keeps a line about each table that it showed, with a signed ticket that brings back what the phone
was there, should its cookie be lost.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import datetime

from flask import Blueprint, current_app, flash, redirect, url_for
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.core.sentence import say
from scorepad.rulebook import find_game
from scorepad.sheet.wording import WEEKDAY, WEEKDAY_AND_YEAR, Day
from scorepad.tables import service
from scorepad.web.fields import sent
from scorepad.web.languages import page_words
from scorepad.web.people import access
from scorepad.web.requests import store
from scorepad.web.table.scoreboard import Scoreboard

bp = Blueprint("known_tables", __name__)

MOST_LISTED = 200  # tables on a page


@dataclass(frozen=True, slots=True)
class KnownTable:
    """A table as the first page names it: the `day` it was opened on, that day in words, how it `stands`."""

    id: str
    name: str
    game: str
    players: str
    day: str
    evening: str
    stands: str
    ticket: str

    @property
    def kept(self) -> str:
        """What the browser keeps of it."""
        return json.dumps({field: page_words(value) for field, value in asdict(self).items()})


def joined_tables(pages_before: int = 0) -> tuple[list[KnownTable], bool]:
    """The tables that this phone joined, by evening, the newest first, on a page of them; and whether there
    are older ones."""
    tables: list[KnownTable] = []
    first = MOST_LISTED * pages_before
    newest_first = access.joined_tables()[::-1]
    for table_id in newest_first[first : first + MOST_LISTED]:
        try:
            tables.append(known_table(Scoreboard(service.table(store(), table_id), access.phone(table_id))))
        except ScorepadError:
            continue
    tables.sort(key=lambda table: table.day, reverse=True)
    return tables, len(newest_first) > first + MOST_LISTED


@bp.app_template_global()
def known_table(board: Scoreboard) -> KnownTable:
    """A table as the phone of that board knows it."""
    table = board.table
    day = datetime.fromisoformat(table.log.steps[0].event.at).astimezone()
    this_year = day.year == datetime.now().astimezone().year
    return KnownTable(
        table.id,
        table.name,
        find_game(table.game).name,
        ", ".join(table.names),
        f"{day:%Y-%m-%d}",
        Day(day, WEEKDAY if this_year else WEEKDAY_AND_YEAR),
        board.match_told or board.leading or say("deal {number}", number=table.deal.number),
        _ticket(table),
    )


@bp.post("/known")
def bring_back() -> AnyResponse:
    """To a table that this cookie never joined, as what the phone was there; home where it is gone."""
    try:
        ticket = _tickets().loads(sent().get("ticket", ""))
        store().head(ticket["id"])
    except (BadSignature, service.NotFound):
        flash(page_words(say("That table is not here any more.")), "warn")
        return redirect(url_for("home.index"), 303)
    if not access.phone(ticket["id"]).writes:
        access.remember(ticket["id"], key=ticket["key"], seat=ticket["seat"])
    return redirect(url_for("tables.page", table_id=ticket["id"]), 303)


def _ticket(table: Table) -> str:
    phone = access.phone(table.id)
    return str(_tickets().dumps({"id": table.id, "key": phone.key, "seat": phone.seat}))


def _tickets() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="known-table")
