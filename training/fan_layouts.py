"""How cards lie in a fan, each covering the one before: in a hand, on a table, in a row or a column."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from training.bent_cards import CardPose
from training.card_faces import DrawnFace
from training.deck_styles import FACE_HEIGHT

LEAST_CARDS, MOST_CARDS = 7, 20
MOST_SPREAD = 2.5
"""Radians from the first card of a fan to its last one."""
KINDS = ("hand", "table", "row", "column")
SEEN_RANGES = ((1.05, 2.2), (0.48, 1.0), (0.22, 0.5))
"""The part of an index that its neighbour leaves to be seen in each; above 1, paper beside it too."""
REVERSED_SHARE = {2: 0.05, 4: 0.3}
"""Part of the fans in which the left card lies on top, by how many corners of a card bear an index."""


@dataclass(frozen=True)
class FanShares:
    """How often fans are of each of `KINDS`; and how often their indices are seen whole, covered by up to a
    half, and covered by more."""

    kinds: tuple[float, float, float, float]
    covers: tuple[float, float, float]


USUAL_FANS = FanShares((0.5, 0.2, 0.2, 0.1), (0.34, 0.46, 0.2))
COVERED_FANS = FanShares((0.3, 0.1, 0.15, 0.45), (0.15, 0.65, 0.2))
"""Fans of which most cards are hard to name: in columns, where the suit is hidden, and covered in part."""


@dataclass(frozen=True)
class IndexShape:
    """The near index of a face: its left and upper margin, width and height in card heights; and how many
    corners of the card bear one."""

    left: float
    top: float
    width: float
    height: float
    corner_count: int = 2


def index_shape(face: DrawnFace) -> IndexShape:
    """Where the upper left index of a face is."""
    low_end, high_end = face.index_corners[0].min(0) / FACE_HEIGHT, face.index_corners[0].max(0) / FACE_HEIGHT
    width, height = high_end - low_end
    return IndexShape(
        float(low_end[0]), float(low_end[1]), float(width), float(height), len(face.index_corners)
    )


def random_fan(
    rng: np.random.Generator, index: IndexShape, count: int, shares: FanShares = USUAL_FANS
) -> list[CardPose]:
    """So many cards, lowest first, about 0, 0; `index` is that of the deck."""
    kind = KINDS[int(rng.choice(len(KINDS), p=shares.kinds))]
    seen_range = SEEN_RANGES[int(rng.choice(len(SEEN_RANGES), p=shares.covers))]
    mean_share = rng.uniform(*seen_range)
    seen_shares = np.clip(rng.normal(mean_share, 0.13 * mean_share, count), 0.15, 2.6)
    if kind == "column":
        poses = _column(rng, seen_shares, index)
    elif kind == "row":
        poses = _row(rng, seen_shares, index)
    else:
        poses = _fan(rng, seen_shares, index, held=kind == "hand")
    if kind != "column" and rng.random() < REVERSED_SHARE[index.corner_count]:
        poses.reverse()
    if kind in ("hand", "table"):
        poses = _bent(rng, poses, held=kind == "hand")
    return [replace(pose, lift=0.004 * number + pose.lift) for number, pose in enumerate(poses)]


def _fan(
    rng: np.random.Generator,
    seen_shares: NDArray[np.float64],
    index: IndexShape,
    held: bool,
) -> list[CardPose]:
    """Cards turned about a point below their middles, so that each leaves a strip of the one before."""
    pivot = rng.uniform(0.3, 1.3) if held else rng.uniform(0.8, 3.5)
    strips = index.left + seen_shares * index.width
    # at the index the next card's edge is so far from the pivot, along the card
    index_reach = pivot + 0.5 - index.top - index.height / 2
    steps = strips / index_reach
    if steps.sum() > MOST_SPREAD:  # a wider circle needs less turning for the same strips
        index_reach = float(strips.sum() / MOST_SPREAD)
        pivot, steps = index_reach - 0.5 + index.top + index.height / 2, strips / index_reach
    turns = np.cumsum(steps) - steps.sum() / 2 + rng.normal(0, 0.15)
    poses = []
    for turn in turns:
        reach = pivot + rng.normal(0, 0.02)  # some cards stick out
        slip = rng.normal(0, 0.006)
        x, y = reach * np.sin(turn) + slip, pivot - reach * np.cos(turn)
        poses.append(CardPose(float(x), float(y), float(turn + rng.normal(0, 0.012))))
    return poses


def _row(rng: np.random.Generator, seen_shares: NDArray[np.float64], index: IndexShape) -> list[CardPose]:
    """Cards side by side in a straight row."""
    steps = index.left + seen_shares * index.width
    places = np.cumsum(steps) - steps.sum() / 2
    slant = rng.normal(0, 0.02)  # each a little more turned than the one before, as pushed by a hand
    return [
        CardPose(float(x), float(rng.normal(0, 0.012)), float(slant * number + rng.normal(0, 0.012)))
        for number, x in enumerate(places)
    ]


def _column(rng: np.random.Generator, seen_shares: NDArray[np.float64], index: IndexShape) -> list[CardPose]:
    """Cards below each other, each with its upper edge across the index of the one before."""
    steps = index.top + np.minimum(seen_shares, 1.6) * index.height
    places = np.cumsum(steps) - steps.sum() / 2
    return [CardPose(float(rng.normal(0, 0.01)), float(y), float(rng.normal(0, 0.012))) for y in places]


def _bent(rng: np.random.Generator, poses: list[CardPose], held: bool) -> list[CardPose]:
    """The cards bent alike, as a hand or long use does it, each by a little more or less, and leaning."""
    strength = 0.22 if held else 0.07
    bow, bows_along = rng.normal(0, strength), bool(rng.random() < 0.5)
    lean = rng.normal(0, 0.12 if held else 0.02)
    return [
        replace(
            pose,
            bow=float(bow + rng.normal(0, 0.2 * strength)),
            bows_along=bows_along,
            lean=float(lean + rng.normal(0, 0.02)),
        )
        for pose in poses
    ]


def turned_fan(poses: list[CardPose], turn: float, middle: NDArray[np.float64]) -> list[CardPose]:
    """The whole fan turned about 0, 0, and its middle moved."""
    cos, sin = np.cos(turn), np.sin(turn)
    return [
        replace(
            pose,
            x=float(cos * pose.x - sin * pose.y + middle[0]),
            y=float(sin * pose.x + cos * pose.y + middle[1]),
            turn=pose.turn + turn,
        )
        for pose in poses
    ]
