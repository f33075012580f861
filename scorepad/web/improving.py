"""Improve a translation: find the place of a wrong sentence in the catalogue, and how to send a better one.

Words that a person types are searched in the sentences of the page's language and in the English ones, so
that a sentence is found as it stands on a page, with names and numbers in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from heapq import nlargest

from babel.messages.catalog import Message
from babel.messages.pofile import normalize, read_po
from flask import Blueprint, render_template

from scorepad.core.sentence import say
from scorepad.core.spelling import plain_letters
from scorepad.machine.folders import resource_folder
from scorepad.web.languages import page_language
from scorepad.web.plain_form import LineField, PlainForm

bp = Blueprint("improving", __name__)

MOST_FOUND = 20
LONGEST_SEARCH = 300
_VALUE = re.compile(r"%\(\w+\)[sd]|\{\w*\}|<[^>]*>")
_ENOUGH = 0.5  # of the words of a sentence


@dataclass(frozen=True)
class Place:
    """A sentence in the catalogue: the file, its translation (empty if there is none yet), the English text,
    and its lines in the file."""

    file: str
    said: str
    english: str
    lines: str
    words: frozenset[str]
    english_words: frozenset[str]

    def likeness(self, typed: frozenset[str]) -> float:
        """The similarity to the typed words, from 0: the share of the sentence's words that were typed, plus
        a thousandth for each, so that of two full matches the longer comes first."""
        return max(_share(self.words, typed), _share(self.english_words, typed))


class FindForm(PlainForm):
    """Words of a sentence."""

    find = LineField(
        say("Sentence"),
        most=LONGEST_SEARCH,
        filters=[lambda text: text[:LONGEST_SEARCH]],
        render_kw={"type": "search"},
    )


@bp.get("/improve")
def page() -> str:
    """The page with a search field and the places found."""
    form = FindForm()
    find = form.find.data
    english = sum(not place.said for place in _places(str(page_language())))
    return render_template(
        "improve.html", form=form, places=_found(find) if find.strip() else (), still_english=english
    )


def _found(find: str) -> list[Place]:
    """The sentences most like the typed words, best first."""
    typed = _words_of([find])
    if not typed:
        return []
    rated = ((place.likeness(typed), place) for place in _places(str(page_language())))
    # All that was typed may be two words of a long sentence: then their share is small.
    near = (each for each in rated if each[0] > _ENOUGH or typed <= each[1].words | each[1].english_words)
    return [place for _, place in nlargest(MOST_FOUND, near, key=lambda each: each[0])]


@lru_cache(maxsize=8)
def _places(language: str) -> tuple[Place, ...]:
    """Every sentence in the catalogue of a language."""
    file = f"translations/{language}/LC_MESSAGES/messages.po"
    written = resource_folder("translations").parent / file
    if not written.is_file():
        return ()
    with open(written, "rb") as stream:
        return tuple(_place(file, message) for message in read_po(stream, language) if message.id)


def _place(file: str, message: Message) -> Place:
    english, said = _forms(message.id), _forms(message.string)
    lines = [f"msgctxt {_quoted(message.context)}"] if message.context else []
    if message.pluralizable:
        lines += [f"msgid {_quoted(english[0])}", f"msgid_plural {_quoted(english[-1])}"]
        lines += [f"msgstr[{place}] {_quoted(form)}" for place, form in enumerate(said)]
    else:
        lines += [f"msgid {_quoted(english[0])}", f"msgstr {_quoted(said[0])}"]
    return Place(file, said[-1], english[-1], "\n".join(lines), _words_of(said), _words_of(english))


def _share(words: frozenset[str], typed: frozenset[str]) -> float:
    shared = len(words & typed)
    return shared / len(words) + shared / 1000 if shared else 0.0


def _forms(text: object) -> tuple[str, ...]:
    return tuple(map(str, text)) if isinstance(text, list | tuple) else (str(text),)


def _quoted(text: str) -> str:
    return normalize(text, width=0)


def _words_of(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(
        word for text in texts for word in re.findall(r"\w+", plain_letters(_VALUE.sub(" ", text)))
    )
