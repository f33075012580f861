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
        newest_step = self.counting[-1][-1] if self.counting else None
        goes_on = (
            newest_step is not None and newest_step is self.steps[-1] and newest_step.event.op == event.op
        )
        return self.counting[-1][0] if goes_on else None

    def undo(self, event: Event, number: int) -> None:
        """Take back the operation that holds event `number`, the newest that counts."""
        if len(self.counting) < 2:
            raise Refused("There is nothing to undo.")
        if not _holds_event(self.counting[-1], number):
            raise Refused(f"Event {number} is not the newest one that counts.", at="event")
        before, operation = self.table, self.counting.pop()
        self.undone.append(operation)
        self.steps.append(Step(event, before, self.table, moves=operation))

    def redo(self, event: Event, number: int) -> None:
        """Do again the operation that holds event `number`, the one undone last."""
        if not self.undone:
            raise Refused("There is nothing to redo.")
        if not _holds_event(self.undone[-1], number):
            raise Refused(f"Event {number} is not the one undone last.", at="event")
        before, operation = self.table, self.undone.pop()
        self.counting.append(operation)
        self.steps.append(Step(event, before, self.table, moves=operation))


def _holds_event(operation: Operation, event_number: int) -> bool:
    return any(step.event.number == event_number for step in operation)


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
    ends = _tables_after(log)
    count = {step.event.number for operation in log.counting for step in operation}
    count |= {step.event.number for step in log.steps if step.moves}
    removals = _last_removals(log)
    return tuple(
        _change_of_step(step, ends[step.event.number], step.event.number not in count, removals)
        for step in reversed(log.steps)
    )


def _tables_after(log: Log) -> dict[int, Table]:
    """The table after the whole operation of each event."""
    tables_after: dict[int, Table] = {}
    for step in log.steps:
        leading_number = (step.leads or step).event.number
        tables_after[leading_number] = tables_after[step.event.number] = step.after
    return tables_after


def _last_removals(log: Log) -> dict[int, int]:
    """By the number of the event that removed them last: the entries and endings that can be put back."""
    deals = log.table.deals
    removed_numbers = {removal.entry.number for deal in deals for removal in deal.removed}
    removed_numbers |= {ending.number for deal in deals for ending in deal.unsettled}
    counting_events = (step.event for operation in log.counting for step in operation)
    last_removals = {
        event.data.concerns: event.number for event in counting_events if event.kind == "removed"
    }
    return {event: entry for entry, event in last_removals.items() if entry in removed_numbers}


def _change_of_step(step: Step, table_after: Table, undone: bool, removals: Mapping[int, int]) -> Change:
    event = step.event
    return Change(
        number=event.number,
        at=event.at,
        by=event.by,
        sentence=step.sentence,
        undone=undone,
        removed=event.number in removals.values(),
        because=step.leads.event.number if step.leads else None,
        follows=tuple(_consequences(step, table_after)),
        put_back=removals.get(event.number),
    )


def _consequences(step: Step, after: Table) -> Iterator[str]:
    """What changed because of the step: scores of other hands, and whether the deal is over."""
    if not step.event.data.amends:
        return
    cause = step.event.data.cause(step)
    for old_deal, new_deal in zip(step.table_before.deals, after.deals, strict=True):
        if old_deal is not new_deal:
            scores = list(_other_scores(old_deal, new_deal, after, step.event))
            if scores:
                yield f"Because {cause}: {', '.join(scores)}"
            yield from _deal_ends(old_deal, new_deal)


def _other_scores(old_deal: Deal, new_deal: Deal, after: Table, event: Event) -> Iterator[str]:
    """Scores of hands that were not touched themselves: `Ann 154 → 130`."""
    own_number = event.data.concerns or event.number
    old_scores = {entry.number: entry.score for entry in old_deal.entries}
    for entry in new_deal.entries:
        old_score = old_scores.get(entry.number, entry.score)
        if entry.number != own_number and old_score != entry.score:
            yield f"{after.players[entry.player].name} {show_number(old_score)} → {show_number(entry.score)}"


def _deal_ends(old_deal: Deal, new_deal: Deal) -> Iterator[str]:
    """Whether the current deal ended by it, or runs again."""
    if old_deal.ended != new_deal.ended:
        yield (
            f"Deal {new_deal.number} is over"
            if new_deal.ended
            else f"Deal {new_deal.number} is not over any more"
        )
