"""Ink on paper: a mask printed into a picture."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.shapes import Mask
from vision.training.styles import Colour

Picture = NDArray[np.uint8]


def put(picture: Picture, mask: Mask, box: tuple[float, float, float, float], ink: Colour) -> None:
    """Ink the mask into the box (x, y, width, height in pixels) of the picture."""
    x, y, width, height = round(box[0]), round(box[1]), max(2, round(box[2])), max(2, round(box[3]))
    small = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(picture.shape[1], x + width), min(picture.shape[0], y + height)
    if x1 <= x0 or y1 <= y0:
        return
    share = small[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    part = picture[y0:y1, x0:x1]
    picture[y0:y1, x0:x1] = (part * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)
