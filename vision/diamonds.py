"""Tell diamonds from other signs: the namer may take a tree, a star or an acorn for a diamond, and be sure of
it.

A diamond stays one when it is turned upside down, enlarged and sharpened; a tree or a star does not. If
another card shows a sign that is none of the four suits, or most diamonds of the picture fail the test, all
diamonds become doubtful.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from .crops import CROP_HEIGHT, CROP_WIDTH, CropPlace, upright_crop
from .labels import JOKER, NO_RANK, NO_SUIT, SUITS
from .model import Network
from .naming import NamedIndex, crop_place, suit_chances
from .seen_cards import SeenCard
from .spots import Picture, Spot

DIAMOND = SUITS.index("D")
MOST_SURE_ODD = 0.85  # a diamond that may be another sign is asked about
LEAST_CHANCE, LEAST_TURNED = 0.967, 0.92
"""Least chance of a diamond where it looks most like one, and of the same upside down. Of 1,028 sure diamonds
of real photos 15 have less, of 103 drawn signs that were surely one 92."""
ODD_SHARE = 0.5  # part of a picture's diamonds from which on none of them is sure
SURE_SIGN = 0.65  # least chance of an index without a suit that is surely one: 0.62 at most on French cards
LARGER = 1.25
SHARPER, EDGE_WIDTH = 1.5, 2.0  # how much of the difference from the blurred crop is added, and how blurred
SUIT_PART = (slice(26, 64), slice(4, 44))  # rows and columns of a crop where the suit is
INDEX_PART = (slice(8, 58), slice(8, 40))
PAPER_SHARES = (0.6, 0.9)  # parts of the index's pixels, by brightness, between which those of the paper lie
SIGN_SIZE, SIGN_BOX = (17, 14.4), (25, 21)  # height and width of a usual diamond, and of a box about it


def with_asked_diamonds(
    picture: Picture,
    cards: list[SeenCard],
    marks: Sequence[NamedIndex],
    namer: Network,
    place_of: Callable[[Spot], CropPlace] = crop_place,
) -> list[SeenCard]:
    """Return the cards with those diamonds made doubtful that may be another sign. `marks`: all marks of the
    picture."""
    places = [n for n, card in enumerate(cards) if _is_sure_diamond(card)]
    if not places:
        return cards
    surest_marks = [max(cards[n].marks, key=_diamond_chance) for n in places]
    turned = [with_turned_sign(upright_crop(picture, *place_of(mark.spot))) for mark in surest_marks]
    is_odd = suit_chances(turned, namer)[:, DIAMOND] < LEAST_TURNED
    is_odd |= np.array([_diamond_chance(mark) for mark in surest_marks]) < LEAST_CHANCE
    all_odd = is_odd.mean() >= ODD_SHARE or max(map(_sign_chance, marks)) > SURE_SIGN
    asked_cards = list(cards)
    for place, odd in zip(places, is_odd, strict=True):
        if odd or all_odd:
            asked_cards[place] = replace(cards[place], confidence=MOST_SURE_ODD)
    return asked_cards


def _is_sure_diamond(card: SeenCard) -> bool:
    return card.rank != JOKER and card.suit == DIAMOND and card.confidence > MOST_SURE_ODD


def _diamond_chance(mark: NamedIndex) -> float:
    return float(mark.suit_chances[DIAMOND])


def _sign_chance(mark: NamedIndex) -> float:
    """Return the chance that a mark is an index whose sign is none of the four suits."""
    has_rank = 1 - mark.rank_chances[NO_RANK] - mark.rank_chances[JOKER]
    return float(has_rank * mark.suit_chances[NO_SUIT] * mark.spot.confidence**0.5)


def with_turned_sign(crop: Picture) -> Picture:
    """Return an index's crop, sharpened, with its most diamond-like part enlarged and turned upside down."""
    y, x = _sign_place(crop)
    blurred = cv2.GaussianBlur(crop, (0, 0), EDGE_WIDTH)
    sharp = np.asarray(cv2.addWeighted(crop, 1 + SHARPER, blurred, -SHARPER, 0), np.uint8)
    height, width = SIGN_BOX
    sign = sharp[y : y + height, x : x + width].copy()
    to_crop = np.array(
        [
            [LARGER, 0, x + (1 - LARGER) * (width - 1) / 2],
            [0, -LARGER, y + (1 + LARGER) * (height - 1) / 2],
        ]
    )
    cv2.warpAffine(sign, to_crop, (CROP_WIDTH, CROP_HEIGHT), dst=sharp, borderMode=cv2.BORDER_TRANSPARENT)
    return sharp


def _sign_place(crop: Picture) -> tuple[int, int]:
    """Return the row and column at which the most diamond-like box begins."""
    index = crop[INDEX_PART].reshape(-1, 3).astype(np.float32)
    by_brightness = np.argsort(index.sum(1))
    low, high = (int(len(index) * share) for share in PAPER_SHARES)
    paper = np.median(index[by_brightness[low:high]], axis=0)
    ink = np.linalg.norm(np.maximum(paper - crop[SUIT_PART].astype(np.float32), 0), axis=2)
    likeness = cv2.matchTemplate(ink.astype(np.float32), _diamond(), cv2.TM_CCOEFF_NORMED)
    row, column = np.unravel_index(int(np.argmax(likeness)), likeness.shape)
    return int(row) + SUIT_PART[0].start, int(column) + SUIT_PART[1].start


def _diamond() -> NDArray[np.float32]:
    """Return the ink of a diamond in its box, from 0 to 1."""
    (height, width), box = SIGN_SIZE, np.array(SIGN_BOX)
    rows, columns = np.abs(np.mgrid[: box[0], : box[1]] - (box[:, None, None] - 1) / 2)
    inside = 1 - rows / (height / 2) - columns / (width / 2)
    return np.asarray(np.clip(0.5 + inside * width / 4, 0, 1), np.float32)  # its edge is a pixel wide
