"""What cards lie on: wood, cloth, felt, print and clutter, all drawn by chance."""

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from vision.training import lettering
from vision.training.inked import Picture, put
from vision.training.styles import Colour

_DESKTOPS = (Path("/usr/share/backgrounds"), Path("/usr/share/wallpapers"))


def _noise(size: int, cells: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    small = rng.random((max(2, cells[1]), max(2, cells[0]))).astype(np.float32)
    return np.asarray(cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)


def _colour(rng: np.random.Generator) -> Colour:
    hue, saturation = int(rng.integers(180)), int(rng.integers(0, 220))
    value = int(rng.integers(15, 250))
    pixel = cv2.cvtColor(np.array([[[hue, saturation, value]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return (int(pixel[0]), int(pixel[1]), int(pixel[2]))


def _wood(size: int, rng: np.random.Generator) -> np.ndarray:
    grain = _noise(size, (int(rng.integers(20, 120)), int(rng.integers(2, 6))), rng)
    broad = _noise(size, (int(rng.integers(3, 8)), 2), rng)
    picture = (0.6 * grain + 0.4 * broad) * rng.uniform(20, 90)
    tone = np.array([rng.uniform(10, 90), rng.uniform(40, 140), rng.uniform(70, 200)], np.float32)
    picture = picture[:, :, None] * np.array([0.7, 0.85, 1.0], np.float32) + tone
    return np.rot90(picture) if rng.random() < 0.5 else picture


def _cloth(size: int, rng: np.random.Generator) -> np.ndarray:
    weave = rng.normal(0, rng.uniform(1, 12), (size, size, 1)).astype(np.float32)
    soft = (_noise(size, (4, 4), rng)[:, :, None] - 0.5) * rng.uniform(0, 50)
    return np.array(_colour(rng), np.float32) + weave + soft


def _cork(size: int, rng: np.random.Generator) -> np.ndarray:
    cells = int(rng.integers(40, 160))
    speckle = _noise(size, (cells, cells), rng)[:, :, None] - 0.5
    return np.array(_colour(rng), np.float32) + speckle * rng.uniform(30, 140)


def _print(picture: Picture, rng: np.random.Generator) -> None:
    """Letters, numbers, lines and keys: things with the look of an index that are none."""
    size = picture.shape[0]
    files, _ = lettering.fonts()
    for _ in range(int(rng.integers(4, 30))):
        text = "".join(rng.choice(list("0123456789AJQKabcdefghijklmnopqrstuvwxyz"), int(rng.integers(1, 9))))
        mask = lettering.text_mask(text, files[int(rng.integers(len(files)))])
        high = rng.uniform(8, 50)
        place = (rng.uniform(0, size), rng.uniform(0, size), high * mask.shape[1] / mask.shape[0], high)
        if rng.random() < 0.3:
            first = (int(place[0] - 5), int(place[1] - 5))
            last = (int(place[0] + place[2] + 5), int(place[1] + high + 5))
            cv2.rectangle(picture, first, last, _colour(rng), -1)
        put(picture, np.rot90(mask) if rng.random() < 0.3 else mask, place, _colour(rng))


def _clutter(picture: Picture, rng: np.random.Generator) -> None:
    size = picture.shape[0]
    for _ in range(int(rng.integers(2, 14))):
        x, y = (int(v) for v in rng.integers(0, size, 2))
        radius = int(rng.uniform(6, 60))
        kind = rng.random()
        if kind < 0.5:
            cv2.circle(picture, (x, y), radius, _colour(rng), -1, cv2.LINE_AA)
            cv2.circle(picture, (x, y), round(radius * 0.7), _colour(rng), 2, cv2.LINE_AA)
        elif kind < 0.75:
            points = (np.array([x, y]) + rng.normal(0, radius, (5, 2))).astype(np.int32)
            cv2.fillPoly(picture, [points], _colour(rng), cv2.LINE_AA)
        else:
            cv2.line(
                picture,
                (x, y),
                (x + radius * 3, y + radius),
                _colour(rng),
                int(rng.integers(1, 9)),
                cv2.LINE_AA,
            )


def _pattern(size: int, rng: np.random.Generator) -> np.ndarray:
    """A motif printed over and over, as on a table cloth."""
    step = int(rng.integers(16, 130))
    tile: Picture = np.full((step, step, 3), _colour(rng), np.uint8)
    for _ in range(int(rng.integers(1, 7))):
        points = rng.uniform(0, step, (int(rng.integers(3, 7)), 2)).astype(np.int32)
        kind, colour, width = rng.random(), _colour(rng), int(rng.integers(1, 4))
        if kind < 0.4:
            cv2.fillPoly(tile, [points], colour, cv2.LINE_AA)
        elif kind < 0.7:
            axes, angle = (points[1] // 3 + 1).tolist(), float(points[2, 0])
            cv2.ellipse(tile, points[0].tolist(), axes, angle, 0, 360, colour, width)
        else:
            cv2.line(tile, points[0].tolist(), points[1].tolist(), colour, width, cv2.LINE_AA)
    count = size // step + 2
    sheet = np.tile(tile, (count, count, 1))
    angle, scale = float(rng.uniform(0, 360)), float(rng.uniform(0.8, 1.3))
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), angle, scale)
    printed = cv2.warpAffine(sheet, turn, (size, size), borderMode=cv2.BORDER_REFLECT)
    return printed.astype(np.float32) + rng.normal(0, rng.uniform(1, 8), (size, size, 1)).astype(np.float32)


@lru_cache(maxsize=24)
def _photograph(file: Path) -> Picture:
    picture = np.asarray(cv2.imread(str(file), cv2.IMREAD_COLOR), np.uint8)
    factor = min(1.0, 1800 / max(picture.shape[:2]))
    return np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)


def _real(size: int, rng: np.random.Generator, files: list[Path]) -> np.ndarray:
    """A part of a real photograph, in other colours."""
    picture = _photograph(files[int(rng.integers(len(files)))])
    side = int(min(picture.shape[:2]) * rng.uniform(0.2, 1.0))
    y, x = (int(rng.integers(0, edge - side + 1)) for edge in picture.shape[:2])
    turned = np.rot90(picture[y : y + side, x : x + side], int(rng.integers(4)))
    part = cv2.resize(np.ascontiguousarray(turned), (size, size), interpolation=cv2.INTER_AREA)
    tones = cv2.cvtColor(part, cv2.COLOR_BGR2HSV)
    tones[:, :, 0] = (tones[:, :, 0].astype(int) + int(rng.integers(180))) % 180
    return np.asarray(cv2.cvtColor(tones, cv2.COLOR_HSV2BGR), np.float32)


def photographs() -> list[Path]:
    """Pictures for the desktop on this machine (of Debian's `mate-backgrounds`, for one)."""
    files = (file for folder in _DESKTOPS for file in folder.rglob("*"))
    return sorted(file for file in files if file.suffix in (".jpg", ".png") and file.stat().st_size > 150_000)


def background(size: int, rng: np.random.Generator, files: list[Path]) -> Picture:
    """A square of so many pixels on which no card lies; `files` are photographs it may be a part of."""
    kind = rng.random()
    if files and kind > 0.8:
        surface = _real(size, rng, files)
    else:
        draw = _wood if kind < 0.25 else _cork if kind < 0.4 else _pattern if kind < 0.55 else _cloth
        surface = draw(size, rng)
    picture: Picture = np.ascontiguousarray(np.clip(surface, 0, 255).astype(np.uint8))
    if rng.random() < 0.15:
        _print(picture, rng)
    if rng.random() < 0.25:
        _clutter(picture, rng)
    return picture
