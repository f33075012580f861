"""Decks drawn by others, installed from packages on the training machine and never copied into this project.

Debian's `gnome-cards-data` with `aisleriot`, rendered by `rsvg-convert` of `librsvg2-bin`:
    apt-get install gnome-cards-data aisleriot librsvg2-bin
"""

import subprocess
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.card_faces import Corners, DrawnFace
from training.deck_styles import FACE_HEIGHT
from training.printing import Picture
from vision.labels import RANKS, SUITS

SHEET_FOLDER = Path("/usr/share/aisleriot/cards")
SHEET_CORNERS = {
    "anglo": 2, "anglo_modern": 2, "bellot": 2, "bonded": 4, "dondorf": 4, "lattmann": 2,
    "neoclassical_4_color": 2, "ornamental": 2, "paris": 2, "plastic": 2, "simplistic": 2,
    "neoclassical": 2, "anglo_poker": 2,
}  # fmt: skip
"""Names of the sheets whose cards bear letters and French suits, and how many corners bear an index."""


HELD_OUT_SHEETS = (
    "anglo_modern_4_color", "berlin", "gnomangelo", "guyenne-classic", "orell", "rheinland", "tigullio",
)  # fmt: skip
"""Sheets that are never learned from; two corners of their cards bear an index."""
SHEETS_WITH_BARE_COURTS = ("guyenne-classic",)
"""Sheets whose court cards bear no letter."""


def render_sheets(cache_folder: Path, names: Iterable[str] = tuple(SHEET_CORNERS)) -> list[Path]:
    """Pictures of these sheets in the cache folder, drawn there if missing; only of sheets installed."""
    cache_folder.mkdir(parents=True, exist_ok=True)
    sheet_files = []
    for sheet_name in names:
        sheet_source, sheet_picture = SHEET_FOLDER / f"{sheet_name}.svgz", cache_folder / f"{sheet_name}.png"
        if not sheet_source.exists():
            continue
        if not sheet_picture.exists():
            subprocess.run(
                ["rsvg-convert", "-w", "4680", str(sheet_source), "-o", str(sheet_picture)], check=True
            )
        sheet_files.append(sheet_picture)
    return sheet_files


@lru_cache(maxsize=16)
def _read_sheet(file: Path) -> Picture:
    return np.asarray(cv2.imread(str(file), cv2.IMREAD_UNCHANGED), np.uint8)


def _card_picture(file: Path, row: int, column: int) -> Picture:
    sheet = _read_sheet(file)
    height, width = sheet.shape[0] / 5, sheet.shape[1] / 13
    cell = sheet[
        round(row * height) : round((row + 1) * height), round(column * width) : round((column + 1) * width)
    ]
    opacity = cell[:, :, 3:].astype(np.float32) / 255
    opaque_cell = (cell[:, :, :3] * opacity + 255 * (1 - opacity)).astype(np.uint8)
    size = (round(FACE_HEIGHT * width / height), FACE_HEIGHT)
    return np.asarray(cv2.resize(opaque_cell, size, interpolation=cv2.INTER_AREA), np.uint8)


def index_box(picture: Picture, depth: float = 0.3) -> NDArray[np.float32] | None:
    """The box (x0, y0, x1, y1) of the ink in the top left corner, down to this part of the height."""
    height, width = picture.shape[:2]
    x, y = round(width * 0.03), round(height * 0.02)
    ink_mask = _ink_mask(picture[y : round(height * depth), x : round(width * 0.24)])
    rows, columns = np.flatnonzero(ink_mask.sum(1) > 0), np.flatnonzero(ink_mask.sum(0) > 0)
    if len(rows) < 10 or len(columns) < 5:
        return None
    return np.array([x + columns[0], y + rows[0], x + columns[-1] + 1, y + rows[-1] + 1], np.float32)


def _ink_mask(part: Picture) -> NDArray[np.bool_]:
    """Paper is the usual colour of a corner, ink what is far from it."""
    pixels = part.astype(np.int16)
    return np.asarray(np.abs(pixels - np.median(pixels, (0, 1))).max(2) > 60)


def ink_columns(picture: Picture, top: int, low: int) -> NDArray[np.intp]:
    """The columns near the left edge with ink between two rows, without the edge itself."""
    x = round(picture.shape[1] * 0.03)
    mask = _ink_mask(picture[top:low, x : round(picture.shape[1] * 0.36)])
    return np.asarray(x + np.flatnonzero(mask.any(0)))


@lru_cache(maxsize=1024)
def sheet_face(file: Path, rank: int, suit: int) -> DrawnFace | None:
    """One card of a sheet, its indices where the ace of the deck has its own; None if that cannot be seen."""
    picture, ace_box = _card_picture(file, suit, rank), index_box(_card_picture(file, suit, 0))
    if ace_box is None:
        return None
    width = picture.shape[1]
    left, top, right, low = ace_box
    near_corners = np.array([(left, top), (right, top), (right, low), (left, low)], np.float32)
    all_corners: list[Corners] = [near_corners]
    if SHEET_CORNERS.get(file.stem) == 4:
        all_corners.append(np.array([(width - x, y) for x, y in near_corners[[1, 0, 3, 2]]], np.float32))
    far_corners = [(np.array([width, FACE_HEIGHT], np.float32) - c).astype(np.float32) for c in all_corners]
    is_red = SUITS[suit] in "DH"
    ink_kind = 2 if "4_color" in file.stem and SUITS[suit] in "CD" else int(is_red)
    shows_rank = file.stem not in SHEETS_WITH_BARE_COURTS or rank <= RANKS.index("T")
    return DrawnFace(picture, rank, suit, ink_kind, tuple(all_corners + far_corners), shows_rank)


def court_figure(sheet_files: list[Path], rng: np.random.Generator) -> Picture | None:
    """The middle of a court card of some sheet, to stand on a card that is otherwise drawn by chance."""
    if not sheet_files:
        return None
    sheet_file = sheet_files[int(rng.integers(len(sheet_files)))]
    picture = _card_picture(sheet_file, int(rng.integers(4)), int(rng.integers(10, 13)))
    height, width = picture.shape[:2]
    x, y = round(width * rng.uniform(0.16, 0.24)), round(height * rng.uniform(0.06, 0.1))
    return picture[y : height - y, x : width - x]
