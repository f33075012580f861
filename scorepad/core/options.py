"""House rules as data: what can be chosen, in which range, and what it means to a player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scorepad.core.errors import ScorepadError

_LONGEST_LIST = 120
_LONGEST_TEXT = 200
_DIGITS = 12
_SHOWN = 40
_YES = ("true", "yes", "on", "1")
_NO = ("false", "no", "off", "0")

Value = str | bool | int | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a choice and the words for it."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: `low` and `high` bound an int or each number of a list; `clause` is RULES.md's.

    A text may come as a list of pieces too.
    """

    name: str
    type: Literal["choice", "bool", "int", "list", "text"]
    default: Value
    label: str
    sentence: str
    clause: str
    group: str
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 0

    def read(self, value: object) -> Value:
        """The value as this option takes it, from JSON or from text. Raises OptionFault."""
        readers: dict[str, Callable[[object], Value]] = {
            "choice": self._choice,
            "bool": self._bool,
            "int": self._int,
            "list": self._list,
            "text": self._text,
        }
        return readers[self.type](value)

    def _choice(self, value: object) -> str:
        values = [choice.value for choice in self.choices]
        if isinstance(value, str) and value in values:
            return value
        raise self._fault(value, f"one of {', '.join(values)}")

    def _bool(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        word = value.lower() if isinstance(value, str) else ""
        if word in _YES or word in _NO:
            return word in _YES
        raise self._fault(value, "yes or no (true or false)")

    def _int(self, value: object) -> int:
        number = _whole(value)
        if number is None or not self.low <= number <= self.high:
            raise self._fault(value, f"a whole number from {self.low} to {self.high}")
        return number

    def _list(self, value: object) -> tuple[int, ...]:
        pieces = value.replace(",", " ").split() if isinstance(value, str) else value
        expected = f"whole numbers from {self.low} to {self.high}, such as 0, 1, 3, 6"
        if not isinstance(pieces, Sequence) or len(pieces) > _LONGEST_LIST:
            raise self._fault(value, expected)
        numbers = [_whole(piece) for piece in pieces]
        if any(number is None or not self.low <= number <= self.high for number in numbers):
            raise self._fault(value, expected)
        return tuple(number for number in numbers if number is not None)

    def _text(self, value: object) -> str:
        if isinstance(value, list) and all(isinstance(piece, str | int) for piece in value):
            value = " ".join(map(str, value))
        if isinstance(value, str) and len(value) <= _LONGEST_TEXT:
            return value.strip()
        raise self._fault(value, f"text of at most {_LONGEST_TEXT} characters")

    def _fault(self, value: object, expected: str) -> OptionFault:
        return OptionFault(self.name, value, expected)


def _whole(value: object) -> int | None:
    """A whole number given as a number or as its decimal digits."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().isdecimal() and value.isascii() and len(value) < _DIGITS:
        return int(value)
    return None


class OptionFault(ScorepadError):
    """A value that an option does not take."""

    code = "option"

    def __init__(self, name: str, value: object, expected: str) -> None:
        super().__init__(f"{name} = {_quoted(value)}: expected {expected}.", at=f"options.{name}")
        self.name = name


def _quoted(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


class OptionErrors(ScorepadError):
    """Every fault of a set of options at once."""

    code = "option"

    def __init__(self, faults: Sequence[OptionFault]) -> None:
        super().__init__(" ".join(fault.message for fault in faults), at=faults[0].at, parts=faults)
        self.faults = tuple(faults)


def read_options(options: Sequence[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """Every option's value, the default where none is given. Raises OptionErrors."""
    known = {option.name: option for option in options}
    values: dict[str, Value] = {option.name: option.default for option in options}
    faults: list[OptionFault] = []
    for name, value in given.items():
        if name not in known:
            faults.append(OptionFault(name, value, f"an option of this game: {', '.join(known)}"))
            continue
        try:
            values[name] = known[name].read(value)
        except OptionFault as fault:
            faults.append(fault)
    if faults:
        raise OptionErrors(faults)
    return values
