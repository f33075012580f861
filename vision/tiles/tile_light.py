"""The light that tiles lie in: their faces are cream, so what colour they show tells what the light does."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import upright_crop
from vision.spots import Picture
from vision.tiles.tile_naming import SeenTile

CREAM = np.array([212.0, 228.0, 236.0])
"""Blue, green and red of a tile's face in white light."""
STRONG = 0.3
"""Natural logarithm of a share of two colours from which on light counts as coloured."""
PAPER = (0.6, 0.9)
"""Parts of a mark's pixels, by brightness, between which those of the bare face lie."""


def face_colour(picture: Picture, tiles: list[SeenTile]) -> NDArray[np.float64]:
    """Blue, green and red that the faces of these tiles show, the median over all."""
    return np.asarray(np.median([_bare(picture, tile) for tile in tiles], axis=0))


def _bare(picture: Picture, tile: SeenTile) -> NDArray[np.float64]:
    spot = tile.spot
    crop = upright_crop(picture, np.array([spot.x, spot.y]), spot.height, np.array(spot.up)).reshape(-1, 3)
    ranked = np.argsort(crop.sum(1, dtype=np.int32))
    low, high = (int(len(ranked) * part) for part in PAPER)
    return np.asarray(np.median(crop[ranked[low:high]], axis=0), np.float64)


def is_coloured(face: NDArray[np.float64]) -> bool:
    """Whether light that gives faces this colour is far from white."""
    shares = np.log(np.maximum(face, 1) / CREAM)
    return bool(np.ptp(shares) > STRONG)


def whitened_picture(picture: Picture, face: NDArray[np.float64]) -> Picture:
    """The picture as white light would show it, faces of this colour made cream."""
    gain = CREAM / np.maximum(face, 15)
    table = np.clip(np.arange(256)[:, None] * gain, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, table[:, None]), np.uint8)
