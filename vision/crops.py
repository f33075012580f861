"""Upright crops of indices from a picture, all of one size."""

import cv2
import numpy as np
from numpy.typing import NDArray

CROP_WIDTH, CROP_HEIGHT = 48, 64
INDEX_SHARE = 0.7
"""The part of a crop's height that the index takes."""


CropPlace = tuple[NDArray[np.floating], float, NDArray[np.floating], NDArray[np.floating]]
"""An index seen at a slant: what `upright_crop` asks for."""


def upright_crop(
    picture: NDArray[np.uint8],
    middle: NDArray[np.floating],
    height: float,
    up: NDArray[np.floating],
    right: NDArray[np.floating] | None = None,
) -> NDArray[np.uint8]:
    """Return the index at `middle` (x, y in pixels) as an upright crop of shape (64, 48, 3), in the picture's
    colours. Parts outside the picture are grey.

    `height`: the index's height in pixels; `up`: its unit vector up. `right`: its vector to the right,
    relative to its height; given for an index seen at a slant.
    """
    pixel_scale = height / (CROP_HEIGHT * INDEX_SHARE)  # pixels of the picture for one of the crop
    reach = 1.1 * height * max(1.0, 1.0 if right is None else float(np.hypot(*right)))
    part, part_middle = _part_about(picture, np.asarray(middle, np.float64), reach)
    if pixel_scale > 1.5:  # taking one pixel in several would leave steps: shrink that part first
        part, part_middle, pixel_scale = _shrunk(part, part_middle, pixel_scale)
    right = (np.array([-up[1], up[0]]) if right is None else right) * pixel_scale
    down = np.array([-up[0], -up[1]]) * pixel_scale
    corner = part_middle - right * (CROP_WIDTH - 1) / 2 - down * (CROP_HEIGHT - 1) / 2
    crop = cv2.warpAffine(
        part, np.array([right, down, corner]).T, (CROP_WIDTH, CROP_HEIGHT),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderValue=(128, 128, 128),
    )  # fmt: skip
    return np.asarray(crop, np.uint8)


def index_and_beside(picture: NDArray[np.uint8], place: CropPlace, is_mirrored: bool) -> NDArray[np.uint8]:
    """Return the upright crop of an index with the crop beside it on the side of its card's middle, of shape
    (64, 96, 3).

    `is_mirrored`: the middle is to the left. What is beside it stands mirrored to the right of it then, as
    signs of suits look the same both ways.
    """
    middle, height, up, right = place
    way = right * height * CROP_WIDTH / (CROP_HEIGHT * INDEX_SHARE) * (-1 if is_mirrored else 1)
    beside = upright_crop(picture, middle + way, height, up, right)
    beside = beside[:, ::-1] if is_mirrored else beside
    return np.concatenate([upright_crop(picture, *place), beside], axis=1)


def _part_about(
    picture: NDArray[np.uint8], middle: NDArray[np.float64], reach: float
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Return the part of the picture within `reach` of `middle`, at least one pixel, and the middle's place
    in it."""
    size = np.array(picture.shape[1::-1])
    low = np.clip(np.floor(middle - reach).astype(int), 0, size - 1)
    high = np.clip(np.ceil(middle + reach).astype(int) + 1, low + 1, size)
    return picture[low[1] : high[1], low[0] : high[0]], middle - low


def _shrunk(
    part: NDArray[np.uint8], middle: NDArray[np.float64], pixel_scale: float
) -> tuple[NDArray[np.uint8], NDArray[np.float64], float]:
    size = np.array(part.shape[1::-1])
    small_size = np.maximum(np.round(size / pixel_scale).astype(int), 1)
    small_part = cv2.resize(part, small_size.tolist(), interpolation=cv2.INTER_AREA)
    ratio = small_size / size
    # what is at a pixel's middle lies half a pixel from its edge, before and after
    return np.asarray(small_part, np.uint8), (middle + 0.5) * ratio - 0.5, pixel_scale * float(ratio.mean())
