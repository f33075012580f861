"""Find the side of the table that a group of cards or tiles faces: the side of the player who laid it."""

from collections.abc import Sequence

import numpy as np

from .spots import Spot

LEAST_VOTE = 0.3
"""Part of a group's indices, those upside down taken off, that tells which of two sides it faces. Most
indices of cards that overlap stand one way, half of those of cards side by side."""
LEAST_PIECES = 2  # of which one is seen whole: a card alone has an index at either end


def group_turn(spots: Sequence[Spot], piece_count: int, size: tuple[int, int]) -> int:
    """Return how far the pieces of a group are turned clockwise: 0, 90, 180 or 270 degrees.

    A group turned by 0 faces the lower side of the picture, by 90 the left, by 180 the upper. If its indices
    leave two sides open, it faces the nearer one. `size`: the picture's width and height.
    """
    ups = np.array([spot.up for spot in spots])
    turns = np.arctan2(ups[:, 0], -ups[:, 1])
    # twice the angle is the same for two indices that stand upside down to each other
    axis = np.arctan2(np.sin(2 * turns).sum(), np.cos(2 * turns).sum()) / 2
    votes = float(np.cos(turns - axis).sum()) / len(spots)
    if abs(votes) < LEAST_VOTE or piece_count < LEAST_PIECES:
        middle = np.mean([(spot.x, spot.y) for spot in spots], axis=0)
        to_side = np.array(middle) / size - 0.5
        votes = float(to_side @ [-np.sin(axis), np.cos(axis)]) or 1.0
    turn = axis if votes > 0 else axis + np.pi
    return round(float(np.degrees(turn)) / 90) % 4 * 90


def mirrored_turn(turn: int) -> int:
    """Return the turn of a group in the mirrored picture."""
    return -turn % 360
