"""What the product says today: every message for translators, from the code and the templates."""

from __future__ import annotations

from fnmatch import fnmatch
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg

from scorepad.rulebook import games

TOP = Path(__file__).resolve().parents[1]
KEYWORDS = {**DEFAULT_KEYWORDS, "say": None, "say_number": (1, 2), "say_as": ((1, "c"), 2)}
SEEN_FIRST = (
    "templates/_*.html",
    "templates/base.html",
    "templates/circles/_home.html",
    "templates/home.html",
    "templates/hand/_best.html",
    "templates/hand/_deal.html",
    "templates/hand/_pad.html",
    "templates/hand/solve.html",
    "templates/house_rules/_presets.html",
    "templates/photos/_camera.html",
    "templates/recording/_entered.html",
    "templates/recording/_out_*.html",
    "templates/recording/_over_*.html",
    "templates/recording/out.html",
    "templates/recording/over.html",
    "templates/table/_board_*.html",
    "templates/table/_deal*.html",
    "templates/table/_grid.html",
    "templates/table/_match_over.html",
    "templates/table/_melds.html",
    "templates/table/_scoreboard.html",
    "templates/table/new.html",
    "templates/table/table.html",
    "scorepad/core/packs.py",
    "scorepad/core/phrasing.py",
    "scorepad/core/sentence.py",
    "scorepad/core/spelling.py",
    "scorepad/rulebook/shared_rules.py",
    "scorepad/web/faces.py",
    "scorepad/web/forms.py",
    "scorepad/web/home.py",
    "scorepad/web/hand/*.py",
    "scorepad/web/recording/*.py",
    "scorepad/web/table/*.py",
)
"""What an evening is spent on: the first page, solving a hand, a table and its deals; and the words for
cards, numbers and lists. Pages offer a language once it says all of it and the names of the games."""

Key = tuple[str | None, str]


def is_whole(language: str) -> bool:
    """Whether a language is held to every message. It is begun until the pages for players are there too."""
    return (TOP / "docs" / "translated" / language).is_dir()


def key_of(message: Message) -> Key:
    """What a catalogue knows a message by: its context and its English text, of a plural that for one."""
    return message.context, english_of(message)[0]


def english_of(message: Message) -> tuple[str, ...]:
    """The English text, and that of the plural where there is one."""
    return tuple(map(str, message.id)) if isinstance(message.id, list | tuple) else (message.id,)


def said_by(message: Message) -> tuple[str, ...]:
    """What a language says for a message: one text, or one for each plural form."""
    forms = message.string if isinstance(message.string, list | tuple) else (message.string,)
    return tuple(form or "" for form in forms)


def is_translated(message: Message) -> bool:
    """Whether pages can say it: in every form, and without a mark that somebody is to look at it."""
    return all(said_by(message)) and not message.fuzzy


@cache
def extracted() -> Catalog:
    """What the code and the templates say, with the file of each message."""
    words = Catalog(project="scorepad", fuzzy=False)
    with open(TOP / "babel.cfg") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    for file_name, line, message, _comments, context in extract_from_dir(TOP, methods, options, KEYWORDS):
        words.add(message, locations=[(file_name, line)], context=context)
    return words


@cache
def seen_first() -> frozenset[Key]:
    """The messages that a language needs before pages offer it."""
    names = {(None, str(game.name)) for game in games()}
    messages = [message for message in extracted() if message.id]
    on_pages = {key_of(message) for message in messages if any(map(_is_seen_first, message.locations))}
    return frozenset(on_pages | names.intersection(map(key_of, messages)))


def _is_seen_first(location: tuple[str, int]) -> bool:
    return any(fnmatch(location[0], pattern) for pattern in SEEN_FIRST)
