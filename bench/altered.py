"""Photos turned, tilted, made smaller, larger, darker or blurred: what a reader must not mind."""

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


def _sized(picture: Picture, size: float) -> Picture:
    resize_method = cv2.INTER_AREA if size < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, None, fx=size, fy=size, interpolation=resize_method), np.uint8)


def _tilted(picture: Picture, share: float) -> Picture:
    """As from farther below: the upper edge so much shorter than the lower one."""
    height, width = picture.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    inset = np.array([(share / 2, share / 2), (-share / 2, share / 2), (0, 0), (0, 0)], np.float32)
    tilt = cv2.getPerspectiveTransform(corners, (corners + inset * (width, height)).astype(np.float32))
    return np.asarray(cv2.warpPerspective(picture, tilt, (width, height)), np.uint8)


def _blurred(picture: Picture) -> Picture:
    spread = max(picture.shape) / 1000
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), spread), np.uint8)


WAYS: dict[str, Callable[[Picture], Picture]] = {
    "": lambda picture: picture,
    "turned by 90 degrees": lambda picture: _quarters(picture, 1),
    "turned by 180 degrees": lambda picture: _quarters(picture, 2),
    "turned by 270 degrees": lambda picture: _quarters(picture, 3),
    "turned by 17 degrees": lambda picture: _turned(picture, 17),
    "0.35 times as long": lambda picture: _sized(picture, 0.35),
    "0.5 times as long": lambda picture: _sized(picture, 0.5),
    "0.7 times as long": lambda picture: _sized(picture, 0.7),
    "2 times as long": lambda picture: _sized(picture, 2),
    "3 times as long": lambda picture: _sized(picture, 3),
    "tilted": lambda picture: _tilted(picture, 0.3),
    "half as bright": lambda picture: (picture * 0.5).astype(np.uint8),
    "0.3 times as bright": lambda picture: (picture * 0.3).astype(np.uint8),
    "blurred": _blurred,
}
