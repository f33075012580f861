"""Words that sentences of all kinds are made of: numbers, lists, names that are nearly right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_NEAR = 0.66
_MOST_NEAR = 3
_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def count_word(n: int) -> str:
    """A small number in words, a large one in figures."""
    return _SMALL[n] if n < len(_SMALL) else str(n)


def either(words: Sequence[str], joint: str = "or") -> str:
    """`a`, `a or b`, `a, b or c`."""
    return f"{', '.join(words[:-1])} {joint} {words[-1]}" if len(words) > 1 else "".join(words)


def nearest(word: str, names: Iterable[str]) -> list[str]:
    """The names that are spelled most like a word, the likest first; none where none is near."""
    from difflib import get_close_matches

    return get_close_matches(word.lower()[:60], list(names), _MOST_NEAR, _NEAR)


def told_nearest(names: Sequence[str]) -> str:
    """`the nearest is pack`, `the nearest are pack and packs`; empty for none."""
    verb = "is" if len(names) == 1 else "are"
    return f"the nearest {verb} {either(names, 'and')}" if names else ""


def show_number(number: int) -> str:
    """A whole number for people, with the true minus sign: `−5`."""
    return str(number).replace("-", "−")
