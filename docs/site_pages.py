"""Lays out the pages that Sphinx makes the site from, a folder for each language.

English ones are those of `docs/`. A language has its own `docs/translated/<language>`. The first page, that
about solving, the list of the games and a page for each come in every language from the catalogues and from
the games.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from site_languages import DOCS, ENGLISH, LANGUAGES, TOP, folder_of, name_of, source_of, tag_of

sys.path.insert(0, str(TOP))  # so that the site is of this checkout

from flask import Flask
from game_pages import game_page, hand_of, is_english, plain, solved
from site_words import ABOUT_GAMES, TITLE_OF_GAMES

from scorepad.rulebook import find_game, games
from scorepad.web import create_app
from scorepad.web.languages import best_known_first, page_words

SOLVED_FIRST = "rummy-500"
MARK_OF_HOME, MARK_OF_GAMES = "<!-- home -->\n", "<!-- games -->\n"

Files = dict[str, bytes]


def lay_out(pages: Path, plays: bool) -> None:
    """Write the pages of every language. `plays`: whether the pad lies under `play/` of the site."""
    lay(pages, {"CONTRIBUTING.md": (TOP / "CONTRIBUTING.md").read_bytes()}, "*.md")
    with tempfile.TemporaryDirectory() as instance:
        app = create_app({"INSTANCE": instance})
        for language in LANGUAGES:
            lay(source_of(language, pages), files_of(app, language, plays))


def lay(folder: Path, files: Mapping[str, bytes], pattern: str = "**/*") -> None:
    """Make a folder hold these files and no others of the pattern. One that is the same stays as it is, so
    that only what changed is made anew."""
    folder.mkdir(parents=True, exist_ok=True)
    there = {file for file in folder.glob(pattern) if file.is_file()}
    for left_over in there.difference(folder / name for name in files):
        left_over.unlink()
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists() or file.read_bytes() != content:
            file.write_bytes(content)


def files_of(app: Flask, language: str, plays: bool) -> Files:
    """The pages and pictures of a language, by their names in its folder."""
    own = DOCS if language == ENGLISH else DOCS / "translated" / language
    files = {
        str(file.relative_to(own)): file.read_bytes() for file in (*own.glob("*.md"), *own.glob("pictures/*"))
    }
    with app.test_request_context(headers={"Accept-Language": language}):
        made = dict(_made_pages(app, language, files, plays))
    # In `docs/translated` other pages lie two folders up, on the site beside.
    beside = {name: text.replace(b"](../../", b"](") for name, text in files.items() if name.endswith(".md")}
    return files | beside | {name: text.encode() for name, text in made.items()}


def _made_pages(app: Flask, language: str, files: Files, plays: bool) -> Iterator[tuple[str, str]]:
    up = "../" if language != ENGLISH else ""
    known: dict[str, Any] = {
        "english": is_english(),
        "games": [
            {"id": game.id, "name": plain(game.name), "sentence": plain(game.sentence)}
            for game in best_known_first(games())
        ],
        "to_play": f"{up}play/" if plays else "",
        "languages": [
            {"name": name_of(each), "tag": tag_of(each), "address": f"{up}{folder_of(each)}index.html"}
            for each in LANGUAGES
        ],
        "first_evening": _title(files["first-evening.md"]),
        "photos": _title(files["photos.md"]),
    }
    home, listed = _written(app, "home", known), _written(app, "games", known)
    if is_english():
        yield "index.md", files["index.md"].decode().replace(MARK_OF_HOME, home)
        yield "rules.md", files["rules.md"].decode().replace(MARK_OF_GAMES, listed)
    else:
        yield "index.md", home
        yield "rules.md", f"# {page_words(TITLE_OF_GAMES)}\n\n{page_words(ABOUT_GAMES)}\n\n{listed}"
    game = find_game(SOLVED_FIRST)
    example = "\n".join(solved(game, hand_of(game), known["to_play"]))
    yield "solving.md", _written(app, "solving", {**known, "game_name": plain(game.name), "example": example})
    for game in games():
        to_play = f"../{up}play/" if plays else ""
        yield f"games/{game.id}.md", "\n".join(game_page(game, to_play)) + "\n"


def _written(app: Flask, name: str, known: Mapping[str, Any]) -> str:
    markdown = app.jinja_env.overlay(autoescape=False)
    return markdown.from_string((DOCS / "templates" / f"{name}.md.jinja").read_text("utf-8")).render(known)


def _title(page: bytes) -> str:
    found = re.match(r"# (.+)", page.decode())
    assert found
    return found[1]
