"""The fields of events: of what type each is, how it is read from JSON and written to it.

A kind of event names the types of its fields once, as annotations: `deal: Number`. `faults` says everything
that is wrong with an object in words; nothing is guessed or dropped.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, fields
from datetime import datetime
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_type_hints

from scorepad.core.avalanche_game import RANKS
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.verdicts import Bonus

LONGEST_NAME = 24
LONGEST_TITLE = 60
LONGEST_NOTE = 200
MOST_POINTS = 1_000_000

_OP = re.compile(r"[!-~]{1,80}")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class FieldType:
    """What a field may be: whether a JSON value `holds`, what was `expected` in words, how it is `read`."""

    holds: Callable[[Any], bool]
    expected: str
    read: Callable[[Any], Any] = lambda value: value


def cleaned(text: str) -> str:
    """One line of text: runs of white space are one space, control characters are gone."""
    if text.isascii() and text.isalnum():
        return text
    visible = (char for char in text if char.isspace() or unicodedata.category(char) not in ("Cc", "Cs"))
    return " ".join(_BIDI.sub("", "".join(visible)).split())


_FIELD_TYPES: dict[type[Any], dict[str, FieldType]] = {}


def field_types(record: type[Any]) -> dict[str, FieldType]:
    """The types of a dataclass's fields by their names, as its annotations say."""
    if record not in _FIELD_TYPES:
        hints = get_type_hints(record, include_extras=True)
        _FIELD_TYPES[record] = {field.name: _field_type(hints[field.name]) for field in fields(record)}
    return _FIELD_TYPES[record]


def _field_type(hint: Any) -> FieldType:
    """The FieldType in `Annotated[…]`, or in `Annotated[…] | None` where a field may be left out."""
    stated = (part for part in get_args(hint) if isinstance(part, FieldType))
    return next(stated, None) or next(_field_type(part) for part in get_args(hint) if get_args(part))


class FieldFault(NamedTuple):
    """What is wrong with a field, in words that follow its name."""

    field: str
    wrong: str

    def __str__(self) -> str:
        return f"{self.field} {self.wrong}"


def faults(
    types: Mapping[str, FieldType], data: Mapping[str, Any], optional: Collection[str] = ()
) -> list[FieldFault]:
    """Every field that is missing, not known or not of its type."""
    missing = [FieldFault(name, "is missing") for name in types if name not in data and name not in optional]
    unknown = [FieldFault(str(name)[:30], "is not known") for name in data if name not in types]
    wrong = [
        FieldFault(name, f"must be {of_type.expected}")
        for name, of_type in types.items()
        if name in data and not of_type.holds(data[name])
    ]
    return missing + unknown + wrong


def record_faults(record: type[Any], data: Mapping[str, Any]) -> list[FieldFault]:
    """What is wrong with the fields of a dataclass; those with a default may be left out."""
    optional = {field.name for field in fields(record) if field.default is not MISSING}
    return faults(field_types(record), data, optional)


def read_record(record: type[Value], data: Mapping[str, Any]) -> Value:
    """The dataclass of an object without faults."""
    types = field_types(record)
    return record(**{name: types[name].read(value) for name, value in data.items()})


def written_record(record: Any) -> dict[str, Any]:
    """The fields of a dataclass ready for JSON; those that are as their default says are left out."""
    values = ((field, getattr(record, field.name)) for field in fields(record))
    return {field.name: written(value) for field, value in values if value != field.default}


def written(value: Any) -> Any:
    """A value ready for JSON: lists for its tuples, objects for its dataclasses."""
    if isinstance(value, tuple):
        return [written(item) for item in value]
    return written_record(value) if hasattr(value, "__dataclass_fields__") else value


def _tuples(value: Any) -> Any:
    """A JSON value with tuples for its lists, so that it can be compared and shared."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _integer(low: int, high: int, expected: str = "") -> FieldType:
    def holds(value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high

    return FieldType(holds, expected or f"a whole number from {low} to {high}".replace("-", "−"))


def _line(least: int, most: int, expected: str = "") -> FieldType:
    def holds(value: Any) -> bool:
        return isinstance(value, str) and least <= len(value) <= most and cleaned(value) == value

    length = f"of {least} to {most}" if least else f"of at most {most}"
    return FieldType(holds, expected or f"one line {length} characters")


def _list(item: FieldType, expected: str) -> FieldType:
    return FieldType(lambda value: isinstance(value, list) and all(map(item.holds, value)), expected, _tuples)


def _or_null(of_type: FieldType, expected: str) -> FieldType:
    return FieldType(lambda value: value is None or of_type.holds(value), expected, of_type.read)


def records(record: type[Any], expected: str, types: Mapping[str, FieldType] | None = None) -> FieldType:
    """A list of objects; `types` are those of their fields where the class does not annotate them."""

    def holds(value: Any) -> bool:
        each_type = types or field_types(record)
        return isinstance(value, list) and all(
            isinstance(item, Mapping) and not faults(each_type, item) for item in value
        )

    def read(value: list[dict[str, Any]]) -> tuple[Any, ...]:
        return tuple(record(**{name: _tuples(field) for name, field in item.items()}) for item in value)

    return FieldType(holds, expected, read)


def _is_operation(value: Any) -> bool:
    return isinstance(value, str) and _OP.fullmatch(value) is not None


def _is_moment(value: Any) -> bool:
    if not isinstance(value, str) or len(value) > 40:
        return False
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


def _is_options(value: Any) -> bool:
    numbers = _list(_POINTS, "")
    return isinstance(value, Mapping) and all(
        isinstance(name, str) and (isinstance(item, str | bool | int) or numbers.holds(item))
        for name, item in value.items()
    )


_NUMBER = _integer(1, 10**9, "a whole number from 1")
_ENTRY = _integer(1, 10**9, "the number of the event that made an entry")
_SEAT = _integer(0, MOST_SEATS - 1, "the seat of a player, counted from 0")
_POINTS = _integer(-MOST_POINTS, MOST_POINTS)
_COUNT = _integer(0, MOST_POINTS)
_NAME = _line(1, LONGEST_NAME)
_NOTE = _line(0, LONGEST_NOTE)
_CARD = _line(1, 10)
_CARDS = _list(_CARD, "a list of cards")
_MELDS = _list(_CARDS, "melds")
_SEATS = _list(_SEAT, "a list of seats")
_BONUS = {
    "kind": _NAME,
    "melds": _list(_integer(0, 1000), "a list of melds"),
    "length": _integer(0, 1000, "a number of cards"),
    "points": _POINTS,
    "label": _line(0, LONGEST_TITLE, "a line of text"),
}
_RANK = FieldType(lambda value: value in RANKS, "a rank")

WrittenMeld = tuple[str, ...]
Number = Annotated[int, _NUMBER]
EntryNumber = Annotated[int, _ENTRY]
EntryNumbers = Annotated[tuple[int, ...], _list(_NUMBER, "a list of numbers of entries")]
Seat = Annotated[int, _SEAT]
SeatOrNull = Annotated[int | None, _or_null(_SEAT, "the seat of a player or null")]
Seats = Annotated[tuple[int, ...], _SEATS]
Partnerships = Annotated[tuple[tuple[int, ...], ...], _list(_SEATS, "a list of lists of seats")]
OutPlace = Annotated[int, _integer(1, MOST_SEATS, "a place in the order of going out, from 1")]
Points = Annotated[int, _POINTS]
PointsList = Annotated[tuple[int, ...], _list(_POINTS, "a list of points")]
Count = Annotated[int, _COUNT]
CountOrNull = Annotated[int | None, _or_null(_COUNT, "a number of cards or null")]
Added = Annotated[int, _integer(0, 100)]
Factor = Annotated[int, _integer(1, 100)]
Flag = Annotated[bool, FieldType(lambda value: isinstance(value, bool), "true or false")]
Name = Annotated[str, _NAME]
Names = Annotated[tuple[str, ...], _list(_NAME, f"a list of names of 1 to {LONGEST_NAME} characters")]
Title = Annotated[str, _line(0, LONGEST_TITLE)]
GameId = Annotated[str, _line(1, LONGEST_TITLE, "the id of a game")]
Options = Annotated[Mapping[str, Any], FieldType(_is_options, "options by their names")]
Note = Annotated[str, _NOTE]
Words = Annotated[str, _line(1, LONGEST_NOTE)]
Cards = Annotated[tuple[str, ...], _CARDS]
CardsOrNull = Annotated[tuple[str, ...] | None, _or_null(_CARDS, "cards or null")]
Ranks = Annotated[tuple[str, ...], _list(_RANK, f"a list of ranks, {' '.join(RANKS)}")]
MeldsOrNull = Annotated[tuple[WrittenMeld, ...] | None, _or_null(_MELDS, "melds or null")]
SeatMelds = Annotated[tuple[tuple[WrittenMeld, ...], ...], _list(_MELDS, "the melds of every seat")]
Bonuses = Annotated[tuple[Bonus, ...], records(Bonus, "a list of bonuses", _BONUS)]
OperationId = Annotated[str, FieldType(_is_operation, "the id of an operation")]
Actor = Annotated[str, _line(0, LONGEST_NAME)]
Moment = Annotated[str, FieldType(_is_moment, "a moment with its time zone, as in 2025-03-01T20:15:00+00:00")]
