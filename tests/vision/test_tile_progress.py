"""What is found of tiles is told while they are read: first where they lie, then their names."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.vision.tile_pictures import drawn
from vision import progress
from vision.progress import FoundIndex, listening
from vision.tiles import tile_finder
from vision.tiles.tile_reader import read_tiles

ROWS = [["B1", "B2", "B3", "O11"], ["R9", "K9", "O9", "K13"]]


def test_tiles_are_told_first_where_and_then_what_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was named stays named."""
    monkeypatch.setattr(progress, "PART_EVERY", 0.0)
    monkeypatch.setattr(tile_finder, "NAMED_AT_ONCE", 3)
    told: list[Sequence[FoundIndex]] = []
    with listening(told.append):
        answer = read_tiles(drawn(ROWS, 5))
    named = [sum(bool(index.name) for index in found) for found in told]
    assert named[0] == 0
    assert [count for count in named if count][:2] == [3, 6]
    assert named == sorted(named)
    assert all(len(found) >= len(answer.cards) for found in told)
    assert {(tile.box, tile.name) for tile in answer.cards} == {(i.box, i.name) for i in told[-1]}


def test_tiles_that_are_read_in_a_stretched_picture_are_told_where_they_lie() -> None:
    """As from a seat at the table."""
    flat = cv2.resize(drawn(ROWS, 5), None, fx=1, fy=0.5, interpolation=cv2.INTER_AREA)
    told: list[Sequence[FoundIndex]] = []
    with listening(told.append):
        answer = read_tiles(np.asarray(flat, np.uint8))
    assert [tile.name for tile in answer.cards] == [name for row in ROWS for name in row]
    assert {tile.box for tile in answer.cards} == {index.box for index in told[-1]}
