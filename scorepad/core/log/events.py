"""What can happen at a table: the events of its log.

A log is a list of events numbered 1, 2, 3 … The kinds and the fields of their data:

    opened     name, game, options, players (names by seat), partnerships (of seats), dealer (seat)
    dealt      deal, dealer                    the next deal; the first one is opened with the table
    played     deal, player, says, melds       melds on the table by seat after her play, in games where
                                               melds lie there before going out (H8, L3)
    avalanche  deal, player, cards             a play of Avalanche: ranks, none for a snowfall (V2, V3)
    out        deal, player + a hand           a player goes out, or retires (L4); told later, in a deal that
                                               may have ended, with her place in the order of going out
    corrected  entry, player + a hand          replaces the whole entry that event `entry` made
    settled    deal + an ending                a deal is over, and everybody's score follows from what she
                                               has left, melded or collected (B4, F3, K4, G3, V5)
    resettled  entry + an ending               replaces the whole ending that event `entry` made
    removed    entry                           takes out the entry, or the ending, that event `entry` made
    restored   entry                           puts it back as it was, at its place
    reordered  deal, entries                   the order of going out was another one
    rejudged   entry, because + points, meld_points, bonuses
                                               what an entry is worth by now, because of event `because`,
                                               which leads the operation (I7)
    undone     event                           takes back the newest operation that still counts, told by the
                                               event that led it
    redone     event                           does again what was undone last
    closed     deal, reason                    the deal is ended by hand
    noted      deal, text
    renamed    player, name

    a hand:    melds (lists of canonical cards, or null where only points were entered), points
               (before the multiplier), meld_points, bonuses, note; for a player who retires also left
               (the cards in her hand, whose value the points are less by), and for one who goes out
               concealed added (to her multiplier) or factor (of it, H11); to_follow where the cards were
               recorded before their melds were found (A4), disputed where they were recorded against the
               pack audit (P1)
    an ending: winner (the seat that went out, or null), rummy (all in one turn, B4), note, and hands, one
               a seat: player, melds (or null), melded (their value), left (canonical cards, or null where
               only a number was entered), number (their value, or how many they are), tiles (how many, or
               null), score; disputed where it was recorded against the pack audit (P1), never_opened where
               seats that never made a first play are charged to all others (K4)

A log that was written before a kind or an optional field was thought of reads as it always did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from scorepad.core.errors import ScorepadError, joined
from scorepad.core.log.schema import (
    FRAME,
    LONGEST_NAME,
    LONGEST_NOTE,
    LONGEST_TITLE,
    MAY_HAVE,
    MOST_POINTS,
    MOST_SEATS,
    SHAPES,
    cleaned,
    faults,
)

__all__ = [
    "LONGEST_NAME",
    "LONGEST_NOTE",
    "LONGEST_TITLE",
    "MOST_POINTS",
    "MOST_SEATS",
    "Draft",
    "Event",
    "UnreadableEvent",
    "checked",
    "cleaned",
    "numbered",
    "read_event",
]


@dataclass(frozen=True, slots=True)
class Draft:
    """An event that has no number yet; `at` is ISO 8601 in UTC, `by` the person's name or empty."""

    kind: str
    data: dict[str, Any]
    by: str
    at: str


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a table's log: its number from 1, the operation that made it, and what happened."""

    number: int
    op: str
    kind: str
    data: dict[str, Any]
    by: str
    at: str

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)


class UnreadableEvent(ScorepadError):
    """Data that is no event."""

    code = "event"


def read_event(data: object) -> Event:
    """The event that `as_dict` wrote. Raises UnreadableEvent with every fault."""
    if not isinstance(data, Mapping):
        raise UnreadableEvent("An event must be an object with its fields.", at="events")
    number = str(data.get("number"))[:12]
    _raise_any(
        [UnreadableEvent(f"Event {number}: {fault}.", at=f"events:{number}") for fault in _faults(data)]
    )
    return Event(**{name: data[name] for name in FRAME})


def checked(event: Event) -> Event:
    """The event, when every field is as its kind asks. Raises UnreadableEvent with every fault."""
    _raise_any([UnreadableEvent(f"{fault}.", at=fault.split()[0]) for fault in _faults(event.as_dict())])
    return event


def _raise_any(faults: Sequence[UnreadableEvent]) -> None:
    if faults:
        error = joined(faults)
        raise UnreadableEvent(error.message, at=error.at, parts=error.parts)


def _faults(data: Mapping[str, Any]) -> list[str]:
    found = faults(FRAME, data)
    kind = data.get("kind")
    if isinstance(kind, str) and kind in SHAPES and isinstance(data.get("data"), dict):
        found += faults(SHAPES[kind], data["data"], MAY_HAVE.get(kind, {}))
    return found


def numbered(events: Sequence[Event]) -> bool:
    """Whether the events are numbered 1, 2, 3 … without a gap, one operation's events side by side."""
    ops = [event.op for event in events]
    changes = sum(a != b for a, b in pairwise(ops))
    in_order = all(event.number == place for place, event in enumerate(events, 1))
    return in_order and changes == max(0, len(set(ops)) - 1)
