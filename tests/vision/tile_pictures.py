"""Drawn pictures of tiles whose truth is known."""

import cv2
import numpy as np

from training.tiles.tile_faces import draw_tile
from training.tiles.tile_styles import TILE_HEIGHT, random_tile_style
from vision.labels import JOKER, NO_SUIT
from vision.spots import Picture
from vision.tiles.tile_labels import COLOURS

STEP = 190  # pixels from one tile to the next; tiles are narrower by a few


def _face(name: str, seed: int) -> Picture:
    rng = np.random.default_rng(seed)
    style = random_tile_style(rng)
    rank, suit = (JOKER, NO_SUIT) if name == "JOKER" else (int(name[1:]) - 1, COLOURS.index(name[0]))
    return draw_tile(style, rank, suit, rng).pixels


def drawn(rows: list[list[str]], seed: int, table: tuple[int, int, int] = (52, 46, 40)) -> Picture:
    """Rows of tiles of one set beneath each other, side by side in each; "" leaves a place free."""
    high, wide = (TILE_HEIGHT + 40) * len(rows) + 120, STEP * max(map(len, rows)) + 160
    picture: Picture = np.full((high, wide, 3), table, np.uint8)
    for line, row in enumerate(rows):
        for place, name in enumerate(row):
            if name:
                face = _face(name, seed)
                face = np.asarray(
                    cv2.resize(face, (STEP - 4, TILE_HEIGHT), interpolation=cv2.INTER_AREA), np.uint8
                )
                top, left = 60 + line * (TILE_HEIGHT + 40), 80 + place * STEP
                picture[top : top + TILE_HEIGHT, left : left + STEP - 4] = face
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8)
