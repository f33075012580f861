"""A table shown elsewhere: over a video, in a frame on other pages, and by oEmbed.

Anybody with a table's address may watch it. These pages show no more than that, and have no forms.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, jsonify, make_response, render_template, request, url_for
from markupsafe import Markup
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from scorepad.core.sentence import say
from scorepad.store.engine import NotFound
from scorepad.web.addresses import INGRESS, for_phones
from scorepad.web.languages import page_words
from scorepad.web.table.table_page import drawn, scoreboard

bp = Blueprint("elsewhere", __name__)
bp.add_app_template_global(for_phones)

SIZES = ("small", "usual", "large")
WATCHED = ("tables.page", "tables.wall", "elsewhere.overlay", "elsewhere.embed")
"""Endpoints whose addresses oEmbed knows."""
WIDTH, HEAD_HEIGHT, ROW_HEIGHT = 480, 72, 60  # pixels of a frame, with so much for each side
LEAST_WIDTH, LEAST_HEIGHT = 200, 120
PICTURE_WIDTH, PICTURE_HEIGHT = 1080, 1350
KEEP_SECONDS = 300


@bp.get("/t/<table_id>/overlay")
def overlay(table_id: str) -> str:
    """The scores on a transparent ground, to be laid over a video; `size` is small, usual or large."""
    return drawn("table/overlay.html", scoreboard(table_id), size=_size(), framed=False)


@bp.get("/t/<table_id>/embed")
def embed(table_id: str) -> str:
    """The scores on a green ground, for a frame on another page."""
    return drawn("table/overlay.html", scoreboard(table_id), size=_size(), framed=True)


def _size() -> str:
    size = request.args.get("size", "")
    return size if size in SIZES else "usual"


@bp.get("/oembed")
def oembed() -> Response:
    """The oEmbed answer for the table at the address `url`, as oembed.com specifies it."""
    if request.args.get("format", "json") != "json":
        # oEmbed asks for 501 where a format is not there.
        return _refused(501, say("Only JSON is available. Send format=json."))
    table_id = _table_of(request.args.get("url", ""))
    if not table_id:
        return _refused(404, say("That isn’t the address of a table here. Check the address."))
    try:
        board = scoreboard(table_id)
    except NotFound as error:
        return _refused(404, error.message)
    width = _within("maxwidth", WIDTH, LEAST_WIDTH)
    height = _within("maxheight", HEAD_HEIGHT + ROW_HEIGHT * len(board.sides), LEAST_HEIGHT)
    title = board.table.name or page_words(board.game_name)
    # `Markup.format` escapes what it fills in: a title may hold anything.
    frame = Markup('<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy"></iframe>')
    return jsonify(
        version="1.0",
        type="rich",
        provider_name="scorepad",
        provider_url=for_phones(url_for("home.index")),
        title=title,
        html=frame.format(for_phones(url_for(".embed", table_id=table_id)), width, height, title),
        width=width,
        height=height,
        thumbnail_url=for_phones(url_for("sheet.picture", table_id=table_id)),
        thumbnail_width=PICTURE_WIDTH,
        thumbnail_height=PICTURE_HEIGHT,
        cache_age=KEEP_SECONDS,
    )


def _refused(status: int, message: str) -> Response:
    body = {"error": {"code": "oembed", "message": page_words(message), "at": "url"}}
    return make_response(jsonify(body), status)


def _table_of(address: str) -> str:
    """The id of the table at an address of this pad; empty for any other address."""
    try:
        parts = urlsplit(address)
        host = parts.netloc.lower()
    except ValueError:
        return ""
    prefix = urlsplit(for_phones(url_for("home.index"))).path.rstrip("/")
    # The address may come from a phone, or from whoever reached the pad by the host of this request.
    is_own = host in {request.host.lower(), urlsplit(for_phones("/")).netloc.lower()}
    if not is_own or not parts.path.startswith(f"{prefix}/"):
        return ""
    try:
        endpoint, named = current_app.url_map.bind(host).match(parts.path.removeprefix(prefix), "GET")
    except (HTTPException, RequestRedirect):
        return ""
    return str(named["table_id"]) if endpoint in WATCHED else ""


def _within(field: str, usual: int, least: int) -> int:
    """The number of pixels: `usual`, or less if the field of the request limits it, but at least `least`."""
    most = request.args.get(field, type=int)
    return usual if most is None else max(least, min(usual, most))


@bp.app_template_global()
def preview(title: str, about: str, address: str, table_id: str = "") -> Markup:
    """The meta tags by which a chat previews a link: the picture of the scores for a table that may be
    watched, else the pad's own mark. Empty in a home server's frame, of which nobody sends links."""
    if INGRESS in request.environ:
        return Markup()
    return Markup(
        render_template(
            "_preview.html",
            title=title,
            about=about,
            address=for_phones(address),
            table_id=table_id,
            width=PICTURE_WIDTH,
            height=PICTURE_HEIGHT,
        )
    )
