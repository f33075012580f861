"""The types of events' fields: how each is checked, read from JSON and written to it.

A kind of event gives the types once, as annotations: `deal: Number`. `field_faults` words everything that is
wrong with an object. Nothing is guessed or dropped.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, fields
from datetime import datetime
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_type_hints

from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.points import Points, in_data, is_whole
from scorepad.core.sentence import say

LONGEST_NAME = 24
LONGEST_TITLE = 60
LONGEST_NOTE = 200
MOST_POINTS = 1_000_000
LONGEST_CLOCK = 3600  # seconds

_NUMBER_OF_WORD = re.compile(r"[a-z0-9_]{1,40} [0-9]{1,7}")
_OPERATION_ID = re.compile(r"[!-~]{1,80}")  # printable ASCII without spaces
# Marks that turn the direction of writing: in a name they would turn the words behind it.
_BIDI_MARKS = re.compile("[\u202a-\u202e\u2066-\u2069]")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class FieldType:
    """A field's type: `holds` checks a JSON value, `expected` says in words what is allowed, `read` converts
    it."""

    holds: Callable[[Any], bool]
    expected: str
    read: Callable[[Any], Any] = lambda value: value


def clean_text(text: str) -> str:
    """One line of text: white space is reduced to single spaces, control characters are removed."""
    # No control characters, and no halves of surrogates, which UTF-8 can't write.
    visible_chars = (
        char for char in text if char.isspace() or unicodedata.category(char) not in ("Cc", "Cs")
    )
    return " ".join(_BIDI_MARKS.sub("", "".join(visible_chars)).split())


_FIELD_TYPES: dict[type[Any], dict[str, FieldType]] = {}


def field_types(record_class: type[Any]) -> dict[str, FieldType]:
    """The types of a dataclass's fields by name, from its annotations."""
    # The annotations of a class are evaluated once; classes are few, so none is dropped.
    if record_class not in _FIELD_TYPES:
        type_hints = get_type_hints(record_class, include_extras=True)
        _FIELD_TYPES[record_class] = {
            field.name: field_type(type_hints[field.name]) for field in fields(record_class)
        }
    return _FIELD_TYPES[record_class]


def field_type(type_hint: Any) -> FieldType:
    """The FieldType in `Annotated[…]`, or in `Annotated[…] | None` where a field may be left out."""
    stated_types = (part for part in get_args(type_hint) if isinstance(part, FieldType))
    return next(stated_types, None) or next(
        field_type(part) for part in get_args(type_hint) if get_args(part)
    )


class FieldFault(NamedTuple):
    """A fault of a field, in words that follow its name."""

    field: str
    wrong: str

    def __str__(self) -> str:
        return self.sentence

    @property
    def sentence(self) -> str:
        return say("{field} {wrong}", field=self.field, wrong=self.wrong)


def field_faults(
    types: Mapping[str, FieldType], data: Mapping[str, Any], optional: Collection[str] = ()
) -> list[FieldFault]:
    """Every field that is missing, unknown or not of its type."""
    missing = [
        FieldFault(name, say("is missing")) for name in types if name not in data and name not in optional
    ]
    unknown = [FieldFault(str(name)[:30], say("isn’t known")) for name in data if name not in types]
    wrong = [
        FieldFault(name, say("must be {expected}", expected=of_type.expected))
        for name, of_type in types.items()
        if name in data and not of_type.holds(data[name])
    ]
    return missing + unknown + wrong


def record_faults(record: type[Any], data: Mapping[str, Any]) -> list[FieldFault]:
    """The faults of a dataclass's fields; those with a default are optional."""
    optional = {field.name for field in fields(record) if field.default is not MISSING}
    return field_faults(field_types(record), data, optional)


def read_record(record: type[Value], data: Mapping[str, Any]) -> Value:
    """The dataclass from an object without faults."""
    types = field_types(record)
    return record(**{name: types[name].read(value) for name, value in data.items()})


def written_record(record: Any) -> dict[str, Any]:
    """The fields of a dataclass for JSON; those equal to their default are left out."""
    values = ((field, getattr(record, field.name)) for field in fields(record))
    return {field.name: json_value(value) for field, value in values if value != field.default}


def json_value(value: Any) -> Any:
    """A value for JSON, with lists for tuples and objects for dataclasses."""
    if isinstance(value, float):
        return in_data(value)
    if isinstance(value, tuple):
        return [item if isinstance(item, str) else json_value(item) for item in value]
    return written_record(value) if hasattr(value, "__dataclass_fields__") else value


def _as_tuples(value: Any) -> Any:
    """A JSON value with tuples in place of lists, so that it can be compared and shared."""
    if not isinstance(value, list):
        return value
    return tuple(_as_tuples(item) if isinstance(item, list) else item for item in value)


def _integer_type(least: int, most: int, expected: str = "") -> FieldType:
    def holds(value: Any) -> bool:
        # JSON's `true` is an int in Python, but no number.
        return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most

    numbers = {"low": str(least).replace("-", "−"), "high": most}
    return FieldType(holds, expected or say("a whole number from {low} to {high}", **numbers))


def _half_type(most: int) -> FieldType:
    def holds(value: Any) -> bool:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and -most <= value <= most and is_whole(2 * value)

    expected = say("a number from {low} to {high}, whole or with a half", low=f"−{most}", high=most)
    return FieldType(holds, expected, in_data)


def _line_type(least: int, most: int, expected: str = "") -> FieldType:
    def holds(value: Any) -> bool:
        fits = isinstance(value, str) and least <= len(value) <= most
        # Letters and digits alone are clean text, which most names and cards are.
        return fits and (value.isalnum() or clean_text(value) == value)

    length = (
        say("one line of {least} to {most} characters", least=least, most=most)
        if least
        else say("one line of at most {most} characters", most=most)
    )
    return FieldType(holds, expected or length)


def list_type(item_type: FieldType, expected: str) -> FieldType:
    """A list of values of one type."""
    return FieldType(
        lambda value: isinstance(value, list) and all(map(item_type.holds, value)), expected, _as_tuples
    )


def _type_or_null(of_type: FieldType, expected: str) -> FieldType:
    return FieldType(lambda value: value is None or of_type.holds(value), expected, of_type.read)


def records_type(record: type[Any], expected: str, types: Mapping[str, FieldType] | None = None) -> FieldType:
    """A list of objects. `types` are their fields' types, if the class does not annotate them."""

    def holds(value: Any) -> bool:
        return isinstance(value, list) and all(
            isinstance(item, Mapping)
            and not (field_faults(types, item) if types else record_faults(record, item))
            for item in value
        )

    def read(value: list[dict[str, Any]]) -> tuple[Any, ...]:
        return tuple(record(**{name: _as_tuples(field) for name, field in item.items()}) for item in value)

    return FieldType(holds, expected, read)


def _is_operation(value: Any) -> bool:
    return isinstance(value, str) and _OPERATION_ID.fullmatch(value) is not None


def _is_moment(value: Any) -> bool:
    if not isinstance(value, str) or len(value) > 40:
        return False
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


def _is_number_of_word(value: Any) -> bool:
    return isinstance(value, str) and _NUMBER_OF_WORD.fullmatch(value) is not None


def _is_options(value: Any) -> bool:
    number_list = list_type(_POINTS_TYPE, "")
    return isinstance(value, Mapping) and all(
        isinstance(name, str) and (isinstance(item, str | bool | int) or number_list.holds(item))
        for name, item in value.items()
    )


_EVENT_NUMBER = _integer_type(1, 10**9, say("a whole number from 1"))
_ENTRY_NUMBER = _integer_type(1, 10**9, say("the number of the event that made an entry"))
_SEAT_NUMBER = _integer_type(0, MOST_SEATS - 1, say("the seat of a player, counted from 0"))
_POINTS_TYPE = _integer_type(-MOST_POINTS, MOST_POINTS)
_SCORE_TYPE = _half_type(MOST_POINTS)
_COUNT_TYPE = _integer_type(0, MOST_POINTS)
_NAME_TYPE = _line_type(1, LONGEST_NAME)
_NOTE_TYPE = _line_type(0, LONGEST_NOTE)
_CARD_TYPE = _line_type(1, 10)
_CARDS_TYPE = list_type(_CARD_TYPE, say("a list of cards"))
_MELDS_TYPE = list_type(_CARDS_TYPE, say("melds"))
_SEATS_TYPE = list_type(_SEAT_NUMBER, say("a list of seats"))
BONUS_FIELDS = {
    "kind": _NAME_TYPE,
    "melds": list_type(_integer_type(0, 1000), say("a list of melds")),
    "length": _integer_type(0, 1000, say("a number of cards")),
    "points": _POINTS_TYPE,
    "label": _line_type(0, LONGEST_TITLE, say("a line of text")),
}

WrittenMeld = tuple[str, ...]
WrittenMelds = tuple[WrittenMeld, ...]
Number = Annotated[int, _EVENT_NUMBER]
EntryNumber = Annotated[int, _ENTRY_NUMBER]
EntryNumbers = Annotated[tuple[int, ...], list_type(_EVENT_NUMBER, say("a list of numbers of entries"))]
Seat = Annotated[int, _SEAT_NUMBER]
SeatOrNull = Annotated[int | None, _type_or_null(_SEAT_NUMBER, say("the seat of a player or null"))]
Seats = Annotated[tuple[int, ...], _SEATS_TYPE]
SeatsOrNull = Annotated[tuple[int, ...] | None, _type_or_null(_SEATS_TYPE, say("a list of seats or null"))]
Partnerships = Annotated[tuple[tuple[int, ...], ...], list_type(_SEATS_TYPE, say("a list of lists of seats"))]
Places = Annotated[tuple[int, ...], list_type(_integer_type(0, MOST_SEATS), say("a list of places, by seat"))]
OutPlace = Annotated[int, _integer_type(1, MOST_SEATS, say("a place in the order of going out, from 1"))]
WholePoints = Annotated[int, _POINTS_TYPE]
Score = Annotated[Points, _SCORE_TYPE]
PointsList = Annotated[tuple[int, ...], list_type(_POINTS_TYPE, say("a list of points"))]
Count = Annotated[int, _COUNT_TYPE]
CountOrNull = Annotated[int | None, _type_or_null(_COUNT_TYPE, say("a number of cards or null"))]
Added = Annotated[int, _integer_type(0, 100)]
Seconds = Annotated[
    int, _integer_type(0, LONGEST_CLOCK, say("a whole number of seconds, at most {most}", most=LONGEST_CLOCK))
]
Factor = Annotated[int, _integer_type(1, 100)]
Flag = Annotated[bool, FieldType(lambda value: isinstance(value, bool), say("true or false"))]
Name = Annotated[str, _NAME_TYPE]
Names = Annotated[
    tuple[str, ...],
    list_type(_NAME_TYPE, say("a list of names of 1 to {most} characters", most=LONGEST_NAME)),
]
Title = Annotated[str, _line_type(0, LONGEST_TITLE)]
GameId = Annotated[str, _line_type(1, LONGEST_TITLE, say("the id of a game"))]
Options = Annotated[Mapping[str, Any], FieldType(_is_options, say("options by their names"))]
CircleName = Annotated[str, _line_type(1, LONGEST_TITLE)]
LogId = Annotated[str, _line_type(1, LONGEST_NAME, say("the id of a table"))]
Note = Annotated[str, _NOTE_TYPE]
Words = Annotated[str, _line_type(1, LONGEST_NOTE)]
WordsList = Annotated[
    tuple[str, ...],
    list_type(_line_type(1, LONGEST_NOTE), "a list of lines of text"),
]
Numbers = Annotated[
    tuple[str, ...],
    list_type(
        FieldType(_is_number_of_word, "a word and a number"), say("a list of words with a number each")
    ),
]
Cards = Annotated[tuple[str, ...], _CARDS_TYPE]
CardsOrNull = Annotated[tuple[str, ...] | None, _type_or_null(_CARDS_TYPE, say("cards or null"))]
MeldsOrNull = Annotated[tuple[WrittenMeld, ...] | None, _type_or_null(_MELDS_TYPE, say("melds or null"))]
SeatMelds = Annotated[
    tuple[tuple[WrittenMeld, ...], ...], list_type(_MELDS_TYPE, say("the melds of every seat"))
]
OperationId = Annotated[str, FieldType(_is_operation, say("the id of an operation"))]
Actor = Annotated[str, _line_type(0, LONGEST_NAME)]
Moment = Annotated[
    str, FieldType(_is_moment, say("a moment with its time zone, as in 2025-03-01T20:15:00+00:00"))
]


def recorded_fields(record_class: type[Any], told: Any) -> dict[str, Any]:
    """The fields of a record, taken from an object that has them too: an event's data, or another record."""
    return {field.name: getattr(told, field.name) for field in fields(record_class)}
