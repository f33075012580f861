"""Decks drawn by others, installed from packages on the training machine and never copied into this project.

Debian's `gnome-cards-data` with `aisleriot`, rendered by `rsvg-convert` of `librsvg2-bin`:
    apt-get install gnome-cards-data aisleriot librsvg2-bin
"""

import subprocess
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.labels import SUITS
from vision.training.card_faces import Corners, DrawnFace
from vision.training.inked import Picture
from vision.training.styles import HEIGHT

SHEETS = Path("/usr/share/aisleriot/cards")
DECKS = {
    "anglo": 2, "anglo_modern": 2, "bellot": 2, "bonded": 4, "dondorf": 4, "lattmann": 2,
    "neoclassical_4_color": 2, "ornamental": 2, "paris": 2, "plastic": 2, "simplistic": 2,
    "neoclassical": 2, "anglo_poker": 2,
}  # fmt: skip
"""Names of the sheets whose cards bear letters and French suits, and how many corners bear an index."""


def render(cache: Path) -> list[Path]:
    """Pictures of all sheets in the cache folder, drawn there if missing; only of sheets installed."""
    cache.mkdir(parents=True, exist_ok=True)
    found = []
    for name in DECKS:
        source, target = SHEETS / f"{name}.svgz", cache / f"{name}.png"
        if not source.exists():
            continue
        if not target.exists():
            subprocess.run(["rsvg-convert", "-w", "3120", str(source), "-o", str(target)], check=True)
        found.append(target)
    return found


@lru_cache(maxsize=16)
def _sheet(file: Path) -> Picture:
    return np.asarray(cv2.imread(str(file), cv2.IMREAD_UNCHANGED), np.uint8)


def _cell(file: Path, row: int, column: int) -> Picture:
    sheet = _sheet(file)
    height, width = sheet.shape[0] / 5, sheet.shape[1] / 13
    cell = sheet[
        round(row * height) : round((row + 1) * height), round(column * width) : round((column + 1) * width)
    ]
    share = cell[:, :, 3:].astype(np.float32) / 255
    flat = (cell[:, :, :3] * share + 255 * (1 - share)).astype(np.uint8)
    size = (round(HEIGHT * width / height), HEIGHT)
    return np.asarray(cv2.resize(flat, size, interpolation=cv2.INTER_AREA), np.uint8)


def _corner(picture: Picture) -> NDArray[np.float32] | None:
    """The box (x0, y0, x1, y1) of the ink in the top left corner."""
    height, width = picture.shape[:2]
    x, y = round(width * 0.03), round(height * 0.02)
    part = picture[y : round(height * 0.3), x : round(width * 0.24)].astype(np.int16)
    ink = np.abs(part - np.median(part, (0, 1))).max(2) > 60
    rows, columns = np.flatnonzero(ink.sum(1) > 0), np.flatnonzero(ink.sum(0) > 0)
    if len(rows) < 10 or len(columns) < 5:
        return None
    return np.array([x + columns[0], y + rows[0], x + columns[-1] + 1, y + rows[-1] + 1], np.float32)


@lru_cache(maxsize=1024)
def face(file: Path, rank: int, suit: int) -> DrawnFace | None:
    """One card of a sheet, its indices where the ace of the deck has its own; None if that cannot be seen."""
    picture, box = _cell(file, suit, rank), _corner(_cell(file, suit, 0))
    if box is None:
        return None
    width = picture.shape[1]
    near = np.array([(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])], np.float32)
    corners: list[Corners] = [near]
    if DECKS[file.stem] == 4:
        corners.append(np.array([(width - x, y) for x, y in near[[1, 0, 3, 2]]], np.float32))
    far = [(np.array([width, HEIGHT], np.float32) - c).astype(np.float32) for c in corners]
    red = SUITS[suit] in "DH"
    ink = 2 if "4_color" in file.stem and SUITS[suit] in "CD" else int(red)
    return DrawnFace(picture, rank, suit, ink, tuple(corners + far))


def figure(cache_files: list[Path], rng: np.random.Generator) -> Picture | None:
    """The middle of a court card of some sheet, to stand on a card that is otherwise drawn by chance."""
    if not cache_files:
        return None
    file = cache_files[int(rng.integers(len(cache_files)))]
    picture = _cell(file, int(rng.integers(4)), int(rng.integers(10, 13)))
    height, width = picture.shape[:2]
    x, y = round(width * rng.uniform(0.16, 0.24)), round(height * rng.uniform(0.06, 0.1))
    return picture[y : height - y, x : width - x]
