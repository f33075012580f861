"""Going out: her cards or points, what they are worth now, recorded; and an earlier entry put right."""

from __future__ import annotations

from flask import Blueprint, flash, make_response, render_template
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.log.table import Table
from scorepad.tables import service
from scorepad.web.forms import undone_since
from scorepad.web.people import access
from scorepad.web.recording.arrangement import OTHER_CARDS
from scorepad.web.recording.entry_pages import EntryPages
from scorepad.web.recording.hand_form import HandForm
from scorepad.web.recording.hand_reading import entry_of, read_hand
from scorepad.web.requests import store
from scorepad.web.table.scoreboard import Scoreboard

bp = Blueprint("going_out", __name__)
UNDONE = "This was recorded before and has been undone. To record it again, open “Going out” again."


def _say(form: HandForm, table: Table) -> None:
    """What else there is to say of a hand that was recorded."""
    if undone_since(table, table.id):
        flash(UNDONE, "warn")
    if form.shown_for_others and form.to_follow:
        flash(OTHER_CARDS, "warn")


pages = EntryPages(read_hand, "recording/out.html", "recording/_out_answer.html", _say)


@bp.get("/t/<table_id>/out")
def page(table_id: str) -> AnyResponse:
    """The form. A tap leads to the address that keeps what was tapped."""
    return pages.page(table_id)


@bp.get("/t/<table_id>/out/answer")
@bp.get("/t/<table_id>/entry/<int:number>/answer")
def answer(table_id: str, number: int | None = None) -> str:
    """The part of the form that changes with the cards, for pages with script."""
    return pages.answer(table_id, number)


@bp.get("/t/<table_id>/entry/<int:number>")
def entry(table_id: str, number: int) -> AnyResponse:
    """An entry as recorded, to look at or to put right."""
    if access.phone(table_id).writes:
        return pages.page(table_id, number)
    table = service.table(store(), table_id)
    page = {
        "board": Scoreboard(table, access.phone(table_id)),
        "table": table,
        "entry": entry_of(table, number),
    }
    return make_response(render_template("recording/entry.html", **page))


@bp.post("/t/<table_id>/out")
@bp.post("/t/<table_id>/entry/<int:number>", endpoint="correct")
def record(table_id: str, number: int | None = None) -> AnyResponse:
    """Record the hand, replace the entry or take it out, or follow a tap."""
    return pages.record(table_id, number)
