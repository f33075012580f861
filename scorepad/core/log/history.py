"""A table's history: every step of its log, which operations still count, and the record for people.

Undo goes back to the table before the newest operation that still counts, so the same step again walks
further back; the opening is never taken back. Redo does again what was undone last, as long as nothing else
happened since.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorepad.core.log.event_data import Event, Operation, Refused, Step
from scorepad.core.phrasing import show_number

if TYPE_CHECKING:
    from scorepad.core.log.table import Deal, Table


@dataclass(eq=False, slots=True)
class Log:
    """A log replayed: its steps, the operations that count, and those undone that a redo would do again."""

    steps: list[Step] = field(default_factory=list)
    counting: list[Operation] = field(default_factory=list)
    undone: list[Operation] = field(default_factory=list)

    def extended(self, events: Iterable[Event]) -> Log:
        """Another log, with more events. Raises Refused at the first that may not happen."""
        log = Log(self.steps.copy(), self.counting.copy(), self.undone.copy())
        for event in events:
            if event.number != len(log.steps) + 1:
                raise Refused(
                    f"The log jumps from event {len(log.steps)} to event {event.number}.", at="events"
                )
            event.data.replay(log, event)
        return log

    @property
    def table(self) -> Table:
        """The table as it stands. Raises Refused before its opening."""
        if not self.counting:
            raise Refused("A log begins with the opening of the table.", at="events")
        return self.counting[-1][-1].after

    @property
    def last(self) -> Event | None:
        """The event that led the newest operation that counts: what an undo takes back."""
        return self.counting[-1][0].event if len(self.counting) > 1 else None

    @property
    def next(self) -> Event | None:
        """The event that led the operation which a redo would do again."""
        return self.undone[-1][0].event if self.undone else None

    def do(self, event: Event, after: Table) -> None:
        """Add an event that leads to that table."""
        before, leads = self.table if self.counting else None, self.leading(event)
        step = Step(event, before, after, leads)
        if leads:
            self.counting[-1] += (step,)
        else:
            self.counting.append((step,))
        self.undone.clear()
        self.steps.append(step)

    def undoes(self, op: str) -> bool:
        """Whether the operation was done and does not count any more."""
        counting = {id(step) for operation in self.counting for step in operation}
        steps = (step for step in self.steps if step.event.op == op and not step.moves)
        return any(id(step) not in counting for step in steps)

    def leading(self, event: Event) -> Step | None:
        """The first step of the operation that the event goes on with; None for one that begins its own."""
        newest = self.counting[-1][-1] if self.counting else None
        goes_on = newest is not None and newest is self.steps[-1] and newest.event.op == event.op
        return self.counting[-1][0] if goes_on else None

    def undo(self, event: Event, number: int) -> None:
        """Take back the operation that holds event `number`, the newest that counts."""
        if len(self.counting) < 2:
            raise Refused("There is nothing to undo.")
        if not _holds(self.counting[-1], number):
            raise Refused(f"Event {number} is not the newest one that counts.", at="event")
        before, operation = self.table, self.counting.pop()
        self.undone.append(operation)
        self.steps.append(Step(event, before, self.table, moves=operation))

    def redo(self, event: Event, number: int) -> None:
        """Do again the operation that holds event `number`, the one undone last."""
        if not self.undone:
            raise Refused("There is nothing to redo.")
        if not _holds(self.undone[-1], number):
            raise Refused(f"Event {number} is not the one undone last.", at="event")
        before, operation = self.table, self.undone.pop()
        self.counting.append(operation)
        self.steps.append(Step(event, before, self.table, moves=operation))


def _holds(operation: Operation, number: int) -> bool:
    return any(step.event.number == number for step in operation)


@dataclass(frozen=True, slots=True)
class Change:
    """One event for people: who did what.

    `undone` says that it does not count any more, `removed` that the entry it made was taken out since;
    `because` is the number of the event that an event follows from, None for what somebody did; `follows`
    tells what else changed by the whole operation, and `put_back` is the number of the entry that it removed,
    while that can be put back.
    """

    number: int
    at: str
    by: str
    sentence: str
    undone: bool
    removed: bool = False
    because: int | None = None
    follows: tuple[str, ...] = ()
    put_back: int | None = None


def changes(log: Log) -> tuple[Change, ...]:
    """The record of a log, who changed what when (A3), the newest first. An undo itself is never undone."""
    ends = _ends(log)
    count = {step.event.number for operation in log.counting for step in operation}
    count |= {step.event.number for step in log.steps if step.moves}
    removals = _last_removals(log)
    return tuple(
        _change(step, ends[step.event.number], step.event.number not in count, removals)
        for step in reversed(log.steps)
    )


def _ends(log: Log) -> dict[int, Table]:
    """The table after the whole operation of each event."""
    after: dict[int, Table] = {}
    for step in log.steps:
        leads = (step.leads or step).event.number
        after[leads] = after[step.event.number] = step.after
    return after


def _last_removals(log: Log) -> dict[int, int]:
    """By the number of the event that removed them last: the entries and endings that can be put back."""
    deals = log.table.deals
    removed = {removal.entry.number for deal in deals for removal in deal.removed}
    removed |= {ending.number for deal in deals for ending in deal.unsettled}
    events = (step.event for operation in log.counting for step in operation)
    last = {event.data.concerns: event.number for event in events if event.kind == "removed"}
    return {event: entry for entry, event in last.items() if entry in removed}


def _change(step: Step, after: Table, undone: bool, removals: Mapping[int, int]) -> Change:
    event = step.event
    return Change(
        number=event.number,
        at=event.at,
        by=event.by,
        sentence=step.sentence,
        undone=undone,
        removed=event.number in removals.values(),
        because=step.leads.event.number if step.leads else None,
        follows=tuple(_follows(step, after)),
        put_back=removals.get(event.number),
    )


def _follows(step: Step, after: Table) -> Iterator[str]:
    """What changed because of the step: scores of other hands, and whether the deal is over."""
    if not step.event.data.amends:
        return
    cause = step.event.data.cause(step)
    for old, new in zip(step.table_before.deals, after.deals, strict=True):
        if old is not new:
            scores = list(_other_scores(old, new, after, step.event))
            if scores:
                yield f"Because {cause}: {', '.join(scores)}"
            yield from _over(old, new)


def _other_scores(old: Deal, new: Deal, after: Table, event: Event) -> Iterator[str]:
    """Scores of hands that were not touched themselves: `Ann 154 → 130`."""
    own = event.data.concerns or event.number
    were = {entry.number: entry.score for entry in old.entries}
    for entry in new.entries:
        was = were.get(entry.number, entry.score)
        if entry.number != own and was != entry.score:
            yield f"{after.players[entry.player].name} {show_number(was)} → {show_number(entry.score)}"


def _over(old: Deal, new: Deal) -> Iterator[str]:
    """Whether the current deal ended by it, or runs again."""
    if old.ended != new.ended:
        yield f"Deal {new.number} is over" if new.ended else f"Deal {new.number} is not over any more"
