"""Catalogues are whole: every message is translated, with the values of the English one."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections import Counter
from gettext import c2py
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo

from scorepad.sheet.fonts import missing_letters
from tests.catalogues import FOLDER, LANGUAGES, PLACEHOLDER, catalogue, extracted, texts_of

TAG_PAIR = re.compile(r"<(\w+)(?: [^<>]*)?>[^<>]*</\1>|<br>")
ENGLISH_WORDS = re.compile(r"(?<![\w-])(?:the|and(?! Foot)|your|you|with|of|cards?|player)(?![\w-])", re.I)
LATIN = re.compile("LATIN|(MASCULINE|FEMININE) ORDINAL")
each_language = pytest.mark.parametrize("language", LANGUAGES)


def texts(message):
    return texts_of(message.string)


def sources(message):
    return texts_of(message.id)


@each_language
def test_every_message_of_the_product_is_in_the_catalogue_and_no_other(language):
    """`bin/words` brings it up to date."""
    written, said = catalogue(language), extracted()
    assert {(m.context, m.id) for m in said if m.id} == {(m.context, m.id) for m in written if m.id}


@each_language
def test_every_message_is_translated(language):
    assert not [m.id for m in catalogue(language) if m.id and (m.fuzzy or not all(texts(m)))]


@each_language
def test_a_translation_has_the_values_of_its_message(language):
    """A plural form that is said of one number alone may leave it out, as in one card."""
    words = catalogue(language)
    form_of = c2py(words.plural_expr)
    numbers = Counter(form_of(number) for number in range(200))
    for message in words:
        if not message.id:
            continue
        fullest = Counter(PLACEHOLDER.findall(sources(message)[-1]))
        said = texts(message)
        for form, text in enumerate(said):
            assert Counter(PLACEHOLDER.findall(text)) <= fullest, message.id
            is_of_one = len(said) > 1 and numbers[form] == 1
            assert is_of_one or Counter(PLACEHOLDER.findall(text)) == fullest, message.id


@each_language
def test_a_plural_has_every_form_of_its_language(language):
    words = catalogue(language)
    plurals = [message for message in words if isinstance(message.id, tuple)]
    assert plurals
    assert [message.id for message in plurals if len(texts(message)) != words.num_plurals] == []


@each_language
def test_marks_of_pages_are_opened_and_closed(language):
    """Each by its like, in order."""
    for message in catalogue(language):
        for text in texts(message) if message.id else ():
            left = TAG_PAIR.sub("", text)
            while left != (left := TAG_PAIR.sub("", left)):
                pass
            assert "<" not in left, message.id


@each_language
def test_a_translation_is_in_the_letters_and_signs_of_its_language(language):
    """Latin letters that the fonts of sheets and pictures have, no word of English, one kind of apostrophe,
    and question marks in pairs where they come in pairs."""
    said = {text: message.id for message in catalogue(language) if message.id for text in texts(message)}
    plain = {PLACEHOLDER.sub("…", text): message for text, message in said.items()}
    letters = {sign for text in plain for sign in text if sign.isalpha()}
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
