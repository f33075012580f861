"""View the table from straight above, though the phone was held at a slant.

The cards of a pack have one size. At a slant those far from the eye look smaller, and all look shortened
along the view; so the heights of indices show how the phone was held. From above, indices look as printed,
and the corners of all cards are alike.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from .crops import CropPlace
from .labels import JOKER
from .naming import NamedIndex
from .spots import Spot

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

LEAST_TILT = np.radians(30)
"""Cards seen less far from straight above are read as they are."""
TILTS, DIRECTIONS = np.radians(np.arange(3, 67, 3)), np.radians(np.arange(0, 360, 15))
FOCAL_LENGTHS = (0.75, 1.1, 1.8)
"""Of phones, and of pictures cut out of theirs, in long sides of the picture."""
USUAL_TILT = np.radians(40)
"""A slant so far from straight above counts against it like one index a `HEIGHT_ERROR` off."""
HEIGHT_ERROR, MOST_ERRORS = 0.06, 2.5
"""By how much logarithms of heights are off usually; and how many such errors count at most."""
MOST_MEAN_ERROR = 2.2
"""Mean of the squared errors, from which on the cards lie in no one plane."""
SURE_NAME, SURE_SPOT, LEAST_MARKS = 0.8, 0.4, 5
"""How sure indices are that tell the slant, and how many tell it."""
LEAST_DEPTH, MOST_HEIGHT = 0.15, 10.0
"""Least depth of an index in focal lengths, and what stands for its height nearer to the horizon."""


@dataclass(frozen=True)
class TableView:
    """The camera of a picture: the rotation that would make it look straight down, its focal length, and the
    picture's middle and long side, all in pixels."""

    turn: Matrix
    focal_length: float
    middle: Vector
    long_side: float

    def flat_points(self, points: Vector) -> Vector:
        """Return points of the picture (n, 2) as seen from above."""
        return self._turned_points(points, self.turn)

    def pictured_points(self, points: Vector) -> Vector:
        """Return points seen from above (n, 2) as they are in the picture."""
        return self._turned_points(points, self.turn.T)

    def _turned_points(self, points: Vector, turn: Matrix) -> Vector:
        rays = np.column_stack(
            [(points - self.middle) / self.long_side, np.full(len(points), self.focal_length)]
        )
        turned_rays = rays @ turn.T
        depths = np.maximum(turned_rays[:, 2:], 1e-3)
        return np.asarray(turned_rays[:, :2] / depths * self.focal_length * self.long_side + self.middle)

    def flat_spot(self, spot: Spot) -> Spot:
        """Return a spot of the picture as seen from above."""
        return _moved_spot(spot, self.flat_points)

    def pictured_spot(self, spot: Spot) -> Spot:
        """Return a spot seen from above as it is in the picture."""
        return _moved_spot(spot, self.pictured_points)

    def crop_place(self, spot: Spot) -> CropPlace:
        """Return the place in the picture of the crop of a spot seen from above."""
        middle, up = np.array([spot.x, spot.y]), np.array(spot.up)
        right = np.array([-up[1], up[0]])
        steps = np.array([up, -up, right, -right]) * spot.height / 2
        top, bottom, right_end, left_end = self.pictured_points(middle + steps)
        height = float(np.hypot(*(top - bottom)))
        (pictured_middle,) = self.pictured_points(middle[None])
        return pictured_middle, height, (top - bottom) / height, (right_end - left_end) / height


def _moved_spot(spot: Spot, move_points: Callable[[Vector], Vector]) -> Spot:
    middle, half_up = np.array([spot.x, spot.y]), np.array(spot.up) * spot.height / 2
    points = np.array([middle, middle + half_up, middle - half_up, spot.centre])
    moved_middle, top, bottom, centre = move_points(points)
    height = float(np.hypot(*(top - bottom)))
    up, way = (top - bottom) / height, (centre - moved_middle) / height
    return replace(
        spot, x=float(moved_middle[0]), y=float(moved_middle[1]), height=height,
        up=(float(up[0]), float(up[1])), centre_way=(float(way[0]), float(way[1])),
    )  # fmt: skip


@lru_cache(maxsize=1)
def _camera_turns() -> tuple[Vector, Vector, NDArray[np.float64]]:
    """Return all slants that are tried: their angles from straight above, focal lengths, and rotations (n, 3,
    3) that undo them."""
    slants = [(0.0, 0.0, FOCAL_LENGTHS[0]), *product(TILTS, DIRECTIONS, FOCAL_LENGTHS)]
    tilts, directions, focal_lengths = (np.array(column, float) for column in zip(*slants, strict=True))
    turns = np.array(
        [_camera_turn(tilt, direction) for tilt, direction in zip(tilts, directions, strict=True)]
    )
    return tilts, focal_lengths, turns


def _camera_turn(tilt: float, direction: float) -> Matrix:
    """Return the rotation by `tilt` about an axis in the picture."""
    turn, _ = cv2.Rodrigues(tilt * np.array([np.sin(direction), -np.cos(direction), 0]))
    return np.asarray(turn, np.float64)


def table_view(marks: list[NamedIndex], width: int, height: int) -> TableView | None:
    """Return the camera's view of the table, if the indices show that it was at a slant; else None."""
    is_sure = np.array([_is_sure(mark) for mark in marks], bool)
    if is_sure.sum() < LEAST_MARKS:
        return None
    long_side, middle = float(max(width, height)), np.array([width, height]) / 2
    tilts, focal_lengths, turns = _camera_turns()
    sure_spots = [mark.spot for mark, sure in zip(marks, is_sure, strict=True) if sure]
    heights = _flat_heights(sure_spots, middle, long_side)
    log_heights = np.log(heights)
    errors = (log_heights - np.median(log_heights, axis=1, keepdims=True)) / HEIGHT_ERROR
    costs = np.mean(np.minimum(np.abs(errors), MOST_ERRORS) ** 2, axis=1)
    costs[~(heights < MOST_HEIGHT).all(axis=1)] = np.inf
    best = int((costs + (tilts / USUAL_TILT) ** 2 / is_sure.sum()).argmin())
    if tilts[best] < LEAST_TILT or costs[best] > MOST_MEAN_ERROR:
        return None
    return TableView(turns[best], float(focal_lengths[best]), middle, long_side)


def _is_sure(mark: NamedIndex) -> bool:
    return mark.confidence > SURE_NAME and mark.spot.confidence > SURE_SPOT and mark.label[0] != JOKER


def _flat_heights(spots: list[Spot], middle: Vector, long_side: float) -> NDArray[np.float64]:
    """Return the heights of the spots as seen from above, for each slant (slants, spots), relative to the
    picture's long side; `MOST_HEIGHT` at or beyond the horizon."""
    _, focal_lengths, turns = _camera_turns()
    middles = (np.array([(spot.x, spot.y) for spot in spots]) - middle) / long_side
    half_ups = np.array([spot.up for spot in spots]) * [[spot.height / 2 / long_side] for spot in spots]
    ends = []
    for places in (middles + half_ups, middles - half_ups):
        rays = np.empty((len(turns), 3, len(spots)))
        rays[:, :2], rays[:, 2] = places.T, focal_lengths[:, None]
        turned_rays = turns @ rays
        depths = turned_rays[:, 2] / focal_lengths[:, None]
        is_deep = depths > LEAST_DEPTH
        deep_ends = turned_rays[:, :2].transpose(1, 0, 2) / np.where(is_deep, depths, 1)
        ends.append(np.where(is_deep, deep_ends, np.nan))
    return np.asarray(np.nan_to_num(np.hypot(*(ends[0] - ends[1])), nan=MOST_HEIGHT))
