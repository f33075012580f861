"""Lists of a table as programs are told them: its deals and its record in pages, the keys of programs."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from scorepad.answer_base import Unshown
from scorepad.answers.answer_types import TableDealAnswer


class ChangeAnswer(Struct, frozen=True):
    """What happened at a table: its number, when, by whom where that was said, in a sentence. `undone` says
    that it does not count any more."""

    number: int
    at: str
    by: str
    sentence: str
    undone: bool


class RecordAnswer(Struct, frozen=True):
    """Some of what happened at a table, the oldest first; `next` is the `after` of the page that follows,
    null on the last one."""

    changes: tuple[ChangeAnswer, ...]
    next: int | None


class DealsAnswer(Struct, frozen=True):
    """Some deals of a table, the first one first; `next` is the `after` of the page that follows, null on the
    last one."""

    deals: tuple[TableDealAnswer, ...]
    next: int | None


class GivenKeyAnswer(Struct, frozen=True):
    """A key of a program as a list has it: `id` names it and opens nothing."""

    id: str
    name: str
    scope: Literal["read", "write"]
    given_at: str


class KeyAnswer(Unshown, GivenKeyAnswer, frozen=True, kw_only=True):
    """A key as it is given. It is not told again, and the pad keeps its hash alone."""

    key: str


class KeysAnswer(Struct, frozen=True):
    """The keys of programs, the oldest first."""

    keys: tuple[GivenKeyAnswer, ...]
