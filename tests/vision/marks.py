"""Indices as the networks would see them, for tests of what is made of them."""

import numpy as np

from vision.labels import RANKS, SUITS
from vision.naming import NamedIndex
from vision.spots import Spot

HIGH = 20.0
WAY = (1.3, 2.0)  # to the right and down, from the upper left index to the card's middle, in heights


def index(name: str, x: float, y: float, turn: float = 0.0, way: tuple[float, float] = WAY) -> NamedIndex:
    """An index turned clockwise by so many radians, its middle at x, y; `way` leads to its card's middle."""
    cos, sin = np.cos(turn), np.sin(turn)
    spot = Spot(x, y, HIGH, (sin, -cos), (cos * way[0] - sin * way[1], sin * way[0] + cos * way[1]), 0.95)
    ranks, suits = np.full(len(RANKS), 0.001), np.full(len(SUITS), 0.001)
    rank, suit = (name, "NONE") if name == "JOKER" else name
    ranks[RANKS.index(rank)], suits[SUITS.index(suit)] = 0.98, 0.98
    return NamedIndex(spot, ranks, suits, float(way[0] < 0))


def corners(name: str, x: float, y: float, count: int = 2) -> list[NamedIndex]:
    """Indices of a card whose middle is at x, y."""
    right, down = WAY[0] * HIGH, WAY[1] * HIGH
    found = [index(name, x - right, y - down), index(name, x + right, y + down, np.pi)]
    mirrored = (-WAY[0], WAY[1])
    if count == 4:
        found.append(index(name, x + right, y - down, 0.0, mirrored))
        found.append(index(name, x - right, y + down, np.pi, mirrored))
    return found
