"""Plays of BG Stats: a table or a circle as its file, and such a file as tables of a circle."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, flash, make_response, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.bridges.plays_in import WON_BY, seal_of
from scorepad.bridges.plays_out import written_plays
from scorepad.circles.circle_service import standing_circle
from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.core.sentence import say, say_number
from scorepad.jobs.client import JobFailed, TookTooLong
from scorepad.web import visitors
from scorepad.web.circles.membership import require_phone_key
from scorepad.web.fields import sent
from scorepad.web.languages import page_words
from scorepad.web.people import access
from scorepad.web.requests import store
from scorepad.web.table.record import TableFile, sent_text, table_file

bp = Blueprint("plays", __name__)

WRITE, TAKE_IN = "scorepad.bridges.plays_out:plays_job", "scorepad.bridges.plays_in:take_in_job"
SECONDS, PATIENCE = 60.0, 90.0  # to read or write a file, and to wait for that in all
MOST_JOINED = 30  # tables that a phone becomes host of so: more would bury those that it plays at
KIND = "application/json"


@bp.get("/t/<table_id>/export.bgsplay")
def of_table(table_id: str) -> Response:
    """The table as a play."""
    return table_file(table_id, ("bgsplay",), _table_file)


def _table_file(table: Table) -> TableFile:
    return TableFile("table.bgsplay", KIND, written_plays([table]).encode(), to_keep=True)


@bp.get("/c/<circle_id>.bgsplay")
def of_circle(circle_id: str) -> Response:
    """All tables of the circle as plays."""
    return TableFile("circle.bgsplay", KIND, _circle_text(circle_id).encode(), to_keep=True).response


@bp.get("/api/v1/circles/<circle_id>/bgsplay")
def answer(circle_id: str) -> Response:
    """The same for programs."""
    return Response(_circle_text(circle_id), content_type=KIND)


def _circle_text(circle_id: str) -> str:
    """The file of a circle, which another process writes. Raises NotFound, Overspent."""
    standing_circle(store(), circle_id)
    visitors.spend("LIMIT_SHEET")
    return str(visitors.ask(WRITE, {"circle": circle_id}, PATIENCE, limit=SECONDS, of_store=True)["text"])


@bp.get("/c/<circle_id>/plays")
def choose(circle_id: str) -> str:
    """The form for a file."""
    require_phone_key(circle_id)
    return _page(circle_id)


@bp.post("/c/<circle_id>/plays")
def take_in(circle_id: str) -> str | AnyResponse:
    """Its plays as tables of the circle; the form again with every fault, and nothing is done then."""
    require_phone_key(circle_id)
    text = sent_text()
    try:
        taken = _take_in(circle_id, text)
    except ScorepadError as error:
        return make_response(_page(circle_id, text, error), 422)
    for table in taken["opened"][:MOST_JOINED]:
        access.remember(table["id"], key=table["key"])
    added = say_number("{number} table was added.", "{number} tables were added.", len(taken["opened"]))
    flash(page_words(added))
    if taken["known"]:
        known = say_number("{number} was already here.", "{number} were already here.", taken["known"])
        flash(page_words(known))
    return redirect(url_for("circles.page", circle_id=circle_id), 303)


def _take_in(circle_id: str, text: str) -> Any:
    visitors.spend("LIMIT_IMPORT")
    seal = seal_of(str(current_app.config["SECRET_KEY"]), circle_id)
    leaves_out = sent().get("leave") == "true"
    question = {
        **{"text": text, "circle": circle_id, "seal": seal, "leaves_out": leaves_out},
        "won_by": page_words(WON_BY),
    }
    try:
        return visitors.ask(TAKE_IN, question, PATIENCE, limit=SECONDS, of_store=True)
    except (JobFailed, TookTooLong) as error:
        message = say("The file is too large, or the pad is too busy to read it. Try again in a moment.")
        raise ScorepadError(message, at="file") from error


def _page(circle_id: str, text: str = "", error: ScorepadError | None = None) -> str:
    circle = standing_circle(store(), circle_id)
    return render_template("circles/plays.html", circle=circle, text=text, error=error)
