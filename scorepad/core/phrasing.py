"""Words that sentences of all kinds are made of: numbers, lists, names that are nearly right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_NEAR_ENOUGH = 0.66
_MOST_NEAR = 3
_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def count_word(n: int) -> str:
    """A small number in words, a large one in figures."""
    return _SMALL[n] if n < len(_SMALL) else str(n)


def join_words(words: Sequence[str], joint: str = "or") -> str:
    """Words in a row.

    >>> join_words(("hearts", "clubs", "spades"))
    'hearts, clubs or spades'
    """
    return f"{', '.join(words[:-1])} {joint} {words[-1]}" if len(words) > 1 else "".join(words)


def nearest_names(word: str, names: Iterable[str]) -> list[str]:
    """The names that are spelled most like a word, the likest first; none where none is near.

    >>> nearest_names("pakc", ("pack", "packs", "leaps"))
    ['pack', 'packs']
    """
    from difflib import get_close_matches

    return get_close_matches(word.lower()[:60], list(names), _MOST_NEAR, _NEAR_ENOUGH)


def say_nearest(names: Sequence[str]) -> str:
    """`the nearest is pack`, `the nearest are pack and packs`; empty for none."""
    be_verb = "is" if len(names) == 1 else "are"
    return f"the nearest {be_verb} {join_words(names, 'and')}" if names else ""


def show_number(number: int) -> str:
    """A whole number for people, with the true minus sign: `−5`."""
    return str(number).replace("-", "−")
