"""One operation of one phone on one table: allowed, tried against the log, written at most once.

It writes one event, and beside it those that follow from it, all or none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from scorepad.core.errors import ScorepadError
from scorepad.core.log.events import LONGEST_NAME, Draft, Event, checked, cleaned
from scorepad.core.log.table import Table, fold
from scorepad.store.engine import Engine, NotAllowed, Stale
from scorepad.store.sqlite import now

TRIES = 20
Data = dict[str, Any]
Make = Callable[[Table], Data]
Follow = Callable[[Table, Table], Iterable[tuple[str, Data]]]


def nothing_follows(_before: Table, _after: Table) -> Iterable[tuple[str, Data]]:
    """No event beside the first one."""
    return ()


class OpReused(ScorepadError):
    """The operation was done before with other content: a form was sent, changed and sent again."""

    code = "op-reused"

    def __init__(self) -> None:
        super().__init__(
            "This page was sent before with other content, which is recorded. Open that entry to change it.",
            at="op",
        )


@dataclass(frozen=True, slots=True)
class Operation:
    """Who does it (`by`, with which `key`), its own id `op`, and the head it was made from.

    `expected` None takes the table as it is by now.
    """

    store: Engine
    table_id: str
    key: str
    by: str
    op: str
    expected: int | None

    def do(self, kind: str, make: Make, follow: Follow = nothing_follows) -> Table:
        """The table after the event of that kind whose data `make` gives for the table before it.

        `follow` gives the kinds and data of what follows from it, for the table before it and after it. An
        operation done before is answered as it was then. Raises NotFound, NotAllowed, Stale, OpReused, and
        what `make`, `follow` and the fold raise.
        """
        require_key(self.store, self.table_id, self.key)
        for _ in range(TRIES):
            try:
                return self._try(kind, make, follow)
            except Stale:
                if self.expected is not None:
                    raise
        raise Stale(self.store.head(self.table_id))

    def _try(self, kind: str, make: Make, follow: Follow) -> Table:
        log = self.store.after(self.table_id, 0)
        if any(event.op == self.op for event in log):
            return self._again(kind, make, log)
        if self.expected not in (None, len(log)):
            raise Stale(len(log))
        before = fold(log, self.table_id)
        first = self._event(kind, make(before), before.head)
        after = fold((*log, first), self.table_id)
        events = [first]
        for more, data in follow(before, after):
            events.append(self._event(more, data, events[-1].number))
        if len(events) > 1:
            after = fold((*log, *events), self.table_id)
        drafts = [Draft(event.kind, event.data, event.by, event.at) for event in events]
        written = self.store.append(self.table_id, drafts, op=self.op, expected=len(log))
        if written == tuple(events):
            return after
        return self._again(kind, make, self.store.after(self.table_id, 0))

    def _event(self, kind: str, data: Data, head: int) -> Event:
        return checked(Event(head + 1, self.op, kind, data, actor(self.by), now()))

    def _again(self, kind: str, make: Make, log: tuple[Event, ...]) -> Table:
        """The answer of the first time, when the same was asked then. Raises OpReused."""
        first, *more = [event for event in log if event.op == self.op]
        before = log[: first.number - 1]
        try:
            asked = self._event(kind, make(fold(before, self.table_id)), len(before))
        except ScorepadError as error:
            raise OpReused from error
        if (asked.kind, asked.data) != (first.kind, first.data):
            raise OpReused
        return fold(log[: first.number + len(more)], self.table_id)


def require_key(store: Engine, table_id: str, key: str) -> None:
    """Raise NotAllowed unless the key opens the table for writing."""
    if not store.check_key(table_id, key):
        raise NotAllowed("Only those who joined the table can change it.", at="key")


def actor(name: str) -> str:
    """A person's name as the log keeps it."""
    return cleaned(cleaned(name)[:LONGEST_NAME])
