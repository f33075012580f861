"""How tiles lie: melds, racks, rows beneath each other, loose tiles; the unit is a tile's height."""

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.float64]
"""One row a tile, lowest first: x, y, turn in radians (0 stands upright; y runs down)."""


def _meld(rng: np.random.Generator, width: float, count: int) -> Places:
    """Tiles side by side, about 0, 0."""
    gap = abs(rng.normal(0, 0.02)) + (rng.uniform(0, 0.3) if rng.random() < 0.15 else 0)
    x = (np.arange(count) - (count - 1) / 2) * (width + gap) + rng.normal(0, 0.004, count)
    y = rng.normal(0, rng.choice([0.005, 0.03, 0.08]), count)
    return np.stack([x, y, rng.normal(0, rng.choice([0.005, 0.03]), count)], 1)


def _moved(places: Places, x: float, y: float, turn: float) -> Places:
    cos, sin = np.cos(turn), np.sin(turn)
    at = places[:, :2] @ np.array([[cos, sin], [-sin, cos]]) + (x, y)
    return np.concatenate([at, places[:, 2:] + turn], 1)


def melds(rng: np.random.Generator, room: float, width: float) -> Places:
    """Several melds about a table, none on another."""
    found: list[Places] = []
    slant = 0.06 if rng.random() < 0.5 else 0.5
    for _ in range(int(rng.integers(2, 14))):
        row = _meld(rng, width, int(rng.integers(1, 9)))
        x, y = rng.uniform(-room / 2, room / 2, 2)
        row = _moved(row, x, y, rng.normal(0, slant) + np.pi * (rng.random() < 0.12))
        if all(_apart(row, other) for other in found):
            found.append(row)
    return np.concatenate(found)


def _apart(a: Places, b: Places) -> bool:
    return bool((np.hypot(*(a[:, None, :2] - b[None, :, :2]).transpose(2, 0, 1)) > 0.95).all())


def rows(rng: np.random.Generator, room: float, width: float) -> Places:
    """Rows beneath each other, touching or apart, some places left out: a rack, or a board."""
    lines = int(rng.integers(1, 4))
    step = rng.uniform(1.0, 1.25)
    gaps = rng.random() < 0.6
    found = []
    for line in range(lines):
        x = -room * rng.uniform(0.3, 0.55)
        y = (line - (lines - 1) / 2) * step
        shift = rng.normal(0, 0.01)
        for _ in range(int(rng.integers(3, 14))):
            found.append((x, y + shift + rng.normal(0, 0.006), rng.normal(0, 0.006)))
            x += width * rng.uniform(1.0, 1.03)
            if gaps and rng.random() < 0.3:
                x += rng.uniform(0.05, 1.5)
    return np.array(found)


def loose(rng: np.random.Generator, room: float, width: float) -> Places:
    """Tiles anywhere and any way round, seldom one upon another."""
    found: list[tuple[float, float, float]] = []
    near = width if rng.random() < 0.3 else 1.1
    all_ways = rng.random() < 0.6
    for _ in range(int(rng.integers(2, 60))):
        x, y = rng.uniform(-room / 2, room / 2, 2)
        if all(np.hypot(x - a, y - b) > near for a, b, _ in found):
            found.append((x, y, rng.uniform(0, 2 * np.pi) if all_ways else rng.normal(0, 0.2)))
    return np.array(found)


def random_layout(rng: np.random.Generator, room: float, width: float) -> tuple[Places, str]:
    """At most 60 tiles over a square `room` tile heights wide, its middle at 0, 0; and how they lie."""
    kind = str(rng.choice(["melds", "rack", "rows", "loose"], p=[0.34, 0.26, 0.14, 0.26]))
    draw = {"melds": melds, "rack": rows, "rows": rows, "loose": loose}[kind]
    return draw(rng, room, width)[:60], kind
