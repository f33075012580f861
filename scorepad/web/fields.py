"""Fields of forms and addresses as they are sent."""

from __future__ import annotations

from flask import request

from scorepad.core.log.multipliers import MOST_SEATS

LONGEST_ADDRESS = 3000  # servers refuse request lines of more than 4,094 bytes
ANY_SEAT = f"(?:{'|'.join(map(str, reversed(range(MOST_SEATS))))})"
"""The number of a seat in the name of a field, as a pattern."""
DISPUTED = "disputed"
"""What the button that records against the pack audit sends as `record` (P1)."""


def sent() -> dict[str, str]:
    """The fields of the form or of the address; of one sent twice the last: the button, or the tick."""
    fields = request.form if request.method == "POST" else request.args
    return {name: values[-1] for name, values in fields.lists()}


def whole_number(text: str, digits: int = 9) -> int | None:
    """A number of at most so many digits as a field has it; None where it is none."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= digits else None
