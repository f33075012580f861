"""Find cards too well covered to be read: the edges of a fan beside a card that was read."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .naming import NamedIndex
from .seen_cards import SeenCard
from .spots import Picture

LEAST_UNREAD = 2
"""Edges without a card that was read, from which on cards are covered: one may be a court card's frame."""
REACH, TOP, BOTTOM = 3.0, 0.75, 1.75
"""Heights of an index from its middle: how far beside its card edges are looked for, and from where to where
below it, where nothing but paper is to be seen of the cards that it covers."""
PIXELS = 64  # of the strip that is looked at, for one height of the index
SMOOTHING, SLANT = 1.0, 5  # in pixels: of noise, and by which an edge may lean
LEAST_STEP, WEAKEST_PART = 6, 25  # levels of 255 at an edge; percent of the rows that may show less
OWN_EDGE = (-0.95, -0.25)  # where the edge of the card itself is, in heights from its index's middle
STEPS, MOST_UNEVEN, LEAST_APART = (0.1, 0.7), 0.3, 0.08
"""Heights from one edge of a fan to the next at least and at most, parts of that by which two steps differ,
and heights from one edge to another at least."""
PAPER_PART, PAPER_LEVELS, PAPER_SHARE = 0.45, 45, 0.8
"""The strip's part that is the card itself, how unlike its paper other paper may be, in levels of 255, and
how much of a fan is paper: 0.88 and more on drawn fans, 0.73 where edges on photos are of none."""
LEAST_NAMED = 0.5


@dataclass(frozen=True)
class Fan:
    """A fan of cards beside the one that covers them: the number of edges, and how far the last one is from
    the index, in index heights."""

    edge_count: int
    reach: float


def are_covered(picture: Picture, cards: Sequence[SeenCard]) -> bool:
    """Return whether more edges of cards are seen than cards were read."""
    return any(
        fan.edge_count - _count_read(mark, fan, [other for other in cards if other is not card])
        >= LEAST_UNREAD
        for card in cards
        for mark in card.marks
        if mark.confidence > LEAST_NAMED and (fan := _fan_beside(picture, mark))
    )


def _directions(mark: NamedIndex) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the vectors up and from the card's nearer edge to its middle, as long as the index is high."""
    up = np.array(mark.spot.up) * mark.spot.height
    return up, np.array([-up[1], up[0]]) * (-1 if mark.mirrored_chance > 0.5 else 1)


def _count_read(mark: NamedIndex, fan: Fan, others: Sequence[SeenCard]) -> int:
    """Return the number of other cards with an index in the fan."""
    up, inwards = _directions(mark)

    def lies_in_fan(other_mark: NamedIndex) -> bool:
        way = np.array([other_mark.spot.x - mark.spot.x, other_mark.spot.y - mark.spot.y])
        along, off = way @ inwards / mark.spot.height**2, way @ up / mark.spot.height**2
        return bool(-fan.reach - 0.1 < along < -LEAST_APART and abs(off) < 1.5)

    return sum(any(map(lies_in_fan, card.marks)) for card in others)


def _fan_beside(picture: Picture, mark: NamedIndex) -> Fan | None:
    """Return the fan beyond the card's nearer edge; None if fewer than two edges follow at even distances."""
    strip = _strip_beside(picture, mark)
    places = _edge_places(strip)
    fans = [_fan_from(own, places) for own in places if OWN_EDGE[0] < own < OWN_EDGE[1]]
    likely_fans = [fan for fan in fans if fan.edge_count >= LEAST_UNREAD and _is_paper(strip, fan)]
    return max(likely_fans, key=lambda fan: fan.edge_count, default=None)


def _strip_beside(picture: Picture, mark: NamedIndex) -> Picture:
    """Return the part of the picture beside and below an index, upright, with its card at the right end."""
    up, inwards = _directions(mark)
    corner = np.array([mark.spot.x, mark.spot.y]) - REACH * inwards - TOP * up
    to_picture = np.column_stack([inwards / PIXELS, -up / PIXELS, corner])
    size = round(REACH * PIXELS), round((BOTTOM - TOP) * PIXELS)
    flags = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(picture, to_picture, size, flags=flags), np.uint8)


def _edge_places(strip: Picture) -> list[float]:
    """Return the places of edges that run through most of the strip, in index heights from the index's
    middle, last first."""
    grey = cv2.GaussianBlur(strip.astype(np.float32).mean(2), (0, 0), SMOOTHING)
    steps = np.abs(grey[:, 2:] - grey[:, :-2])
    straight = np.percentile(cv2.dilate(steps, np.ones((1, SLANT))), WEAKEST_PART, axis=0)
    is_edge = np.concatenate([[False], straight > LEAST_STEP, [False]])
    starts, ends = np.flatnonzero(is_edge[1:] & ~is_edge[:-1]), np.flatnonzero(is_edge[:-1] & ~is_edge[1:])
    usual_steps = np.median(steps, axis=0)
    columns = [start + int(usual_steps[start:end].argmax()) for start, end in zip(starts, ends, strict=True)]
    return [(column + 1) / PIXELS - REACH for column in reversed(columns)]


def _fan_from(own: float, places: Sequence[float]) -> Fan:
    """Return the fan of edges that follow a card's own edge at even distances."""
    farther = [place for place in places if place < own - LEAST_APART]
    step = own - farther[0] if farther else 0.0
    if not STEPS[0] < step < STEPS[1]:
        return Fan(0, 0.0)
    count, last = 0, own
    for place in farther:
        if abs(last - place - step) >= MOST_UNEVEN * step + LEAST_APART / 2:
            break
        count, last = count + 1, place
    return Fan(count, -last)


def _is_paper(strip: Picture, fan: Fan) -> bool:
    """Return whether the fan has the colour of the card beside it."""
    paper = np.median(strip[:, round((REACH - PAPER_PART) * PIXELS) :].reshape(-1, 3), axis=0)
    part = strip[:, max(round((REACH - fan.reach) * PIXELS), 0) : round((REACH + OWN_EDGE[1]) * PIXELS)]
    unlikeness = np.abs(part.reshape(-1, 3) - paper).max(1)
    return bool((unlikeness < PAPER_LEVELS).mean() > PAPER_SHARE)
