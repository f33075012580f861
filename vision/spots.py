"""Find indices: the first network looks at the picture in several sizes."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from .model import Network

Picture = NDArray[np.uint8]
Planes = NDArray[np.float32]
Piece = TypeVar("Piece")

CELL = 4
LONGEST_SIDE = 2048  # pixels of the long side at the largest size looked at
SHORTEST_SIDE = 480  # of the long side at the smallest size at which all answers count
NEAR_SIDE, NEAR_HEIGHT = 120, 32  # at smaller sizes, down to this side, only indices so high at least do
DOUBLED_BELOW = 1100  # pictures with a shorter long side are looked at doubled too
LEAST_CONFIDENCE = 0.2  # weaker answers count in a fan only
WEAKEST_CONFIDENCE, MOST_WEAK = 0.05, 300  # still weaker ones are dropped, and all beyond so many weak ones
LEAST_DISTANCE = 0.28  # heights of an index; two nearer to each other are the same
LEAST_DISTANCE_IN_FAN = 0.16  # the same in a fan


@dataclass(frozen=True)
class Spot:
    """A place of an index: its middle (x, y) and height in pixels, its direction up as a unit vector, the
    vector to its card's middle in index heights, and the chance that it is an index (0 to 1)."""

    x: float
    y: float
    height: float
    up: tuple[float, float]
    centre_way: tuple[float, float]
    confidence: float

    @property
    def centre(self) -> tuple[float, float]:
        """The expected middle of the card, in pixels."""
        return self.x + self.centre_way[0] * self.height, self.y + self.centre_way[1] * self.height


def look_factors(width: int, height: int, shortest_side: int) -> list[float]:
    """Return the scale factors of the looks at a picture, down to a long side of `shortest_side`."""
    longest_side = max(width, height)
    factor = min(1.0, LONGEST_SIDE / longest_side)
    if longest_side < DOUBLED_BELOW:
        factor = 2.0
    factors = [factor]
    while factors[-1] * longest_side / 2 >= shortest_side:
        factors.append(factors[-1] / 2)
    return factors


def resized(picture: Picture, size: tuple[int, int]) -> Picture:
    """Return the picture (height, width, 3) resized to a width and height."""
    method = cv2.INTER_AREA if size[0] < picture.shape[1] else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, size, interpolation=method), np.uint8)


def find_spots(picture: Picture, network: Network) -> list[Spot]:
    """Return all indices seen at any size, each once, surest first, with the surest weak ones.

    An index too near to a surer one to lie beside it but in a fan is weak. Looks with a long side
    between `NEAR_SIDE` and `SHORTEST_SIDE` count only large indices, which cards near the eye show too large
    for any other look.
    """
    spots: list[Spot] = []
    scaled = picture
    for factor in look_factors(picture.shape[1], picture.shape[0], NEAR_SIDE):
        scaled_size = (max(1, round(picture.shape[1] * factor)), max(1, round(picture.shape[0] * factor)))
        if scaled_size != scaled.shape[1::-1]:
            scaled = resized(scaled, scaled_size)
        least_height = 0 if max(scaled_size) >= SHORTEST_SIDE else NEAR_HEIGHT
        found = spots_at(scaled, network, factor, WEAKEST_CONFIDENCE)
        spots += [spot for spot in found if spot.height * factor >= least_height]
    spots.sort(key=lambda spot: -spot.confidence)
    strong_count = sum(spot.confidence > LEAST_CONFIDENCE for spot in spots)
    surest_spots = spots[: strong_count + MOST_WEAK]
    kept = single_spots(surest_spots, LEAST_DISTANCE_IN_FAN)
    alone = set(single_spots(kept))
    weakened = [spot if spot in alone else _weakened(spot) for spot in kept]
    return sorted(weakened, key=lambda spot: spot.confidence, reverse=True)


def _weakened(spot: Spot) -> Spot:
    return replace(spot, confidence=min(spot.confidence, LEAST_CONFIDENCE))


def spots_at(
    scaled: Picture, network: Network, factor: float, least_confidence: float = LEAST_CONFIDENCE
) -> list[Spot]:
    """Return the indices of a picture scaled by `factor`, in pixels of the original picture."""
    return _scaled_spots(_heat_peaks(network.run(_padded_batch(scaled))[0], least_confidence), 1 / factor)


def _padded_batch(picture: Picture) -> NDArray[np.float32]:
    rows_below, columns_beside = -picture.shape[0] % 16, -picture.shape[1] % 16
    padded = cv2.copyMakeBorder(
        picture, 0, rows_below, 0, columns_beside, cv2.BORDER_CONSTANT, value=(128, 128, 128)
    )
    return np.asarray(cv2.dnn.blobFromImage(padded, 1 / 255), np.float32)


def _heat_peaks(planes: Planes, least_confidence: float) -> list[Spot]:
    heat = planes[0]
    # a cell above its neighbours, compared as logits: most cells never become chances
    least_logit = np.log(least_confidence / (1 - least_confidence))
    is_peak = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > least_logit)
    spots = []
    for row, column in np.argwhere(is_peak):
        logit, dx, dy, log_height, ux, uy, wx, wy = (float(v) for v in planes[:, row, column])
        up_length = float(np.hypot(ux, uy)) or 1.0
        spots.append(
            Spot(
                (column + 0.5 + dx) * CELL, (row + 0.5 + dy) * CELL, float(np.exp(log_height)) * CELL,
                (ux / up_length, uy / up_length), (wx, wy), 1 / (1 + float(np.exp(-logit))),
            )
        )  # fmt: skip
    return spots


def _scaled_spots(spots: list[Spot], factor: float) -> list[Spot]:
    return [replace(s, x=s.x * factor, y=s.y * factor, height=s.height * factor) for s in spots]


def without_doubles(
    pieces: Iterable[Piece],
    spot_of: Callable[[Piece], Spot],
    confidence_of: Callable[[Piece], float],
    least_distance: float = LEAST_DISTANCE,
) -> list[Piece]:
    """Return the pieces without those too near a surer one, surest first (non-maximum suppression).

    `least_distance`: in heights of the larger of two pieces.
    """
    single_pieces: list[Piece] = []
    for piece in sorted(pieces, key=lambda p: -confidence_of(p)):
        if all(lie_apart(spot_of(piece), spot_of(surer), least_distance) for surer in single_pieces):
            single_pieces.append(piece)
    return single_pieces


def single_spots(spots: Iterable[Spot], least_distance: float = LEAST_DISTANCE) -> list[Spot]:
    """Return the spots `without_doubles`."""
    return without_doubles(spots, lambda spot: spot, lambda spot: spot.confidence, least_distance)


def lie_apart(a: Spot, b: Spot, least_distance: float = LEAST_DISTANCE) -> bool:
    """Return whether two spots are farther from each other than so many heights of the larger one."""
    return bool(np.hypot(a.x - b.x, a.y - b.y) > least_distance * max(a.height, b.height))
