"""Crops of indices that a neighbour covers in part, for the namer of fans to learn from."""

import numpy as np
from numpy.typing import NDArray

from training.card_scenes import Truth
from training.printing import Picture
from training.targets import GUESSED_SHARE, empty_places, truth_column
from vision.crops import CROP_HEIGHT, CROP_WIDTH, INDEX_SHARE, CropPlace, index_and_beside
from vision.labels import NO_RANK, NO_SUIT

WHOLE_SHARE = 0.9
"""The part of an index that is seen from which on nothing covers it."""
MOST_WHOLE, MOST_SPOTS, EMPTY_PART = 5, 12, 4
"""So many whole indices and spots that the finder found at most in a picture, and a crop without an index for
so many with one."""
UNCOVERED_SHARE, BELOW_SHARE = 0.25, 0.45
"""Parts of the whole indices that stay whole, and that a card in a column covers from below; the others are
covered from a side."""
SHIFT, LOG_LARGER, TURN = 0.05, 0.08, 0.07
"""How far the place of a crop is off, in heights of the index, as a logarithm and in radians, on average."""
WRONG_SIDE_SHARE = 0.03
"""How often what is beside an index is taken from the side where its card's middle is not."""

FanCrops = tuple[NDArray[np.uint8], NDArray[np.int64]]


def fan_crops(
    picture: Picture, truth: Truth, spots: NDArray[np.float32], rng: np.random.Generator
) -> FanCrops:
    """Crops (n, 64, 96, 3) of covered indices, of whole ones that are covered here, and of none; their ranks
    and suits (n, 2). `spots`: those of `picture_store.read_spots`."""
    seen, heights = truth_column(truth, "seen"), truth_column(truth, "height")
    is_readable = (seen >= GUESSED_SHARE) & (heights >= 10) & (heights < 130)
    whole_rows = truth[rng.permutation(np.flatnonzero(is_readable & (seen >= WHOLE_SHARE)))]
    crops, labels = [], []
    for row in truth[is_readable & (seen < WHOLE_SHARE)]:
        crops.append(_crop_near(picture, row, rng))
        labels.append(row[7:9])
    for row in whole_rows[:MOST_WHOLE]:
        upper = whole_rows[int(rng.integers(len(whole_rows)))]
        crops.append(_covered(_crop_near(picture, row, rng), _crop_near(picture, upper, rng), rng))
        labels.append(row[7:9])
    for spot in spots[rng.permutation(len(spots))[:MOST_SPOTS]]:
        is_mirrored = rng.random() < 0.5 if spot[5] < 0 else _is_mirrored(truth[int(spot[5])])
        place = _place(spot[:2], float(spot[2]), spot[3:5])
        crops.append(index_and_beside(picture, place, bool(is_mirrored)))
        labels.append(np.array([NO_RANK, NO_SUIT]) if spot[5] < 0 else truth[int(spot[5]), 7:9])
    for empty in empty_places(truth, picture.shape[0], rng, max(1, len(crops) // EMPTY_PART)):
        crops.append(index_and_beside(picture, _place(*empty), bool(rng.random() < 0.3)))
        labels.append(np.array([NO_RANK, NO_SUIT]))
    pixels = np.array(crops, np.uint8).reshape(-1, CROP_HEIGHT, 2 * CROP_WIDTH, 3)
    return pixels, np.array(labels, np.int64).reshape(-1, 2)


def _place(middle: NDArray[np.floating], height: float, up: NDArray[np.floating]) -> CropPlace:
    """The place of an index seen from straight above."""
    return middle.astype(np.float64), height, up.astype(np.float64), np.array([-up[1], up[0]], np.float64)


def _is_mirrored(row: NDArray[np.float32]) -> bool:
    """Whether the middle of an index's card is to its left."""
    _, _, _, up_x, up_y, way_x, way_y = (float(value) for value in row[:7])
    return bool(way_y * up_x - way_x * up_y < 0)


def _crop_near(picture: Picture, row: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.uint8]:
    """The crop of an index with what is beside it, a little off."""
    turn, height = rng.normal(0, TURN), float(row[2] * np.exp(rng.normal(0, LOG_LARGER)))
    cos, sin = np.cos(turn), np.sin(turn)
    up = np.array([[cos, -sin], [sin, cos]]) @ row[3:5].astype(np.float64)
    place = _place(row[:2] + rng.normal(0, SHIFT, 2) * height, height, up)
    return index_and_beside(picture, place, _is_mirrored(row) != (rng.random() < WRONG_SIDE_SHARE))


def _covered(
    crop: NDArray[np.uint8], upper: NDArray[np.uint8], rng: np.random.Generator
) -> NDArray[np.uint8]:
    """The crop of a whole index, or one with the card of another crop over it, from below or from a side."""
    covering = rng.random()
    if covering < UNCOVERED_SHARE:
        return crop
    rows, columns = np.mgrid[0:CROP_HEIGHT, 0 : 2 * CROP_WIDTH].astype(np.float64)
    height = CROP_HEIGHT * INDEX_SHARE
    slope, margin = rng.normal(0, 0.06), rng.uniform(0.06, 0.2) * height
    if covering < UNCOVERED_SHARE + BELOW_SHARE:
        edge = CROP_HEIGHT / 2 + rng.uniform(-0.1, 0.45) * height
        beyond = rows - edge - slope * (columns - CROP_WIDTH / 2)
        shift = round(edge + margin - (CROP_HEIGHT - height) / 2), int(rng.integers(-8, 9))
    else:
        side = 1 if rng.random() < 0.85 else -1
        edge = CROP_WIDTH / 2 + side * rng.uniform(-0.06, 0.25) * height
        beyond = side * (columns - edge - slope * (rows - CROP_HEIGHT / 2))
        shift = int(rng.integers(-6, 7)), round(edge + side * (margin + 0.3 * height) - CROP_WIDTH / 2)
    upper_card = _slid(upper.astype(np.float64), shift)
    if rng.random() < 0.15:  # nothing but its paper
        upper_card[:] = np.percentile(upper, 85, axis=(0, 1))
    shadow = 1 - rng.uniform(0, 0.5) * np.exp(-np.abs(beyond) / rng.uniform(0.5, 3)) * (beyond < 0)
    share = np.clip(beyond + 0.5, 0, 1)[..., None]
    covered = crop * shadow[..., None] * (1 - share) + upper_card * rng.uniform(0.93, 1.05) * share
    return np.asarray(np.clip(covered, 0, 255), np.uint8)


def _slid(crop: NDArray[np.float64], shift: tuple[int, int]) -> NDArray[np.float64]:
    """The crop moved down and to the right by so many pixels; its outer pixels are repeated where it was."""
    rows, columns = (
        np.clip(np.arange(size) - moved, 0, size - 1)
        for size, moved in zip(crop.shape[:2], shift, strict=True)
    )
    return np.asarray(crop[np.ix_(rows, columns)])
