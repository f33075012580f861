"""Points: whole numbers, and at a table that counts halves also numbers that end in a half."""

from __future__ import annotations

import re
from math import ceil

Points = float
"""Halves are exact as floats, and so are all their sums. Whole numbers may be ints."""

HALF = "½"
_TERM = r"(?:[0-9]{0,7}½|[0-9]{1,7}(?:\.[05]0?)?)"
_SUM = re.compile(rf"[+-]?{_TERM}(?:[+-]{_TERM})*")


def in_data(points: Points) -> Points:
    """Points for JSON and CSV: an int if whole.

    >>> in_data(3.5 + 3.5), in_data(3.5)
    (7, 3.5)
    """
    return int(points) if is_whole(points) else points


def is_whole(points: Points) -> bool:
    """Whether the points are whole, without a half."""
    return points == int(points)


def in_plural(points: Points) -> int:
    """The number for the plural form of points: 2 for 1½."""
    return ceil(abs(points))


def in_figures(points: Points) -> str:
    """Points in figures for people, without thousands separators.

    >>> in_figures(-12.5), in_figures(0.5), in_figures(7.0)
    ('−12½', '½', '7')
    """
    whole, half = divmod(abs(points), 1)
    figures = f"{int(whole) if whole or not half else ''}{HALF if half else ''}"
    return f"−{figures}" if points < 0 else figures


def read_points(text: str, decimal: str = ".") -> Points | None:
    """Read points as people write them, or several added up: `−10`, `12+8`, `3½`, `3.5`. None if they do not
    read. `decimal` is also accepted before a fraction.

    >>> read_points("12+8"), read_points("3½ − ½"), read_points("3,5", ","), read_points("3.4")
    (20, 3, 3.5, None)
    """
    # Pages write a true minus sign, keyboards have a hyphen.
    plain = "".join(text.split()).replace("−", "-").replace(decimal, ".")
    if not _SUM.fullmatch(plain):
        return None
    return in_data(sum(map(_read_term, re.findall(rf"[+-]?{_TERM}", plain))))


def _read_term(term: str) -> Points:
    return float(term.replace(HALF, ".5"))
