"""The base of all answers: comparison by content, and conversion to plain data."""

from __future__ import annotations

from typing import Any, Self

import msgspec
from msgspec import Struct, structs

from scorepad.core.sentence import Sentence, plain_english

_NOT_COMPARED = "seconds"
_PLAIN_ALREADY = frozenset((str, int, bool, float, type(None)))


class AnswerBase(Struct, frozen=True):
    """An answer. The time that it took is ignored in comparisons, so that equal questions have equal
    answers."""

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return _compared(self) == _compared(other)

    def __hash__(self) -> int:
        return hash(_compared(self))

    def to_dict(self) -> dict[str, Any]:
        """The answer as the HTTP API gives it: dicts, lists, text, numbers, True, False and None.

        >>> import scorepad
        >>> scorepad.best("chattahoochee", "♣45").to_dict()["melds"][0]["cards"]
        ['4C', '5C']
        """
        answer: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self, enc_hook=plain_english))
        return answer

    def in_plain_text(self) -> Self:
        """The answer with plain text in place of translatable sentences."""
        return _plain(self)  # type: ignore[no-any-return]


class Unshown(Struct, frozen=True):
    """An answer that contains a key, which must not be logged."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


def _compared(answer: Struct) -> tuple[object, ...]:
    return tuple([getattr(answer, name) for name in answer.__struct_fields__ if name != _NOT_COMPARED])


def _plain(value: Any) -> Any:
    if type(value) in _PLAIN_ALREADY:
        return value
    if isinstance(value, Sentence):
        return value.in_data()
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    fields = {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
    return structs.replace(value, **fields)
