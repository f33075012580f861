"""Brighten dark pictures, recognise empty ones, and measure the faults of a picture on which nothing was
read."""

import cv2
import numpy as np
from cv2.typing import MatLike

from .spots import Picture, Spot, resized

DIM_LIGHT = 100  # of 255: the brightest pixels of a picture that is made brighter are below this
BRIGHT_LIGHT = 230  # of 255: what they become
BRIGHTEST_SHARE = 99  # percent of the pixels that are no brighter
STEP = 8  # every so many pixels each way are looked at
SIDE = 1024  # pixels of the long side at which light and edges are measured
DARK_LIGHT = 60  # of 255; in photos of cards on a table nine tenths of the pixels are below 150 and more
EDGE_SHARE = 99  # percent of the pixels that are less steep than the steepest edges, which are compared
COARSE_BLUR = 4.0  # standard deviation in pixels
LEAST_STEEPER = 1.7
"""How much steeper the edges of a sharp picture are at least than those of the same one blurred: 3 to 7 in
photos as they are, 1.1 to 1.5 in half of them once they are blurred by 4 pixels of 1024, 1.1 by 8."""
SMALL_HEIGHT = 11  # pixels; smaller indices were never learned
FAR_COUNT = 2  # so many small indices are no chance
LEAST_SIDE, SMALL_SIDE = 40, 240
"""Pixels of the long side below which no picture is read, and below which one on which nothing is read is too
small: a card that fills the picture has indices of a fifth of its height."""
BLANK_SIDE = 256  # pixels of the long side at which noise has gone
NOISE, LEAST_STEP = 2, 0.06
"""The most by which two neighbours differ in a picture that shows nothing: levels of 255, and parts of its
brightest level. On 112 photos of cards and tiles it is 0.47 of that and more."""


def brightened(picture: Picture) -> Picture:
    """Return the picture (height, width, 3), brightened if it is dark. Of 81 cards on ten photos with a 25th
    of their light, 6 are read without this, and all 81 with it."""
    brightest = float(np.percentile(picture[::STEP, ::STEP].max(axis=2), BRIGHTEST_SHARE))
    if not 0 < brightest < DIM_LIGHT:
        return picture
    levels = np.clip(np.arange(256) * BRIGHT_LIGHT / brightest, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, levels), np.uint8)


def with_light_inverted(picture: Picture) -> Picture:
    """Return the picture with light and dark swapped and all hues kept."""
    darkest, lightest = picture.min(axis=2, keepdims=True), picture.max(axis=2, keepdims=True)
    return np.asarray(picture + (255 - lightest) - darkest)  # the sums pass 255 and come back


def shows_nothing(picture: Picture) -> bool:
    """Return whether nothing can be read on the picture: it is far too small or of one colour."""
    longest_side = max(picture.shape[:2])
    if longest_side < LEAST_SIDE:
        return True
    height, width = picture.shape[:2]
    factor = min(1.0, BLANK_SIDE / longest_side)
    small = resized(picture, (max(1, round(width * factor)), max(1, round(height * factor)))).astype(np.int16)
    steps = [np.abs(np.diff(small, axis=axis)).max(initial=0) for axis in (0, 1)]
    return bool(max(steps) <= max(NOISE, LEAST_STEP * small.max()))


def picture_faults(picture: Picture, spots: list[Spot]) -> tuple[str, ...]:
    """Return the faults of the picture (height, width, 3; blue-green-red): `dark`, `blurred`, `far`.

    `spots`: possible indices, in pixels of the size at which the finder looked.
    """
    height, width = picture.shape[:2]
    factor = min(1.0, SIDE / max(height, width))
    if factor < 1:
        size = max(1, round(width * factor)), max(1, round(height * factor))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.float32)
    is_dark = np.percentile(grey, 90) < DARK_LIGHT
    is_small = max(height, width) < SMALL_SIDE
    small_count = sum(spot.height < SMALL_HEIGHT for spot in spots)
    faults = {
        "dark": is_dark,
        "blurred": not is_small and _edge_steepness(grey) < LEAST_STEEPER,
        # what is seen in the dark is noise
        "far": is_small or (small_count >= FAR_COUNT and not is_dark),
    }
    return tuple(fault for fault, is_there in faults.items() if is_there)


def _edge_steepness(grey: MatLike) -> float:
    """Return how many times steeper the steepest edges are than after blurring; infinite if there are
    none."""
    blurred_edges = _steepest(cv2.GaussianBlur(grey, (0, 0), COARSE_BLUR))
    return _steepest(grey) / blurred_edges if blurred_edges > 1e-3 else np.inf


def _steepest(grey: MatLike) -> float:
    across, down = (cv2.Sobel(grey, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    return float(np.percentile(np.hypot(across, down), EDGE_SHARE))
