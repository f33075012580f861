"""Drawn pictures of cards whose truth is known."""

from dataclasses import replace

import cv2
import numpy as np

from training.card_faces import draw_face
from training.deck_styles import FACE_HEIGHT, change_suits, random_deck_style
from vision.labels import RANKS, SUITS

CARD_HEIGHT = 352
"""Pixels of a card in a row."""


def card_row(
    names: list[str], step: int, seed: int = 4, corners: int = 2, *, other_suits: bool = False
) -> np.ndarray:
    """A row of cards of one drawn deck, each over the one before it; some suits may be none of the four."""
    rng = np.random.default_rng(seed)
    style = replace(random_deck_style(rng), corner_count=corners)
    if other_suits:
        change_suits(style, rng)
    picture: np.ndarray = np.full((CARD_HEIGHT + 160, step * len(names) + 500, 3), (60, 110, 40), np.uint8)
    for place, name in enumerate(names):
        rank, suit = ("JOKER", "NONE") if name == "JOKER" else name
        drawn = draw_face(style, RANKS.index(rank), SUITS.index(suit), rng).pixels
        size = (round(drawn.shape[1] * CARD_HEIGHT / FACE_HEIGHT), CARD_HEIGHT)
        face = cv2.resize(drawn, size, interpolation=cv2.INTER_AREA)
        left = 80 + place * step
        picture[80 : 80 + CARD_HEIGHT, left : left + face.shape[1]] = face
        cv2.line(picture, (left, 80), (left, 80 + CARD_HEIGHT), (90, 90, 90), 1)
    return cv2.GaussianBlur(picture, (0, 0), 0.8)
