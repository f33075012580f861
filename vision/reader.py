"""From a picture to the cards on it."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import bodies, cards, model, names, order, spots
from vision.cards import Card
from vision.labels import JOKER, RANKS, SUITS
from vision.names import Named
from vision.spots import Picture

SURE, FOUND = 0.9, 0.5
"""An index named and found surer than this tells how large the others are."""
DOUBTFUL = 0.85
"""Cards less sure than this are shown to be looked at."""
LEAST_SURE, LEAST_JOKER = 0.12, 0.5
"""Cards less sure than this are more often nothing than what they are read as."""
LEAST = 0.5
"""Indices likelier to be none than this allows are dropped."""
UNLIKE, UNLIKE_UNSURE = 2.5, 2.1
"""Indices so many times larger or smaller than the surest ones of the picture belong to no card; the second
for indices whose label is likelier wrong than right."""


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
    marks = _of_one_size(_thinned([mark for mark in named if _kept(mark)]))
    return [card for card in bodies.settled(cards.gather(marks)) if _told_apart(card)]


def _kept(mark: Named) -> bool:
    return bool(mark.ranks[:-1].sum() * mark.spot.sure**0.5 > LEAST)


def _thinned(marks: list[Named]) -> list[Named]:
    """Without those that a closer look moved onto one that says more surely what it is."""
    kept: list[Named] = []
    for mark in sorted(marks, key=lambda m: -m.sure * m.spot.sure):
        if spots.clear(mark.spot, [k.spot for k in kept]):
            kept.append(mark)
    return kept


def _told_apart(card: Card) -> bool:
    return card.sure > (LEAST_JOKER if card.rank == JOKER else LEAST_SURE)


def _of_one_size(marks: list[Named]) -> list[Named]:
    sure = [mark.spot.height for mark in marks if mark.sure > SURE and mark.spot.sure > FOUND]
    if len(sure) < 2:
        return marks
    usual = float(np.median(sure))
    return [mark for mark in marks if abs(np.log(mark.spot.height / usual)) < np.log(_unlike(mark))]


def _unlike(mark: Named) -> float:
    return UNLIKE if mark.sure > 0.5 else UNLIKE_UNSURE


def _told(card: Card) -> Read:
    spot = max(card.marks, key=lambda mark: mark.sure).spot
    up = np.abs(np.array(spot.up))
    half = np.array([up[0] + 0.65 * up[1], up[1] + 0.65 * up[0]]) * spot.height / 2
    x, y = (int(v) for v in np.round(np.array([spot.x, spot.y]) - half))
    wide, high = (int(v) for v in np.round(2 * half))
    name = "JOKER" if card.rank == JOKER else RANKS[card.rank] + SUITS[card.suit]
    return Read(name, card.sure, (x, y, wide, high), len(card.marks))
