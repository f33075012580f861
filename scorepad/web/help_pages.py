"""Help: pages of the documentation within the pad, from the same text as the site that `bin/site` makes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from urllib.parse import urlsplit

from flask import Blueprint, abort, render_template
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from scorepad.core.sentence import say
from scorepad.machine.folders import resource_folder

bp = Blueprint("help", __name__, url_prefix="/help")

PAGES = {
    "first-evening": say("A first evening"),
    "rules": say("Games and house rules"),
    "photos": say("Photos of hands"),
    "bridges": say("Other apps"),
    "hosting": say("Running a pad for others"),
    "programs": say("For programs"),
    "library": say("As a Python library"),
}


@bp.get("/")
def index() -> str:
    """The names of all pages."""
    return render_template("help/index.html", pages=PAGES)


@bp.get("/<name>")
def page(name: str) -> str:
    """One of them, without its pictures."""
    if name not in PAGES:
        abort(404)
    return render_template("help/page.html", title=PAGES[name], text=_html(name))


@lru_cache(maxsize=len(PAGES))
def _html(name: str) -> Markup:
    reader = MarkdownIt("commonmark").enable("table")
    tokens = reader.parse(resource_folder("docs").joinpath(f"{name}.md").read_text("utf-8"))
    for heading, words in pairwise(tokens):
        if heading.type == "heading_open":
            heading.attrSet("id", _anchor(words.content))
    for token in tokens:
        token.children = [*_shown(token.children)] if token.children else token.children
    return Markup(reader.renderer.render(tokens, reader.options, {}))


def _shown(tokens: list[Token]) -> Iterator[Token]:
    """Without pictures, and without links to what is not among these pages."""
    leads_nowhere = False
    for token in tokens:
        if token.type == "link_open":
            address = _address(str(token.attrGet("href")))
            leads_nowhere = not address
            token.attrSet("href", address)
        is_dropped = token.type == "image" or (leads_nowhere and token.type.startswith("link_"))
        if token.type == "link_close":
            leads_nowhere = False
        if not is_dropped:
            yield token


def _address(written: str) -> str:
    """Where a link leads from a page of these; empty for a file that is not shown."""
    parts = urlsplit(written)
    name = parts.path.removesuffix(".md")
    if parts.scheme or not parts.path:
        return written
    return (f"{name}#{parts.fragment}" if parts.fragment else name) if name in PAGES else ""


def _anchor(words: str) -> str:
    """As the site names a heading: `### Who opens the store` -> `who-opens-the-store`."""
    return re.sub(r"[^\w\- ]", "", words.lower()).strip().replace(" ", "-")
