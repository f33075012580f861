"""Photos turned, tilted, made smaller, larger, darker or blurred, seen from a seat or by a lamp: what a
reader must not mind."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.mirrored import mirrored_picture
from vision.spots import Picture

GAMMA = 2.2
EYE_DISTANCE = 1.3
"""Long sides of a picture from its middle to the eye."""
LAMP, CANDLE, SHADE = (0.4, 0.75, 1.0), (0.2, 0.5, 1.0), (1.0, 0.8, 0.6)
"""Strengths of blue, green and red in light that a phone did not make white."""


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


def seen_from(picture: Picture, degrees: float, side: int) -> Picture:
    """As a flat picture that is looked at so far from straight above, from its lower side or, by quarters of
    a turn, from another; the far end is the upper one."""
    turned = _quarters(picture, side)
    height, width = turned.shape[:2]
    tilt, long_side = np.radians(degrees), max(height, width)
    corners = np.array([(-width, -height), (width, -height), (width, height), (-width, height)]) / 2
    depths = 1 - np.sin(tilt) * corners[:, 1] / long_side / EYE_DISTANCE
    seen = corners * (1, np.cos(tilt)) / depths[:, None]
    size = np.ceil(np.ptp(seen, axis=0)).astype(int)
    seen -= seen.min(0)
    view = cv2.getPerspectiveTransform(
        (corners + np.array([width, height]) / 2).astype(np.float32), seen.astype(np.float32)
    )
    return np.asarray(cv2.warpPerspective(turned, view, size.tolist(), flags=cv2.INTER_AREA), np.uint8)


def _lit(picture: Picture, light: tuple[float, float, float], haze: float = 0.0) -> Picture:
    """In light of these strengths (blue, green, red; 1 as it was), some of it thrown back by whatever lies
    there, paper or ink; what is too light is clipped."""
    linear = (picture / 255.0) ** GAMMA
    return np.asarray(np.clip(((linear + haze) * light) ** (1 / GAMMA) * 255, 0, 255), np.uint8)


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
    "mirrored": mirrored_picture,
    "seen from a seat (60 degrees)": lambda picture: seen_from(picture, 60, 0),
    "seen from its right end (60 degrees)": lambda picture: seen_from(picture, 60, 1),
    "seen from its left end (70 degrees)": lambda picture: seen_from(picture, 70, 3),
    "in lamp light": lambda picture: _lit(picture, LAMP),
    "in lamp light, hazy and blurred": lambda picture: _blurred(_lit(picture, LAMP, 0.03)),
    "by a candle": lambda picture: _lit(picture, CANDLE, 0.01),
    "in blue shade": lambda picture: _lit(picture, SHADE),
    "much too light": lambda picture: _lit(picture, (2.2, 2.2, 2.2)),
    "too light by a lamp": lambda picture: _lit(picture, (1.0, 1.9, 2.5)),
}
