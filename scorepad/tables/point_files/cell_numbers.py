"""Numbers as spreadsheets and people write them, and cells that count."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise

from scorepad.core.points import HALF

Number = int | Decimal
DECIMALS = (".", ",")
"""The two signs before a fraction. Whichever isn't may part thousands."""
_SIGNS = str.maketrans({"−": "-", "–": "-", "’": "'", "\u066b": "D", "\u066c": "G"})
_NUMBER = re.compile(
    r"(?P<sign>[+-]?) ?(?P<whole>[0-9]{1,12}|[0-9]{1,3}(?P<group>[G' ])(?:[0-9]{2,3}(?P=group))*[0-9]{3}"
    rf"|(?={HALF}))"
    rf"(?:D(?P<fraction>[0-9]{{1,12}})| ?(?P<half>{HALF}))?(?P<behind>-?)"
)
_COUNTED = re.compile(r"([^0-9]*)([0-9]{1,4})([^0-9]*)", re.ASCII)
_DATE = re.compile(r"[0-9]{1,4}([./-])[0-9]{1,2}\1(?:[0-9]{1,4})?(?:[ T][0-9:.]+)?", re.ASCII)


@lru_cache(maxsize=4096)
def read_number(cell: str, decimal: str) -> Number | None:
    """The number in a cell where `decimal` stands before a fraction; None for other text.

    >>> [read_number(*cell) for cell in (("1,250", "."), ("1.250,5", ","), ("12½", "."), ("x", "."))]
    [1250, Decimal('1250.5'), Decimal('12.5'), None]
    """
    plain = "".join(_ascii_digit(sign) for sign in cell.translate(_SIGNS))
    other = "," if decimal == "." else "."
    plain = plain.replace(decimal, "D").replace(other, "G")
    in_brackets = plain.startswith("(") and plain.endswith(")")
    match = _NUMBER.fullmatch(plain[1:-1] if in_brackets else plain)
    if match is None or bool(match["sign"]) + bool(match["behind"]) + in_brackets > 1:
        return None
    number = Decimal(
        f"{re.sub('[^0-9]', '', match['whole'])}.{'5' if match['half'] else match['fraction'] or '0'}"
    )
    number = -number if "-" in (match["sign"], match["behind"]) or in_brackets else number
    return int(number) if number == int(number) else number


def _ascii_digit(sign: str) -> str:
    """The ASCII digit for a digit of any script; other signs unchanged."""
    digit = unicodedata.decimal(sign, None)
    return sign if digit is None else str(digit)


def read_counts(cells: Sequence[str], decimal: str) -> list[int | None]:
    """Read the number of each cell, as `3`, `3.`, `#3` or `Round 3`; None for cells with words other than the
    usual ones.

    >>> read_counts(["Round 1", "Round 2", "Total"], ".")
    [1, 2, None]
    """
    numbers = [read_number(cell, decimal) for cell in cells]
    if any(number is not None for number in numbers):
        return [number if isinstance(number, int) else None for number in numbers]
    matches = [_COUNTED.fullmatch(cell) for cell in cells]
    around = [(match[1], match[3]) for match in matches if match]
    usual = max(around, key=around.count, default=None)
    return [int(match[2]) if match and (match[1], match[3]) == usual else None for match in matches]


def step_of(counts: Sequence[int]) -> int:
    """1 where each number is one more than the one before it, -1 where it is one less, else 0.

    >>> step_of([1, 2, 3]), step_of([3, 2]), step_of([1, 3])
    (1, -1, 0)
    """
    steps = {later - earlier for earlier, later in pairwise(counts)}
    return steps.pop() if steps in ({1}, {-1}) else 0


def is_date(cell: str) -> bool:
    """Whether a cell reads as a day, whatever its order of day, month and year."""
    return _DATE.fullmatch(cell) is not None


def is_rounded(number: Number, added: Number, parts: int) -> bool:
    """Whether a number is `added` divided by `parts`, rounded to the decimals that it has.

    >>> is_rounded(Decimal("3.33"), 10, 3), is_rounded(3, 10, 3), is_rounded(4, 10, 3)
    (True, True, False)
    """
    if isinstance(number, int) and isinstance(added, int):
        return abs(added - number * parts) * 2 <= parts
    places = Decimal(number).as_tuple().exponent
    assert isinstance(places, int)
    return abs(Decimal(added) / parts - number) <= Decimal(5).scaleb(min(0, places) - 1)
