"""Catalogues are right: with the messages of the product and their values. Whole ones have every message,
and those of begun languages all that is seen first."""

from __future__ import annotations

import ast
import re
import unicodedata
from fnmatch import fnmatch
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo

from catalogues.faults import faults_of
from catalogues.sources import SEEN_FIRST, is_translated, key_of, seen_first
from scorepad.sheet.fonts import missing_letters
from tests.catalogues import FOLDER, LANGUAGES, PLACEHOLDER, WHOLE, catalogue, extracted, texts_of

ENGLISH_WORDS = re.compile(r"(?<![\w-])(?:the|and(?! Foot)|your|you|with|of|cards?|player)(?![\w-])", re.I)
LATIN = re.compile("LATIN|(MASCULINE|FEMININE) ORDINAL")
each_language = pytest.mark.parametrize("language", LANGUAGES)


def texts(message):
    return texts_of(message.string)


@each_language
def test_every_message_of_the_product_is_in_the_catalogue_and_no_other(language):
    """`bin/words` brings it up to date."""
    written, said = catalogue(language), extracted()
    assert {(m.context, m.id) for m in said if m.id} == {(m.context, m.id) for m in written if m.id}


@pytest.mark.parametrize("language", WHOLE)
def test_a_whole_language_has_every_message(language):
    assert [message.id for message in catalogue(language) if message.id and not is_translated(message)] == []


@pytest.mark.parametrize("language", sorted({*LANGUAGES} - {*WHOLE}))
def test_a_begun_language_has_all_that_is_seen_first(language):
    """`bin/words` notes at each message that is missing: Needed first."""
    translated = {key_of(message) for message in catalogue(language) if message.id and is_translated(message)}
    assert seen_first() - translated == set()


def test_what_is_seen_first_is_a_small_part_of_the_product_and_each_place_of_it_says_something():
    """The pages of an evening, the words for cards and numbers, the names of the games."""
    files = {file for message in extracted() if message.id for file, _ in message.locations}
    assert [place for place in SEEN_FIRST if not any(fnmatch(file, place) for file in files)] == []
    assert len(seen_first()) < 0.25 * len(extracted())
    assert {
        (None, "Keep score"),
        (None, "queen of {suit}"),
        (None, "Rummikub"),
        (None, "{number}st"),
    } <= seen_first()
    assert (None, "As a Python library") not in seen_first()


@each_language
def test_a_catalogue_has_no_fault(language):
    """Values, plural forms, marks of pages, spaces: what `bin/words check` says of it."""
    assert faults_of(FOLDER / language / "LC_MESSAGES" / "messages.po") == []


@each_language
def test_a_translation_is_in_the_letters_and_signs_of_its_language(language):
    """Latin letters, or those of the English sentence, which sheets and pictures have in their fonts; no word
    of English, one kind of apostrophe, and question marks in pairs where they come in pairs."""
    said = {text: message.id for message in catalogue(language) if message.id for text in texts(message)}
    plain = {PLACEHOLDER.sub("…", text): message for text, message in said.items()}
    # Words of a game's own people are in their letters in English too.
    letters = {
        sign for text, source in plain.items() for sign in text if sign.isalpha() and sign not in str(source)
    }
    assert [sign for sign in letters if not LATIN.match(unicodedata.name(sign))] == []
    assert missing_letters(letters) == ""
    assert [text for text in plain if ENGLISH_WORDS.search(text)] == []
    assert [text for text in plain if re.search(r"(?<=[^\W\d_])'(?=[^\W\d_])", text)] == []
    if language == "es":
        assert [text for text in plain if text[1:].count("?") != text.count("¿")] == []


@each_language
def test_the_compiled_catalogue_is_the_written_one(language):
    """`bin/words` compiles it."""
    compiled = BytesIO()
    write_mo(compiled, catalogue(language))
    assert (FOLDER / language / "LC_MESSAGES" / "messages.mo").read_bytes() == compiled.getvalue()


def test_every_refusal_of_a_table_can_be_said_in_another_language():
    """None of them is raised with plain English text."""
    trees = [ast.parse(path.read_text("utf-8")) for path in Path("scorepad/tables").glob("*.py")]
    raised = [node.exc for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    said_to_programs = {"ValueError", "TypeError", "KeyError"}
    plain = [
        ast.unparse(call)
        for call in raised
        if isinstance(call, ast.Call)
        and call.args
        and isinstance(call.args[0], ast.Constant | ast.JoinedStr)
        and ast.unparse(call.func) not in said_to_programs
    ]
    assert plain == []
