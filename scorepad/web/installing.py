"""What a browser needs to install the pad, where it comes by https.

That is a manifest, and the worker that opens the pad without a network.
"""

from __future__ import annotations

import json
from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify, url_for
from flask_babel import gettext

from scorepad.web.languages import page_language
from scorepad.web.static_files import style_names

bp = Blueprint("installing", __name__)

PAD_STYLES = ("pad.css",)
PAD_FILES = (
    "suits.svg",
    "icon.svg",
    "early.js",
    "pad.js",
    "keyboard.js",
    "advice.js",
    "rules.js",
    "installed.js",
)
_COLOUR, _PAPER = "#1f5a43", "#fbf8ef"


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """The name, the icon and the first page of the installed pad."""
    icon = {"src": url_for("static", filename="icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    pad = {
        "name": "scorepad",
        "short_name": "scorepad",
        "description": gettext("The score pad and referee for your card table."),
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


@bp.get("/worker.js")
def worker() -> Response:
    """The service worker, with the addresses of the files that it keeps; a changed file makes it anew."""
    assert current_app.static_folder is not None
    styles = url_for("styles", names=style_names(PAD_STYLES))
    files = [styles, *(url_for("static", filename=name) for name in PAD_FILES)]
    code = Path(current_app.static_folder, "worker.js").read_text("utf-8")
    return Response(f"const FILES = {json.dumps(files)};\n{code}", mimetype="text/javascript")
