"""A table's lists for programs: its deals and its record in pages, and the keys that its host gives them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from scorepad.answer_base import Unshown
from scorepad.answers.answer_types import TableDealAnswer
from scorepad.answers.field_reader import FieldReader
from scorepad.answers.question_types import QuestionFields
from scorepad.answers.table_questions import KeyToGive, ProgramName, Scope
from scorepad.core.log.schema import clean_text
from scorepad.store.engine import GivenKey


class ChangeAnswer(Struct, frozen=True):
    """A change of a table: its number, time, author if known, and sentence. `undone`: it no longer counts."""

    number: int
    at: str
    by: str
    sentence: str
    undone: bool


class RecordAnswer(Struct, frozen=True):
    """A page of a table's record, the oldest first; `next` is the `after` of the following page, null on the
    last one."""

    changes: tuple[ChangeAnswer, ...]
    next: int | None


class DealsAnswer(Struct, frozen=True):
    """A page of a table's deals, the first one first; `next` is the `after` of the following page, null on
    the last one."""

    deals: tuple[TableDealAnswer, ...]
    next: int | None


class GivenKeyAnswer(Struct, frozen=True):
    """A program's key in a list: `id` names it and opens nothing."""

    id: str
    name: str
    scope: Literal["read", "write"]
    given_at: str


class KeyAnswer(Unshown, GivenKeyAnswer, frozen=True, kw_only=True):
    """A key just given. It is shown only this once, since the pad stores only its hash."""

    key: str


class KeysAnswer(Struct, frozen=True):
    """The keys of programs, the oldest first."""

    keys: tuple[GivenKeyAnswer, ...]


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
