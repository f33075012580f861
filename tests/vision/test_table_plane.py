"""A table seen at a slant is read as from straight above."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.marks import HIGH, corners, index
from vision.crops import upright_crop
from vision.naming import NamedIndex
from vision.seen_cards import gather_cards
from vision.table_plane import TableView, _camera_turn, table_view

SIZE = (800, 600)


def _view(tilt: float, direction: float) -> TableView:
    turn = _camera_turn(np.radians(tilt), np.radians(direction))
    return TableView(turn, 0.75, np.array(SIZE) / 2, float(max(SIZE)))


def _at_a_slant(marks: list[NamedIndex], view: TableView) -> list[NamedIndex]:
    return [replace(mark, spot=view.pictured_spot(mark.spot)) for mark in marks]


def _laid_cards() -> list[NamedIndex]:
    return [
        mark
        for number, name in enumerate(("7H", "QS", "2C", "9D", "KH"))
        for mark in corners(name, 250 + 75 * number, 250 + 100 * (number % 2), count=4)
    ]


@pytest.mark.parametrize("tilt", [36, 45, 51])
@pytest.mark.parametrize("direction", [0, 90, 210])
def test_indices_seen_at_a_slant_are_all_of_one_height_from_above(tilt: float, direction: float) -> None:
    slanted = _at_a_slant(_laid_cards(), _view(tilt, direction))
    heights = np.array([mark.spot.height for mark in slanted])
    assert heights.max() > 1.2 * heights.min()
    view = table_view(slanted, *SIZE)
    assert view is not None
    flat_heights = np.array([view.flat_spot(mark.spot).height for mark in slanted])
    assert flat_heights.max() < 1.1 * flat_heights.min()
    flat_marks = [replace(mark, spot=view.flat_spot(mark.spot)) for mark in slanted]
    assert [len(card.marks) for card in gather_cards(flat_marks)] == [4] * 5


def test_what_is_seen_from_above_is_left_as_it_is() -> None:
    assert table_view(_laid_cards(), *SIZE) is None
    assert table_view(_at_a_slant(_laid_cards(), _view(9, 90)), *SIZE) is None


def test_few_indices_and_cards_of_several_sizes_tell_no_slant() -> None:
    view = _view(45, 90)
    assert table_view(_at_a_slant(_laid_cards()[:4], view), *SIZE) is None
    sizes = np.random.default_rng(1).choice([0.6, 1.0, 1.6], 20)
    mixed = [
        replace(mark, spot=replace(mark.spot, height=HIGH * size))
        for mark, size in zip(_laid_cards(), sizes, strict=True)
    ]
    assert table_view(mixed, *SIZE) is None


def test_a_spot_seen_from_above_comes_back_to_its_place() -> None:
    view, spot = _view(50, 130), index("7H", 600, 140, 0.7).spot
    back = view.pictured_spot(view.flat_spot(spot))
    assert np.allclose((back.x, back.y, *back.up), (spot.x, spot.y, *spot.up), atol=1e-2)
    assert np.isclose(back.height, spot.height, rtol=1e-2)
    assert np.allclose(back.centre_way, spot.centre_way, atol=2e-2)


def test_a_crop_at_a_slant_shows_the_index_as_it_was_printed() -> None:
    view, printed = _view(45, 60), np.full((200, 200, 3), 255, np.uint8)
    cv2.putText(printed, "7", (84, 116), cv2.FONT_HERSHEY_SIMPLEX, 1.5, (0, 0, 0), 4, cv2.LINE_AA)
    spot = replace(view.flat_spot(index("7H", 420, 330).spot), height=40.0, up=(0.0, -1.0))
    ends = np.array([(0, 0), (200, 0), (200, 200), (0, 200)], float)
    pictured_ends = view.pictured_points(ends - 100 + (spot.x, spot.y))
    to_picture = cv2.getPerspectiveTransform(ends.astype(np.float32), pictured_ends.astype(np.float32))
    picture = np.asarray(
        cv2.warpPerspective(printed, to_picture, SIZE, borderValue=(255, 255, 255)), np.uint8
    )
    wanted = upright_crop(printed, np.array([100.0, 100.0]), 40.0, np.array([0.0, -1.0]))
    seen = view.pictured_spot(spot)
    as_seen = np.array([seen.x, seen.y]), seen.height, np.array(seen.up)
    undone, askew = (
        np.abs(upright_crop(picture, *place).astype(int) - wanted).mean()
        for place in (view.crop_place(spot), as_seen)
    )
    assert undone < 0.5 * askew
