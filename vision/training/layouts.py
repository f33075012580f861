"""How cards lie on a table: places of their middles and turns, with the card's height as the unit."""

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.float64]
"""One row a card, lowest first: x, y, turn in radians (0 stands upright; y runs down)."""

WIDTH = 0.7


def _rows(rng: np.random.Generator, room: float) -> Places:
    exposure = float(np.exp(rng.uniform(np.log(0.14), np.log(1.15)))) * WIDTH
    lines = int(rng.integers(1, max(2, min(5, int(room)) + 1)))
    step = rng.uniform(0.35, 1.2)
    leftwards = rng.random() < 0.2
    places = []
    for line in range(lines):
        y = (line - (lines - 1) / 2) * step + rng.normal(0, 0.02)
        x = -rng.uniform(0.6, 1.0) * room / 2
        row: list[tuple[float, float, float]] = []
        limit = int(rng.integers(3, 15))
        while x < room / 2 and len(row) < limit:
            row.append((x, y + rng.normal(0, 0.02), rng.normal(0, 0.03)))
            x += exposure * rng.uniform(0.85, 1.15)
            if rng.random() < 0.08:
                x += rng.uniform(0.2, 0.9)
        places += row[::-1] if leftwards else row
    return np.array(places)


def _fan(rng: np.random.Generator, room: float) -> Places:
    count = int(rng.integers(4, 15))
    radius = rng.uniform(0.7, 3.0)
    spread = rng.uniform(0.10, 0.45) * WIDTH / max(radius, 0.9)
    turns = (np.arange(count) - (count - 1) / 2) * spread + rng.normal(0, spread * 0.15, count)
    places = np.stack([radius * np.sin(turns), radius - radius * np.cos(turns), turns], 1)
    places[:, :2] += rng.normal(0, 0.05 * room, 2)
    return places[::-1] if rng.random() < 0.2 else places


def _spread(rng: np.random.Generator, room: float) -> Places:
    count = int(np.clip(rng.poisson(room * room * 0.9), 1, 24))
    places = np.concatenate([rng.uniform(-room / 2, room / 2, (count, 2)), np.zeros((count, 1))], 1)
    turn = rng.uniform(0, 2 * np.pi, count) if rng.random() < 0.6 else rng.normal(0, 0.15, count)
    places[:, 2] = turn + (rng.random(count) < 0.3) * np.pi
    return places


def _columns(rng: np.random.Generator, room: float) -> Places:
    step = rng.uniform(0.16, 0.5)
    places = []
    for column in range(int(rng.integers(1, max(2, int(room / WIDTH))))):
        x = -room / 2 + (column + 0.5) * WIDTH * rng.uniform(1.05, 1.3)
        top = -rng.uniform(0.1, 0.5) * room
        for line in range(int(rng.integers(2, 9))):
            places.append((x + rng.normal(0, 0.02), top + line * step, rng.normal(0, 0.03)))
    return np.array(places)


def random_layout(rng: np.random.Generator, room: float) -> Places:
    """Cards over a square table `room` card heights wide, its middle at 0, 0; at most 40 of them."""
    kind = rng.choice(4, p=[0.4, 0.22, 0.26, 0.12])
    places = (_rows, _fan, _spread, _columns)[int(kind)](rng, room)[:40]
    turn = rng.choice([0, 0, 1, 2, 3]) * np.pi / 2 + rng.normal(0, 0.15)
    if rng.random() < 0.3:
        turn = rng.uniform(0, 2 * np.pi)
    cos, sin = np.cos(turn), np.sin(turn)
    moved = places[:, :2] @ np.array([[cos, sin], [-sin, cos]])
    flipped = (rng.random(len(places)) < 0.12) * np.pi
    return np.concatenate([moved, (places[:, 2] + turn + flipped)[:, None]], 1)
