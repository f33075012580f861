"""The first page, and what every page may name: the faces of cards and the colours of suits.

Also what a browser needs to install the pad, where it comes by https: a manifest, and the worker that opens
the pad without a network.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app, g, jsonify, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.card_text import show_cards
from scorepad.core.packs import FRENCH
from scorepad.rulebook import games
from scorepad.web import chooser, faces
from scorepad.web.came_from import back_to_page, keep_choice
from scorepad.web.languages import page_language
from scorepad.web.people.known_tables import joined_tables
from scorepad.web.static_files import style_names

bp = Blueprint("home", __name__)
installing_bp = Blueprint("installing", __name__)
bp.add_app_template_filter(faces.page_face, "face")
bp.add_app_template_filter(faces.points, "points")
bp.add_app_template_filter(faces.sorted_cards, "sort_cards")
bp.add_app_template_filter(show_cards, "shown")

SUIT_COLOURS = ("four", "classic")
SUITS_COOKIE = "suits"
PAD_STYLES = ("pad.css",)
PAD_FILES = (
    "suits.svg",
    "icons.svg",
    "icon.svg",
    "early.js",
    "taps.js",
    "pad.js",
    "keyboard.js",
    "advice.js",
    "rules.js",
    "installed.js",
)
EXAMPLE = ("7C", "8C", "9C", "KH", "KS", "KD")  # two melds of Rummy 500
GAMES_SHOWN = 8
_COLOUR, _PAPER = "#1f5a43", "#fbf8ef"


@bp.app_context_processor
def _suit_look() -> dict[str, Any]:
    """The colours of suits, and for macros, which know no context, the addresses of what they draw."""
    g.suits_file, g.icons_file = (url_for("static", filename=name) for name in ("suits.svg", "icons.svg"))
    chosen = request.cookies.get(SUITS_COOKIE, "")
    return {"suit_colours": chosen if chosen in SUIT_COLOURS else SUIT_COLOURS[0]}


@bp.get("/")
def index() -> str:
    """An example, three doors, the tables that this phone knows, the games with the last one first."""
    pages_before = max(0, request.args.get("before", 0, type=int))
    tables, has_older = joined_tables(pages_before)
    older = pages_before + 1 if has_older else None
    last = chooser.named(request.cookies.get(chooser.GAME_COOKIE, ""))
    in_order = sorted(games(), key=lambda game: game is not last)
    drawn = {"example": EXAMPLE, "pack": FRENCH, "games": in_order, "last": last, "shown": GAMES_SHOWN}
    return render_template("home.html", tables=tables, older=older, **drawn)


@bp.post("/suits")
def suits() -> AnyResponse:
    """Keep the choice of suit colours on this phone; back to the page that it was made on."""
    answer = back_to_page()
    chosen = request.form.get("colours", "")
    if chosen in SUIT_COLOURS:
        keep_choice(answer, SUITS_COOKIE, chosen)
    return answer


@installing_bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """The name, the icon and the first page of the installed pad."""
    icon = {"src": url_for("static", filename="icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    pad = {
        "name": "scorepad",
        "short_name": "scorepad",
        "description": gettext("The score pad that knows the rules"),
        "lang": str(page_language()),
        "dir": page_language().text_direction,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": _COLOUR,
        "background_color": _PAPER,
        "icons": [{**icon, "purpose": purpose} for purpose in ("any", "maskable")],
    }
    response = jsonify(pad)
    response.mimetype = "application/manifest+json"
    return response


@installing_bp.get("/worker.js")
def worker() -> Response:
    """The service worker, with the addresses of the files that it keeps; a changed file makes it anew."""
    assert current_app.static_folder is not None
    styles = url_for("styles", names=style_names(PAD_STYLES))
    files = [styles, *(url_for("static", filename=name) for name in PAD_FILES)]
    code = Path(current_app.static_folder, "worker.js").read_text("utf-8")
    return Response(f"const FILES = {json.dumps(files)};\n{code}", mimetype="text/javascript")
