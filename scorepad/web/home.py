"""The first page, and what every page may name: the faces of cards and the colours of suits."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorepad.core.notation import show_cards
from scorepad.web import faces

bp = Blueprint("home", __name__)
bp.add_app_template_filter(faces.face, "face")
bp.add_app_template_filter(faces.laid, "laid")
bp.add_app_template_filter(faces.points, "points")
bp.add_app_template_filter(faces.sorted_cards, "sort_cards")
bp.add_app_template_filter(show_cards, "shown")

SUIT_COLOURS = ("four", "classic")
COOKIE = "suits"
A_YEAR = 365 * 24 * 3600


@bp.app_context_processor
def _look() -> dict[str, Any]:
    chosen = request.cookies.get(COOKIE, "")
    return {"suit_colours": chosen if chosen in SUIT_COLOURS else SUIT_COLOURS[0]}


@bp.get("/")
def index() -> str:
    """What's in my hand, a new table, joining one, and the tables that this phone knows."""
    return render_template("home.html", tables=())


@bp.post("/suits")
def suits() -> Response:
    """Keep the choice of suit colours on this phone; back to the page that it was made on."""
    answer = redirect(_here(request.form.get("back", "")), 303)
    chosen = request.form.get("colours", "")
    if chosen in SUIT_COLOURS:
        answer.set_cookie(COOKIE, chosen, max_age=A_YEAR, samesite="Lax", httponly=True, secure=request.is_secure)
    return answer


def _here(path: str) -> str:
    """A path of this pad; the first page for anything else, so that no link leads away from here."""
    plain = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if plain else url_for(".index")
