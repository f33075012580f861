"""Reads questions that come as JSON text."""

from __future__ import annotations

import json
from typing import Any

from scorepad.answers.question_types import LARGEST_NUMBER


def read_question(text: str | bytes) -> dict[str, Any]:
    """Read the fields of a JSON object. JSON has one kind of number, so `2.0` becomes 2. Raises ValueError if
    the text is no JSON object, or nested too deeply.

    >>> read_question('{"length": 2.0, "limit": 0.5}')
    {'length': 2, 'limit': 0.5}
    """
    try:
        fields = json.loads(text, parse_float=_number)
    except RecursionError as error:
        raise ValueError("nested beyond reason") from error
    if not isinstance(fields, dict):
        raise ValueError("no JSON object")
    return fields


def _number(text: str) -> float:
    number = float(text)
    return int(number) if number.is_integer() and abs(number) <= LARGEST_NUMBER else number
