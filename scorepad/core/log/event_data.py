"""The frame of an event, and the base of the classes that each define one kind of event completely.

A kind is a frozen dataclass, `class DealClosed(TableChange, kind="closed")`: its typed fields, its effect,
its sentence. Defining the class registers it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.log.schema import Actor, FieldType, Moment, Number, OperationId, written_record
from scorepad.core.scoring.words import DEALS, WENT_OUT, DealNames, EndingWords
from scorepad.core.sentence import say

KINDS: dict[str, type[EventData]] = {}
"""The class of every kind of event by its name in the log."""


Fault = tuple[bool, str, str]
"""Whether it holds, the field that it is about, and its sentence."""
NO_FAULT: Fault = (False, "", "")


class Refused(ScorepadError):
    """An event that is not allowed as the table stands."""

    code = "refused"


def refuse_any(faults: Iterable[Fault]) -> None:
    """Raise Refused with the sentence of every fault that holds; do nothing if none does."""
    refusals = [Refused(sentence, at=field_name) for holds, field_name, sentence in faults if holds]
    if refusals:
        # Joined errors are of the plain class, and callers look for Refused.
        error = join_errors(refusals)
        raise Refused(error.message, at=error.at, parts=error.parts)


@dataclass(frozen=True, slots=True)
class GameWords:
    """The game's words for a record: its endings, its name for deals, and changed house rules."""

    endings: EndingWords = WENT_OUT
    deals: DealNames = DEALS
    changed_rules: Callable[[Mapping[str, Any], Mapping[str, Any]], str] = lambda _before, _after: ""


USUAL_WORDS = GameWords()


class EventData:
    """The data of an event: the fields of its kind. Logs from before an optional field was added read as
    before."""

    kind: ClassVar[str]

    def __init_subclass__(cls, kind: str = "") -> None:
        # A class without a kind is a base of others.
        if kind:
            cls.kind = kind
            KINDS[kind] = cls

    @property
    def concerns(self) -> int | None:
        """The number of the entry or ending that the event changes; None if it changes none."""
        # All kinds that change one name it by this field.
        return getattr(self, "entry", None)

    @property
    def written_melds(self) -> tuple[tuple[str, ...], ...]:
        """All cards of the event as text: melds and cards left."""
        return ()


_IS_OBJECT = FieldType(lambda value: isinstance(value, dict), say("the fields of the event"))


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a table's log: its number from 1, its operation, and its data.

    `at` is ISO 8601 in UTC, `by` the person's name or empty.
    """

    number: Number
    op: OperationId
    data: Annotated[EventData, _IS_OBJECT]
    by: Actor
    at: Moment

    @property
    def kind(self) -> str:
        return self.data.kind

    def as_dict(self) -> dict[str, Any]:
        """The event for JSON."""
        frame = {"number": self.number, "op": self.op, "kind": self.kind}
        return {**frame, "data": written_record(self.data), "by": self.by, "at": self.at}
