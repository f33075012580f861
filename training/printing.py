"""Ink on paper: a mask printed into a picture."""

import cv2
import numpy as np
from numpy.typing import NDArray

from training.deck_styles import Colour
from training.suit_shapes import Mask

Picture = NDArray[np.uint8]
Box = tuple[float, float, float, float]
"""x, y, width and height in pixels."""


def print_mask(picture: Picture, mask: Mask, box: Box, ink: Colour) -> None:
    """Ink the mask into the box of the picture."""
    x, y, width, height = round(box[0]), round(box[1]), max(2, round(box[2])), max(2, round(box[3]))
    small_mask = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(picture.shape[1], x + width), min(picture.shape[0], y + height)
    if x1 <= x0 or y1 <= y0:
        return
    ink_share = small_mask[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    inked_part = picture[y0:y1, x0:x1] * (1 - ink_share) + np.array(ink, np.float32) * ink_share
    picture[y0:y1, x0:x1] = inked_part.astype(np.uint8)


def print_about(
    picture: Picture, mask: Mask, middle: tuple[float, float], size: tuple[float, float], ink: Colour
) -> None:
    """Ink the mask about a middle (x, y), in a size (width, height), all in pixels."""
    print_mask(picture, mask, (middle[0] - size[0] / 2, middle[1] - size[1] / 2, *size), ink)
