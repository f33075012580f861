"""One operation of one phone on one table: authorised, tried against the log, written at most once.

It writes an event and the events that follow from it, all or none. It may also make several such changes in a
row, if one leads to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorepad.core.errors import ScorepadError
from scorepad.core.log.event_data import Event, EventData, Refused
from scorepad.core.log.events import checked_event
from scorepad.core.log.schema import LONGEST_NAME, clean_text
from scorepad.core.log.table import Table
from scorepad.core.sentence import say
from scorepad.store.engine import NotAllowed, Stale, now
from scorepad.tables.missing_games import require_game
from scorepad.tables.standing import LONGEST_LOG, keep_table, standing_table

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store

TRIES = 20  # to write, where others write in between each time
FULL = say(
    "This table’s history is full at {most} lines. Go on at a new table.",
    most=LONGEST_LOG,
)
RECORDED_BEFORE = say(
    "This was already sent with different content, and that is recorded. Open that entry to change it."
)
REFUSED_BEFORE = say("This was already sent with different content, and that was refused. Send it once more.")
MADE_BEFORE = say(
    "This page has opened something else before, which is still there. To open this one too, send it again."
)
Make = Callable[[Table], EventData]
"""The event for the table before it."""
Follow = Callable[[Table, Table], Iterable[EventData]]
"""The events that follow from one, for the table before that and after it."""
Change = tuple[Make, Follow]
Changes = Callable[[Table], Iterable[Change]]
"""All changes of an operation, for the table before the first; each is made for the table by then."""


def nothing_follows(_before: Table, _after: Table) -> Iterable[EventData]:
    """No following events."""
    return ()


class OpReused(ScorepadError):
    """The operation was sent before with other content, as by a form that was changed and sent again."""

    code = "op-reused"

    def __init__(self, reason: str = RECORDED_BEFORE) -> None:
        super().__init__(reason, at="op")


@dataclass(frozen=True, slots=True)
class Operation:
    """A change of a table: the person (`by`) with a `key`, its own id `op`, and the head of the log that it
    was made from.

    `expected` None accepts any head. `behind`: operations that this one waited for; their newer events don't
    make it stale.
    """

    store: Store
    table_id: str
    key: str = field(repr=False)
    by: str
    op: str
    expected: int | None
    behind: frozenset[str] = frozenset()

    def do(self, make: Make, follow: Follow = nothing_follows) -> Table:
        """Write the event that `make` returns for the table. Returns the table after it.

        `follow` returns further events, from the tables before and after the event. An operation sent again
        gets its first answer. Raises NotFound, NotAllowed, GameMissing, Stale, OpReused, and what `make`,
        `follow` and the fold raise.
        """
        return self.do_all(lambda _: [(make, follow)])

    def do_all(self, changes: Changes) -> Table:
        """As `do`, for several changes, each made for the table after the one before it."""
        require_key(self.store, self.table_id, self.key)
        for _ in range(TRIES):
            table = standing_table(self.store, self.table_id)
            if any(step.event.op == self.op for step in table.log.steps):
                return self._answer_again(changes, table)
            require_game(table)
            if written_table := self._write_or_refuse(changes, table):
                return written_table
        raise Stale(self.store.head(self.table_id))

    def _write_or_refuse(self, changes: Changes, table: Table) -> Table | None:
        """Write the events and return the table after them. None if others wrote meanwhile, so that it must
        be tried again.

        A refusal is recorded before it is raised.
        """
        refused_at = self.store.refused_at(self.table_id, self.op)
        try:
            table_after = self._judged(changes, table if refused_at is None else table.at(refused_at))
        except ScorepadError:
            if refused_at is not None or self.store.refuse(self.table_id, self.op, table.head):
                raise
            return None
        if refused_at is not None:
            raise OpReused(REFUSED_BEFORE)
        events = table_after.events[table.head :]
        try:
            written_events = self.store.append(self.table_id, events, expected=table.head)
        except Stale:
            return None
        # An operation that the store has already is answered with the events of the first time.
        return keep_table(table_after) if written_events == events else None

    def _judged(self, changes: Changes, table: Table) -> Table:
        """The table after all changes. Raises whatever forbids them."""
        if self._is_stale(table):
            raise Stale(table.head)
        table_after = self._changed(changes, table)
        if table_after.head > LONGEST_LOG:
            raise Refused(FULL)
        return table_after

    def _is_stale(self, table: Table) -> bool:
        """Whether others changed the table since the operation was made."""
        if self.expected is None:
            return False
        since_then = table.events[self.expected :]
        return self.expected > table.head or any(event.op not in self.behind for event in since_then)

    def _changed(self, changes: Changes, table: Table) -> Table:
        return changed(table, changes, op=self.op, by=self.by)

    def _answer_again(self, changes: Changes, table: Table) -> Table:
        """The first answer, if the operation was sent before with the same content. Raises OpReused."""
        events = [event for event in table.events if event.op == self.op]
        before = events[0].number - 1
        try:
            again = self._changed(changes, table.at(before)).events[before:]
        except ScorepadError as error:
            raise OpReused from error
        if [event.data for event in again] != [event.data for event in events]:
            raise OpReused
        return table.at(before + len(events))


def changed(table: Table, changes: Changes, *, op: str, by: str = "") -> Table:
    """The table after all changes of an operation, with none written. Raises whatever forbids them."""

    def with_event(table: Table, data: EventData) -> Table:
        return table.after([checked_event(Event(table.head + 1, op, data, actor(by), now()))])

    for make, follow in changes(table):
        before, table = table, with_event(table, make(table))
        for data in tuple(follow(before, table)):
            table = with_event(table, data)
    return table


def refuse_others(events: Sequence[Event]) -> Callable[[Sequence[Event]], None]:
    """A check of the first events of a log that raises OpReused unless they equal these."""

    def compare(first_events: Sequence[Event]) -> None:
        if [event.data for event in first_events] != [event.data for event in events]:
            raise OpReused(MADE_BEFORE)

    return compare


def before_operation(store: Store, table: Table, op: str) -> Table:
    """The table as it was when the operation was first recorded or refused; the table itself for a new one.

    What is sent again is so read and judged as it was then, whatever has happened since.
    """
    first_event = next((event for event in table.events if event.op == op), None)
    if first_event is not None:
        return table.at(first_event.number - 1) if first_event.number > 1 else table
    refused_at = store.refused_at(table.id, op)
    return table if refused_at in (None, table.head) else table.at(refused_at)


def require_key(store: Store, table_id: str, key: str) -> None:
    """Raise NotAllowed unless the key opens the table for writing."""
    if not store.check_key(table_id, key):
        raise NotAllowed(say("Only people at the table can change it. Join it first."), at="key")


def actor(name: str) -> str:
    """A person's name as the log stores it."""
    # Cut off, a name may end in a space again.
    return clean_text(clean_text(name)[:LONGEST_NAME])
