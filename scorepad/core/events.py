"""What can happen at a table: the events of its log and the shape of their data.

A log is a list of events numbered 1, 2, 3 … The kinds and the fields of their data:

    opened     name, game, options, players (names by seat), partnerships (of seats), dealer (seat)
    dealt      deal, dealer                    the next deal; the first one is opened with the table
    out        deal, player + a hand           a player goes out
    corrected  entry, player + a hand          replaces the whole entry that event `entry` made
    removed    entry
    undone     event                           takes back the newest event that still counts
    closed     deal, reason                    the deal is ended by hand
    noted      deal, text
    renamed    player, name

    a hand:    melds (lists of canonical cards, or null where only points were entered), points
               (before the multiplier), meld_points, bonuses, note
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from scorepad.core.errors import ScorepadError, joined

LONGEST_NAME = 24
LONGEST_TITLE = 60
LONGEST_NOTE = 200
MOST_POINTS = 1_000_000
MOST_SEATS = 8

_OP = re.compile(r"[!-~]{1,80}")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")


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
    return Event(**{name: data[name] for name in _FRAME})


def checked(event: Event) -> Event:
    """The event, when every field is as its kind asks. Raises UnreadableEvent with every fault."""
    _raise_any([UnreadableEvent(f"{fault}.", at=fault.split()[0]) for fault in _faults(event.as_dict())])
    return event


def _raise_any(faults: Sequence[UnreadableEvent]) -> None:
    if faults:
        error = joined(faults)
        raise UnreadableEvent(error.message, at=error.at, parts=error.parts)


def _faults(data: Mapping[str, Any]) -> list[str]:
    found = _shape_faults(_FRAME, data)
    if _is_kind(data.get("kind")) and isinstance(data.get("data"), dict):
        found += _shape_faults(SHAPES[data["kind"]], data["data"])
    return found


def cleaned(text: str) -> str:
    """One line of text: runs of white space are one space, control characters are gone."""
    seen = (char for char in text if char.isspace() or unicodedata.category(char) not in ("Cc", "Cs"))
    return " ".join(_BIDI.sub("", "".join(seen)).split())


Check = tuple[Callable[[Any], bool], str]


def _shape_faults(shape: Mapping[str, Check], data: Mapping[str, Any]) -> list[str]:
    """Every field that is missing, not known or not of its type, in words."""
    missing = [f"{name} is missing" for name in shape if name not in data]
    unknown = [f"{str(name)[:30]} is not known" for name in data if name not in shape]
    wrong = [
        f"{name} must be {expected}"
        for name, (holds, expected) in shape.items()
        if name in data and not holds(data[name])
    ]
    return missing + unknown + wrong


def _is_int(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _is_text(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and least <= len(value) <= most and cleaned(value) == value


def _is_list(holds: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(holds(item) for item in value)


def _is_kind(value: Any) -> bool:
    return isinstance(value, str) and value in SHAPES


def _is_op(value: Any) -> bool:
    return isinstance(value, str) and _OP.fullmatch(value) is not None


def _is_moment(value: Any) -> bool:
    if not isinstance(value, str) or len(value) > 40:
        return False
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


def _is_options(value: Any) -> bool:
    plain = _is_list(_is_int(-MOST_POINTS, MOST_POINTS))
    return isinstance(value, Mapping) and all(
        isinstance(name, str) and (isinstance(item, str | bool | int) or plain(item))
        for name, item in value.items()
    )


def _is_bonus(value: Any) -> bool:
    return isinstance(value, Mapping) and not _shape_faults(_BONUS, value)


def _is_number(value: Any) -> bool:
    return _is_int(1, 10**9)(value)


_NUMBER: Check = (_is_number, "a whole number from 1")
_SEAT: Check = (_is_int(0, MOST_SEATS - 1), "the seat of a player, counted from 0")
_POINTS: Check = (_is_int(-MOST_POINTS, MOST_POINTS), f"a whole number from −{MOST_POINTS} to {MOST_POINTS}")
_NAME: Check = (_is_text(1, LONGEST_NAME), f"one line of 1 to {LONGEST_NAME} characters")
_NOTE: Check = (_is_text(0, LONGEST_NOTE), f"one line of at most {LONGEST_NOTE} characters")
_SEATS: Check = (_is_list(_SEAT[0]), "a list of seats")
_BONUS: Mapping[str, Check] = {
    "kind": _NAME,
    "melds": (_is_list(_is_int(0, 1000)), "a list of melds"),
    "length": (_is_int(0, 1000), "a number of cards"),
    "points": _POINTS,
    "label": (_is_text(0, LONGEST_TITLE), "a line of text"),
}
_HAND: Mapping[str, Check] = {
    "player": _SEAT,
    "melds": (lambda value: value is None or _is_list(_is_list(_is_text(1, 10)))(value), "melds or null"),
    "points": _POINTS,
    "meld_points": (_is_list(_POINTS[0]), "a list of points"),
    "bonuses": (_is_list(_is_bonus), "a list of bonuses"),
    "note": _NOTE,
}
SHAPES: Mapping[str, Mapping[str, Check]] = {
    "opened": {
        "name": (_is_text(0, LONGEST_TITLE), f"one line of at most {LONGEST_TITLE} characters"),
        "game": (_is_text(1, LONGEST_TITLE), "the id of a game"),
        "options": (_is_options, "options by their names"),
        "players": (_is_list(_NAME[0]), f"a list of names of 1 to {LONGEST_NAME} characters"),
        "partnerships": (_is_list(_SEATS[0]), "a list of lists of seats"),
        "dealer": _SEAT,
    },
    "dealt": {"deal": _NUMBER, "dealer": _SEAT},
    "out": {"deal": _NUMBER, **_HAND},
    "corrected": {"entry": _NUMBER, **_HAND},
    "removed": {"entry": _NUMBER},
    "undone": {"event": _NUMBER},
    "closed": {"deal": _NUMBER, "reason": _NOTE},
    "noted": {
        "deal": _NUMBER,
        "text": (_is_text(1, LONGEST_NOTE), f"one line of 1 to {LONGEST_NOTE} characters"),
    },
    "renamed": {"player": _SEAT, "name": _NAME},
}
_FRAME: Mapping[str, Check] = {
    "number": _NUMBER,
    "op": (_is_op, "the id of an operation"),
    "kind": (_is_kind, f"one of {', '.join(SHAPES)}"),
    "data": (lambda value: isinstance(value, dict), "the fields of the event"),
    "by": (_is_text(0, LONGEST_NAME), f"one line of at most {LONGEST_NAME} characters"),
    "at": (_is_moment, "a moment with its time zone, as in 2025-03-01T20:15:00+00:00"),
}


def numbered(events: Sequence[Event]) -> bool:
    """Whether the events are numbered 1, 2, 3 … without a gap, one operation's events side by side."""
    ops = [event.op for event in events]
    changes = sum(a != b for a, b in pairwise(ops))
    in_order = all(event.number == place for place, event in enumerate(events, 1))
    return in_order and changes == max(0, len(set(ops)) - 1)
