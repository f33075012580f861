"""Ranks drawn by pen, as the makers of cards draw them and hardly any font does: flat-topped threes, narrow
tens, letters with slabs."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.shapes import Mask, trimmed

SIZE = 256

Line = NDArray[np.float64]


def _line(*points: tuple[float, float]) -> Line:
    return np.array(points, np.float64)


def _arc(x: float, y: float, wide: float, high: float, start: float, end: float) -> Line:
    """Part of an ellipse about x, y; angles in degrees, clockwise from the right."""
    turn = np.radians(np.linspace(start, end, 40))
    return np.stack([x + wide * np.cos(turn), y + high * np.sin(turn)], 1)


def _three(rng: np.random.Generator) -> list[Line]:
    if rng.random() < 0.6:
        meet = rng.uniform(0.33, 0.42)
        bowl = _arc(0.46, (1 + meet) / 2, 0.46, (1 - meet) / 2, -90, 150)
        return [_line((0.06, 0.0), (0.9, 0.0), (0.4, meet)), np.concatenate([_line((0.4, meet)), bowl])]
    return [_arc(0.46, 0.24, 0.4, 0.24, -160, 90), _arc(0.46, 0.73, 0.46, 0.27, -90, 160)]


def _four(rng: np.random.Generator) -> list[Line]:
    foot = rng.uniform(0.62, 0.78)
    stem = rng.uniform(0.62, 0.78)
    lines = [_line((stem, 1.0), (stem, 0.0), (0.0, foot), (1.0, foot))]
    return lines + ([_line((stem - 0.2, 1.0), (stem + 0.2, 1.0))] if rng.random() < 0.4 else [])


def _five(rng: np.random.Generator) -> list[Line]:
    top = rng.uniform(0.36, 0.46)
    bowl = _arc(0.44, (1 + top) / 2, 0.48, (1 - top) / 2 + 0.02, -125, 150)
    return [
        _line((0.88, 0.0), (0.16, 0.0), (0.1, top + 0.06)),
        np.concatenate([_line((0.1, top + 0.06)), bowl]),
    ]


def _six(rng: np.random.Generator) -> list[Line]:
    top = rng.uniform(0.36, 0.46)
    reach = float(rng.uniform(0.6, 0.95))
    stem = _line((reach, 0.02), (0.5, 0.0), (0.18, 0.2), (0.02, 0.5), (0.02, 0.7))
    if rng.random() < 0.5:
        stem = np.concatenate([_arc(0.5, 0.3, 0.46, 0.3, -20, -180), _line((0.04, 0.7))])
    return [stem, _arc(0.5, (1 + top) / 2, 0.48, (1 - top) / 2, 0, 360)]


def _nine(rng: np.random.Generator) -> list[Line]:
    return [np.array([1.0, 1.0]) - line for line in _six(rng)]


def _two(rng: np.random.Generator) -> list[Line]:
    high = rng.uniform(0.26, 0.32)
    top = _arc(0.48, high, 0.46, high, -170, 40)
    return [np.concatenate([top, _line((0.02, 1.0), (0.98, 1.0))])]


def _seven(rng: np.random.Generator) -> list[Line]:
    bend = rng.uniform(0.0, 0.2)
    return [_line((0.02, 0.0), (0.95, 0.0), (0.55 - bend / 2, 0.45), (0.35, 1.0))]


def _eight(rng: np.random.Generator) -> list[Line]:
    meet = rng.uniform(0.42, 0.48)
    return [
        _arc(0.5, meet / 2, 0.4, meet / 2, 0, 360),
        _arc(0.5, (1 + meet) / 2, 0.48, (1 - meet) / 2, 0, 360),
    ]


def _ten(rng: np.random.Generator) -> list[Line]:
    left = rng.uniform(0.3, 0.45)
    wide = (1.15 - left) / 2
    return [_line((0.08, 0.0), (0.08, 1.0)), _arc(left + wide, 0.5, wide, 0.5, 0, 360)]


def _ace(rng: np.random.Generator) -> list[Line]:
    bar = rng.uniform(0.58, 0.72)
    lines = [_line((0.06, 1.0), (0.5, 0.0), (0.94, 1.0)), _line((0.5 - bar / 2, bar), (0.5 + bar / 2, bar))]
    feet = [_line((-0.08, 1.0), (0.22, 1.0)), _line((0.78, 1.0), (1.08, 1.0))]
    return lines + (feet if rng.random() < 0.6 else [])


def _jack(rng: np.random.Generator) -> list[Line]:
    lines = [np.concatenate([_line((0.72, 0.0)), _arc(0.38, 0.72, 0.34, 0.28, 0, 170)])]
    return lines + ([_line((0.42, 0.0), (1.0, 0.0))] if rng.random() < 0.65 else [])


def _queen(rng: np.random.Generator) -> list[Line]:
    start = rng.uniform(0.45, 0.65)
    return [_arc(0.5, 0.47, 0.48, 0.47, 0, 360), _line((start, 0.68), (1.0, 1.06))]


def _king(rng: np.random.Generator) -> list[Line]:
    meet = rng.uniform(0.5, 0.66)
    lines = [
        _line((0.12, 0.0), (0.12, 1.0)),
        _line((0.9, 0.0), (0.12, meet)),
        _line((0.36, 0.48), (0.95, 1.0)),
    ]
    slabs = [
        _line((x - 0.16, y), (x + 0.16, y)) for x, y in ((0.12, 0.0), (0.12, 1.0), (0.88, 0.0), (0.95, 1.0))
    ]
    return lines + (slabs if rng.random() < 0.65 else [])


_DRAW = {
    "A": _ace, "2": _two, "3": _three, "4": _four, "5": _five, "6": _six, "7": _seven, "8": _eight,
    "9": _nine, "T": _ten, "J": _jack, "Q": _queen, "K": _king,
}  # fmt: skip


def rank_masks(rng: np.random.Generator) -> dict[str, Mask]:
    """Masks of all thirteen ranks, drawn with one pen."""
    wide, thick = rng.uniform(0.4, 0.75), int(rng.integers(12, 44))
    slant = rng.uniform(-0.05, 0.2) if rng.random() < 0.15 else 0.0
    masks = {}
    for rank, draw in _DRAW.items():
        canvas = np.zeros((SIZE * 2, SIZE * 2), np.uint8)
        for line in draw(rng):
            x = SIZE * 0.5 + (line[:, 0] * wide + slant * (1 - line[:, 1])) * SIZE
            points = np.stack([x, SIZE * 0.5 + line[:, 1] * SIZE], 1)
            cv2.polylines(canvas, [np.round(points * 8).astype(np.int32)], False, 255, thick, cv2.LINE_AA, 3)
        half = cv2.resize(canvas, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
        masks[rank] = trimmed(np.asarray(half, np.uint8))
    return masks
