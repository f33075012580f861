"""Signs in a suit's place that are none of the four: a fifth suit, those of Swiss, German and Latin decks.

They teach the namer to say "none", so that none of them is ever surely a diamond."""

import cv2
import numpy as np
from numpy.typing import NDArray

from training.suit_shapes import MASK_SIDE, Mask, star_outline, trimmed_mask

_SIDE = MASK_SIDE * 4  # drawn larger, then made smaller, so that edges are soft
_HOLLOW_SHARE = 0.2  # part of the signs that are printed as a line around paper


def _fill(canvas: Mask, points: NDArray[np.float64] | list[tuple[float, float]], ink: int = 255) -> None:
    outline = np.round(np.asarray(points) * _SIDE).astype(np.int32)
    cv2.fillPoly(canvas, [outline.reshape(-1, 1, 2)], ink)


def _disc(canvas: Mask, middle: tuple[float, float], radius: float, ink: int = 255) -> None:
    x, y = (round(v * _SIDE) for v in middle)
    cv2.circle(canvas, (x, y), round(radius * _SIDE), ink, -1)


def _oval(canvas: Mask, middle: tuple[float, float], radii: tuple[float, float], ink: int = 255) -> None:
    x, y = (round(v * _SIDE) for v in middle)
    cv2.ellipse(canvas, (x, y), (round(radii[0] * _SIDE), round(radii[1] * _SIDE)), 0, 0, 360, ink, -1)


def _bar(canvas: Mask, box: tuple[float, float, float, float], ink: int = 255) -> None:
    x0, y0, x1, y1 = (round(v * _SIDE) for v in box)
    cv2.rectangle(canvas, (x0, y0), (x1, y1), ink, -1)


def _draw_star(canvas: Mask, rng: np.random.Generator) -> None:
    point_count = int(rng.choice([4, 5, 5, 5, 6, 7, 8]))
    inner_radius = rng.uniform(0.2, 0.33) if point_count == 4 else rng.uniform(0.35, 0.65)
    _fill(canvas, 0.5 + 0.48 * star_outline(point_count, inner_radius))


def _draw_tree(canvas: Mask, rng: np.random.Generator) -> None:
    tier_count, half_width = int(rng.integers(1, 4)), rng.uniform(0.28, 0.46)
    foot = rng.uniform(0.72, 0.88)
    for tier in range(tier_count):
        top, low = 0.02 + 0.2 * tier, 0.02 + (foot - 0.02) * (tier + 1) / tier_count
        width = half_width * (0.5 + 0.5 * (tier + 1) / tier_count)
        _fill(canvas, [(0.5, top), (0.5 + width, low), (0.5 - width, low)])
    _bar(canvas, (0.44, foot - 0.02, 0.56, 0.98))


def _draw_acorn(canvas: Mask, rng: np.random.Generator) -> None:
    half_width, rim = rng.uniform(0.24, 0.36), rng.uniform(0.36, 0.5)
    _oval(canvas, (0.5, rim), (half_width * 0.9, rng.uniform(0.4, 0.52)))
    _bar(canvas, (0, 0, 1, rim), 0)
    _oval(canvas, (0.5, rim), (half_width * 1.15, rim - 0.12))
    _bar(canvas, (0, rim + 0.05, 0.5 - half_width * 0.92, 1), 0)
    _bar(canvas, (0.5 + half_width * 0.92, rim + 0.05, 1, 1), 0)
    _bar(canvas, (0.46, 0.02, 0.54, rim))
    if rng.random() < 0.7:
        _bar(canvas, (0, rim + 0.02, 1, rim + 0.06), 0)


def _draw_bell(canvas: Mask, rng: np.random.Generator) -> None:
    _disc(canvas, (0.5, 0.56), 0.42)
    _disc(canvas, (0.5, 0.1), 0.08)
    band = rng.uniform(0.44, 0.56)
    _bar(canvas, (0, band, 1, band + rng.uniform(0.04, 0.1)), 0)
    if rng.random() < 0.7:
        _bar(canvas, (0.47, band, 0.53, 0.8), 0)
        _disc(canvas, (0.5, 0.8), 0.07, 0)


def _draw_flower(canvas: Mask, rng: np.random.Generator) -> None:
    petal_count = int(rng.integers(5, 9))
    for angle in np.arange(petal_count) * 2 * np.pi / petal_count - np.pi / 2:
        _disc(canvas, (0.5 + 0.3 * np.cos(angle), 0.5 + 0.3 * np.sin(angle)), 0.68 / petal_count + 0.05)
    _disc(canvas, (0.5, 0.5), 0.3)
    if rng.random() < 0.7:
        _disc(canvas, (0.5, 0.5), rng.uniform(0.08, 0.2), 0)


def _draw_shield(canvas: Mask, rng: np.random.Generator) -> None:
    half_width, shoulder = rng.uniform(0.36, 0.46), rng.uniform(0.4, 0.6)
    t = np.linspace(0, np.pi / 2, 16)
    right = np.stack([0.5 + half_width * np.cos(t), shoulder + (0.97 - shoulder) * np.sin(t)], 1)
    left = right[::-1] * np.array([-1, 1]) + np.array([1, 0])
    top = np.array([(0.5 - half_width, 0.04), (0.5 + half_width, 0.04)])
    _fill(canvas, np.concatenate([top, right, left]))
    if rng.random() < 0.5:
        _bar(canvas, (0.45, 0.12, 0.55, 0.8), 0)
        _bar(canvas, (0.2, 0.3, 0.8, 0.4), 0)


def _draw_moon(canvas: Mask, rng: np.random.Generator) -> None:
    _disc(canvas, (0.5, 0.5), 0.46)
    _disc(canvas, (0.5 + rng.choice([-1, 1]) * rng.uniform(0.15, 0.3), 0.45), rng.uniform(0.32, 0.42), 0)


def _draw_crown(canvas: Mask, rng: np.random.Generator) -> None:
    dip, foot = rng.uniform(0.4, 0.6), rng.uniform(0.75, 0.92)
    tops = [(0.04, 0.2), (0.28, dip), (0.5, 0.06), (0.72, dip), (0.96, 0.2)]
    _fill(canvas, [*tops, (0.86, foot), (0.14, foot)])


def _draw_coin(canvas: Mask, rng: np.random.Generator) -> None:
    _disc(canvas, (0.5, 0.5), 0.46)
    if rng.random() < 0.8:
        _disc(canvas, (0.5, 0.5), rng.uniform(0.3, 0.38), 0)
        _disc(canvas, (0.5, 0.5), rng.uniform(0.08, 0.28))


def _draw_cup(canvas: Mask, rng: np.random.Generator) -> None:
    half_width, low = rng.uniform(0.3, 0.44), rng.uniform(0.5, 0.62)
    _bar(canvas, (0.5 - half_width, 0.05, 0.5 + half_width, 0.25))
    _oval(canvas, (0.5, 0.25), (half_width, low - 0.25))
    _bar(canvas, (0.44, low - 0.05, 0.56, 0.9))
    _fill(canvas, [(0.44, 0.82), (0.56, 0.82), (0.78, 0.97), (0.22, 0.97)])


def _draw_cross(canvas: Mask, rng: np.random.Generator) -> None:
    half_width, height = rng.uniform(0.07, 0.17), rng.uniform(0.28, 0.55)
    _bar(canvas, (0.5 - half_width, 0.02, 0.5 + half_width, 0.98))
    _bar(canvas, (0.08, height - half_width, 0.92, height + half_width))


def _draw_plane_figure(canvas: Mask, rng: np.random.Generator) -> None:
    """A square, a triangle either way up, or a hexagon."""
    kind = int(rng.integers(3))
    if kind == 0:
        _bar(canvas, (0.08, 0.08, 0.92, 0.92))
    elif kind == 1:
        tip, base = (0.05, 0.92) if rng.random() < 0.5 else (0.95, 0.08)
        _fill(canvas, [(0.5, tip), (0.96, base), (0.04, base)])
    else:
        angles = np.arange(6) * np.pi / 3 + rng.choice([0, np.pi / 6])
        _fill(canvas, 0.5 + 0.46 * np.stack([np.cos(angles), np.sin(angles)], 1))


_DRAWERS = (
    _draw_star, _draw_star, _draw_star, _draw_tree, _draw_acorn, _draw_bell, _draw_flower, _draw_shield,
    _draw_moon, _draw_crown, _draw_coin, _draw_cup, _draw_cross, _draw_plane_figure,
)  # fmt: skip


def other_suit_mask(rng: np.random.Generator) -> Mask:
    """The mask of one such sign, 255 where its ink lies."""
    canvas = np.zeros((_SIDE, _SIDE), np.uint8)
    _DRAWERS[int(rng.integers(len(_DRAWERS)))](canvas, rng)
    if rng.random() < _HOLLOW_SHARE:
        bordered = cv2.copyMakeBorder(canvas, 1, 1, 1, 1, cv2.BORDER_CONSTANT)
        depth = cv2.distanceTransform(bordered, cv2.DIST_L2, 3)[1:-1, 1:-1]
        canvas[depth > rng.uniform(0.05, 0.1) * _SIDE] = 0
    small = cv2.resize(canvas, (MASK_SIDE, MASK_SIDE), interpolation=cv2.INTER_AREA)
    return trimmed_mask(np.asarray(small, np.uint8))
