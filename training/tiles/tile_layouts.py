"""How tiles lie: melds, racks, rows beneath each other, loose tiles; the unit is a tile's height."""

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.float64]
"""One row a tile, lowest first: x, y, turn in radians (0 stands upright; y runs down)."""


def _lay_meld(rng: np.random.Generator, tile_width: float, tile_count: int) -> Places:
    """Tiles side by side, about 0, 0."""
    tile_gap = abs(rng.normal(0, 0.02)) + (rng.uniform(0, 0.3) if rng.random() < 0.15 else 0)
    x = (np.arange(tile_count) - (tile_count - 1) / 2) * (tile_width + tile_gap) + rng.normal(
        0, 0.004, tile_count
    )
    y = rng.normal(0, rng.choice([0.005, 0.03, 0.08]), tile_count)
    return np.stack([x, y, rng.normal(0, rng.choice([0.005, 0.03]), tile_count)], 1)


def _moved_places(places: Places, x: float, y: float, turn: float) -> Places:
    cos, sin = np.cos(turn), np.sin(turn)
    turned_middles = places[:, :2] @ np.array([[cos, sin], [-sin, cos]]) + (x, y)
    return np.concatenate([turned_middles, places[:, 2:] + turn], 1)


def _lay_melds(rng: np.random.Generator, table_side: float, tile_width: float) -> Places:
    """Several melds about a table, none on another."""
    laid_melds: list[Places] = []
    turn_spread = 0.06 if rng.random() < 0.5 else 0.5
    for _ in range(int(rng.integers(2, 14))):
        meld = _lay_meld(rng, tile_width, int(rng.integers(1, 9)))
        x, y = rng.uniform(-table_side / 2, table_side / 2, 2)
        meld = _moved_places(meld, x, y, rng.normal(0, turn_spread) + np.pi * (rng.random() < 0.12))
        if all(_lie_apart(meld, other_meld) for other_meld in laid_melds):
            laid_melds.append(meld)
    return np.concatenate(laid_melds)


def _lie_apart(places: Places, other_places: Places) -> bool:
    return bool(
        (np.hypot(*(places[:, None, :2] - other_places[None, :, :2]).transpose(2, 0, 1)) > 0.95).all()
    )


def _lay_rows(rng: np.random.Generator, table_side: float, tile_width: float) -> Places:
    """Rows beneath each other, touching or apart, some places left out: a rack, or a board."""
    row_count = int(rng.integers(1, 4))
    # on the steps of a rack each row hides the feet of the one behind it
    row_step = rng.uniform(0.6, 1.0) if rng.random() < 0.5 else rng.uniform(1.0, 1.25)
    has_gaps = rng.random() < 0.6
    places = []
    for row_number in range(row_count):
        x = -table_side * rng.uniform(0.3, 0.55)
        y = (row_number - (row_count - 1) / 2) * row_step
        row_shift = rng.normal(0, 0.01)
        for _ in range(int(rng.integers(3, 14))):
            places.append((x, y + row_shift + rng.normal(0, 0.006), rng.normal(0, 0.006)))
            x += tile_width * rng.uniform(1.0, 1.03)
            if has_gaps and rng.random() < 0.3:
                x += rng.uniform(0.05, 1.5)
    return np.array(places)


def _lay_loose(rng: np.random.Generator, table_side: float, tile_width: float) -> Places:
    """Tiles anywhere and any way round, seldom one upon another."""
    places: list[tuple[float, float, float]] = []
    least_distance = tile_width if rng.random() < 0.3 else 1.1
    any_turn = rng.random() < 0.6
    for _ in range(int(rng.integers(2, 60))):
        x, y = rng.uniform(-table_side / 2, table_side / 2, 2)
        if all(np.hypot(x - other_x, y - other_y) > least_distance for other_x, other_y, _ in places):
            places.append((x, y, rng.uniform(0, 2 * np.pi) if any_turn else rng.normal(0, 0.2)))
    return np.array(places)


def random_tile_layout(rng: np.random.Generator, table_side: float, tile_width: float) -> tuple[Places, str]:
    """At most 60 tiles over a square `room` tile heights wide, its middle at 0, 0; and how they lie."""
    layout_kind = str(rng.choice(["melds", "rack", "rows", "loose"], p=[0.34, 0.26, 0.14, 0.26]))
    lay_tiles = {"melds": _lay_melds, "rack": _lay_rows, "rows": _lay_rows, "loose": _lay_loose}[layout_kind]
    return lay_tiles(rng, table_side, tile_width)[:60], layout_kind
