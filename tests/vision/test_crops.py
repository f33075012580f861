import cv2
import numpy as np
import pytest

from vision.crops import CROP_HEIGHT, CROP_WIDTH, upright_crop


def _drawn(angle: float, scale: float) -> tuple[np.ndarray, np.ndarray]:
    """A triangle that points up, turned by the angle (radians, clockwise); and its way up."""
    picture = np.full((400, 400, 3), 255, np.uint8)
    up = np.array([np.sin(angle), -np.cos(angle)])
    right = np.array([-up[1], up[0]])
    corners = 200 + scale * np.array([up * 18, right * 10 - up * 15, -right * 10 - up * 15])
    cv2.fillPoly(picture, [np.round(corners * 16).astype(np.int32)], (0, 0, 0), cv2.LINE_AA, 4)
    return picture, up


@pytest.mark.parametrize("angle", [0.6, np.pi / 2, np.pi, 4.0])
@pytest.mark.parametrize("scale", [1.0, 4.0])
def test_an_index_turned_or_large_gives_the_crop_of_the_upright_one(angle: float, scale: float) -> None:
    straight, up = _drawn(0.0, 2.0)
    wanted = upright_crop(straight, np.array([200.0, 200.0]), 80.0, up)
    turned, up = _drawn(angle, scale)
    crop = upright_crop(turned, np.array([200.0, 200.0]), 40.0 * scale, up)
    assert crop.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
    assert np.abs(crop.astype(int) - wanted.astype(int)).mean() < 9


def test_outside_the_picture_a_crop_is_grey() -> None:
    crop = upright_crop(
        np.zeros((50, 50, 3), np.uint8), np.array([500.0, 500.0]), 200.0, np.array([0.0, -1.0])
    )
    assert (crop == 128).all()
