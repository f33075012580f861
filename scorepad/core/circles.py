"""Circles of ranks: what follows what under a leap (H22).

On a circle of R ranks leap k takes every k-th rank. Where k and R share a divisor the circle falls
into that many separate ones.
"""

from __future__ import annotations

from math import gcd


def circles(ranks: tuple[str, ...], leap: int) -> tuple[tuple[str, ...], ...]:
    """The circles of a leap, each begun at its first rank in the order given.

    >>> circles(tuple("123456"), 2)
    (('1', '3', '5'), ('2', '4', '6'))

    Raises ValueError when the leap is not from 1 to half the ranks.
    """
    if not 1 <= leap <= max(1, len(ranks) // 2):
        raise ValueError(f"a circle of {len(ranks)} ranks has no leap {leap}")
    size = len(ranks) // gcd(len(ranks), leap)
    starts = range(gcd(len(ranks), leap))
    return tuple(tuple(ranks[(start + step * leap) % len(ranks)] for step in range(size)) for start in starts)
