"""The first page, and what every page may name: the faces of cards and the colours of suits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from flask import (
    Blueprint,
    current_app,
    g,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from werkzeug.wrappers import Response

from scorepad.core.card_text import show_cards
from scorepad.core.errors import ScorepadError
from scorepad.core.packs import FRENCH
from scorepad.tables import service
from scorepad.web import chooser, faces

bp = Blueprint("home", __name__)
bp.add_app_template_filter(faces.counted, "counted")
bp.add_app_template_filter(faces.face, "face")
bp.add_app_template_filter(faces.points, "points")
bp.add_app_template_filter(faces.sorted_cards, "sort_cards")
bp.add_app_template_filter(show_cards, "shown")

SUIT_COLOURS = ("four", "classic")
COOKIE = "suits"
MOST_TABLES = 12


@dataclass(frozen=True, slots=True)
class Known:
    """A table as the first page names it."""

    id: str
    name: str
    players: str
    deal: int


@bp.app_context_processor
def _look() -> dict[str, Any]:
    chosen = request.cookies.get(COOKIE, "")
    return {"suit_colours": chosen if chosen in SUIT_COLOURS else SUIT_COLOURS[0]}


@bp.app_template_global()
def suits_file() -> str:
    """The address of the drawings of suits; a page names it for every card, so it is looked up once."""
    if "suits_file" not in g:
        g.suits_file = url_for("static", filename="suits.svg")
    address: str = g.suits_file
    return address


@bp.get("/")
def index() -> str:
    """What's in my hand, a new table, joining one, and the tables that this phone knows."""
    return render_template("home.html", tables=_known(), pack=FRENCH)


@bp.post("/suits")
def suits() -> Response:
    """Keep the choice of suit colours on this phone; back to the page that it was made on."""
    answer = redirect(_came_from(), 303)
    chosen = request.form.get("colours", "")
    if chosen in SUIT_COLOURS:
        chooser.keep(answer, COOKIE, chosen)
    return answer


def _came_from() -> str:
    """The page of this pad that the request came from, the first page for any other."""
    parts = urlsplit(request.referrer or "")
    own = parts.netloc == request.host and parts.path.startswith("/") and not parts.path.startswith("//")
    return url_for(".index") if not own else parts.path + (f"?{parts.query}" if parts.query else "")


def _known() -> list[Known]:
    """The tables that this phone knows, the last one joined first, without those that are gone."""
    known = []
    for id in list(session.get("tables", {}))[: -MOST_TABLES - 1 : -1]:
        try:
            table = service.table(current_app.extensions["store"](), id)
        except ScorepadError:
            continue
        players = ", ".join(player.name for player in table.players)
        known.append(Known(id, table.name, players, table.deal.number))
    return known
