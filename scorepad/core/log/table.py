"""A table with its log: its state now, its record for people, and its states before. `fold` makes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from scorepad.core.log.event_data import USUAL_WORDS, Event, GameWords, Refused
from scorepad.core.log.history import Change, Log, changes
from scorepad.core.log.schema import recorded_fields
from scorepad.core.log.table_state import TableState
from scorepad.core.sentence import say


@dataclass(frozen=True, kw_only=True)
class Table(TableState):
    """A table after the last event of its log."""

    id: str
    log: Log = field(repr=False, compare=False)

    @property
    def head(self) -> int:
        """The number of the last event."""
        return len(self.log.steps)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The whole log."""
        return tuple(step.event for step in self.log.steps)

    @property
    def last(self) -> Event | None:
        """The first event of the operation that an undo would take back; None if there is none."""
        return self.log.last

    @property
    def next(self) -> Event | None:
        """The first event of the operation that a redo would repeat; None if there is none."""
        return self.log.next

    def changes(self, words: GameWords = USUAL_WORDS) -> tuple[Change, ...]:
        """The whole record in the words of the game, the newest first."""
        return changes(self.log, 1, self.head, words)

    def changes_until(self, number: int, most: int, words: GameWords = USUAL_WORDS) -> tuple[Change, ...]:
        """A page of the record: the `most` events up to event `number`, the newest first."""
        return changes(self.log, max(1, number - most + 1), number, words)

    def sentence_of(self, event: Event | None, words: GameWords = USUAL_WORDS) -> str:
        """The sentence of an event of the log; empty for none."""
        return self.log.steps[event.number - 1].sentence(words) if event else ""

    def at(self, number: int) -> Table:
        """The table as it stood after event `number`."""
        return _table_of_log(self.log.cut_after(number), self.id)

    def after(self, events: Sequence[Event]) -> Table:
        """The table after further events. Raises Refused at the first that is not allowed."""
        return _table_of_log(self.log.extended(events), self.id) if events else self


def fold(events: Iterable[Event], id: str = "") -> Table:
    """The table folded from a log. Raises Refused if an event is not allowed there."""
    log = Log().extended(events)
    if not log.steps:
        raise Refused(say("The log is empty. Save the table again and open that file."), at="events")
    return _table_of_log(log, id)


def _table_of_log(log: Log, id: str) -> Table:
    return Table(**recorded_fields(TableState, log.table), id=id, log=log)
