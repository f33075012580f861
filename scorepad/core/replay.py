"""Replays a table's log: every state that it went through, and which of its events still count.

Undo goes back to the state before the newest event that still counts, so the same step again walks further
back; the opening is never taken back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorepad.core.events import Event
from scorepad.core.state import Refused, State
from scorepad.core.steps import apply

__all__ = ["Refused", "Step", "replay"]


@dataclass(frozen=True, slots=True)
class Step:
    """An event, with the state before it (None for the opening) and after it."""

    event: Event
    before: State | None
    after: State
    undoes: Step | None = None


def replay(events: Iterable[Event]) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """Every step of the log, and those of them that still count. Raises Refused at the first bad event."""
    steps: list[Step] = []
    counting: list[Step] = []
    for event in events:
        if event.number != len(steps) + 1:
            raise Refused(f"The log jumps from event {len(steps)} to event {event.number}.", at="events")
        if event.kind == "undone":
            undone = _undo(counting, event)
            steps.append(Step(event, undone.after, counting[-1].after, undone))
        else:
            before = counting[-1].after if counting else None
            counting.append(Step(event, before, apply(before, event)))
            steps.append(counting[-1])
    if not steps:
        raise Refused("The log is empty.", at="events")
    return tuple(steps), tuple(counting)


def _undo(counting: list[Step], event: Event) -> Step:
    if len(counting) < 2:
        raise Refused("There is nothing to take back.")
    if counting[-1].event.number != event.data["event"]:
        raise Refused(f"Event {event.data['event']} is not the newest one that counts.", at="event")
    return counting.pop()
