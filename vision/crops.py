"""Upright crops of indices from a picture, all of one size."""

import cv2
import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT = 48, 64
SHARE = 0.7
"""The part of a crop's height that the index takes."""


def upright_crop(
    picture: NDArray[np.uint8], middle: NDArray[np.floating], height: float, up: NDArray[np.floating]
) -> NDArray[np.uint8]:
    """The index at `middle` (x, y in pixels), so many pixels high and with `up` (a unit vector) turned up.

    Gives (64, 48, 3) in the picture's colours; what lies outside the picture is grey.
    """
    scale = height / (HEIGHT * SHARE)  # pixels of the picture for one of the crop
    source, about = picture, np.asarray(middle, np.float64)
    if scale > 1.5:  # taking one pixel in several would leave steps: shrink that part first
        source, about, scale = _shrunk(picture, about, height, scale)
    right = np.array([-up[1], up[0]]) * scale
    down = np.array([-up[0], -up[1]]) * scale
    corner = about - right * (WIDTH - 1) / 2 - down * (HEIGHT - 1) / 2
    turn = np.array([[right[0], down[0], corner[0]], [right[1], down[1], corner[1]]])
    crop = cv2.warpAffine(
        source, turn, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT, borderValue=(128, 128, 128),
    )  # fmt: skip
    return np.asarray(crop, np.uint8)


def _shrunk(
    picture: NDArray[np.uint8], about: NDArray[np.float64], height: float, scale: float
) -> tuple[NDArray[np.uint8], NDArray[np.float64], float]:
    reach = height * 1.1
    low = np.maximum(np.floor(about - reach).astype(int), 0)
    high = np.minimum(np.ceil(about + reach).astype(int) + 1, picture.shape[1::-1])
    if (high - low < 2).any():
        return picture, about, scale
    part = picture[low[1] : high[1], low[0] : high[0]]
    size = np.maximum(np.round((high - low) / scale).astype(int), 1)
    small = np.asarray(cv2.resize(part, (int(size[0]), int(size[1])), interpolation=cv2.INTER_AREA), np.uint8)
    ratio = size / (high - low)
    return small, (about - low + 0.5) * ratio - 0.5, scale * float(ratio.mean())
