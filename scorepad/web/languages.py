"""The language of a page: the phone's own, or the one chosen on it (Flask-Babel).

Templates say their words by `_('…')` and `{% trans %}`; what the rules, the log and the referee say comes as
`Sentence`s, which a template shows in the language of its page. Errors over the API and the command line
stay English.

Pages name first what people of their language play, under the house rules they begin with. A language without
customs has the games in their usual order, under their usual rules. Programs always do.
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
from werkzeug.wrappers import Response

from scorepad.core.options import written_value
from scorepad.core.sentence import Catalogue, Sentence, with_capital
from scorepad.core.spelling import alphabetical, name_key
from scorepad.machine import folders
from scorepad.rulebook import Game, outside_words
from scorepad.sheet.wording import WEEKDAY, Day, catalogue_of, in_words
from scorepad.web.fields import back_to_page, keep_choice

bp = Blueprint("languages", __name__)

LANGUAGE_COOKIE = "language"
ENGLISH = "en"
_MOST_COUNTED = 200  # numbers in which every plural form occurs


def init_app(app: Flask) -> None:
    """Pages speak the languages of `translations`, and English; games of other packages bring more words."""
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
    """Whether the pad's own words are there in that language."""
    return str(locale) == ENGLISH or any((folder / str(locale)).is_dir() for folder in own)


def page_words(value: Any) -> Any:
    """A sentence in the language of the page; any other value as it is."""
    return value.in_language(get_translations()) if isinstance(value, Sentence) else value


def _escaped(sentence: Sentence) -> str:
    """A sentence as a template shows it."""
    return escape(sentence.in_language(get_translations()))


def _chosen_language() -> str:
    """The language kept on this phone, else the first that the phone asks for, else English."""
    choices = (request.cookies.get(LANGUAGE_COOKIE, ""), *request.accept_languages.values())
    return next(filter(None, map(_nearest_language, choices)), ENGLISH)


def _nearest_language(asked: str) -> str:
    """The language of pages for one that a phone asks for; empty for none. Who asks for `de-AT` reads German,
    and who asks for `pt` or `pt-PT` reads `pt_BR`."""
    languages = sorted(map(str, current_app.extensions["languages"]))
    name = asked.replace("-", "_").casefold()
    alike = (each for each in languages if each.partition("_")[0] == name.partition("_")[0])
    return next((each for each in languages if each.casefold() == name), next(alike, ""))


@bp.app_context_processor
def _page_language() -> dict[str, Any]:
    """`language`: the Locale of the page, `languages`: all that there are."""
    return {"language": page_language(), "languages": current_app.extensions["languages"]}


def known_language(language: str) -> str:
    """A language that pages speak, as it is; empty for any other."""
    return language if language in map(str, current_app.extensions["languages"]) else ""


@bp.app_template_global()
def language_choices() -> list[tuple[str, str]]:
    """Every language that there is, by what its speakers call it."""
    names = ((str(locale), str(locale.display_name)) for locale in current_app.extensions["languages"])
    return [(language, str(with_capital(name))) for language, name in names]


def page_language() -> Locale:
    """The language that this request is answered in."""
    # Outside of a request Flask-Babel has no locale.
    return get_locale() or Locale(ENGLISH)


def says_only_day(text: str, day: date) -> bool:
    """Whether the text is the day alone, as a page of some language names a table by it."""
    return text.casefold() in _day_in_all(day, current_app.extensions["languages"])


@bp.app_template_filter("tag")
def language_tag(language: Locale | str) -> str:
    """A language as pages name it to browsers: `pt-BR`."""
    return str(language).replace("_", "-")


@lru_cache(maxsize=1024)
def _day_in_all(day: date, languages: tuple[Locale, ...]) -> frozenset[str]:
    words = Day(day, WEEKDAY)
    return frozenset(in_words(words, catalogue_of(str(locale))).casefold() for locale in languages)


def plural_words(counted: Callable[[int], Sentence]) -> dict[str, str]:
    """What a script says of any number: for each plural form, by its name in `Intl.PluralRules`, the words in
    the page's language with `{number}` in place of the number."""
    plural_form = page_language().plural_form
    # Reversed, so that each form keeps its smallest number.
    samples = {plural_form(number): number for number in reversed(range(_MOST_COUNTED))}
    return {form: page_words(counted(_Blank(number))) for form, number in samples.items()}


class _Blank(int):
    """A number that chooses the plural form, and is written as a blank to fill in."""

    def __format__(self, _form: str) -> str:
        return "{number}"


def page_catalogue() -> Catalogue:
    """The words of this request's language."""
    return cast(Catalogue, get_translations())


@bp.app_template_filter("capital")
def capital(text: str) -> str:
    """The text with the capital that the page's language begins it with."""
    return str(page_words(with_capital(text)))


@bp.app_template_filter("in_alphabet")
def in_alphabet(names: Iterable[str]) -> list[str]:
    """Names in the order of the alphabet of the page's language."""
    return sorted(names, key=alphabetical(page_catalogue()))


@bp.post("/language")
def choose() -> Response:
    """Keep the choice of a language on this phone; back to the page that it was made on."""
    answer = back_to_page()
    chosen = request.form.get("language", "")
    if chosen in map(str, current_app.extensions["languages"]):
        keep_choice(answer, LANGUAGE_COOKIE, chosen)
    return answer


@dataclass(frozen=True)
class Customs:
    """`first` are ids of games, the best known one first; `presets` are the named house rules with which a
    game is begun, by its id."""

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
    """The games as the page's language has them in order."""
    first = {game_id: place for place, game_id in enumerate(_customs().first)}
    return sorted(games, key=lambda game: first.get(game.id, len(first)))


def usual_options(game: Game) -> dict[str, str]:
    """The house rules that differ from the game's defaults where people of the page's language play."""
    preset_id = _customs().presets.get(game.id)
    options = game.preset_options(preset_id) if preset_id else {}
    return {name: written_value(value) for name, value in options.items()}


def _customs() -> Customs:
    return CUSTOMS.get(page_language().language, _USUAL)
