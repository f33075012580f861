"""How flat faces come into a picture that a phone took of a table: projected, warped, what they cover."""

import cv2
import numpy as np
from numpy.typing import NDArray

from training.printing import Picture

Matrix = NDArray[np.float64]


def project_points(matrix: Matrix, points: NDArray[np.floating]) -> Matrix:
    """Points (n, k) through a projection (3, k + 1): (n, 2)."""
    homogeneous = np.concatenate([points, np.ones((len(points), 1))], 1) @ matrix.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:])


def rounded_outline(width: int, height: int, radius: float) -> Matrix:
    """The edge of a face with its round corners, in the face's pixels, clockwise from the lower right."""
    quarter_angles = np.linspace(0, np.pi / 2, 5)
    right_x, low_y = width - radius, height - radius
    corner_middles = [(right_x, low_y), (radius, low_y), (radius, radius), (right_x, radius)]
    corner_arcs = []
    for quarter_turns, corner_middle in enumerate(corner_middles):
        angles = quarter_angles + quarter_turns * np.pi / 2
        corner_arcs.append(np.array(corner_middle) + radius * np.stack([np.cos(angles), np.sin(angles)], 1))
    return np.concatenate(corner_arcs)


def outline_coverage(outline: Matrix, size: tuple[int, int]) -> NDArray[np.float32]:
    """How much of each pixel a convex outline covers: (h, w, 1) for a size (w, h)."""
    return _fine_coverage(_half_pixels(outline), size)


def hull_coverage(points: Matrix, size: tuple[int, int]) -> NDArray[np.float32]:
    """How much of each pixel the hull of these points covers: (h, w, 1) for a size (w, h)."""
    return _fine_coverage(np.asarray(cv2.convexHull(_half_pixels(points)), np.int32), size)


def _half_pixels(points: Matrix) -> NDArray[np.int32]:
    return np.round(points * 2).astype(np.int32)


def _fine_coverage(half_pixels: NDArray[np.int32], size: tuple[int, int]) -> NDArray[np.float32]:
    fine_mask = np.zeros((size[1] * 2, size[0] * 2), np.uint8)
    cv2.fillConvexPoly(fine_mask, half_pixels, 255, cv2.LINE_AA)
    coverage = np.asarray(cv2.resize(fine_mask, size, interpolation=cv2.INTER_AREA), np.float32)
    return coverage[:, :, None] / np.float32(255)


def warp_face(face: Picture, matrix: Matrix, face_scale: float, size: tuple[int, int]) -> NDArray[np.uint8]:
    """The face as a picture of this size (w, h) shows it; `face_scale` is about how much smaller it gets."""
    shrink = min(1.0, face_scale * 1.3)
    small_face = face
    if shrink < 0.9:  # warping takes one pixel in several: shrink first, or steps and moiré are left
        small_face = np.asarray(cv2.resize(face, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))
    ratios = [face.shape[1] / small_face.shape[1], face.shape[0] / small_face.shape[0], 1.0]
    warped = cv2.warpPerspective(
        small_face, matrix @ np.diag(ratios), size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(warped, np.uint8)
