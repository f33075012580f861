"""A year of a circle as PDF."""

from __future__ import annotations

from base64 import b64decode

from flask import Blueprint, Response, url_for
from msgspec import to_builtins

from scorepad.circles.circle_play import circle_play
from scorepad.core.sentence import say
from scorepad.sheet.circle_year import year_sheet
from scorepad.store.engine import NotFound
from scorepad.web import visitors
from scorepad.web.addresses import for_phones
from scorepad.web.languages import page_catalogue
from scorepad.web.requests import store
from scorepad.web.table.sheet_pages import MOST_SECONDS, PATIENCE, read_paper

bp = Blueprint("circle_year", __name__)

DRAW = "scorepad.sheet.circle_pdf:year_job"  # a name: the module takes a third of a second to import


@bp.get("/c/<circle_id>/<int:year>.pdf")
def pdf(circle_id: str, year: int) -> Response:
    """The year's sheet. Raises NotFound for a year in which nothing was played."""
    play = circle_play(store(), circle_id)
    if year not in play.years:
        raise NotFound(say("Nothing was played in {year}.", year=year), at="year")
    address = for_phones(url_for("circles.page", circle_id=circle_id))
    sheet = year_sheet(play, year, address, page_catalogue())
    visitors.spend("LIMIT_SHEET")
    question = {"sheet": to_builtins(sheet), "paper": read_paper()}
    answer = visitors.ask(DRAW, question, PATIENCE, limit=MOST_SECONDS)
    response = Response(b64decode(answer["pdf"]), mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="circle-{year}.pdf"'
    return response
