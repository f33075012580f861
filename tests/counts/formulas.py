"""How many melds there are, in closed form: `sizes` has the number of ranks of each suit.

A meld counts once however it is cut or laid: it is its cards. R ranks under leap k fall into g = gcd(R, k)
circles of R / g.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, gcd


def runs(sizes: Sequence[int], leap: int, length: int) -> int:
    """Runs of one suit on circles, round and round (H1, H22)."""
    return sum(_on_circles(size, leap, length) for size in sizes)


def _on_circles(ranks: int, leap: int, length: int) -> int:
    if length == 1:
        return ranks
    if leap > ranks // 2:
        return 0
    circles = gcd(ranks, leap)
    return circles if length % (ranks // circles) == 0 else ranks


def alternating(sizes: Sequence[int], leap: int, length: int) -> int:
    """Runs of two suits in turn, of suits with as many ranks (H23): a b a b closes after an even number."""
    if length == 1:
        return sum(sizes)
    pairs = [one for place, one in enumerate(sizes) for other in sizes[:place] if one == other]
    return sum(_by_turns(ranks, leap, length) for ranks in pairs if leap <= ranks // 2)


def _by_turns(ranks: int, leap: int, length: int) -> int:
    circles = gcd(ranks, leap)
    lap = ranks // circles
    closes = 2 * lap if lap % 2 else lap
    return 2 * ranks // closes if length % closes == 0 else 2 * ranks


def lines(sizes: Sequence[int], leap: int, length: int) -> int:
    """Runs that stop at the ends of the order."""
    if length == 1:
        return sum(sizes)
    return sum(max(0, ranks - leap * (length - 1)) for ranks in sizes)


def lines_with_both_ends(suits: int, ranks: int, length: int) -> int:
    """Runs of the first rank low or high: one more a suit, but for those of one card and of all."""
    more = 1 if 1 < length < ranks else 0
    return suits * (max(0, ranks - length + 1) + more)


def groups(suits: int, ranks: int, length: int) -> int:
    """Sets of that many cards of a rank, all of different suits (B1, K1)."""
    return ranks * comb(suits, length)


def groups_with_wilds(suits: int, ranks: int, naturals: int, wilds: int) -> int:
    """Sets of so many naturals, one at least, and wilds for the suits that are missing."""
    return ranks * comb(suits, naturals) if 3 <= naturals + wilds <= suits else 0


def lines_with_wilds(suits: int, ranks: int, naturals: int, wilds: int) -> int:
    """Runs between the ends by their naturals, two at least, which lie within a stretch of that length."""
    length = naturals + wilds
    if length > ranks:
        return 0
    spans = range(naturals, length + 1)
    return suits * sum((ranks - span + 1) * comb(span - 2, naturals - 2) for span in spans)


def ways_to_lay(suits: int, ranks: int, naturals: int, wilds: int) -> int:
    """Ways to lay a run round a circle with two naturals side by side, upwards or downwards (H14, H15).

    All places for the wilds but those that keep every two naturals apart.
    """
    length = naturals + wilds
    patterns = comb(length, wilds) - (comb(wilds + 1, naturals) if wilds else 0)
    return 2 * suits * ranks * patterns
