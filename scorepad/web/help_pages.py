"""Help: pages of the documentation in the pad, from the same text as the site that `bin/site` makes.

A page is in the phone's language if `docs/translated` has it, else in English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, render_template, send_from_directory
from markupsafe import Markup

from scorepad.core.sentence import say
from scorepad.machine.folders import resource_folder
from scorepad.rulebook import games
from scorepad.web.languages import ENGLISH, page_language

if TYPE_CHECKING:
    from markdown_it.token import Token

bp = Blueprint("help", __name__, url_prefix="/help")

GAMES = "rules"
"""The page that lists the games: here each leads to the game's own page in the pad."""
FOR_PLAYERS = {
    "first-evening": say("A first evening"),
    GAMES: say("Games and house rules"),
    "photos": say("Photos of hands"),
    "phones": say("Phones and browsers"),
    "bridges": say("Other apps"),
}
FOR_HOSTS = {
    "hosting": say("Running a pad for others"),
    "one-machine": say("One machine"),
    "several-machines": say("Several machines"),
    "settings": say("Settings"),
    "backups": say("Backups"),
    "security": say("Security"),
    "upgrades": say("Upgrades"),
    "load": say("What a pad bears"),
}
FOR_PROGRAMS = {"programs": say("For programs"), "library": say("As a Python library")}
GROUPS = {
    say("For players"): FOR_PLAYERS,
    say("For hosts"): FOR_HOSTS,
    say("For developers"): FOR_PROGRAMS,
}
PAGES = FOR_PLAYERS | FOR_HOSTS | FOR_PROGRAMS
_MOST_KEPT = 64  # pages of all languages together
_PICTURES_FOR = 3600  # seconds that a browser keeps a picture without asking


@bp.get("/")
def index() -> str:
    """The list of all pages, with the language of those not in the phone's."""
    phone_language = page_language()
    languages = {name: _language(name) for name in PAGES}
    elsewhere = {
        name: phone_language.languages.get(language, language)
        for name, language in languages.items()
        if language != str(phone_language)
    }
    return render_template("help/index.html", groups=GROUPS, elsewhere=elsewhere)


@bp.get("/<name>")
def page(name: str) -> str:
    """A page of the help."""
    if name not in PAGES:
        abort(404)
    if name == GAMES:
        return render_template("help/games.html", title=PAGES[name], games=games())
    language = _language(name)
    return render_template(
        "help/page.html", title=PAGES[name], text=_html(name, language), language_of_text=language
    )


@bp.get("/pictures/<language>/<name>")
def picture(language: str, name: str) -> Response:
    """A picture of the pages of one language."""
    # The language is the name of a folder here: `..` would lead out of the documentation.
    if not re.fullmatch(r"\w+", language):
        abort(404)
    return send_from_directory(_folder(language) / "pictures", name, max_age=_PICTURES_FOR)


def _language(name: str) -> str:
    """The language in which this phone reads a page."""
    language = str(page_language())
    return language if name == GAMES or _text_file(name, language).exists() else ENGLISH


def _folder(language: str) -> Path:
    docs = resource_folder("docs")
    return docs if language == ENGLISH else docs / "translated" / language


def _text_file(name: str, language: str) -> Path:
    return _folder(language) / f"{name}.md"


@lru_cache(maxsize=_MOST_KEPT)
def _html(name: str, language: str) -> Markup:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark").enable("table")
    tokens = reader.parse(_text_file(name, language).read_text("utf-8"))
    for heading, words in pairwise(tokens):
        if heading.type == "heading_open":
            heading.attrSet("id", _anchor(words.content))
    for token in tokens:
        token.children = [*_shown(token.children, language)] if token.children else token.children
    return Markup(reader.renderer.render(tokens, reader.options, {}))


def _shown(tokens: list[Token], language: str) -> Iterator[Token]:
    """Point pictures to the pad's addresses, and remove links to pages that the pad does not have."""
    leads_nowhere = False
    for token in tokens:
        if token.type == "image":
            name = Path(str(token.attrGet("src"))).name
            token.attrs = {"src": f"pictures/{language}/{name}", "alt": "", "loading": "lazy"}
        if token.type == "link_open":
            address = _address(str(token.attrGet("href")))
            leads_nowhere = not address
            token.attrSet("href", address)
        if not (leads_nowhere and token.type.startswith("link_")):
            yield token
        if token.type == "link_close":
            leads_nowhere = False


def _address(written: str) -> str:
    """The address of a link in the pad; empty for a file that is not shown."""
    parts = urlsplit(written)
    name = Path(parts.path).name.removesuffix(".md")
    if parts.scheme or not parts.path:
        return written
    return (f"{name}#{parts.fragment}" if parts.fragment else name) if name in PAGES else ""


def _anchor(words: str) -> str:
    """The anchor of a heading, as on the site: `### Who opens the store` -> `who-opens-the-store`."""
    return re.sub(r"[^\w\- ]", "", words.lower()).strip().replace(" ", "-")
