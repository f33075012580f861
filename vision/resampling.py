"""Pictures (height, width, 3) made smaller or larger, laid upon another at a slant, and blurred."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Pixels = NDArray[np.uint8]
Levels = NDArray[np.float32]


def resized(picture: Pixels, size: tuple[int, int]) -> Pixels:
    """The picture so many pixels wide and high."""
    return np.asarray(Image.fromarray(picture).resize(size, Image.Resampling.BICUBIC))


def laid_over(ground: Pixels, picture: Pixels, to_picture: NDArray[np.floating]) -> Pixels:
    """The ground, where it isn't covered by the picture.

    `to_picture` (2, 3) leads from a place on the ground (column, row, 1) to the column and row in the
    picture; whole numbers are the middles of pixels.
    """
    height, width = ground.shape[:2]
    ends = to_picture @ [[0, width, 0, width], [0, 0, height, height], [1, 1, 1, 1]]
    # a large picture isn't taken over whole for a small part of it
    left, top = np.maximum(np.floor(ends.min(1)).astype(int) - 1, 0)
    right, bottom = np.maximum(np.ceil(ends.max(1)).astype(int) + 2, 0)
    part = picture[top:bottom, left:right]
    if part.size == 0:
        return ground
    half = 0.5 - to_picture[:, :2].sum(1) / 2  # Pillow counts from the edges of pixels
    (a, b, x), (d, e, y) = to_picture
    to_part = (a, b, x - left + half[0], d, e, y - top + half[1])
    cover = Image.fromarray(part).convert("RGBA")
    cover = cover.transform((width, height), Image.Transform.AFFINE, to_part, Image.Resampling.BILINEAR)
    covered = Image.fromarray(ground)
    covered.paste(cover, mask=cover)
    return np.asarray(covered)


def blurred(picture: Pixels | Levels, spread: float) -> Levels:
    """The picture, or one of levels alone, blurred by a Gaussian of this standard deviation in pixels."""
    reach = round(3 * spread)
    shares = np.exp(-0.5 * (np.arange(-reach, reach + 1) / spread) ** 2)
    shares = (shares / shares.sum()).astype(np.float32)
    levels = picture.astype(np.float32)
    for axis in (0, 1):
        lines = np.moveaxis(levels, axis, 0)
        edges = ((reach, reach),) + ((0, 0),) * (lines.ndim - 1)
        padded = np.pad(lines, edges, "reflect")
        parts = (share * padded[n : n + len(lines)] for n, share in enumerate(shares))
        levels = np.moveaxis(sum(parts, np.zeros_like(lines)), 0, axis)
    return levels
