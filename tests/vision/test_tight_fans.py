"""The finder's places of a tight fan: neighbours nearly upon each other are kept, and count in a fan only."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.marks import HIGH, index
from vision import spots
from vision.spots import LEAST_CONFIDENCE, find_spots


@pytest.mark.parametrize(
    ("away", "chances"), [(0.1, [0.9]), (0.2, [0.9, LEAST_CONFIDENCE]), (0.4, [0.9, 0.7])]
)
def test_a_place_nearly_upon_a_surer_one_counts_in_a_fan_only(
    away: float, chances: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    surer = replace(index("KS", 100, 100).spot, confidence=0.9)
    found = [surer, replace(surer, x=100 + away * HIGH, confidence=0.7)]
    monkeypatch.setattr(spots, "spots_at", lambda *_: found)
    picture = np.zeros((500, 1200, 3), np.uint8)
    monkeypatch.setattr(spots, "look_factors", lambda *_: [1.0])
    assert [spot.confidence for spot in find_spots(picture, None)] == chances
