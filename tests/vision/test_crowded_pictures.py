"""A picture of nothing but corners of cards takes no longer than one of two packs."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision import reader
from vision.naming import name_spots

HAND = Path(__file__).parents[2] / "bench" / "hand.jpg"


def test_the_surest_spots_alone_are_looked_at(monkeypatch):
    """As many as two packs show, whatever a picture was made of."""
    hand = cv2.imread(str(HAND))
    looked_at = []
    monkeypatch.setattr(
        reader,
        "name_spots",
        lambda picture, spots, namer: (looked_at.append(len(spots)), name_spots(picture, spots, namer))[1],
    )
    monkeypatch.setattr(reader, "MOST_SPOTS", 12)
    crowd = np.tile(hand, (1, 2, 1))
    reader.read_cards(np.asarray(crowd, np.uint8))
    assert looked_at == [12]
