"""The multiplier of going out, and the end of a deal (H4, H5).

Players are numbered from 0. Partnerships are groups that together contain every player once; a player without
partners is a group of one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

MOST_SEATS = 12


def out_multiplier(partnerships: Sequence[Collection[int]], out: Collection[int], player: int) -> int:
    """The number of opponents of `player` still in after those `out` went out (H4, H5).

    >>> turns = ((), 0), ((0,), 1), ((0, 1), 2)
    >>> [out_multiplier([{0, 2}, {1, 3}], out, player) for out, player in turns]
    [2, 1, 1]
    """
    partners = next(group for group in partnerships if player in group)
    return sum(1 for other_player in players_in(partnerships, out) if other_player not in partners)


def players_in(partnerships: Sequence[Collection[int]], out: Collection[int]) -> tuple[int, ...]:
    """Players still in, in the order of their numbers."""
    return tuple(sorted(player for group in partnerships for player in group if player not in out))


def deal_ended(partnerships: Sequence[Collection[int]], out: Collection[int]) -> bool:
    """Whether all players still in belong to one partnership (H5)."""
    return sum(1 for group in partnerships if any(player not in out for player in group)) <= 1
