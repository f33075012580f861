"""From a picture to the cards on it."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import model
from vision.believed_marks import believed_marks
from vision.card_bodies import settle_cards
from vision.labels import JOKER
from vision.naming import name_spots
from vision.reading_order import piece_groups
from vision.seen_cards import SeenCard, gather_cards
from vision.spots import Picture, find_spots

DOUBTFUL = 0.9
"""Cards less sure than this are shown to be looked at."""
LEAST_SURE, LEAST_JOKER = 0.3, 0.6
"""Cards less sure than this are more often nothing than what they are read as."""
ALIKE = np.cos(np.radians(35))
"""Cosine of the most that two cards of one group may be turned to each other."""


@dataclass(frozen=True)
class PieceReading:
    """One card: its name (`QH`, `TC`, `JOKER`), how surely (0 to 1), the box of its surest index in pixels of
    the upright picture (x, y, width, height), and how many of its indices were seen."""

    name: str
    sure: float
    box: tuple[int, int, int, int]
    marks: int

    @property
    def doubtful(self) -> bool:
        """Whether a person should look at it."""
        return self.sure < DOUBTFUL


@dataclass(frozen=True)
class PictureReading:
    """The cards of a picture in reading order, and which of them lie together (numbers of `cards`)."""

    cards: tuple[PieceReading, ...]
    groups: tuple[tuple[int, ...], ...]


def decode_picture(data: bytes) -> Picture | None:
    """The picture in a file's bytes, upright, blue-green-red; None if it is none."""
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, np.uint8)


def read(picture: Picture, folder: Path = model.FOLDER) -> PictureReading:
    """What lies on the picture (height, width, 3; blue-green-red)."""
    return picture_reading([list(map(_reading, group)) for group in card_groups(cards_of(picture, folder))])


def picture_reading(groups: list[list[PieceReading]]) -> PictureReading:
    """The pieces of all groups, numbered as they come."""
    numbers = iter(range(sum(map(len, groups))))
    return PictureReading(
        tuple(piece for group in groups for piece in group),
        tuple(tuple(next(numbers) for _ in group) for group in groups),
    )


def cards_of(picture: Picture, folder: Path = model.FOLDER) -> list[SeenCard]:
    """The cards on the picture with all that was seen of each, in no order."""
    finder, namer = model.networks(folder)
    marks = believed_marks(name_spots(picture, find_spots(picture, finder), namer))
    return [card for card in settle_cards(gather_cards(marks)) if _likely(card)]


def _likely(card: SeenCard) -> bool:
    return card.sure > (LEAST_JOKER if card.rank == JOKER else LEAST_SURE)


def _reading(card: SeenCard) -> PieceReading:
    spot = max(card.marks, key=lambda mark: mark.sure).spot
    up = np.abs(np.array(spot.up))
    half = np.array([up[0] + 0.65 * up[1], up[1] + 0.65 * up[0]]) * spot.height / 2
    x, y = (int(v) for v in np.round(np.array([spot.x, spot.y]) - half))
    wide, high = (int(v) for v in np.round(2 * half))
    return PieceReading(card.name, card.sure, (x, y, wide, high), len(card.marks))


def card_groups(cards: list[SeenCard]) -> list[list[SeenCard]]:
    """Groups of cards that touch, in rows from the top, each row from the left."""
    touching = np.zeros((len(cards), len(cards)), bool)
    for row, card in enumerate(cards):
        for column in range(row):
            touching[column, row] = _touch(card, cards[column])
    return piece_groups(cards, touching, lambda group: 0.5 * _extent(group[0], group[0])[1])


def _touch(a: SeenCard, b: SeenCard) -> bool:
    """Whether two cards lie on or against each other and about the same way."""
    (up_a, high_a), (up_b, high_b) = _directions(a), _directions(b)
    if abs(up_a @ up_b) < ALIKE:
        return False
    between = np.array(b.centre) - np.array(a.centre)
    up = up_a + up_b * np.sign(up_a @ up_b)
    up = up / np.hypot(*up)
    across, along = abs(between @ np.array([-up[1], up[0]])), abs(between @ up)
    wide, tall = _extent(a, b)
    return bool(
        across < wide * 1.03 and along < tall * 0.6 and min(high_a, high_b) > 0.5 * max(high_a, high_b)
    )


def _directions(card: SeenCard) -> tuple[NDArray[np.float64], float]:
    """The card's way up, and its index's height in pixels, by its surest mark."""
    spot = max((mark.spot for mark in card.marks), key=lambda spot: spot.sure)
    return np.array(spot.up), spot.height


def _extent(a: SeenCard, b: SeenCard) -> tuple[float, float]:
    """A card's width and height in pixels, from where the marks of both say its middle is."""
    wide, tall = [], []
    for mark in (*a.marks, *b.marks):
        up, way = np.array(mark.spot.up), np.array(mark.spot.way)
        wide.append((2 * abs(way @ np.array([-up[1], up[0]])) + 0.75) * mark.spot.height)
        tall.append((2 * abs(way @ up) + 1.3) * mark.spot.height)
    return float(np.median(wide)), float(np.median(tall))
