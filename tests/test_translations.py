"""Catalogues are whole: every message is translated, with the values of the English one."""

from __future__ import annotations

import ast
from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo

from tests.catalogues import FOLDER, LANGUAGES, PLACEHOLDER, catalogue, extracted

each_language = pytest.mark.parametrize("language", LANGUAGES)


def texts(message):
    return message.string if isinstance(message.string, tuple) else (message.string,)


def sources(message):
    return message.id if isinstance(message.id, tuple) else (message.id,)


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
    """A plural may leave out its number, as in one card."""
    for message in catalogue(language):
        if not message.id:
            continue
        fullest = Counter(PLACEHOLDER.findall(sources(message)[-1]))
        for text in texts(message):
            assert Counter(PLACEHOLDER.findall(text)) <= fullest, message.id
        assert Counter(PLACEHOLDER.findall(texts(message)[-1])) == fullest, message.id


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
