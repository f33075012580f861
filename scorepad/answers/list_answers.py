"""A table's lists for programs: its deals and its record in pages, and the keys of programs."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from scorepad.answer_base import Unshown
from scorepad.answers.answer_types import TableDealAnswer


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
