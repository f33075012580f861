"""Keys of programs to a table, in JSON: reading the request for one, and the answers."""

from __future__ import annotations

from typing import Literal

from scorepad.answers.field_reader import FieldReader
from scorepad.answers.list_answers import GivenKeyAnswer, KeyAnswer
from scorepad.answers.question_types import QuestionFields
from scorepad.answers.table_questions import KeyToGive, ProgramName, Scope
from scorepad.core.log.schema import clean_text
from scorepad.store.engine import GivenKey


def key_to_give(fields: QuestionFields) -> KeyToGive:
    """Read the request for a key. Raises ScorepadError with every fault."""
    reader = FieldReader(fields, KeyToGive)
    scope: Literal["read", "write"] = reader.read_usual("scope", Scope, "read")
    name = reader.read_usual("name", ProgramName, "")
    reader.raise_faults()
    return KeyToGive(scope=scope, name=clean_text(name))


def given_key_answer(key: GivenKey) -> GivenKeyAnswer:
    """The key as its table's host may see it."""
    return GivenKeyAnswer(key.name, key.program, "read" if key.only_reads else "write", key.given_at)


def key_answer(given: GivenKey, key: str) -> KeyAnswer:
    """The answer with the key itself, given only once."""
    told = given_key_answer(given)
    return KeyAnswer(told.id, told.name, told.scope, told.given_at, key=key)
