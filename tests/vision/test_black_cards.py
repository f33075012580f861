"""Black cards with white ink are read as white ones with black ink, and asked about."""

import numpy as np
import pytest

from tests.by_night import by_night
from tests.vision.card_rows import card_row
from vision import reader
from vision.picture_faults import with_light_inverted
from vision.spots import Picture

CARDS = ["2S", "3H", "4C", "6D", "7S", "KH", "9C", "QD"]
TABLE = (60, 110, 40)


def _on_black(row: Picture) -> Picture:
    """The row's cards in black, on the same table."""
    is_table = np.abs(row.astype(int) - TABLE).max(axis=2, keepdims=True) < 12
    return np.where(is_table, row, with_light_inverted(row)).astype(np.uint8)


@pytest.mark.parametrize("seed", [1, *map(by_night, (3, 12))])
def test_black_cards_are_read_and_asked_about(seed: int) -> None:
    reading = reader.read_cards(_on_black(card_row(CARDS, 220, seed)))
    assert [card.name for card in reading.cards] == CARDS
    assert all(card.doubtful for card in reading.cards)


def test_black_and_white_change_places_and_hues_stay() -> None:
    colours = np.array([[[0, 0, 0], [255, 255, 255], [30, 30, 200], [90, 90, 90]]], np.uint8)
    inverted = np.array([[[255, 255, 255], [0, 0, 0], [55, 55, 225], [165, 165, 165]]], np.uint8)
    assert (with_light_inverted(colours) == inverted).all()
    assert (with_light_inverted(inverted) == colours).all()
