"""The language of a page: the one chosen on the phone, else the phone's own (Flask-Babel).

Templates mark their words by `_('…')` and `{% trans %}`. Words of the rules, the log and the referee are
`Sentence`s, which a template shows in its page's language. Errors of the API and the command line stay
English.

Pages list first the games that people of their language play, and begin them under the house rules usual
there. Languages without customs, and programs, get the usual order and rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from babel import Locale
from flask import Blueprint, Flask, current_app, request
from flask_babel import Babel, get_babel, get_locale, get_translations
from markupsafe import escape

from scorepad.core.options import written_value
from scorepad.core.sentence import Catalogue, Sentence, with_capital
from scorepad.core.spelling import alphabetical, name_key
from scorepad.machine import folders
from scorepad.rulebook import Game, outside_words
from scorepad.sheet.wording import WEEKDAY, Day, catalogue_of, in_words

bp = Blueprint("languages", __name__)

LANGUAGE_COOKIE = "language"
ENGLISH = "en"
_MOST_COUNTED = 200  # numbers in which every plural form occurs


def init_app(app: Flask) -> None:
    """Let pages speak English and the languages of `translations`. Games of other packages bring further
    words."""
    ours = folders.resource_folder("translations")
    all_folders = ";".join(map(str, (*outside_words(), ours)))  # the last one wins
    Babel(app, ENGLISH, default_translation_directories=all_folders, locale_selector=_chosen_language)
    with app.app_context():
        babel = get_babel()
        own = set(map(Path, babel.translation_directories)).difference(outside_words())
        spoken = {locale for locale in babel.instance.list_translations() if _speaks(own, locale)}
        app.extensions["languages"] = tuple(
            sorted(spoken, key=lambda locale: name_key(str(locale.display_name)))
        )
    Sentence.on_page = _escaped


def _speaks(own: Iterable[Path], locale: Locale) -> bool:
    """Whether the pad's own words are translated to that language."""
    return str(locale) == ENGLISH or any((folder / str(locale)).is_dir() for folder in own)


def page_words(value: Any) -> Any:
    """A Sentence in the language of the page; any other value unchanged."""
    return value.in_language(get_translations()) if isinstance(value, Sentence) else value


def _escaped(sentence: Sentence) -> str:
    """A sentence in the page's language, escaped for a template."""
    return escape(sentence.in_language(get_translations()))


def _chosen_language() -> str:
    """The language stored on this phone, else the first known one that it asks for, else English."""
    choices = (request.cookies.get(LANGUAGE_COOKIE, ""), *request.accept_languages.values())
    return next(filter(None, map(_nearest_language, choices)), ENGLISH)


def _nearest_language(asked: str) -> str:
    """The language of pages nearest to the one asked for; empty if there is none. `de-AT` gives German, `pt`
    and `pt-PT` give `pt_BR`."""
    languages = sorted(map(str, current_app.extensions["languages"]))
    name = asked.replace("-", "_").casefold()
    alike = (each for each in languages if each.partition("_")[0] == name.partition("_")[0])
    return next((each for each in languages if each.casefold() == name), next(alike, ""))


@bp.app_context_processor
def _page_language() -> dict[str, Any]:
    """Give templates `language`, the Locale of the page, and `languages`, all that there are."""
    return {"language": page_language(), "languages": current_app.extensions["languages"]}


def known_language(language: str) -> str:
    """The name itself, if pages speak that language; else empty."""
    return language if language in map(str, current_app.extensions["languages"]) else ""


@bp.app_template_global()
def language_choices() -> list[tuple[str, str]]:
    """The code of every language, with its name in that language."""
    names = ((str(locale), str(locale.display_name)) for locale in current_app.extensions["languages"])
    return [(language, str(with_capital(name))) for language, name in names]


def page_language() -> Locale:
    """The Locale in which this request is answered."""
    # Outside of a request Flask-Babel has no locale.
    return get_locale() or Locale(ENGLISH)


def says_only_day(text: str, day: date) -> bool:
    """Whether the text is only the day, as a page of any language would write it."""
    return text.casefold() in _day_in_all(day, current_app.extensions["languages"])


@bp.app_template_filter("tag")
def language_tag(language: Locale | str) -> str:
    """A language as HTML names it: `pt-BR`."""
    return str(language).replace("_", "-")


@lru_cache(maxsize=1024)
def _day_in_all(day: date, languages: tuple[Locale, ...]) -> frozenset[str]:
    words = Day(day, WEEKDAY)
    return frozenset(in_words(words, catalogue_of(str(locale))).casefold() for locale in languages)


def plural_words(counted: Callable[[int], Sentence]) -> dict[str, str]:
    """The words of a script for any number: for each plural form, by its name in `Intl.PluralRules`, the
    sentence in the page's language with `{number}` for the number."""
    plural_form = page_language().plural_form
    # Reversed, so that each form keeps its smallest number.
    samples = {plural_form(number): number for number in reversed(range(_MOST_COUNTED))}
    return {form: page_words(counted(_Blank(number))) for form, number in samples.items()}


class _Blank(int):
    """A number that selects the plural form but is written as a blank to fill in."""

    def __format__(self, _form: str) -> str:
        return "{number}"


def page_catalogue() -> Catalogue:
    """The catalogue of this request's language."""
    return cast(Catalogue, get_translations())


@bp.app_template_filter("capital")
def capital(text: str) -> str:
    """The text with a capital, as the page's language begins a sentence."""
    return str(page_words(with_capital(text)))


@bp.app_template_filter("in_alphabet")
def in_alphabet(names: Iterable[str]) -> list[str]:
    """Names sorted by the alphabet of the page's language."""
    return sorted(names, key=alphabetical(page_catalogue()))


@dataclass(frozen=True)
class Customs:
    """The customs of a language: the ids of games best known first, and by game the named house rules with
    which one begins."""

    first: tuple[str, ...] = ()
    presets: Mapping[str, str] = field(default_factory=dict)


CUSTOMS = {
    "de": Customs(first=("romme", "rummikub", "canasta", "phase-10", "gin-rummy")),
    "tr": Customs(first=("okey", "okey-101", "rummikub", "remi", "canasta")),
    "it": Customs(
        first=("scala-40", "burraco", "shanghai", "canasta", "rummikub", "gin-rummy"),
        presets={"shanghai": "machiavelli"},
    ),
    "es": Customs(
        first=("chinchon", "contract-rummy", "rummikub", "canasta", "burraco", "gin-rummy"),
        presets={"contract-rummy": "carioca"},
    ),
    "fr": Customs(first=("remi", "rummikub", "canasta", "gin-rummy", "phase-10")),
    "pl": Customs(first=("remi", "rummikub", "canasta", "gin-rummy", "phase-10")),
    "pt": Customs(
        first=("burraco", "canasta", "rummikub", "shanghai", "gin-rummy", "phase-10"),
        presets={"burraco": "brazil", "shanghai": "machiavelli"},
    ),
}
_USUAL = Customs()


def best_known_first(games: Iterable[Game]) -> list[Game]:
    """The games in the order of the page's language."""
    first = {game_id: place for place, game_id in enumerate(_customs().first)}
    return sorted(games, key=lambda game: first.get(game.id, len(first)))


def usual_options(game: Game) -> dict[str, str]:
    """The usual house rules of the game in the page's language, as far as they differ from the defaults."""
    preset_id = _customs().presets.get(game.id)
    options = game.preset_options(preset_id) if preset_id else {}
    return {name: written_value(value) for name, value in options.items()}


def _customs() -> Customs:
    return CUSTOMS.get(page_language().language, _USUAL)
