"""What an event is: its frame, and the base of the classes that each say one kind of event whole.

A kind is a frozen dataclass, `class DealClosed(TableChange, kind="closed")`: its fields with their types,
what it changes, its sentence. Being there is all that it takes to be one.
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
    """An event that may not happen as the table stands."""

    code = "refused"


def refuse_any(faults: Iterable[Fault]) -> None:
    """Raise Refused with the sentence of every fault that holds."""
    refusals = [Refused(sentence, at=field_name) for holds, field_name, sentence in faults if holds]
    if refusals:
        # Joined errors are of the plain class, and callers look for Refused.
        error = join_errors(refusals)
        raise Refused(error.message, at=error.at, parts=error.parts)


@dataclass(frozen=True, slots=True)
class GameWords:
    """What a record says in the words of its game: how deals end and what they are called, and what other
    house rules there are, told from those before and those after."""

    endings: EndingWords = WENT_OUT
    deals: DealNames = DEALS
    changed_rules: Callable[[Mapping[str, Any], Mapping[str, Any]], str] = lambda _before, _after: ""


USUAL_WORDS = GameWords()


class EventData(ABC):
    """What an event says: the fields of its kind. A log that was written before an optional field was thought
    of reads as it always did."""

    kind: ClassVar[str]

    def __init_subclass__(cls, kind: str = "") -> None:
        # A class without a kind is a base of others.
        if kind:
            cls.kind = kind
            KINDS[kind] = cls

    @abstractmethod
    def replay(self, log: Log, event: Event) -> None:
        """Add the event to the log. Raises Refused with every reason why it may not happen there."""

    @abstractmethod
    def sentence(self, step: Step) -> str:
        """What happened, as a player would say it, with the names and the multiplier of that moment (A3)."""

    @property
    def concerns(self) -> int | None:
        """The number of the entry or ending that it changes; None where it changes none."""
        # All kinds that change one name it by this field.
        return getattr(self, "entry", None)

    @property
    def amends(self) -> bool:
        """Whether it changes what was recorded before, so that other hands may count differently."""
        return False

    @property
    def written_melds(self) -> tuple[tuple[str, ...], ...]:
        """All cards that it holds as text, melds and what is left in hand."""
        return ()

    def cause(self, step: Step) -> str:  # noqa: ARG002 (most kinds are no cause)
        """Why other hands count differently since."""
        return ""


_IS_OBJECT = FieldType(lambda value: isinstance(value, dict), say("the fields of the event"))


class TableChange(EventData):
    """An event that changes the table."""

    @abstractmethod
    def apply(self, table: Table, event: Event) -> Table:
        """The table after it. Raises Refused with every reason why it may not happen."""

    def replay(self, log: Log, event: Event) -> None:
        log.do(event, self.apply(log.table, event))


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a table's log: its number from 1, the operation that made it, and what happened.

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
        """Ready for JSON."""
        frame = {"number": self.number, "op": self.op, "kind": self.kind}
        return {**frame, "data": written_record(self.data), "by": self.by, "at": self.at}


@dataclass(frozen=True, slots=True)
class Step:
    """An event, with the table before it (None for the opening) and after it.

    `leads` is the first step of its operation, None for that one itself; `moves` the operation that an undo
    took back or a redo did again; `words` are the game's.
    """

    event: Event
    before: Table | None
    after: Table
    leads: Step | None = None
    moves: Operation = ()
    words: GameWords = USUAL_WORDS

    def sentence(self, words: GameWords) -> str:
        """What the event did, and who did it."""
        return self.event.data.sentence(replace(self, words=words))

    @property
    def actor(self) -> str:
        return self.event.by or say("Somebody")

    @property
    def table_before(self) -> Table:
        """The table before an event that is not the opening."""
        assert self.before is not None
        return self.before

    def said_of(self, seat: int, done_words: str) -> str:
        """What a player did, and who entered it where that was somebody else."""
        name, actor = self.after.players[seat].name, self.event.by
        if actor in ("", name):
            return say("{name} {done}", name=name, done=done_words)
        return say("{name} {done} (entered by {actor})", name=name, done=done_words, actor=actor)


Operation = tuple[Step, ...]
"""One event, or several side by side: a correction and what was judged anew because of it."""
