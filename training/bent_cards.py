"""Cards in space as hands hold them: bent, leaning, seen by a phone."""

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from training.deck_styles import FACE_HEIGHT
from training.printing import Picture
from training.projection import Matrix, rounded_outline, warp_face

STRIP_COUNT = 5
"""Flat strips that a bent card is drawn as."""


@dataclass(frozen=True)
class Eye:
    """The phone: the rotation from the table's space to its own, its distance in card heights from the middle
    of the picture, a card's height in pixels at that distance, and the picture's middle in pixels."""

    rotation: Matrix
    distance: float
    card_pixels: float
    middle: float

    def project(self, points: Matrix) -> Matrix:
        """Points of space (n, 3), in card heights, as pixels (n, 2)."""
        seen = points @ self.rotation.T
        nearness = self.distance / (self.distance + seen[:, 2:])
        return np.asarray(seen[:, :2] * nearness * self.card_pixels + self.middle)


def random_eye(rng: np.random.Generator, card_pixels: float, picture_side: int) -> Eye:
    """A phone that looks at the cards from straight above or at a slant of up to 45 degrees."""
    tilt = np.radians(min(45.0, abs(rng.normal(0, 17))))
    direction = rng.uniform(0, 2 * np.pi)
    axis_vector = tilt * np.array([np.cos(direction), np.sin(direction), 0.0])
    rotation, _ = cv2.Rodrigues(axis_vector)
    distance = max(2.2, rng.uniform(1.2, 2.6) * picture_side / card_pixels)
    return Eye(np.asarray(rotation, np.float64), distance, card_pixels, picture_side / 2)


@dataclass(frozen=True)
class CardPose:
    """Where a card is, in card heights: its middle and turn on the table as in `card_layouts.Places`, its
    height above the table, how far it leans over its long axis, and by how much it bows along its width
    or, with `bows_along`, along its length."""

    x: float
    y: float
    turn: float
    lift: float = 0.0
    lean: float = 0.0
    bow: float = 0.0
    bows_along: bool = False

    def points_in_space(self, face_points: NDArray[np.floating], size: tuple[int, int]) -> Matrix:
        """Pixels of a face of this size (w, h) as points of space (n, 3); z runs away from the eye."""
        flat = (face_points - np.array(size) / 2) / FACE_HEIGHT
        bent_part = flat[:, 1] if self.bows_along else flat[:, 0]
        depth = self.bow * bent_part**2 + np.sin(self.lean) * flat[:, 0] - self.lift
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        across = flat[:, 0] * np.cos(self.lean)
        x = cos * across - sin * flat[:, 1] + self.x
        y = sin * across + cos * flat[:, 1] + self.y
        return np.stack([x, y, depth], 1)


@dataclass(frozen=True)
class SeenFace:
    """A face in a picture: the box that it takes there (x0, y0, x1, y1), its pixels within the box, the part
    of each that it covers (h, w, 1), and its edge in pixels of the picture."""

    box: tuple[int, int, int, int]
    pixels: NDArray[np.float32]
    coverage: NDArray[np.float32]
    outline: Matrix


def see_face(face: Picture, pose: CardPose, eye: Eye) -> SeenFace | None:
    """A face as the phone sees it; None where it lies outside the picture."""
    height, width = face.shape[:2]

    def pixels_of(points: NDArray[np.floating]) -> Matrix:
        return eye.project(pose.points_in_space(points, (width, height)))

    outline = pixels_of(_dense_outline(width, height))
    picture_side = round(2 * eye.middle)
    x0, y0 = (int(v) for v in np.maximum(np.floor(outline.min(0)) - 6, 0))
    x1, y1 = (int(v) for v in np.minimum(np.ceil(outline.max(0)) + 7, picture_side))
    if x1 - x0 < 4 or y1 - y0 < 4:
        return None
    size = (x1 - x0, y1 - y0)
    face_scale = float(np.sqrt(abs(cv2.contourArea(outline.astype(np.float32))) / (width * height)))
    pixels = np.zeros((size[1], size[0], 3), np.uint8)
    for near, far in _strip_ends(width, height, pose):
        corners = np.array([(near[0], near[1]), (far[0], near[1]), (far[0], far[1]), (near[0], far[1])])
        corner_pixels = pixels_of(corners.astype(np.float64)) - (x0, y0)
        matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), corner_pixels.astype(np.float32))
        strip_mask = np.zeros(pixels.shape[:2], np.uint8)
        cv2.fillConvexPoly(strip_mask, np.round(corner_pixels).astype(np.int32), 1)
        strip_mask = cv2.dilate(strip_mask, np.ones((5, 5), np.uint8))
        if strip_mask.any():
            cv2.copyTo(warp_face(face, np.asarray(matrix), face_scale, size), strip_mask, pixels)
    return SeenFace((x0, y0, x1, y1), pixels.astype(np.float32), _coverage(outline - (x0, y0), size), outline)


def _strip_ends(width: int, height: int, pose: CardPose) -> list[tuple[NDArray[np.int_], NDArray[np.int_]]]:
    """The corners of the flat strips across the way that the card is bent."""
    if abs(pose.bow) < 0.01:
        return [(np.array([0, 0]), np.array([width, height]))]
    ends = np.round(np.linspace(0, height if pose.bows_along else width, STRIP_COUNT + 1)).astype(int)
    if pose.bows_along:
        return [(np.array([0, a]), np.array([width, b])) for a, b in pairwise(ends)]
    return [(np.array([a, 0]), np.array([b, height])) for a, b in pairwise(ends)]


def _dense_outline(width: int, height: int) -> Matrix:
    """The face's edge with its round corners, and points along its sides, where a bent card curves."""
    outline = rounded_outline(width, height, 0.035 * height)
    dense: list[NDArray[np.float64]] = []
    for start, end in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        count = 5 if np.hypot(*(end - start)) > 0.2 * width else 1
        dense += [start + (end - start) * share for share in np.arange(count) / count]
    return np.array(dense)


def _coverage(outline: Matrix, size: tuple[int, int]) -> NDArray[np.float32]:
    fine_mask = np.zeros((size[1] * 2, size[0] * 2), np.uint8)
    cv2.fillPoly(fine_mask, [np.round(outline * 2).astype(np.int32)], 255, cv2.LINE_AA)
    coverage = np.asarray(cv2.resize(fine_mask, size, interpolation=cv2.INTER_AREA), np.float32)
    return coverage[:, :, None] / np.float32(255)
