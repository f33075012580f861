"""Suit signs as masks: drawn from circles and curves with random proportions, or taken from a font."""

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.uint8]

SIZE = 128
_FINE = 4  # drawn this many times larger, then made smaller, so that edges are soft


def _canvas() -> Mask:
    return np.zeros((SIZE * _FINE, SIZE * _FINE), np.uint8)


def _fill(canvas: Mask, points: NDArray[np.float64]) -> None:
    scaled = np.round(points * SIZE * _FINE).astype(np.int32)
    cv2.fillPoly(canvas, [scaled.reshape(-1, 1, 2)], 255)


def _disc(canvas: Mask, x: float, y: float, radius: float) -> None:
    scale = SIZE * _FINE
    cv2.circle(canvas, (round(x * scale), round(y * scale)), round(radius * scale), 255, -1)


def _curve(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> NDArray[np.float64]:
    """Points of the quadratic curve from a to c, pulled towards b."""
    t = np.linspace(0, 1, 24)[:, None]
    return np.asarray((1 - t) ** 2 * np.array(a) + 2 * t * (1 - t) * np.array(b) + t**2 * np.array(c))


def _diamond(canvas: Mask, rng: np.random.Generator) -> None:
    bend = rng.uniform(-0.04, 0.10)
    half = rng.uniform(0.32, 0.48)
    corners = [(0.5, 0.02), (0.5 + half, 0.5), (0.5, 0.98), (0.5 - half, 0.5)]
    sides = []
    for a, c in zip(corners, corners[1:] + corners[:1], strict=True):
        middle = ((a[0] + c[0]) / 2, (a[1] + c[1]) / 2)
        pull = (middle[0] + (0.5 - middle[0]) * 4 * bend, middle[1] + (0.5 - middle[1]) * 4 * bend)
        sides.append(_curve(a, pull, c))
    _fill(canvas, np.concatenate(sides))


def _lobes(canvas: Mask, rng: np.random.Generator, top: float, bottom: float) -> None:
    """A heart between two heights: two discs and a body that runs to a point."""
    radius = rng.uniform(0.235, 0.265)
    spread = rng.uniform(0.20, 0.24)
    height = top + radius
    for side in (-1, 1):
        _disc(canvas, 0.5 + side * spread, height, radius)
    edge = spread + radius * rng.uniform(0.93, 1.0)
    shoulder = height + radius * rng.uniform(0.1, 0.35)
    pull = (0.5 + rng.uniform(0.12, 0.26), shoulder + (bottom - shoulder) * rng.uniform(0.45, 0.6))
    right = _curve((0.5 + edge, shoulder), pull, (0.5, bottom))
    left = right[::-1] * np.array([-1, 1]) + np.array([1, 0])
    _fill(canvas, np.concatenate([right, left, np.array([[0.5, height]])]))


def _stem(canvas: Mask, rng: np.random.Generator, top: float) -> None:
    foot, waist = rng.uniform(0.12, 0.28), rng.uniform(0.015, 0.06)
    right = _curve((0.5 + waist, top), (0.5 + waist, 0.93), (0.5 + foot, 0.98))
    left = right[::-1] * np.array([-1, 1]) + np.array([1, 0])
    _fill(canvas, np.concatenate([right, left]))


def _heart(canvas: Mask, rng: np.random.Generator) -> None:
    _lobes(canvas, rng, 0.03, 0.97)


def _spade(canvas: Mask, rng: np.random.Generator) -> None:
    body = _canvas()
    _lobes(body, rng, 0.18, 0.98)
    np.maximum(canvas, body[::-1], out=canvas)
    _stem(canvas, rng, rng.uniform(0.5, 0.6))


def _club(canvas: Mask, rng: np.random.Generator) -> None:
    radius = rng.uniform(0.2, 0.235)
    _disc(canvas, 0.5, 0.03 + radius, radius)
    spread, height = rng.uniform(0.225, 0.27), rng.uniform(0.54, 0.62)
    for side in (-1, 1):
        _disc(canvas, 0.5 + side * spread, height, radius)
    core = rng.uniform(0.05, 0.14)
    _disc(canvas, 0.5, height - 0.08, core)
    _stem(canvas, rng, height - 0.15)


_DRAW = {"C": _club, "D": _diamond, "H": _heart, "S": _spade}


def suit_mask(suit: str, rng: np.random.Generator) -> Mask:
    """A mask of SIZE by SIZE pixels, 255 where the ink of this suit lies, its edges soft."""
    canvas = _canvas()
    _DRAW[suit](canvas, rng)
    return trimmed(cv2.resize(canvas, (SIZE, SIZE), interpolation=cv2.INTER_AREA).astype(np.uint8))


def trimmed(mask: Mask) -> Mask:
    """The mask without empty rows and columns around it."""
    rows, columns = np.flatnonzero(mask.max(1) > 32), np.flatnonzero(mask.max(0) > 32)
    if not len(rows) or not len(columns):
        return mask
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
