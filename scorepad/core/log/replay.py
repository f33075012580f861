"""Replays a table's log: every state that it went through, and which of its operations still count.

An operation is one event, or several side by side: a correction and what was judged anew because of it.
Undo goes back to the state before the newest operation that still counts, so the same step again walks
further back; the opening is never taken back. Redo does again what was undone last, as long as nothing else
happened since.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from scorepad.core.log.events import Event
from scorepad.core.log.state import Refused, State
from scorepad.core.log.transitions import apply

__all__ = ["Operation", "Refused", "Replay", "Step", "replay"]


@dataclass(frozen=True, slots=True)
class Step:
    """An event, with the state before it (None for the opening) and after it.

    `leads` is the first step of its operation, None for that one itself; `moves` the operation that an undo
    took back or a redo did again.
    """

    event: Event
    before: State | None
    after: State
    leads: Step | None = None
    moves: Operation = ()


Operation = tuple[Step, ...]


@dataclass(slots=True)
class Replay:
    """A log replayed: its steps, the operations that count, and those undone that a redo would do again."""

    steps: list[Step] = field(default_factory=list)
    counting: list[Operation] = field(default_factory=list)
    undone: list[Operation] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The table as it stands."""
        return self.counting[-1][-1].after

    @property
    def last(self) -> Event | None:
        """The event that led the newest operation that counts: what an undo takes back."""
        return self.counting[-1][0].event if len(self.counting) > 1 else None

    @property
    def next(self) -> Event | None:
        """The event that led the operation which a redo would do again."""
        return self.undone[-1][0].event if self.undone else None

    def add(self, event: Event) -> None:
        """Replay one more event. Raises Refused when it may not happen."""
        if event.number != len(self.steps) + 1:
            raise Refused(f"The log jumps from event {len(self.steps)} to event {event.number}.", at="events")
        if event.kind == "undone":
            self._undo(event)
        elif event.kind == "redone":
            self._redo(event)
        else:
            self._do(event)

    def _do(self, event: Event) -> None:
        goes_on = self._goes_on(event)
        leads = self.counting[-1][0] if goes_on else None
        if event.kind == "rejudged" and (leads is None or event.data["because"] != leads.event.number):
            raise Refused("A hand is judged anew by what changed it, in one operation.", at="because")
        before = self.state if self.counting else None
        step = Step(event, before, apply(before, event), leads)
        if goes_on:
            self.counting[-1] += (step,)
        else:
            self.counting.append((step,))
        self.undone.clear()
        self.steps.append(step)

    def _goes_on(self, event: Event) -> bool:
        """Whether the event is of the operation whose step is the newest, and which is no undo or redo."""
        newest = self.counting[-1][-1] if self.counting else None
        return newest is not None and newest is self.steps[-1] and newest.event.op == event.op

    def _undo(self, event: Event) -> None:
        if len(self.counting) < 2:
            raise Refused("There is nothing to undo.")
        if not _holds(self.counting[-1], event.data["event"]):
            raise Refused(f"Event {event.data['event']} is not the newest one that counts.", at="event")
        before, operation = self.state, self.counting.pop()
        self.undone.append(operation)
        self.steps.append(Step(event, before, self.state, moves=operation))

    def _redo(self, event: Event) -> None:
        if not self.undone:
            raise Refused("There is nothing to redo.")
        if not _holds(self.undone[-1], event.data["event"]):
            raise Refused(f"Event {event.data['event']} is not the one undone last.", at="event")
        before, operation = self.state, self.undone.pop()
        self.counting.append(operation)
        self.steps.append(Step(event, before, self.state, moves=operation))


def _holds(operation: Operation, number: int) -> bool:
    return any(step.event.number == number for step in operation)


def replay(events: Iterable[Event]) -> Replay:
    """The log replayed from its opening. Raises Refused at the first event that may not happen."""
    replayed = Replay()
    for event in events:
        replayed.add(event)
    if not replayed.steps:
        raise Refused("The log is empty.", at="events")
    return replayed
