"""Name indices: the second network reads their upright crops."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from .crops import CropPlace, upright_crop
from .labels import FIT, JOKER, NO_RANK, NO_SUIT, RANKS, SUITS
from .model import Network
from .spots import Picture, Spot

LOOK_SCALES = (1.0, 0.93, 1.08)
"""How much larger than the index each look's crop takes it to be."""
SOFTENING = 1.0
"""Logits are divided by this before they become chances, so that chances are as often right as they say."""
LEAST_GUESS = 0.005
"""The least chance of a second guess: a name less likely than this is no help."""


@dataclass(frozen=True)
class NamedIndex:
    """An index with the chances of the ranks (15) and suits (5), numbered as in `vision.labels`.

    `mirrored_chance`: the chance that its card's middle is to its left. `in_fan`: whether the namer of fans
    named it, as it was unsure.
    """

    spot: Spot
    rank_chances: NDArray[np.float64]
    suit_chances: NDArray[np.float64]
    mirrored_chance: float = 0.0
    in_fan: bool = False

    @cached_property
    def label(self) -> tuple[int, int]:
        """The likeliest rank and suit; a joker has no suit."""
        rank = int(self.rank_chances.argmax())
        has_suit = rank not in (JOKER, NO_RANK)
        return rank, int(self.suit_chances[:NO_SUIT].argmax()) if has_suit else NO_SUIT

    @cached_property
    def confidence(self) -> float:
        """The probability of the label."""
        rank, suit = self.label
        return float(self.rank_chances[rank] * (1 if suit == NO_SUIT else self.suit_chances[suit]))


def soft_maximum(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the chances (n, k) of these logits."""
    # the largest is taken off before, so that no power overflows
    soft_logits = logits.astype(np.float64) / SOFTENING
    powers = np.exp(soft_logits - soft_logits.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True))


def crop_place(spot: Spot) -> CropPlace:
    """Return the place of an index's crop for a picture taken straight from above."""
    up = np.array(spot.up)
    return np.array([spot.x, spot.y]), spot.height, up, np.array([-up[1], up[0]])


def name_spots(
    picture: Picture, spots: list[Spot], network: Network, place_of: Callable[[Spot], CropPlace] = crop_place
) -> list[NamedIndex]:
    """Name each spot, in the same order, and correct its place. `picture` has its full size; `place_of` gives
    the place of a spot's crop.

    The first look corrects the place of each index. More looks from there, nearer and farther, are averaged
    to its name.
    """
    if not spots:
        return []
    first_fits = _namer_answers(picture, spots, network, place_of)[:, -len(FIT) :]
    moved_spots = [moved_spot(*pair) for pair in zip(spots, first_fits, strict=True)]
    look_answers = []
    for look_scale in LOOK_SCALES:
        look_spots = [replace(spot, height=spot.height * look_scale) for spot in moved_spots]
        look_answers.append(_namer_answers(picture, look_spots, network, place_of))
    part_ends = np.cumsum([len(RANKS), len(SUITS)])
    rank_logits, suit_logits, _ = np.split(np.mean(look_answers, axis=0), part_ends, axis=1)
    second_fits = look_answers[0][:, -len(FIT) :]
    labels = zip(soft_maximum(rank_logits), soft_maximum(suit_logits), strict=True)
    return [
        NamedIndex(moved_spot(spot, fit), *label, mirrored_chance=float(1 / (1 + np.exp(-fit[4]))))
        for spot, fit, label in zip(moved_spots, second_fits, labels, strict=True)
    ]


def _namer_answers(
    picture: Picture, spots: list[Spot], network: Network, place_of: Callable[[Spot], CropPlace]
) -> NDArray[np.float32]:
    return _crop_answers([upright_crop(picture, *place_of(spot)) for spot in spots], network)


def _crop_answers(crops: list[Picture], network: Network) -> NDArray[np.float32]:
    return network.run(np.asarray(cv2.dnn.blobFromImages(crops, 1 / 255), np.float32))


def suit_chances(crops: list[Picture], network: Network) -> NDArray[np.float64]:
    """Return the chances of the suits in each of these crops."""
    suit_part = slice(len(RANKS), len(RANKS) + len(SUITS))
    return soft_maximum(_crop_answers(crops, network)[:, suit_part])


def moved_spot(spot: Spot, fit: NDArray[np.float32]) -> Spot:
    """Return the spot corrected by a network's `fit`, in the units of `vision.labels.FIT`."""
    right, down, log_larger, turn = (float(v) for v in np.clip(fit[:4], -0.5, 0.5))
    ux, uy = spot.up
    cos, sin = np.cos(turn), np.sin(turn)
    # up being (ux, uy), to the right is (-uy, ux), since y runs down
    x = spot.x + (-uy * right - ux * down) * spot.height
    y = spot.y + (ux * right - uy * down) * spot.height
    up = (float(cos * ux - sin * uy), float(sin * ux + cos * uy))
    return replace(spot, x=x, y=y, height=spot.height * float(np.exp(log_larger)), up=up)
