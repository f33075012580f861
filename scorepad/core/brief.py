"""Values that show themselves in a line which reads back, and refuse words that they do not know."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from typing import Any, get_args


class Brief:
    """A dataclass, built with `repr=False`, whose `repr` is the shortest call that makes it again.

    Fields without a default come first, by their place: `Schedule('square')`, `Rules('rummikub', jokers=2)`.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        # Fields that a class sets by itself are no arguments of a call.
        shown = (_show_field(field, getattr(self, field.name)) for field in fields(self) if field.init)  # type: ignore[arg-type]
        return f"{type(self).__name__}({', '.join(filter(None, shown))})"


def _show_field(field: Field[Any], value: object) -> str:
    if field.default is MISSING:
        return repr(value)
    return "" if value == field.default else f"{field.name}={value!r}"


def check_choices(part: object, **choices: object) -> None:
    """Raises ValueError where a field holds none of the words of its Literal."""
    for name, words in choices.items():
        if (value := getattr(part, name)) not in get_args(words):
            raise ValueError(f"{name}: expected one of {', '.join(get_args(words))}, not {value!r}")


def check_counts(part: object, *names: str) -> None:
    """Raises ValueError where a field is below zero."""
    for name in names:
        if (value := getattr(part, name)) < 0:
            raise ValueError(f"{name}: expected a number from 0, not {value!r}")
