"""Where indices are: the first network looks at the picture at several sizes."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.model import Network

Picture = NDArray[np.uint8]
Planes = NDArray[np.float32]
Piece = TypeVar("Piece")

CELL = 4
LONGEST = 2048  # pixels of the long side at the largest size looked at
SHORTEST = 480
SMALL = 1100  # pictures with a shorter long side are looked at doubled too
LEAST = 0.2  # weaker answers are dropped
APART = 0.28  # heights of an index; two nearer to each other are the same


@dataclass(frozen=True)
class Spot:
    """An index: its middle (x, y) and height in pixels, the way up as a unit vector, the way to its
    card's middle in heights of the index, and how surely it is one (0 to 1)."""

    x: float
    y: float
    height: float
    up: tuple[float, float]
    way: tuple[float, float]
    sure: float

    @property
    def centre(self) -> tuple[float, float]:
        """Where the card's middle should be, in pixels."""
        return self.x + self.way[0] * self.height, self.y + self.way[1] * self.height


def look_sizes(width: int, height: int) -> list[float]:
    """Factors by which the picture is made smaller, or larger, for each look."""
    longest = max(width, height)
    factor = min(1.0, LONGEST / longest)
    if longest < SMALL:
        factor = 2.0
    factors = [factor]
    while factors[-1] * longest / 2 >= SHORTEST:
        factors.append(factors[-1] / 2)
    return factors


def find_spots(picture: Picture, network: Network) -> list[Spot]:
    """All indices seen at any size, each once, surest first."""
    spots: list[Spot] = []
    scaled = picture
    for factor in look_sizes(picture.shape[1], picture.shape[0]):
        wanted = (max(1, round(picture.shape[1] * factor)), max(1, round(picture.shape[0] * factor)))
        way = cv2.INTER_AREA if wanted[0] < scaled.shape[1] else cv2.INTER_CUBIC
        if wanted != scaled.shape[1::-1]:
            scaled = np.asarray(cv2.resize(scaled, wanted, interpolation=way), np.uint8)
        spots += spots_at(scaled, network, factor)
    return single_spots(spots)


def single_spots(spots: list[Spot], apart: float = APART) -> list[Spot]:
    """Each index once, surest first."""
    return without_doubles(spots, lambda spot: spot, lambda spot: spot.sure, apart)


def spots_at(scaled: Picture, network: Network, factor: float) -> list[Spot]:
    """Indices in a picture that was made `factor` as large, in pixels of the picture it was made of."""
    return _scaled(_peaks(network.run(_padded(scaled))[0]), 1 / factor)


def _padded(picture: Picture) -> NDArray[np.float32]:
    below, beside = -picture.shape[0] % 16, -picture.shape[1] % 16
    height, width = picture.shape[:2]
    full = np.full((1, 3, height + below, width + beside), 128 / 255, np.float32)
    np.multiply(picture.transpose(2, 0, 1), np.float32(1 / 255), out=full[0, :, :height, :width])
    return full


def _peaks(planes: Planes) -> list[Spot]:
    heat = planes[0]
    tops = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > np.log(LEAST / (1 - LEAST)))
    spots = []
    for row, column in np.argwhere(tops):
        logit, dx, dy, size, ux, uy, wx, wy = (float(v) for v in planes[:, row, column])
        length = float(np.hypot(ux, uy)) or 1.0
        spots.append(
            Spot(
                (column + 0.5 + dx) * CELL, (row + 0.5 + dy) * CELL, float(np.exp(size)) * CELL,
                (ux / length, uy / length), (wx, wy), 1 / (1 + float(np.exp(-logit))),
            )
        )  # fmt: skip
    return spots


def _scaled(spots: list[Spot], by: float) -> list[Spot]:
    return [Spot(s.x * by, s.y * by, s.height * by, s.up, s.way, s.sure) for s in spots]


def without_doubles(
    pieces: Iterable[Piece],
    spot_of: Callable[[Piece], Spot],
    sureness: Callable[[Piece], float],
    apart: float = APART,
) -> list[Piece]:
    """The surest of pieces nearer to each other than so many heights of the larger of both, surest first
    (non-maximum suppression)."""
    singles: list[Piece] = []
    for piece in sorted(pieces, key=lambda p: -sureness(p)):
        if all(_apart(spot_of(piece), spot_of(surer), apart) for surer in singles):
            singles.append(piece)
    return singles


def _apart(a: Spot, b: Spot, heights: float) -> bool:
    return bool(np.hypot(a.x - b.x, a.y - b.y) > heights * max(a.height, b.height))
