"""Racks put together of tiles cut out of real photos, and canastas of cards cut out of one."""

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from tests.shared import SHARED
from vision.spots import Picture
from vision.tiles import tile_reader

HIGH, WIDE = 150, 104  # pixels of a tile
PHOTOS = SHARED / "photos" / "tiles"
ABOUT_MARK = (-0.2, -0.22, 1.2, 1.84)
"""Where a tile lies about the box of its mark: left, top, right and low end in sides of the box."""


def _cut(picture: Picture, box: tuple[int, int, int, int]) -> Picture:
    x, y, wide, high = box
    left, top, right, low = (
        round(start + share * side)
        for start, share, side in zip((x, y, x, y), ABOUT_MARK, (wide, high, wide, high), strict=True)
    )
    part = picture[max(0, top) : low, max(0, left) : right]
    return np.asarray(cv2.resize(part, (WIDE, HIGH), interpolation=cv2.INTER_AREA), np.uint8)


@cache
def tile_bank(folder: Path = PHOTOS) -> dict[str, Picture]:
    """A tile of each kind that lies upright on the photos of one make; a joker out of another."""
    bank: dict[str, Picture] = {}
    for entry in json.loads((folder / "labels.json").read_text()):
        if "board" in entry["file"]:  # there they lie askew
            continue
        picture = np.asarray(cv2.imread(str(folder / entry["file"])), np.uint8)
        for tile in tile_reader.read_tiles(picture).cards:
            bank.setdefault(tile.name, _cut(picture, tile.box))
    steps = np.asarray(cv2.imread(str(SHARED / "photos-2" / "tiles" / "steps-1.jpg")), np.uint8)
    bank["JOKER"] = np.asarray(cv2.resize(steps[240:430, 398:590], (WIDE, HIGH)), np.uint8)
    return bank


def composed_rack(rows: list[list[str]], seed: int = 1) -> Picture:
    """A rack of wood with rows of these tiles; "" leaves a place free."""
    rng, bank = np.random.default_rng(seed), tile_bank()
    high, wide = (HIGH + 50) * len(rows) + 120, WIDE * max(map(len, rows)) + 200
    grain = cv2.resize(rng.uniform(-12, 12, (high, 8)), (wide, high))
    picture = np.clip(np.array([38, 62, 96]) + grain[..., None], 0, 255)
    for line, row in enumerate(rows):
        top = 60 + line * (HIGH + 50)
        picture[top + HIGH - 12 : top + HIGH + 26] *= 0.6  # the ledge that the tiles stand on
        for place, name in enumerate(row):
            if name:
                left, up = 100 + place * WIDE, top + int(rng.integers(-3, 4))
                picture[up : up + HIGH, left : left + WIDE] = bank[name]
                picture[up : up + HIGH, left : left + 2] *= 0.5
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)
