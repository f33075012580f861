"""How cards lie on a table: places of their middles and turns, with the card's height as the unit."""

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.float64]
"""One row a card, lowest first: x, y, turn in radians (0 stands upright; y runs down)."""

CARD_WIDTH = 0.7
LEAST_STRIP = 0.08  # part of a card's width that its neighbour leaves to be seen


def _lay_rows(rng: np.random.Generator, table_side: float) -> Places:
    exposure = float(np.exp(rng.uniform(np.log(LEAST_STRIP), np.log(1.15)))) * CARD_WIDTH
    row_count = int(rng.integers(1, max(2, min(5, int(table_side)) + 1)))
    row_step = rng.uniform(0.35, 1.2)
    leftwards = rng.random() < 0.2
    places = []
    for row_number in range(row_count):
        y = (row_number - (row_count - 1) / 2) * row_step + rng.normal(0, 0.02)
        x = -rng.uniform(0.6, 1.0) * table_side / 2
        row_places: list[tuple[float, float, float]] = []
        most_cards = int(rng.integers(3, 15))
        while x < table_side / 2 and len(row_places) < most_cards:
            row_places.append((x, y + rng.normal(0, 0.02), rng.normal(0, 0.03)))
            x += exposure * rng.uniform(0.85, 1.15)
            if rng.random() < 0.08:
                x += rng.uniform(0.2, 0.9)
        places += row_places[::-1] if leftwards else row_places
    return np.array(places)


def _lay_fan(rng: np.random.Generator, table_side: float) -> Places:
    card_count = int(rng.integers(4, 15))
    fan_radius = rng.uniform(0.7, 3.0)
    turn_step = rng.uniform(LEAST_STRIP, 0.45) * CARD_WIDTH / max(fan_radius, 0.9)
    turns = (np.arange(card_count) - (card_count - 1) / 2) * turn_step + rng.normal(
        0, turn_step * 0.15, card_count
    )
    places = np.stack([fan_radius * np.sin(turns), fan_radius - fan_radius * np.cos(turns), turns], 1)
    places[:, :2] += rng.normal(0, 0.05 * table_side, 2)
    return places[::-1] if rng.random() < 0.2 else places


def _lay_scattered(rng: np.random.Generator, table_side: float) -> Places:
    card_count = int(np.clip(rng.poisson(table_side * table_side * 0.9), 1, 24))
    places = np.concatenate(
        [rng.uniform(-table_side / 2, table_side / 2, (card_count, 2)), np.zeros((card_count, 1))], 1
    )
    turns = rng.uniform(0, 2 * np.pi, card_count) if rng.random() < 0.6 else rng.normal(0, 0.15, card_count)
    places[:, 2] = turns + (rng.random(card_count) < 0.3) * np.pi
    return places


def _lay_columns(rng: np.random.Generator, table_side: float) -> Places:
    row_step = rng.uniform(0.16, 0.5)
    places = []
    for column_number in range(int(rng.integers(1, max(2, int(table_side / CARD_WIDTH))))):
        x = -table_side / 2 + (column_number + 0.5) * CARD_WIDTH * rng.uniform(1.05, 1.3)
        column_top = -rng.uniform(0.1, 0.5) * table_side
        for row_number in range(int(rng.integers(2, 9))):
            places.append((x + rng.normal(0, 0.02), column_top + row_number * row_step, rng.normal(0, 0.03)))
    return np.array(places)


def random_card_layout(rng: np.random.Generator, table_side: float) -> Places:
    """Cards over a square table `room` card heights wide, its middle at 0, 0; at most 40 of them."""
    layout_kind = rng.choice(4, p=[0.4, 0.22, 0.26, 0.12])
    places = (_lay_rows, _lay_fan, _lay_scattered, _lay_columns)[int(layout_kind)](rng, table_side)[:40]
    table_turn = rng.choice([0, 0, 1, 2, 3]) * np.pi / 2 + rng.normal(0, 0.15)
    if rng.random() < 0.3:
        table_turn = rng.uniform(0, 2 * np.pi)
    cos, sin = np.cos(table_turn), np.sin(table_turn)
    turned_middles = places[:, :2] @ np.array([[cos, sin], [-sin, cos]])
    half_turns = (rng.random(len(places)) < 0.12) * np.pi
    return np.concatenate([turned_middles, (places[:, 2] + table_turn + half_turns)[:, None]], 1)
