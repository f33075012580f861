"""A picture and its halves. A large mark is cropped from a half, which is made once and shows it as well."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np

from ..crops import CROP_HEIGHT, INDEX_SHARE, upright_crop
from ..spots import Picture, Spot, resized

LEAST_PIXELS = 1.5
"""Pixels that a mark has in a half that it is cropped from, at least, for one of the crop, each way."""


class Halves:
    """A picture (height, width, 3) and its halves, each made on first use."""

    def __init__(self, picture: Picture) -> None:
        self._pictures = [picture]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        height, width = self._pictures[0].shape[:2]
        return width, height

    def halved(self, times: int) -> Picture:
        """Return the picture halved `times` times."""
        while len(self._pictures) <= times:
            self._pictures.append(self._next_half(len(self._pictures)))
        return self._pictures[times]

    def scaled(self, factor: float) -> Picture:
        """Return the picture scaled by a factor."""
        width, height = (max(1, round(side * factor)) for side in self.size)
        source = self.halved(max(0, math.floor(math.log2(1 / factor))))
        return source if source.shape[:2] == (height, width) else resized(source, (width, height))

    def crop(self, spot: Spot, height: float) -> Picture:
        """Return an upright crop at a spot, as for a mark of that height in pixels."""
        times = halvings(height)
        small_spot = halved_spot(spot, times)
        middle, up = np.array([small_spot.x, small_spot.y]), np.array(spot.up)
        return upright_crop(self.halved(times), middle, height / 2**times, up)

    def recoloured(self, levels: Picture) -> Halves:
        """Return the picture with its colours mapped. `levels` (256, 1, 3): the new level for each level of
        blue, green and red."""
        return _RecolouredHalves(self, levels)

    def _next_half(self, times: int) -> Picture:
        whole = self._pictures[times - 1]
        height, width = (max(1, side // 2) for side in whole.shape[:2])
        # the last row or column of odd sides is left out
        even_part = whole[: 2 * height, : 2 * width]
        return np.asarray(cv2.resize(even_part, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


class _RecolouredHalves(Halves):
    """A recoloured picture whose halves are mapped on first use."""

    def __init__(self, plain: Halves, levels: Picture) -> None:
        self._plain, self._levels = plain, levels
        self._recoloured: dict[int, Picture] = {}

    @property
    def size(self) -> tuple[int, int]:
        return self._plain.size

    def halved(self, times: int) -> Picture:
        if times not in self._recoloured:
            self._recoloured[times] = np.asarray(cv2.LUT(self._plain.halved(times), self._levels), np.uint8)
        return self._recoloured[times]


def halvings(height: float) -> int:
    """Return how many times a picture is halved before a mark of that height in pixels is cropped."""
    crop_pixels = height / (CROP_HEIGHT * INDEX_SHARE)
    return max(0, math.floor(math.log2(max(crop_pixels, 1e-9) / LEAST_PIXELS)))


def halved_spot(spot: Spot, times: int) -> Spot:
    """Return the spot in the picture halved so many times."""
    return _resized(spot, 0.5**times)


def doubled_spot(spot: Spot, times: int) -> Spot:
    """Return a spot of the halved picture in the whole picture."""
    return _resized(spot, 2.0**times)


def _resized(spot: Spot, factor: float) -> Spot:
    # whole numbers are the middles of pixels
    x, y = (spot.x + 0.5) * factor - 0.5, (spot.y + 0.5) * factor - 0.5
    return replace(spot, x=x, y=y, height=spot.height * factor)
