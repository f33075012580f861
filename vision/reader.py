"""From a picture to the cards on it."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import bodies, cards, model, names, order, sift, spots
from vision.cards import Card
from vision.labels import JOKER
from vision.spots import Picture

DOUBTFUL = 0.9
"""Cards less sure than this are shown to be looked at."""
LEAST_SURE, LEAST_JOKER = 0.3, 0.6
"""Cards less sure than this are more often nothing than what they are read as."""


@dataclass(frozen=True)
class Read:
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
class Reading:
    """The cards of a picture in reading order, and which of them lie together (numbers of `cards`)."""

    cards: tuple[Read, ...]
    groups: tuple[tuple[int, ...], ...]


def decoded(data: bytes) -> Picture | None:
    """The picture in a file's bytes, upright, blue-green-red; None if it is none."""
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, np.uint8)


def read(picture: NDArray[np.uint8], folder: Path = model.FOLDER) -> Reading:
    """What lies on the picture (height, width, 3; blue-green-red)."""
    groups = order.grouped(cards_of(picture, folder))
    found = [card for group in groups for card in group]
    at = {id(card): place for place, card in enumerate(found)}
    return Reading(
        tuple(_told(card) for card in found), tuple(tuple(at[id(card)] for card in group) for group in groups)
    )


def cards_of(picture: NDArray[np.uint8], folder: Path = model.FOLDER) -> list[Card]:
    """The cards on the picture with all that was seen of each, in no order."""
    finder, namer = model.networks(folder)
    named = names.name(picture, spots.find(picture, finder), namer)
    found = bodies.settled(cards.gather(sift.sifted(named)))
    return [card for card in found if _told_apart(card)]


def _told_apart(card: Card) -> bool:
    return card.sure > (LEAST_JOKER if card.rank == JOKER else LEAST_SURE)


def _told(card: Card) -> Read:
    spot = max(card.marks, key=lambda mark: mark.sure).spot
    up = np.abs(np.array(spot.up))
    half = np.array([up[0] + 0.65 * up[1], up[1] + 0.65 * up[0]]) * spot.height / 2
    x, y = (int(v) for v in np.round(np.array([spot.x, spot.y]) - half))
    wide, high = (int(v) for v in np.round(2 * half))
    return Read(card.name, card.sure, (x, y, wide, high), len(card.marks))
