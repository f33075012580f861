"""Upright crops of indices from a picture, all of one size."""

import numpy as np
from numpy.typing import NDArray

from vision.resampling import laid_over, resized

CROP_WIDTH, CROP_HEIGHT = 48, 64
INDEX_SHARE = 0.7
"""The part of a crop's height that the index takes."""
NOTHING = np.full((CROP_HEIGHT, CROP_WIDTH, 3), 128, np.uint8)


CropPlace = tuple[NDArray[np.floating], float, NDArray[np.floating], NDArray[np.floating]]
"""An index seen at a slant: what `upright_crop` asks for."""


def upright_crop(
    picture: NDArray[np.uint8],
    middle: NDArray[np.floating],
    height: float,
    up: NDArray[np.floating],
    right: NDArray[np.floating] | None = None,
) -> NDArray[np.uint8]:
    """The index at `middle` (x, y in pixels), so many pixels high and with `up` (a unit vector) turned up;
    `right` is the way to its right, as long as its height by itself; another one where it is seen at a slant.

    Gives (64, 48, 3) in the picture's colours; what lies outside the picture is grey.
    """
    pixel_scale = height / (CROP_HEIGHT * INDEX_SHARE)  # pixels of the picture for one of the crop
    source_picture, source_middle = picture, np.asarray(middle, np.float64)
    reach = 1.1 * height * max(1.0, 1.0 if right is None else float(np.hypot(*right)))
    if pixel_scale > 1.5:  # taking one pixel in several would leave steps: shrink that part first
        source_picture, source_middle, pixel_scale = _shrunk_part(picture, source_middle, reach, pixel_scale)
    right = (np.array([-up[1], up[0]]) if right is None else right) * pixel_scale
    down = np.array([-up[0], -up[1]]) * pixel_scale
    corner = source_middle - right * (CROP_WIDTH - 1) / 2 - down * (CROP_HEIGHT - 1) / 2
    return laid_over(NOTHING, source_picture, np.array([right, down, corner]).T)


def _shrunk_part(
    picture: NDArray[np.uint8], middle: NDArray[np.float64], reach: float, pixel_scale: float
) -> tuple[NDArray[np.uint8], NDArray[np.float64], float]:
    low = np.maximum(np.floor(middle - reach).astype(int), 0)
    high = np.minimum(np.ceil(middle + reach).astype(int) + 1, picture.shape[1::-1])
    if (high - low < 2).any():
        return picture, middle, pixel_scale
    part = picture[low[1] : high[1], low[0] : high[0]]
    small_size = np.maximum(np.round((high - low) / pixel_scale).astype(int), 1)
    small_part = resized(part, (int(small_size[0]), int(small_size[1])))
    ratio = small_size / (high - low)
    # what is at a pixel's middle lies half a pixel from its edge, before and after
    small_middle = (middle - low + 0.5) * ratio - 0.5
    return small_part, small_middle, pixel_scale * float(ratio.mean())
