"""The pad as an installed app on a phone; browsers allow that by https, and on the pad's own machine.

A manifest to install it, the service worker that opens it without a network, and the page that the worker
shows in place of the browser's error page.
"""

from __future__ import annotations

import json
from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify, render_template, request, url_for
from flask_babel import gettext

from scorepad.web.faces import suit_colours
from scorepad.web.languages import language_tag, page_language
from scorepad.web.static_files import content_hash

bp = Blueprint("installed", __name__)

FIRST_PAGES = ("home.index", "solve.index", "home.waiting", "installed.away")
"""Endpoints of the pages that are kept before anybody opens them."""
TABLE_PAGES = ("going_out.page", "settling.page", "playing.page")
"""Endpoints of the pages that are kept with the page of a table, where that leads to them."""
KEEPING = "Scorepad-Keep"
"""The header of the worker's own requests: for a page that is kept and not looked at."""
_COLOUR, _PAPER = "#1f5a43", "#fbf8ef"
ICON_SIZES = (192, 512)  # pixels, of the pictures for phones that take no drawing


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """The manifest: name, icons and first page of the installed pad."""
    drawing = {"src": url_for("static", filename="icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    pictures = [
        {"src": url_for("static", filename=f"icon-{px}.png"), "sizes": f"{px}x{px}", "type": "image/png"}
        for px in ICON_SIZES
    ]
    pad = {
        "name": "scorepad",
        "short_name": "scorepad",
        "description": gettext("The score pad that knows the rules"),
        "lang": language_tag(page_language()),
        "dir": page_language().text_direction,
        "id": url_for("home.index"),
        "start_url": url_for("home.index"),
        "scope": url_for("home.index"),
        "display": "standalone",
        "theme_color": _COLOUR,
        "background_color": _PAPER,
        "icons": [{**icon, "purpose": "any maskable"} for icon in (drawing, *pictures)],
    }
    response = jsonify(pad)
    response.mimetype = "application/manifest+json"
    return response


@bp.get("/worker.js")
def worker() -> Response:
    """The service worker, with the addresses of the pages that it stores.

    A new version of the pad, another language or other suit colours make another worker, which stores its
    pages anew.
    """
    folder = Path(str(current_app.static_folder))
    files = sorted(file.name for file in folder.iterdir())
    version = current_app.config["VERSION"]
    pad = {
        "home": url_for("home.index"),
        "first": [url_for(page) for page in FIRST_PAGES],
        "ofTable": [_below_table(page) for page in TABLE_PAGES],
        "away": url_for(".away"),
        "keeping": KEEPING,
        "looks": [version, content_hash(folder, files), str(page_language()), suit_colours()],
    }
    code = Path(folder, "worker.js").read_text("utf-8")
    return Response(f"const PAD = {json.dumps(pad)};\n{code}", mimetype="text/javascript")


def _below_table(endpoint: str) -> str:
    """The part of a page's address behind that of its table: `/out`."""
    table_id = "table"
    page = url_for(endpoint, table_id=table_id)
    return page.removeprefix(url_for("tables.page", table_id=table_id))


@bp.get("/away")
def away() -> str:
    """The page shown in place of one that is not stored, while the pad is out of reach."""
    return render_template("installed/away.html")


@bp.app_template_global()
def is_looked_at() -> bool:
    """Whether a person sees this page, and not the service worker that stores it. Messages wait for a
    person."""
    return KEEPING not in request.headers
