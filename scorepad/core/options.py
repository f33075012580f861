"""House rules as data: what can be chosen, in which range, and what it means to a player.

The house rules of a game are the fields of one dataclass, each made by `option`: its usual value, its words,
the clause in RULES.md, its group, its bounds.

    repeated_colours: bool = option(
        False,
        say("Repeated colours"),
        say("A group of three or four may hold a colour twice."),
        "K1",
        "melds",
    )

A subclass that gives a field another value keeps its words; one that makes it `settled` has no such option.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, TypeVar

from scorepad.core.errors import ScorepadError
from scorepad.core.phrasing import list_words, nearest_names, say_nearest, show_number, split_list
from scorepad.core.sentence import Sentence, in_a_row, say, say_as

_LONGEST_LIST = 120
_LONGEST_TEXT = 300
_DIGITS = 12  # a whole number is shorter, its sign counted
_LONGEST_QUOTED = 40
_HYPHEN_PATTERN = re.compile(r"[\s_-]+")
_WHOLE = re.compile(r"-?[0-9]+")
_YES_WORDS = ("true", "yes", "on", "1")
_NO_WORDS = ("false", "no", "off", "0")

Value = str | bool | int | tuple[int, ...]
OptionType = Literal["choice", "bool", "int", "list", "text"]
OptionGroup = Literal["pack", "melds", "wilds", "scoring"]
T = TypeVar("T", bound=Value)

_TYPES: dict[type, OptionType] = {bool: "bool", int: "int", tuple: "list", str: "text"}


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule.

    `low` and `high` bound an int or each number of a list. `clause` is RULES.md's. A text may also come as a
    list of pieces. `choices` has the words for each value, if it is one of several. `in_short` is how a table
    says a number, such as `say_number("{number} tile drawn", "{number} tiles drawn", 0)`; None for label and
    number. `none` says that a list or text is empty, in the gender of the label. `at_tables` is false for
    what a table knows by itself and only a question about cards must give.
    """

    name: str
    default: Value
    label: str
    sentence: str
    clause: str
    group: OptionGroup
    low: int = 0
    high: int = 0
    choices: Mapping[str, str] = field(default_factory=dict)
    none: Sentence = say("none")
    in_short: Sentence | None = None
    at_tables: bool = True

    @property
    def type(self) -> OptionType:
        """The type of the option's values, from its default."""
        return "choice" if self.choices else _TYPES[type(self.default)]

    def number_in_short(self, number: int) -> Sentence:
        """A number for this option as a table says it: `14 tiles drawn`, or the label and the number."""
        if self.in_short:
            return Sentence(self.in_short.message, self.in_short.plural, {"number": number})
        return say("{rule}: {value}", rule=self.label, value=show_number(number))

    def read(self, value: object) -> Value:
        """Read a value from JSON or text. Raises OptionFault."""
        reader_by_type: dict[str, Callable[[object], Value]] = {
            "choice": self._choice,
            "bool": self._bool,
            "int": self._int,
            "list": self._list,
            "text": self._text,
        }
        return reader_by_type[self.type](value)

    def in_words(self, value: Value) -> str:
        """A value as players say it: `yes`, `1 3 6`, the label of a choice, `none`."""
        if isinstance(value, bool):
            return say("yes") if value else say_as("answer", "no")
        if isinstance(value, int):
            return show_number(value)
        return self.choices.get(str(value), written_value(value)) or self.none

    def _choice(self, value: object) -> str:
        # `wild mod 7`, `Wild_Mod_7` and `wild-mod-7` are one choice.
        hyphened_value = _HYPHEN_PATTERN.sub("-", value.strip().lower()) if isinstance(value, str) else ""
        if hyphened_value in self.choices:
            return hyphened_value
        near_names = say_nearest(nearest_names(hyphened_value, self.choices))
        raise OptionFault(
            self.name,
            value,
            in_a_row((say("one of {names}", names=", ".join(self.choices)), near_names), "; "),
            on_page=say("one of {names}", names=list_words(self.choices.values())),
        )

    def _bool(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        lower_word = value.lower() if isinstance(value, str) else ""
        if lower_word in _YES_WORDS or lower_word in _NO_WORDS:
            return lower_word in _YES_WORDS
        raise self._fault(value, say("yes or no"))

    def _int(self, value: object) -> int:
        number = _whole_number(value)
        if number is None or not self.low <= number <= self.high:
            expected = say("a whole number from {low} to {high}", low=self.low, high=self.high)
            raise self._fault(value, expected)
        return number

    def _list(self, value: object) -> tuple[int, ...]:
        pieces = split_list(value) if isinstance(value, str) else value
        expected_list = say(
            "whole numbers from {low} to {high}, such as {example}",
            low=self.low,
            high=self.high,
            example=f"{self.low} {self.low + 1}",
        )
        if not isinstance(pieces, Sequence) or len(pieces) > _LONGEST_LIST:
            raise self._fault(value, expected_list)
        numbers = [_whole_number(piece) for piece in pieces]
        if any(number is None or not self.low <= number <= self.high for number in numbers):
            raise self._fault(value, expected_list)
        return tuple(number for number in numbers if number is not None)

    def _text(self, value: object) -> str:
        # JSON may give the pieces of a text as a list, numbers among them.
        if isinstance(value, list) and all(isinstance(piece, str | int) for piece in value):
            value = " ".join(map(str, value))
        if isinstance(value, str) and len(value) <= _LONGEST_TEXT:
            return value.strip()
        raise self._fault(value, say("text of at most {most} characters", most=_LONGEST_TEXT))

    def _fault(self, value: object, expected: str) -> OptionFault:
        return OptionFault(self.name, value, expected)


def written_value(value: Value) -> str:
    """A value as text for forms and links, which `Option.read` reads back: `true`, `1 3 6`."""
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _whole_number(value: object) -> int | None:
    """A whole number from a number or its decimal digits; None for anything else."""
    # JSON's `true` is an int in Python, but no number here.
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    # Pages write the true minus sign, `−5`, which comes back out of forms.
    if isinstance(value, str) and len(value) < _DIGITS and _WHOLE.fullmatch(value.strip().replace("−", "-")):
        return int(value.replace("−", "-"))
    return None


class OptionFault(ScorepadError):
    """A value that an option does not accept.

    `on_page` says what was expected in the words of the form, if these differ from the command line's.
    `piece`: the part of the value that is to blame, which is quoted in its place.
    """

    code = "option"
    piece = ""

    def __init__(
        self, name: str, value: object, expected: str, *, on_page: str = "", piece: str = ""
    ) -> None:
        value = piece or value
        # An empty value is not worth repeating.
        given = name if value in ((), "") else f"{name} = {_quote_value(value)}"
        super().__init__(
            say("{given}: type {expected}.", given=given, expected=expected), at=f"options.{name}"
        )
        self.name = name
        self.on_page = on_page or expected
        self.piece = piece

    def labelled(self, label: str) -> str:
        """The sentence beside the field of that label."""
        given = in_a_row((label, _quote_value(self.piece)), " ") if self.piece else label
        return say("{given}: type {expected}.", given=given, expected=self.on_page)


class UnknownOption(OptionFault):
    """A house rule that the game does not have."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        advice = say_nearest(nearest_names(name, known)) or say(
            "see the list of games for the names of their rules"
        )
        # What is wrong is the name, so there is no value to quote.
        ScorepadError.__init__(
            self,
            say(
                "No house rule of this game is called {name}: {advice}.",
                name=_quote_value(name),
                advice=advice,
            ),
            at=f"options.{name[:40]}",
        )
        self.name = name
        self.on_page = ""


def _quote_value(value: object) -> str:
    text = repr(" ".join(map(str, value)) if isinstance(value, tuple) else value)
    return text if len(text) <= _LONGEST_QUOTED else text[: _LONGEST_QUOTED - 1] + "…"


class OptionErrors(ScorepadError):
    """Every fault of a set of options at once."""

    code = "option"

    def __init__(self, faults: Sequence[OptionFault]) -> None:
        super().__init__(in_a_row(fault.message for fault in faults), at=faults[0].at, parts=faults)
        self.faults = tuple(faults)


def page_faults(options: Sequence[Option], error: OptionErrors) -> dict[str, str]:
    """The faults of each option that does not read, by its name, in the words of its form field."""
    label_by_option = {option.name: option.label for option in options}
    told: dict[str, list[str]] = {}
    for fault in error.faults:
        told.setdefault(fault.name, []).append(fault.labelled(label_by_option.get(fault.name, fault.name)))
    return {name: in_a_row(sentences) for name, sentences in told.items()}


def option(default: T, label: str, sentence: str, clause: str, group: OptionGroup, **details: Any) -> T:
    """A field of a game's house rules; the details are the other fields of `Option`."""
    return field(
        default=default, metadata={"option": Option("", default, label, sentence, clause, group, **details)}
    )


def settled(value: T) -> T:
    """A field with a fixed value in this game, which is no option."""
    return field(default=value, init=False)


def options_of(house_rules: type) -> tuple[Option, ...]:
    """The options that are fields of a game's house rules, in their order."""
    return tuple(
        replace(
            _option_named(house_rules, field.name), name=field.name, default=getattr(house_rules, field.name)
        )
        for field in fields(house_rules)
        if field.init
    )


def _option_named(house_rules: type, name: str) -> Option:
    """The option of a field: its own, or that of the nearest base class that has one."""
    own_fields = (vars(base).get("__dataclass_fields__", {}).get(name) for base in house_rules.__mro__)
    words: Option = next(field.metadata["option"] for field in own_fields if field and field.metadata)
    return words


def read_options(
    options: Sequence[Option], given_values: Mapping[str, object]
) -> tuple[dict[str, Value], list[OptionFault]]:
    """Read options. Returns the values that read, by name, and the faults of the others."""
    known_options = {option.name: option for option in options}
    values: dict[str, Value] = {}
    faults: list[OptionFault] = []
    for name, value in given_values.items():
        try:
            if name not in known_options:
                raise UnknownOption(name, list(known_options))
            values[name] = known_options[name].read(value)
        except OptionFault as fault:
            faults.append(fault)
    return values, faults
