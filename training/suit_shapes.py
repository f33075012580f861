"""Suit signs as masks: drawn from circles and curves with random proportions, or taken from a font."""

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.uint8]

MASK_SIDE = 128
_OVERSAMPLING = 4  # drawn this many times larger, then made smaller, so that edges are soft


def _empty_canvas() -> Mask:
    return np.zeros((MASK_SIDE * _OVERSAMPLING, MASK_SIDE * _OVERSAMPLING), np.uint8)


def _fill_outline(canvas: Mask, outline: NDArray[np.float64]) -> None:
    fine_outline = np.round(outline * MASK_SIDE * _OVERSAMPLING).astype(np.int32)
    cv2.fillPoly(canvas, [fine_outline.reshape(-1, 1, 2)], 255)


def _fill_disc(canvas: Mask, x: float, y: float, radius: float) -> None:
    fine_side = MASK_SIDE * _OVERSAMPLING
    cv2.circle(canvas, (round(x * fine_side), round(y * fine_side)), round(radius * fine_side), 255, -1)


def _quadratic_curve(
    first_point: tuple[float, float], pull_point: tuple[float, float], last_point: tuple[float, float]
) -> NDArray[np.float64]:
    """Points of the quadratic curve from a to c, pulled towards b."""
    t = np.linspace(0, 1, 24)[:, None]
    return np.asarray(
        (1 - t) ** 2 * np.array(first_point)
        + 2 * t * (1 - t) * np.array(pull_point)
        + t**2 * np.array(last_point)
    )


def _draw_diamond(canvas: Mask, rng: np.random.Generator) -> None:
    bend = rng.uniform(-0.04, 0.10)
    half_width = rng.uniform(0.32, 0.48)
    corners = [(0.5, 0.02), (0.5 + half_width, 0.5), (0.5, 0.98), (0.5 - half_width, 0.5)]
    sides = []
    for corner, next_corner in zip(corners, corners[1:] + corners[:1], strict=True):
        side_middle = ((corner[0] + next_corner[0]) / 2, (corner[1] + next_corner[1]) / 2)
        pull_point = (
            side_middle[0] + (0.5 - side_middle[0]) * 4 * bend,
            side_middle[1] + (0.5 - side_middle[1]) * 4 * bend,
        )
        sides.append(_quadratic_curve(corner, pull_point, next_corner))
    _fill_outline(canvas, np.concatenate(sides))


def _draw_lobes(canvas: Mask, rng: np.random.Generator, top: float, bottom: float) -> None:
    """A heart between two heights: two discs and a body that runs to a point."""
    lobe_radius = rng.uniform(0.235, 0.265)
    lobe_spread = rng.uniform(0.20, 0.24)
    lobe_height = top + lobe_radius
    for side in (-1, 1):
        _fill_disc(canvas, 0.5 + side * lobe_spread, lobe_height, lobe_radius)
    body_edge = lobe_spread + lobe_radius * rng.uniform(0.93, 1.0)
    shoulder = lobe_height + lobe_radius * rng.uniform(0.1, 0.35)
    pull_point = (0.5 + rng.uniform(0.12, 0.26), shoulder + (bottom - shoulder) * rng.uniform(0.45, 0.6))
    right_edge = _quadratic_curve((0.5 + body_edge, shoulder), pull_point, (0.5, bottom))
    left_edge = right_edge[::-1] * np.array([-1, 1]) + np.array([1, 0])
    _fill_outline(canvas, np.concatenate([right_edge, left_edge, np.array([[0.5, lobe_height]])]))


def _draw_stem(canvas: Mask, rng: np.random.Generator, top: float) -> None:
    foot_width, waist_width = rng.uniform(0.12, 0.28), rng.uniform(0.015, 0.06)
    right_edge = _quadratic_curve(
        (0.5 + waist_width, top), (0.5 + waist_width, 0.93), (0.5 + foot_width, 0.98)
    )
    left_edge = right_edge[::-1] * np.array([-1, 1]) + np.array([1, 0])
    _fill_outline(canvas, np.concatenate([right_edge, left_edge]))


def _draw_heart(canvas: Mask, rng: np.random.Generator) -> None:
    _draw_lobes(canvas, rng, 0.03, 0.97)


def _draw_spade(canvas: Mask, rng: np.random.Generator) -> None:
    upturned_heart = _empty_canvas()
    _draw_lobes(upturned_heart, rng, 0.18, 0.98)
    np.maximum(canvas, upturned_heart[::-1], out=canvas)
    _draw_stem(canvas, rng, rng.uniform(0.5, 0.6))


def _draw_club(canvas: Mask, rng: np.random.Generator) -> None:
    lobe_radius = rng.uniform(0.2, 0.235)
    _fill_disc(canvas, 0.5, 0.03 + lobe_radius, lobe_radius)
    lobe_spread, lobe_height = rng.uniform(0.225, 0.27), rng.uniform(0.54, 0.62)
    for side in (-1, 1):
        _fill_disc(canvas, 0.5 + side * lobe_spread, lobe_height, lobe_radius)
    core_radius = rng.uniform(0.05, 0.14)
    _fill_disc(canvas, 0.5, lobe_height - 0.08, core_radius)
    _draw_stem(canvas, rng, lobe_height - 0.15)


_SUIT_DRAWERS = {"C": _draw_club, "D": _draw_diamond, "H": _draw_heart, "S": _draw_spade}


def suit_mask(suit: str, rng: np.random.Generator) -> Mask:
    """A mask at most MASK_SIDE pixels wide and high, 255 where the ink of this suit lies, its edges soft."""
    canvas = _empty_canvas()
    _SUIT_DRAWERS[suit](canvas, rng)
    return trimmed_mask(
        cv2.resize(canvas, (MASK_SIDE, MASK_SIDE), interpolation=cv2.INTER_AREA).astype(np.uint8)
    )


def star_outline(point_count: int, inner_radius: float) -> NDArray[np.float64]:
    """The corners of a star about 0, 0 that fits a circle of radius 1, from its upper point on."""
    angles = np.arange(2 * point_count) * np.pi / point_count - np.pi / 2
    radii = np.where(np.arange(2 * point_count) % 2 == 0, 1, inner_radius)
    return np.stack([radii * np.cos(angles), radii * np.sin(angles)], 1)


def trimmed_mask(mask: Mask) -> Mask:
    """The mask without empty rows and columns around it."""
    rows, columns = np.flatnonzero(mask.max(1) > 32), np.flatnonzero(mask.max(0) > 32)
    if not len(rows) or not len(columns):
        return mask
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
