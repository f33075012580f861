"""Converts words typed after a command to the values of its question."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from scorepad.core.errors import ScorepadError, join_errors


def number_or_text(text: str) -> int | float | str:
    """A number if the text is one; else the text, for the question to report."""
    try:
        return int(text) if text.lstrip("-").isdecimal() else float(text)
    except ValueError:
        return text


def split_pairs(flag: str, expected: str, pairs: Sequence[str]) -> dict[str, str]:
    """Split `name=value` pairs. Raises ScorepadError for every piece without `=`."""
    faults = [
        ScorepadError(f"{flag} {pair}: type {expected}, with a = between them.", at=flag, code="option")
        for pair in pairs
        if "=" not in pair
    ]
    if faults:
        raise join_errors(faults)
    return {name.strip(): value.strip() for name, _, value in (pair.partition("=") for pair in pairs)}


def by_name(flag: str, pairs: Sequence[str]) -> dict[str, str | int]:
    """Cards or a number, by name."""
    return {
        name: int(cards) if cards.isdecimal() and cards.isascii() else cards
        for name, cards in split_pairs(flag, "name=cards", pairs).items()
    }


def points_by_name(flag: str, pairs: Sequence[str]) -> dict[str, int | float | str]:
    """Points, perhaps negative, by name."""
    return {name: number_or_text(text) for name, text in split_pairs(flag, "name=points", pairs).items()}


def flags_by_name(pairs: Sequence[str]) -> dict[str, bool | str]:
    """Yes or no, by name; other words unchanged, for the question to refuse."""
    known = {"yes": True, "true": True, "no": False, "false": False}
    named = split_pairs("--phases", "name=yes", pairs)
    return {name: known.get(text.lower(), text) for name, text in named.items()}


def counts_by_name(flag: str, pairs: Sequence[str]) -> dict[str, dict[str, int | float | str]]:
    """Counts of each kind, by name."""
    named = split_pairs(flag, "name=word:number", pairs)
    return {name: numbers_by_word(text) for name, text in named.items()}


def numbers_by_word(text: str) -> dict[str, int | float | str]:
    """Numbers by word: `bid:3,tricks:2`."""
    parts = (part.partition(":") for part in text.split(",") if part)
    return {word.strip(): number_or_text(number) for word, _, number in parts}


def split_names(words: Sequence[str]) -> list[str]:
    return [name.strip() for word in words for name in word.split(",") if name.strip()]


def typed_text(words: Sequence[str], between: str) -> str:
    """The typed words joined; for `-` the words or lines of standard input."""
    if list(words) != ["-"]:
        return between.join(words)
    return between.join(filter(None, map(str.strip, standard_input().splitlines())))


def standard_input() -> str:
    """The text on standard input. Raises ScorepadError if it is no text, or closed."""
    if sys.stdin is None:
        raise ScorepadError("Standard input is closed. Type it instead of -.", at="-", code="file")
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        raise ScorepadError(
            "Standard input isn’t text. Type it instead of -.", at="-", code="file"
        ) from error


def text_of_file(name: str) -> str:
    """The text of a file. Raises ScorepadError if it can't be read."""
    from pathlib import Path  # here, as only who reads a file needs it

    try:
        return Path(name).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it isn’t text"
        message = f"{name} can’t be read: {reason}. Name another file."
        raise ScorepadError(message, at="file", code="file") from error
