"""Photos turned, made smaller or darker: what a reader must not mind."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.spots import Picture


def _turned(picture: Picture, degrees: float) -> Picture:
    size = picture.shape[1::-1]
    turn = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), degrees, 0.85)
    return np.asarray(cv2.warpAffine(picture, turn, size), np.uint8)


def _quarters(picture: Picture, count: int) -> Picture:
    return np.ascontiguousarray(np.rot90(picture, count))


def _smaller(picture: Picture) -> Picture:
    small = cv2.resize(picture, None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


WAYS: dict[str, Callable[[Picture], Picture]] = {
    "": lambda picture: picture,
    "turned by 90 degrees": lambda picture: _quarters(picture, 1),
    "turned by 180 degrees": lambda picture: _quarters(picture, 2),
    "turned by 270 degrees": lambda picture: _quarters(picture, 3),
    "turned by 17 degrees": lambda picture: _turned(picture, 17),
    "0.7 times as long": _smaller,
    "half as bright": lambda picture: (picture * 0.5).astype(np.uint8),
}
