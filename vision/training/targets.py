"""What the networks should have said, made from the truth of a training picture."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import HEIGHT, WIDTH, upright_crop
from vision.labels import FIT, INKS, NO_RANK, NO_SUIT
from vision.training.inked import Picture
from vision.training.scenes import TRUTH_FIELDS, Truth

CELL = 4
SMALLEST, LARGEST = 11.0, 72.0  # heights of indices, in pixels, that the finder answers for
READABLE, HIDDEN = 0.7, 0.35  # parts seen: from the first on an index counts, up to the second it is no index
GUESSED = 0.55  # the part from which on an index may still be told by what is left of it

_AT = {name: place for place, name in enumerate(TRUTH_FIELDS)}


def column(truth: Truth, name: str) -> NDArray[np.float32]:
    """One field of all rows."""
    return truth[:, _AT[name]]


def answered(truth: Truth) -> NDArray[np.bool_]:
    """Which indices the finder must find."""
    size = column(truth, "height")
    return (column(truth, "seen") >= READABLE) & (size >= SMALLEST) & (size <= LARGEST)


def finder_target(truth: Truth, side: int) -> NDArray[np.float32]:
    """Planes (9, side / 4, side / 4): the bell around each middle; offset x, y; log height; up x, y; centre
    x, y; and a weight, 1 where the answer counts, 0 where it is not asked. Offsets and the rest hold where
    the bell is above 0.5, and are 0 elsewhere."""
    cells = side // CELL
    target = np.zeros((9, cells, cells), np.float32)
    target[8] = 1
    rows, columns = np.mgrid[0:cells, 0:cells].astype(np.float32) + 0.5
    wanted = answered(truth)
    for row, good in zip(truth, wanted, strict=True):
        x, y, size = row[0] / CELL, row[1] / CELL, row[2] / CELL
        spread = max(0.9, 0.11 * size)
        away = (columns - x) ** 2 + (rows - y) ** 2
        bell = np.exp(-away / (2 * spread * spread))
        if not good:
            if row[_AT["seen"]] > HIDDEN:
                target[8][away < (0.4 * size) ** 2] = 0
            continue
        near = (bell > 0.5) & (bell > target[0])
        np.maximum(target[0], bell, out=target[0])
        target[1][near], target[2][near] = (x - columns)[near], (y - rows)[near]
        for plane, value in zip(range(3, 8), (np.log(size), *row[3:7]), strict=True):
            target[plane][near] = value
    for row in truth[wanted]:
        target[8, min(cells - 1, int(row[1] / CELL)), min(cells - 1, int(row[0] / CELL))] = 1
        target[0, min(cells - 1, int(row[1] / CELL)), min(cells - 1, int(row[0] / CELL))] = 1
    return target


Crops = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32]]


def namer_crops(
    picture: Picture, truth: Truth, spots: NDArray[np.float32], rng: np.random.Generator, most: int = 24
) -> Crops:
    """Upright crops (n, 64, 48, 3) of indices, a little off as the finder is, of spots that a finder found
    (`vision.training.store.spots`) and of places that are none; their labels (n, 3): rank, suit, ink; and how
    they lie in their crops (n, 5), as in `vision.labels.FIT`."""
    pixels, labels, fits = [], [], []
    seen, size = column(truth, "seen"), column(truth, "height")
    good = np.flatnonzero((seen >= GUESSED) & (size >= 10) & (size < 130))
    for row in truth[rng.permutation(good)[:most]]:
        crop, fit = _off(picture, row.astype(np.float64), rng)
        pixels.append(crop)
        labels.append(row[7:10].astype(np.int64))
        fits.append(fit)
    for spot in spots[rng.permutation(len(spots))[:most]].astype(np.float64):
        pixels.append(upright_crop(picture, spot[:2], float(spot[2]), spot[3:5]))
        row = truth[int(spot[5])].astype(np.float64) if spot[5] >= 0 else None
        none = np.array([NO_RANK, NO_SUIT, int(rng.integers(len(INKS)))])
        labels.append(none if row is None else row[7:10].astype(np.int64))
        fits.append(np.zeros(len(FIT)) if row is None else fit_of(row, spot[:2], float(spot[2]), spot[3:5]))
    for middle, height, up in _nothing(truth, picture.shape[0], rng, max(3, len(pixels) // 3)):
        pixels.append(upright_crop(picture, middle, height, up))
        labels.append(np.array([NO_RANK, NO_SUIT, int(rng.integers(len(INKS)))], np.int64))
        fits.append(np.zeros(len(FIT)))
    return (
        np.array(pixels, np.uint8).reshape(-1, HEIGHT, WIDTH, 3),
        np.array(labels, np.int64).reshape(-1, 3),
        np.array(fits, np.float32).reshape(-1, len(FIT)),
    )


def _off(
    picture: Picture, row: NDArray[np.float64], rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A crop that is off its index by chance, and by how much the index is off the crop."""
    turn, larger = rng.normal(0, 0.13), rng.normal(0, 0.15)
    height = float(row[2] * np.exp(-larger))
    cos, sin = np.cos(turn), np.sin(turn)
    up = np.array([[cos, sin], [-sin, cos]]) @ row[3:5]
    right = np.array([-up[1], up[0]])
    shift = rng.normal(0, 0.08, 2)
    middle = row[:2] - (right * shift[0] - up * shift[1]) * height
    return upright_crop(picture, middle, height, up), fit_of(row, middle, height, up)


def fit_of(
    row: NDArray[np.float64], middle: NDArray[np.float64], height: float, up: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How the index of this row of the truth lies in a crop, as `vision.labels.FIT` says."""
    right = np.array([-up[1], up[0]])
    away = (row[:2] - middle) / height
    turn = np.arctan2(row[3:5] @ right, row[3:5] @ up)
    mirrored = row[5:7] @ np.array([-row[4], row[3]]) < 0
    return np.array([away @ right, -(away @ up), np.log(row[2] / height), turn, mirrored])


def _nothing(
    truth: Truth, side: int, rng: np.random.Generator, count: int
) -> list[tuple[NDArray[np.float64], float, NDArray[np.float64]]]:
    """Places where no index can be read: anywhere, beside one, turned over, or where one is hidden."""
    found = []
    for _ in range(count):
        turn = rng.uniform(0, 2 * np.pi)
        up = np.array([np.cos(turn), np.sin(turn)])
        middle, height = rng.uniform(0, side, 2), float(np.exp(rng.uniform(np.log(12), np.log(70))))
        if len(truth) and rng.random() < 0.75:
            row = truth[int(rng.integers(len(truth)))].astype(np.float64)
            height = float(row[2] * np.exp(rng.normal(0, 0.15)))
            kind = rng.random()
            if row[10] < HIDDEN and kind < 0.5:
                middle, up = row[:2], row[3:5]
            elif kind < 0.75:
                middle = row[:2] + rng.uniform(-0.2, 1.6, 2) * row[5:7] * height
            else:
                middle, up = row[:2] + rng.normal(0, 0.1, 2) * height, -row[3:5]
                found.append((middle, height, up))
                continue
        seen = truth[truth[:, 10] > HIDDEN]
        if len(seen) and (np.hypot(*(seen[:, :2] - middle).T) < 0.7 * np.maximum(seen[:, 2], height)).any():
            continue
        found.append((middle, height, up))
    return found


def shown(picture: Picture, target: NDArray[np.float32]) -> Picture:
    """The picture with the bells laid over it, to look at."""
    bell = cv2.resize(target[0], picture.shape[1::-1])
    return np.asarray(np.clip(picture + bell[:, :, None] * np.array([0, 200, 0]), 0, 255), np.uint8)
