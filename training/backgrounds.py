"""What cards lie on: wood, cloth, felt, print and clutter, all drawn by chance."""

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from training import lettering
from training.deck_styles import Colour
from training.printing import Picture, print_mask

_DESKTOPS = (Path("/usr/share/backgrounds"), Path("/usr/share/wallpapers"))


def _smooth_noise(side: int, cell_counts: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    coarse_noise = rng.random((max(2, cell_counts[1]), max(2, cell_counts[0]))).astype(np.float32)
    return np.asarray(cv2.resize(coarse_noise, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def _random_colour(rng: np.random.Generator) -> Colour:
    hue, saturation = int(rng.integers(180)), int(rng.integers(0, 220))
    value = int(rng.integers(15, 250))
    pixel = cv2.cvtColor(np.array([[[hue, saturation, value]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return (int(pixel[0]), int(pixel[1]), int(pixel[2]))


def _draw_wood(side: int, rng: np.random.Generator) -> np.ndarray:
    # many cells across and few along it make streaks
    fine_grain = _smooth_noise(side, (int(rng.integers(20, 120)), int(rng.integers(2, 6))), rng)
    broad_grain = _smooth_noise(side, (int(rng.integers(3, 8)), 2), rng)
    picture = (0.6 * fine_grain + 0.4 * broad_grain) * rng.uniform(20, 90)
    tone = np.array([rng.uniform(10, 90), rng.uniform(40, 140), rng.uniform(70, 200)], np.float32)
    picture = picture[:, :, None] * np.array([0.7, 0.85, 1.0], np.float32) + tone
    return np.rot90(picture) if rng.random() < 0.5 else picture


def _draw_cloth(side: int, rng: np.random.Generator) -> np.ndarray:
    weave = rng.normal(0, rng.uniform(1, 12), (side, side, 1)).astype(np.float32)
    soft_folds = (_smooth_noise(side, (4, 4), rng)[:, :, None] - 0.5) * rng.uniform(0, 50)
    return np.array(_random_colour(rng), np.float32) + weave + soft_folds


def _draw_cork(side: int, rng: np.random.Generator) -> np.ndarray:
    cell_count = int(rng.integers(40, 160))
    speckle = _smooth_noise(side, (cell_count, cell_count), rng)[:, :, None] - 0.5
    return np.array(_random_colour(rng), np.float32) + speckle * rng.uniform(30, 140)


def _print_text(picture: Picture, rng: np.random.Generator) -> None:
    """Letters, numbers, lines and keys: things with the look of an index that are none."""
    side = picture.shape[0]
    for _ in range(int(rng.integers(4, 30))):
        text = "".join(rng.choice(list("0123456789AJQKabcdefghijklmnopqrstuvwxyz"), int(rng.integers(1, 9))))
        text_mask = lettering.text_mask(text, lettering.random_font(rng))
        text_height = rng.uniform(8, 50)
        text_width = text_height * text_mask.shape[1] / text_mask.shape[0]
        x, y = rng.uniform(0, side), rng.uniform(0, side)
        if rng.random() < 0.3:
            plate_end = (int(x + text_width + 5), int(y + text_height + 5))
            cv2.rectangle(picture, (int(x - 5), int(y - 5)), plate_end, _random_colour(rng), -1)
        turned_mask = np.rot90(text_mask) if rng.random() < 0.3 else text_mask
        print_mask(picture, turned_mask, (x, y, text_width, text_height), _random_colour(rng))


def _draw_clutter(picture: Picture, rng: np.random.Generator) -> None:
    side = picture.shape[0]
    for _ in range(int(rng.integers(2, 14))):
        x, y = (int(v) for v in rng.integers(0, side, 2))
        radius = int(rng.uniform(6, 60))
        object_kind = rng.random()
        if object_kind < 0.5:
            cv2.circle(picture, (x, y), radius, _random_colour(rng), -1, cv2.LINE_AA)
            cv2.circle(picture, (x, y), round(radius * 0.7), _random_colour(rng), 2, cv2.LINE_AA)
        elif object_kind < 0.75:
            points = (np.array([x, y]) + rng.normal(0, radius, (5, 2))).astype(np.int32)
            cv2.fillPoly(picture, [points], _random_colour(rng), cv2.LINE_AA)
        else:
            colour, line_width = _random_colour(rng), int(rng.integers(1, 9))
            cv2.line(picture, (x, y), (x + radius * 3, y + radius), colour, line_width, cv2.LINE_AA)


def _draw_pattern(side: int, rng: np.random.Generator) -> np.ndarray:
    """A motif printed over and over, as on a table cloth."""
    motif_side = int(rng.integers(16, 130))
    motif: Picture = np.full((motif_side, motif_side, 3), _random_colour(rng), np.uint8)
    for _ in range(int(rng.integers(1, 7))):
        points = rng.uniform(0, motif_side, (int(rng.integers(3, 7)), 2)).astype(np.int32)
        shape_kind, colour, line_width = rng.random(), _random_colour(rng), int(rng.integers(1, 4))
        if shape_kind < 0.4:
            cv2.fillPoly(motif, [points], colour, cv2.LINE_AA)
        elif shape_kind < 0.7:
            axes, angle = (points[1] // 3 + 1).tolist(), float(points[2, 0])
            cv2.ellipse(motif, points[0].tolist(), axes, angle, 0, 360, colour, line_width)
        else:
            cv2.line(motif, points[0].tolist(), points[1].tolist(), colour, line_width, cv2.LINE_AA)
    repeats = side // motif_side + 2
    sheet = np.tile(motif, (repeats, repeats, 1))
    angle, scale = float(rng.uniform(0, 360)), float(rng.uniform(0.8, 1.3))
    pattern_turn = cv2.getRotationMatrix2D((side / 2, side / 2), angle, scale)
    printed = cv2.warpAffine(sheet, pattern_turn, (side, side), borderMode=cv2.BORDER_REFLECT)
    return printed.astype(np.float32) + rng.normal(0, rng.uniform(1, 8), (side, side, 1)).astype(np.float32)


@lru_cache(maxsize=24)
def _read_photograph(file: Path) -> Picture:
    picture = np.asarray(cv2.imread(str(file), cv2.IMREAD_COLOR), np.uint8)
    factor = min(1.0, 1800 / max(picture.shape[:2]))
    return np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)


def _photograph_part(side: int, rng: np.random.Generator, files: list[Path]) -> np.ndarray:
    """A part of a real photograph, in other colours."""
    picture = _read_photograph(files[int(rng.integers(len(files)))])
    part_side = int(min(picture.shape[:2]) * rng.uniform(0.2, 1.0))
    y, x = (int(rng.integers(0, edge - part_side + 1)) for edge in picture.shape[:2])
    turned = np.rot90(picture[y : y + part_side, x : x + part_side], int(rng.integers(4)))
    part = cv2.resize(np.ascontiguousarray(turned), (side, side), interpolation=cv2.INTER_AREA)
    tones = cv2.cvtColor(part, cv2.COLOR_BGR2HSV)
    tones[:, :, 0] = (tones[:, :, 0].astype(int) + int(rng.integers(180))) % 180
    return np.asarray(cv2.cvtColor(tones, cv2.COLOR_HSV2BGR), np.float32)


def surface_photographs() -> list[Path]:
    """Pictures for the desktop on this machine (of Debian's `mate-backgrounds`, for one)."""
    files = (file for folder in _DESKTOPS for file in folder.rglob("*"))
    return sorted(file for file in files if file.suffix in (".jpg", ".png") and file.stat().st_size > 150_000)


_SURFACE_DRAWERS = ((0.25, _draw_wood), (0.4, _draw_cork), (0.55, _draw_pattern), (1.0, _draw_cloth))


def draw_background(side: int, rng: np.random.Generator, photograph_files: list[Path]) -> Picture:
    """A square of so many pixels on which no card lies; `files` are photographs it may be a part of."""
    surface_kind = rng.random()
    if photograph_files and surface_kind > 0.8:
        surface = _photograph_part(side, rng, photograph_files)
    else:
        surface = next(draw for limit, draw in _SURFACE_DRAWERS if surface_kind < limit)(side, rng)
    picture: Picture = np.ascontiguousarray(np.clip(surface, 0, 255).astype(np.uint8))
    if rng.random() < 0.15:
        _print_text(picture, rng)
    if rng.random() < 0.25:
        _draw_clutter(picture, rng)
    return picture
