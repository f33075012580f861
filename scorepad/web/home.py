"""The first page, and what every page may name: the faces of cards and the colours of suits."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request

from scorepad.web import faces

bp = Blueprint("home", __name__)
bp.add_app_template_filter(faces.face, "face")
bp.add_app_template_filter(faces.laid, "laid")
bp.add_app_template_filter(faces.points, "points")

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
