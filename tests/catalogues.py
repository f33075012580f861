"""Catalogues of translations as tests need them: read, extracted anew, and made up for languages of tests."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from catalogues.faults import PLACEHOLDER
from catalogues.sources import TOP, extracted, is_whole

__all__ = ["PLACEHOLDER", "TOP", "extracted"]
FOLDER = TOP / "translations"
LANGUAGES = sorted(path.parts[-3] for path in FOLDER.glob("*/LC_MESSAGES/messages.mo"))
"""Those that pages offer; one that is not compiled yet doesn't show."""
WHOLE = [language for language in LANGUAGES if is_whole(language)]
"""Those that say everything; the others say some of it in English."""
LONG, RIGHT_TO_LEFT, WIDEST = "eo", "he", "eu"
"""Languages of tests: made-up words that are longer than English, with accents; others that are written from
the right; and each message as wide as in the widest language. A process keeps what it has read of each."""


@cache
def catalogue(language: str) -> Catalog:
    """A language's catalogue as its translators wrote it."""
    with open(FOLDER / language / "LC_MESSAGES" / "messages.po", "rb") as file:
        return read_po(file, locale=language)


def write_made_up(folder: Path, language: str) -> None:
    """Write the compiled catalogue of a language of tests: every message of the product in made-up words."""
    made_up = Catalog(locale=language, fuzzy=False)
    for message in extracted():
        if message.id:
            plural_count = made_up.num_plurals
            source = message.id if isinstance(message.id, tuple) else (message.id,)
            texts = [make_up(text, language) for text in source]
            texts += texts[-1:] * (plural_count - len(texts)) if isinstance(message.id, tuple) else []
            made_up.add(
                message.id,
                tuple(texts[:plural_count]) if isinstance(message.id, tuple) else texts[0],
                context=message.context,
            )
    write_compiled(folder, made_up)


def make_up(text: str, language: str) -> str:
    """The text in words of no language: accented and a third longer, or in Hebrew letters."""
    pieces, end = [], 0
    for placeholder in PLACEHOLDER.finditer(text):
        pieces += [_made_up_words(text[end : placeholder.start()], language), placeholder[0]]
        end = placeholder.end()
    return "".join((*pieces, _made_up_words(text[end:], language)))


def _made_up_words(text: str, language: str) -> str:
    if language == RIGHT_TO_LEFT:
        return "".join(chr(0x5D0 + ord(sign.lower()) % 26) if sign.isalpha() else sign for sign in text)
    return re.sub(r"[A-Za-z]+", lambda word: _lengthened(word[0]), text)


def _lengthened(word: str) -> str:
    accented = "".join(unicodedata.normalize("NFC", sign + "\u0301") for sign in word)
    return accented + "~" * (len(word) // 3)


def write_widest(folder: Path) -> None:
    """Write the compiled catalogue that says each message as the language does that is widest there."""
    said: dict[tuple[str | None, str], str] = {}
    for spoken in LANGUAGES:
        for message in catalogue(spoken):
            for text in texts_of(message.string) if message.id else ():
                key = message.context, texts_of(message.id)[0]
                said[key] = max(said.get(key, ""), text, key=lambda each: len(PLACEHOLDER.sub("…", each)))
    widest = Catalog(locale=WIDEST, fuzzy=False)
    for message in extracted():
        if message.id:
            text = said[message.context, texts_of(message.id)[0]]
            forms = (text,) * widest.num_plurals if isinstance(message.id, tuple) else text
            widest.add(message.id, forms, context=message.context)
    write_compiled(folder, widest)


def texts_of(text: str | tuple[str, ...]) -> tuple[str, ...]:
    """Every form of a message or of what it is in another language."""
    return text if isinstance(text, tuple) else (text,)


def write_compiled(folder: Path, words: Catalog) -> None:
    """Write a catalogue as a folder of translations has it."""
    target = folder / str(words.locale) / "LC_MESSAGES" / "messages.mo"
    target.parent.mkdir(parents=True)
    with open(target, "wb") as file:
        write_mo(file, words)
