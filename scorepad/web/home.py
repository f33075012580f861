"""The first page with the tables of this phone, and what every page may use: the faces of cards and the
colours of suits.

The browser stores a line about each table that it showed, with a signed ticket. The ticket restores the
phone's seat if its cookie is lost.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from flask import (
    Blueprint,
    current_app,
    flash,
    g,
    redirect,
    render_template,
    request,
    url_for,
)
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response as AnyResponse
from wtforms import HiddenField, RadioField

from scorepad.core.card_text import show_cards
from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.core.packs import FRENCH
from scorepad.core.sentence import people_in, say
from scorepad.rulebook import game_title, games, has_game
from scorepad.sheet.wording import WEEKDAY, WEEKDAY_AND_YEAR, Day
from scorepad.store.engine import NotFound
from scorepad.web import faces
from scorepad.web.addresses import is_secure_context, own_path
from scorepad.web.fields import back_to_page, keep_choice
from scorepad.web.hand.question import GAME_COOKIE, named_game
from scorepad.web.languages import (
    LANGUAGE_COOKIE,
    best_known_first,
    language_choices,
    page_words,
    says_only_day,
)
from scorepad.web.people import access
from scorepad.web.plain_form import NOT_OFFERED, PlainForm
from scorepad.web.requests import store
from scorepad.web.table.scoreboard import Scoreboard
from scorepad.web.table.table_page import now_in_milliseconds, scoreboard

bp = Blueprint("home", __name__)
bp.add_app_template_global(is_secure_context)
bp.add_app_template_global(own_path)
bp.add_app_template_filter(faces.page_face, "face")
bp.add_app_template_filter(faces.laid_upwards)
bp.add_app_template_filter(faces.recorded_upwards)
bp.add_app_template_filter(faces.points, "points")
bp.add_app_template_filter(faces.sorted_cards, "sort_cards")
bp.add_app_template_filter(show_cards, "shown")
bp.add_app_template_filter(people_in)

MOST_LISTED = 200  # tables on a page
EXAMPLE = ("7C", "8C", "9C", "KH", "KS", "KD")  # two melds of Rummy 500
GAMES_SHOWN = 8
LONGEST_PAUSE = 12 * 60 * 60 * 1000  # milliseconds of an evening in which nobody plays


@bp.app_context_processor
def _suit_look() -> dict[str, Any]:
    """Give templates the colours of suits, and macros, which see no context, the addresses of drawings."""
    g.suits_file, g.icons_file = (url_for("static", filename=name) for name in ("suits.svg", "icons.svg"))
    return {"suit_colours": faces.suit_colours()}


@bp.get("/")
def index() -> str:
    """The first page: an example, three doors, the phone's tables, and the games, the last one first."""
    pages_before = max(0, request.args.get("before", 0, type=int))
    boards, has_older = joined_boards(pages_before)
    older = pages_before + 1 if has_older else None
    last = named_game(request.cookies.get(GAME_COOKIE, ""))
    in_order = sorted(best_known_first(games()), key=lambda game: game is not last)
    drawn = {"example": EXAMPLE, "pack": FRENCH, "games": in_order, "last": last, "shown": GAMES_SHOWN}
    tables = sorted(map(known_table, boards), key=lambda table: table.day, reverse=True)
    going_on = None if pages_before else table_going_on(boards)
    return render_template("home.html", tables=tables, older=older, going_on=going_on, **drawn)


@bp.get("/waiting")
def waiting() -> str:
    """The page of forms that wait on the phone to be sent. It is the same for everybody, and filled from the
    phone's own store."""
    return render_template("waiting.html")


class SuitsForm(PlainForm):
    """The colours of suits on this phone, as a row of buttons."""

    colours = RadioField(
        say("Suits on this phone"), choices=faces.SUIT_COLOURS, invalid_choice_message=NOT_OFFERED
    )


class LanguageForm(PlainForm):
    """The language of pages on this phone, as a row of buttons."""

    language = RadioField(
        say("Language"), choices=lambda: dict(language_choices()), invalid_choice_message=NOT_OFFERED
    )


bp.add_app_template_global(SuitsForm)


@bp.post("/suits")
def suits() -> AnyResponse:
    """Store the suit colours on this phone, and go back to the page."""
    return _kept_on_phone(SuitsForm(), "colours", faces.SUITS_COOKIE)


@bp.post("/language")
def language() -> AnyResponse:
    """Store the language on this phone, and go back to the page."""
    return _kept_on_phone(LanguageForm(), "language", LANGUAGE_COOKIE)


def _kept_on_phone(form: PlainForm, field: str, cookie: str) -> AnyResponse:
    """Store the choice in that field, and go back to the page, which tells a fault."""
    answer = back_to_page()
    if form.validate():
        return keep_choice(answer, cookie, form[field].data)
    flash(page_words(form.told), "error")
    return answer


@dataclass(frozen=True, slots=True)
class KnownTable:
    """A table as listed on the first page: the `day` of its opening, that day in words, how it `stands`. The
    name is empty if it is only that day, which the list shows above."""

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
        """The line about the table that the browser stores, as JSON."""
        return json.dumps({field: page_words(value) for field, value in asdict(self).items()})


def joined_boards(pages_before: int = 0) -> tuple[list[Scoreboard], bool]:
    """A page of the tables that this phone joined, the newest first, and whether there are older ones."""
    boards: list[Scoreboard] = []
    first = MOST_LISTED * pages_before
    newest_first = access.joined_tables()[::-1]
    for table_id in newest_first[first : first + MOST_LISTED]:
        try:
            boards.append(scoreboard(table_id))
        # One table that is gone, or does not read, must not hide the others.
        except ScorepadError:
            continue
    return boards, len(newest_first) > first + MOST_LISTED


def table_going_on(boards: list[Scoreboard]) -> KnownTable | None:
    """The table being played: the last one, if its last play is recent and its match goes on; else None."""
    last = max(boards, key=lambda board: (board.last_play, board.table.head), default=None)
    if last is None or last.match_told or not has_game(last.table.game):
        return None
    return known_table(last) if now_in_milliseconds() - last.last_play < LONGEST_PAUSE else None


@bp.app_template_global()
def known_table(board: Scoreboard) -> KnownTable:
    """The listing of the table of that scoreboard."""
    table = board.table
    day = datetime.fromisoformat(table.log.steps[0].event.at).astimezone()
    this_year = day.year == datetime.now().astimezone().year
    return KnownTable(
        table.id,
        "" if says_only_day(table.name, day.date()) else table.name,
        game_title(table.game),
        ", ".join(table.names),
        f"{day:%Y-%m-%d}",
        Day(day, WEEKDAY if this_year else WEEKDAY_AND_YEAR),
        _stands(board),
        _ticket(table),
    )


def _stands(board: Scoreboard) -> str:
    if not has_game(board.table.game):
        return say("This pad doesn’t have the game")
    return board.match_told or board.leading or board.rules.scoring.deal_names.short(board.table.deal.number)


class KnownTableForm(PlainForm):
    """The ticket of a table that the browser knows."""

    ticket = HiddenField(default="")


@bp.post("/known")
def bring_back() -> AnyResponse:
    """Rejoin a table by its ticket, as what the phone was there; the first page if the table is gone."""
    try:
        ticket = _tickets().loads(KnownTableForm().ticket.data)
        store().head(ticket["id"])
    except (BadSignature, NotFound):
        flash(page_words(say("That table is gone. Open another one.")), "warn")
        return redirect(url_for("home.index"), 303)
    # The browser may have kept the ticket from before this phone joined again with a new key or seat.
    if not access.phone(ticket["id"]).writes:
        access.remember(ticket["id"], key=ticket["key"], seat=ticket["seat"])
    return redirect(url_for("tables.page", table_id=ticket["id"]), 303)


def _ticket(table: Table) -> str:
    phone = access.phone(table.id)
    return str(_tickets().dumps({"id": table.id, "key": phone.key, "seat": phone.seat}))


def _tickets() -> URLSafeSerializer:
    # The salt keeps anything else that the pad signs, such as the cookie, from passing for a ticket.
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="known-table")
