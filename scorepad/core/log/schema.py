"""The fields of events: what each kind has, and of what type it is.

`faults` says everything that is wrong with an object in words; nothing is guessed or dropped.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from scorepad.core.avalanche_game import RANKS

LONGEST_NAME = 24
LONGEST_TITLE = 60
LONGEST_NOTE = 200
MOST_POINTS = 1_000_000
MOST_SEATS = 12

_OP = re.compile(r"[!-~]{1,80}")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")


def cleaned(text: str) -> str:
    """One line of text: runs of white space are one space, control characters are gone."""
    seen = (char for char in text if char.isspace() or unicodedata.category(char) not in ("Cc", "Cs"))
    return " ".join(_BIDI.sub("", "".join(seen)).split())


Check = tuple[Callable[[Any], bool], str]


def faults(
    shape: Mapping[str, Check], data: Mapping[str, Any], may_have: Mapping[str, Check] | None = None
) -> list[str]:
    """Every field that is missing, not known or not of its type, in words; `may_have` are optional ones."""
    missing = [f"{name} is missing" for name in shape if name not in data]
    shape = {**shape, **(may_have or {})}
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
    return isinstance(value, Mapping) and not faults(_BONUS, value)


def _is_share(value: Any) -> bool:
    return isinstance(value, Mapping) and not faults(_SHARE, value)


def _or_null(holds: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or holds(value)


def _is_number(value: Any) -> bool:
    return _is_int(1, 10**9)(value)


_NUMBER: Check = (_is_number, "a whole number from 1")
_SEAT: Check = (_is_int(0, MOST_SEATS - 1), "the seat of a player, counted from 0")
_POINTS: Check = (_is_int(-MOST_POINTS, MOST_POINTS), f"a whole number from −{MOST_POINTS} to {MOST_POINTS}")
_NAME: Check = (_is_text(1, LONGEST_NAME), f"one line of 1 to {LONGEST_NAME} characters")
_NOTE: Check = (_is_text(0, LONGEST_NOTE), f"one line of at most {LONGEST_NOTE} characters")
_SEATS: Check = (_is_list(_SEAT[0]), "a list of seats")
_ENTRY: Check = (_is_number, "the number of the event that made an entry")
_CARD = _is_text(1, 10)
_MELDS: Check = (_or_null(_is_list(_is_list(_CARD))), "melds or null")
_COUNT: Check = (_is_int(0, MOST_POINTS), f"a whole number from 0 to {MOST_POINTS}")
_FLAG: Check = (lambda value: isinstance(value, bool), "true or false")
_BONUS: Mapping[str, Check] = {
    "kind": _NAME,
    "melds": (_is_list(_is_int(0, 1000)), "a list of melds"),
    "length": (_is_int(0, 1000), "a number of cards"),
    "points": _POINTS,
    "label": (_is_text(0, LONGEST_TITLE), "a line of text"),
}
_HAND: Mapping[str, Check] = {
    "player": _SEAT,
    "melds": _MELDS,
    "points": _POINTS,
    "meld_points": (_is_list(_POINTS[0]), "a list of points"),
    "bonuses": (_is_list(_is_bonus), "a list of bonuses"),
    "note": _NOTE,
}
_SHARE: Mapping[str, Check] = {
    "player": _SEAT,
    "melds": _MELDS,
    "melded": _COUNT,
    "left": (_or_null(_is_list(_CARD)), "cards or null"),
    "number": _COUNT,
    "tiles": (_or_null(_COUNT[0]), "a number of cards or null"),
    "score": _POINTS,
}
_ENDING: Mapping[str, Check] = {
    "winner": (_or_null(_SEAT[0]), "the seat of a player or null"),
    "rummy": _FLAG,
    "hands": (_is_list(_is_share), "a list of what players end with"),
    "note": _NOTE,
}
_HAND_MAY_HAVE: Mapping[str, Check] = {
    "left": (_is_list(_CARD), "a list of cards"),
    "added": (_is_int(0, 100), "a whole number from 0 to 100"),
    "factor": (_is_int(1, 100), "a whole number from 1 to 100"),
    "to_follow": _FLAG,
    "disputed": _FLAG,
}
_ENDING_MAY_HAVE: Mapping[str, Check] = {"disputed": _FLAG, "never_opened": _SEATS}
_WORTH: Mapping[str, Check] = {name: _HAND[name] for name in ("points", "meld_points", "bonuses")}
_PLACE: Check = (_is_int(1, MOST_SEATS), "a place in the order of going out, from 1")
MAY_HAVE: Mapping[str, Mapping[str, Check]] = {
    "out": {**_HAND_MAY_HAVE, "place": _PLACE},
    "corrected": _HAND_MAY_HAVE,
    "settled": _ENDING_MAY_HAVE,
    "resettled": _ENDING_MAY_HAVE,
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
    "corrected": {"entry": _ENTRY, **_HAND},
    "removed": {"entry": _ENTRY},
    "restored": {"entry": _ENTRY},
    "reordered": {"deal": _NUMBER, "entries": (_is_list(_is_number), "a list of numbers of entries")},
    "rejudged": {"entry": _ENTRY, "because": _NUMBER, **_WORTH},
    "undone": {"event": _NUMBER},
    "redone": {"event": _NUMBER},
    "closed": {"deal": _NUMBER, "reason": _NOTE},
    "noted": {
        "deal": _NUMBER,
        "text": (_is_text(1, LONGEST_NOTE), f"one line of 1 to {LONGEST_NOTE} characters"),
    },
    "renamed": {"player": _SEAT, "name": _NAME},
    "settled": {"deal": _NUMBER, **_ENDING},
    "resettled": {"entry": _ENTRY, **_ENDING},
    "played": {
        "deal": _NUMBER,
        "player": _SEAT,
        "says": (_is_text(1, LONGEST_NOTE), f"one line of 1 to {LONGEST_NOTE} characters"),
        "melds": (_is_list(_is_list(_is_list(_CARD))), "the melds of every seat"),
    },
    "avalanche": {
        "deal": _NUMBER,
        "player": _SEAT,
        "cards": (_is_list(lambda value: value in RANKS), f"a list of ranks, {' '.join(RANKS)}"),
    },
}
FRAME: Mapping[str, Check] = {
    "number": _NUMBER,
    "op": (_is_op, "the id of an operation"),
    "kind": (_is_kind, f"one of {', '.join(SHAPES)}"),
    "data": (lambda value: isinstance(value, dict), "the fields of the event"),
    "by": (_is_text(0, LONGEST_NAME), f"one line of at most {LONGEST_NAME} characters"),
    "at": (_is_moment, "a moment with its time zone, as in 2025-03-01T20:15:00+00:00"),
}
