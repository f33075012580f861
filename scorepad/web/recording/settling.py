"""Deal over: what everybody has left, melded or collected, recorded at once; and earlier deals put right."""

from __future__ import annotations

from flask import Blueprint, make_response, render_template
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.phrasing import join_words
from scorepad.tables import service
from scorepad.tables.phrases import ending_told
from scorepad.web.people import access
from scorepad.web.recording.entry_pages import EntryPages
from scorepad.web.recording.settle_form import ended_deal, read_settle
from scorepad.web.requests import store
from scorepad.web.table.scoreboard import Scoreboard

bp = Blueprint("settling", __name__)
pages = EntryPages(read_settle, "recording/over.html", "recording/_over_answer.html")


@bp.get("/t/<table_id>/over")
def page(table_id: str) -> AnyResponse:
    """The form. A tap leads to the address that keeps what was tapped."""
    return pages.page(table_id)


@bp.get("/t/<table_id>/over/answer")
@bp.get("/t/<table_id>/ending/<int:number>/answer")
def answer(table_id: str, number: int | None = None) -> str:
    """The part of the form that changes with what is typed, for pages with script."""
    return pages.answer(table_id, number)


@bp.get("/t/<table_id>/ending/<int:number>")
def ending(table_id: str, number: int) -> AnyResponse:
    """A deal as recorded, to look at or to put right."""
    if access.phone(table_id).writes:
        return pages.page(table_id, number)
    table = service.table(store(), table_id)
    deal, board = ended_deal(table, number), Scoreboard(table, access.phone(table_id))
    assert deal.ending is not None
    page = {
        "board": board,
        "table": table,
        "deal": deal,
        "ending": deal.ending,
        "ending_told": ending_told(table, deal.ending),
        "never_opened": join_words([table.names[seat] for seat in deal.ending.never_opened], "and"),
    }
    return make_response(render_template("recording/ending.html", **page))


@bp.post("/t/<table_id>/over")
@bp.post("/t/<table_id>/ending/<int:number>", endpoint="correct")
def record(table_id: str, number: int | None = None) -> AnyResponse:
    """Record the deal, replace its ending or take it out, or follow a tap."""
    return pages.record(table_id, number)
