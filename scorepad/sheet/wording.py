"""Days and numbers as each language writes them, and whole sheets in the words of a catalogue (Babel)."""

from __future__ import annotations

import re
from dataclasses import is_dataclass, replace
from datetime import date
from functools import cache
from gettext import NullTranslations
from typing import Any, TypeVar, cast

from babel import Locale
from babel.dates import format_date
from babel.numbers import format_decimal
from babel.support import Translations

from scorepad.core.sentence import Catalogue, Sentence
from scorepad.machine import folders
from scorepad.rulebook import outside_words

WEEKDAY, WEEKDAY_AND_YEAR, WEEKDAY_OF_YEAR = "EEEE d MMMM", "EEEE d MMMM y", "EEEE, d MMMM y"
DAY_OF_YEAR, DAY, SHORT_DAY, MONTH_OF_YEAR = "d MMMM y", "d MMMM", "d MMM", "MMMM y"
_HEADINGS = (WEEKDAY, WEEKDAY_AND_YEAR, WEEKDAY_OF_YEAR)
_STANDARD_FORMATS = {WEEKDAY_AND_YEAR: "full", WEEKDAY_OF_YEAR: "full", DAY_OF_YEAR: "long"}
_SKELETONS = {WEEKDAY: "MMMMEd", DAY: "MMMMd", SHORT_DAY: "MMMd", MONTH_OF_YEAR: "yMMMM"}
_LANGUAGE_HEADER = re.compile(r"^Language: (\w+)", re.MULTILINE)
_HEAD = ""  # the message under which a catalogue says what it is
_ENGLISH, _FRENCH = "en", "fr"
IN_ENGLISH: Catalogue = NullTranslations()
Words = TypeVar("Words")


class Day(Sentence):
    """A day: in English by the `pattern`, one of those above; in other languages in their equivalent form."""

    __slots__ = ("day", "pattern")
    day: date
    pattern: str

    def __new__(cls, day: date, pattern: str = DAY) -> Day:
        text = str.__new__(cls, format_date(day, pattern, _ENGLISH))
        text.message, text.plural, text.values = str(text), "", {}
        text.day, text.pattern = day, pattern
        return text

    def __reduce__(self) -> tuple[Any, ...]:
        return Day, (self.day, self.pattern)

    def in_language(self, catalogue: Catalogue) -> str:
        return _day_in(language_of(catalogue), self.day, self.pattern)


class Decimal(Sentence):
    """A number with one digit after the point, or after the comma, and a true minus sign.

    >>> Decimal(-1.25)
    '−1.2'
    """

    __slots__ = ("number",)
    number: float

    def __new__(cls, number: float) -> Decimal:
        text = str.__new__(cls, f"{number:.1f}".replace("-", "−"))
        text.message, text.plural, text.values = str(text), "", {}
        text.number = number
        return text

    def __reduce__(self) -> tuple[Any, ...]:
        return Decimal, (self.number,)

    def in_language(self, catalogue: Catalogue) -> str:
        return format_decimal(self.number, "0.0", language_of(catalogue)).replace("-", "−")


def language_of(catalogue: Catalogue) -> str:
    """The language named in a catalogue's header; English if it is empty."""
    header = _LANGUAGE_HEADER.search(catalogue.gettext(_HEAD))
    return header[1] if header else _ENGLISH


@cache
def catalogue_of(language: str) -> Catalogue:
    """The words of a language, of the pad and of games from other packages; empty if there are none."""
    words = Translations()
    for folder in (*outside_words(), folders.resource_folder("translations")):  # the last one wins
        words.merge(cast(Translations, Translations.load(folder, [language])))
    return cast(Catalogue, words)


def in_words(value: Words, catalogue: Catalogue) -> Words:
    """A value of dataclasses and tuples, with every sentence in it as plain text from the catalogue."""
    words: Any = value
    if isinstance(value, Sentence):
        words = value.in_language(catalogue)
    elif isinstance(value, tuple):
        words = tuple(in_words(part, catalogue) for part in value)
    elif is_dataclass(value) and not isinstance(value, type):
        parts = {name: getattr(value, name) for name in value.__dataclass_fields__}
        said = {name: in_words(part, catalogue) for name, part in parts.items()}
        changed = {name: part for name, part in said.items() if part is not parts[name]}
        words = replace(value, **changed) if changed else value
    return cast(Words, words)


def _day_in(language: str, day: date, pattern: str) -> str:
    words = format_date(day, _pattern(pattern, language), language)
    if language == _FRENCH and day.day == 1:
        words = words.replace("1 ", "1er ", 1)
    # Days of the week are headings, and begin with a capital in languages that write them small too.
    return words[:1].upper() + words[1:] if pattern in _HEADINGS else words


@cache
def _pattern(english: str, language: str) -> str:
    """The language's pattern for such a day: its own order, with names as long as in English."""
    if language == _ENGLISH:
        return english
    if standard := _STANDARD_FORMATS.get(english):
        return standard
    skeletons, skeleton = Locale.parse(language).datetime_skeletons, _SKELETONS[english]
    pattern = (skeletons.get(skeleton) or skeletons[skeleton.replace("MMMM", "MMM")]).pattern
    return pattern if english == SHORT_DAY else re.sub("M{3,}", "MMMM", re.sub("E+", "EEEE", pattern))
