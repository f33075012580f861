"""The events of a log of a table or circle, numbered from 1: reading from JSON, and checks.

Every kind is a class in one of the modules named below, which defines it completely.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.log import circle, deal_events, entry_events, rule_events, seat_events, table_events
from scorepad.core.log.event_data import KINDS, Event
from scorepad.core.log.schema import (
    FieldFault,
    FieldType,
    field_faults,
    field_types,
    read_record,
    record_faults,
)
from scorepad.core.sentence import in_a_row, say

# The modules of events are imported for their kinds, which register themselves.
__all__ = [
    "Event",
    "UnreadableEvent",
    "checked_event",
    "circle",
    "deal_events",
    "entry_events",
    "numbered",
    "read_event",
    "rule_events",
    "seat_events",
    "table_events",
]

_EVENT_KIND = FieldType(
    lambda value: isinstance(value, str) and value in KINDS, f"one of {', '.join(sorted(KINDS))}"
)


class UnreadableEvent(ScorepadError):
    """Data that does not read as an event."""

    code = "event"


def read_event(data: object) -> Event:
    """Read an event from the form of `as_dict`. Raises UnreadableEvent with every fault."""
    if not isinstance(data, Mapping):
        raise UnreadableEvent(say("Write each event as an object with its fields."), at="events")
    shown_number = str(data.get("number"))[:12]
    event_place = f"events:{shown_number}"
    _raise_any(
        [
            UnreadableEvent(
                say("Event {event}: {fault}.", event=shown_number, fault=fault.sentence), at=event_place
            )
            for fault in _event_faults(data)
        ]
    )
    event_data = read_record(KINDS[data["kind"]], data["data"])
    return Event(data["number"], data["op"], event_data, data["by"], data["at"])


def checked_event(event: Event) -> Event:
    """Return the event if every field has its kind's type. Raises UnreadableEvent with every fault."""
    _raise_any(
        [
            UnreadableEvent(in_a_row((fault.sentence, "."), ""), at=fault.field)
            for fault in _event_faults(event.as_dict())
        ]
    )
    return event


def _raise_any(errors: Sequence[UnreadableEvent]) -> None:
    if errors:
        error = join_errors(errors)
        raise UnreadableEvent(error.message, at=error.at, parts=error.parts)


def _event_faults(data: Mapping[str, Any]) -> Iterator[FieldFault]:
    yield from field_faults({**field_types(Event), "kind": _EVENT_KIND}, data)
    if _EVENT_KIND.holds(data.get("kind")) and isinstance(data.get("data"), dict):
        yield from record_faults(KINDS[data["kind"]], data["data"])


def numbered(events: Sequence[Event]) -> bool:
    """Whether the events are numbered from 1 without a gap, with the events of each operation together."""
    operation_ids = [event.op for event in events]
    # Where no operation is split, each begins once: one change of id fewer than there are ids.
    operation_changes = sum(earlier_op != later_op for earlier_op, later_op in pairwise(operation_ids))
    in_order = all(event.number == event_place for event_place, event in enumerate(events, 1))
    return in_order and operation_changes == max(0, len(set(operation_ids)) - 1)
