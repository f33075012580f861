"""The languages of the site, where each has its pages, and its words."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from babel import Locale
from babel.support import NullTranslations, Translations

DOCS = Path(__file__).parent
TOP = DOCS.parent
ENGLISH = "en"
LANGUAGES = (ENGLISH, *sorted(page.parent.name for page in DOCS.glob("translated/*/first-evening.md")))


def source_of(language: str, pages: Path) -> Path:
    """The folder of a language's pages. That of English is `docs`, as links in CONTRIBUTING.md name it."""
    return pages / ("docs" if language == ENGLISH else language)


def folder_of(language: str) -> str:
    """Where the site has a language: "" for English, "de/"."""
    return "" if language == ENGLISH else f"{tag_of(language)}/"


def tag_of(language: str) -> str:
    """A language as pages name it to browsers: `pt-BR`."""
    return language.replace("_", "-")


def name_of(language: str) -> str:
    """What its speakers call a language."""
    name = str(Locale.parse(language).display_name)
    return name[:1].upper() + name[1:]


@cache
def words_of(language: str) -> NullTranslations:
    """The catalogue of a language; for English one that says everything as it is."""
    return Translations.load(TOP / "translations", [language])
