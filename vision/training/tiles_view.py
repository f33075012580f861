"""How a phone sees a table of tiles: places on it are in tile heights, x to the right, y down, z towards the
eye; a tile's face lies as high above the table as the tile is thick."""

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.scenes import SIZE
from vision.training.tiles_styles import HEIGHT

Matrix = NDArray[np.float64]


def camera(rng: np.random.Generator, tile: float, kind: str) -> Matrix:
    """From places (x, y, z, 1) to the picture (3, 4), a tile being about `tile` pixels high."""
    seated = rng.random() < 0.35  # at the table, not bent over it
    tilt = np.radians(rng.uniform(38, 62) if seated else min(58.0, abs(rng.normal(0, 24))))
    steep = rng.normal(0, 0.25) if rng.random() < 0.6 else rng.uniform(0, 2 * np.pi)
    turn = rng.normal(0, 0.1)
    if kind != "rack" and rng.random() < 0.4:
        turn = rng.uniform(0, 2 * np.pi)
    distance = rng.uniform(1.3, 3.0) * SIZE / tile
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), np.sin(tilt)], [0, -np.sin(tilt), np.cos(tilt)]])
    turned = np.diag([1.0, 1.0, -1.0]) @ _about_z(steep) @ lean @ _about_z(turn - steep)
    lens = np.array([[tile * distance, 0, SIZE / 2], [0, tile * distance, SIZE / 2], [0, 0, 1.0]])
    return np.asarray(lens @ np.column_stack([turned, [0.0, 0.0, distance]]))


def _about_z(angle: float) -> Matrix:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])


def through(matrix: Matrix, points: NDArray[np.floating]) -> Matrix:
    """Points (n, k) through a projection (3, k + 1): (n, 2)."""
    solid = np.concatenate([points, np.ones((len(points), 1))], 1) @ matrix.T
    return np.asarray(solid[:, :2] / solid[:, 2:])


def face_to_picture(view: Matrix, place: NDArray[np.float64], width: int, above: float) -> Matrix:
    """From the pixels of a face lying at x, y, turn, so high above the table, to the picture's."""
    cos, sin, scale = np.cos(place[2]), np.sin(place[2]), 1 / HEIGHT
    across, along = width / 2 * scale, 0.5
    on_table = np.array([
        [cos * scale, -sin * scale, place[0] - cos * across + sin * along],
        [sin * scale, cos * scale, place[1] - sin * across - cos * along],
        [0, 0, above], [0, 0, 1.0],
    ])  # fmt: skip
    return np.asarray(view @ on_table)


def outline(width: int) -> Matrix:
    """The edge of a face with its round corners, in the face's pixels."""
    radius = 0.05 * HEIGHT
    quarter = np.linspace(0, np.pi / 2, 5)
    right, low = width - radius, HEIGHT - radius
    arcs = []
    for k, middle in enumerate([(right, low), (radius, low), (radius, radius), (right, radius)]):
        turn = quarter + k * np.pi / 2
        arcs.append(np.array(middle) + radius * np.stack([np.cos(turn), np.sin(turn)], 1))
    return np.concatenate(arcs)


def cover(edge: Matrix, size: tuple[int, int]) -> NDArray[np.float32]:
    """How much of each pixel the hull of these points covers: (h, w, 1) for a size (w, h)."""
    fine = np.zeros((size[1] * 2, size[0] * 2), np.uint8)
    hull = cv2.convexHull(np.round(edge * 2).astype(np.int32))
    cv2.fillConvexPoly(fine, hull, 255, cv2.LINE_AA)
    small = cast(NDArray[np.uint8], cv2.resize(fine, size, interpolation=cv2.INTER_AREA))
    return np.asarray(small[:, :, None], np.float32) / np.float32(255)
