"""The frame of an event, and the base of the classes that each define one kind of event completely.

A kind is a frozen dataclass, `class DealClosed(TableChange, kind="closed")`: its typed fields, its effect,
its sentence. Defining the class registers it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.log.schema import Actor, FieldType, Moment, Number, OperationId, written_record
from scorepad.core.scoring.words import DEALS, WENT_OUT, DealNames, EndingWords
from scorepad.core.sentence import say

if TYPE_CHECKING:
    from scorepad.core.log.history import Log
    from scorepad.core.log.table import Table

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


class EventData(ABC):
    """The data of an event: the fields of its kind. Logs from before an optional field was added read as
    before."""

    kind: ClassVar[str]

    def __init_subclass__(cls, kind: str = "") -> None:
        # A class without a kind is a base of others.
        if kind:
            cls.kind = kind
            KINDS[kind] = cls

    @abstractmethod
    def replay(self, log: Log, event: Event) -> None:
        """Add the event to the log. Raises Refused with every reason against it."""

    @abstractmethod
    def sentence(self, step: Step) -> str:
        """What happened, in a sentence with the names and the multiplier of that moment (A3)."""

    @property
    def concerns(self) -> int | None:
        """The number of the entry or ending that the event changes; None if it changes none."""
        # All kinds that change one name it by this field.
        return getattr(self, "entry", None)

    @property
    def amends(self) -> bool:
        """Whether the event changes an earlier record, so that other hands may count differently."""
        return False

    @property
    def written_melds(self) -> tuple[tuple[str, ...], ...]:
        """All cards of the event as text: melds and cards left."""
        return ()

    def cause(self, step: Step) -> str:  # noqa: ARG002 (most kinds are no cause)
        """The reason for changes of other hands; empty if it causes none."""
        return ""


_IS_OBJECT = FieldType(lambda value: isinstance(value, dict), say("the fields of the event"))


class TableChange(EventData):
    """An event that changes the table."""

    @abstractmethod
    def apply(self, table: Table, event: Event) -> Table:
        """The table after the event. Raises Refused with every reason against it."""

    def replay(self, log: Log, event: Event) -> None:
        log.do(event, self.apply(log.table, event))


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


@dataclass(frozen=True, slots=True)
class Step:
    """An event, with the table before it (None for the opening) and after it.

    `leads` is the first step of its operation, None for that step itself. `moves` is the operation that an
    undo took back, or a redo did again. `words` are the game's.
    """

    event: Event
    before: Table | None
    after: Table
    leads: Step | None = None
    moves: Operation = ()
    words: GameWords = USUAL_WORDS

    def sentence(self, words: GameWords) -> str:
        """A sentence on what the event did, and who did it."""
        return self.event.data.sentence(replace(self, words=words))

    @property
    def actor(self) -> str:
        return self.event.by or say("Somebody")

    @property
    def table_before(self) -> Table:
        """The table before the event, which is not the opening."""
        assert self.before is not None
        return self.before

    def said_of(self, seat: int, done_words: str) -> str:
        """A sentence on what a player did, with the name of who entered it if that was somebody else."""
        name, actor = self.after.players[seat].name, self.event.by
        if actor in ("", name):
            return say("{name} {done}", name=name, done=done_words)
        return say("{name} {done} (entered by {actor})", name=name, done=done_words, actor=actor)


Operation = tuple[Step, ...]
"""One event, or several side by side: a correction and what was judged anew because of it."""
