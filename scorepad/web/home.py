"""The first page, and what every page may name: the faces of cards and the colours of suits."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, render_template, request, url_for
from werkzeug.wrappers import Response

from scorepad.core.card_text import show_cards
from scorepad.core.packs import FRENCH
from scorepad.web import faces
from scorepad.web.came_from import back_to_page, keep_choice
from scorepad.web.people.known_tables import joined_tables

bp = Blueprint("home", __name__)
bp.add_app_template_filter(faces.page_face, "face")
bp.add_app_template_filter(faces.points, "points")
bp.add_app_template_filter(faces.sorted_cards, "sort_cards")
bp.add_app_template_filter(show_cards, "shown")

SUIT_COLOURS = ("four", "classic")
SUITS_COOKIE = "suits"


@bp.app_context_processor
def _suit_look() -> dict[str, Any]:
    """The colours of suits, and for macros, which know no context, the address of their drawings."""
    g.suits_file = url_for("static", filename="suits.svg")
    chosen = request.cookies.get(SUITS_COOKIE, "")
    return {"suit_colours": chosen if chosen in SUIT_COLOURS else SUIT_COLOURS[0]}


@bp.get("/")
def index() -> str:
    """What's in my hand, a new table, joining one, and the tables that this phone knows."""
    pages_before = max(0, request.args.get("before", 0, type=int))
    tables, has_older = joined_tables(pages_before)
    older = pages_before + 1 if has_older else None
    return render_template("home.html", tables=tables, older=older, pack=FRENCH)


@bp.post("/suits")
def suits() -> Response:
    """Keep the choice of suit colours on this phone; back to the page that it was made on."""
    answer = back_to_page()
    chosen = request.form.get("colours", "")
    if chosen in SUIT_COLOURS:
        keep_choice(answer, SUITS_COOKIE, chosen)
    return answer
